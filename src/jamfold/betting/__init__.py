"""A hand without its cards: seats, posts, decisions, and the chips at every terminal node."""
