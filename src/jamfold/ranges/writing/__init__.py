"""From ranges to texts: the shortest one, and one that is near."""
