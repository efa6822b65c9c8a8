"""Practice: deals to decide, and what decisions cost."""
