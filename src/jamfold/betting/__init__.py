"""A hand before its cards: seats, what is posted, who decides, and the chips at every end."""
