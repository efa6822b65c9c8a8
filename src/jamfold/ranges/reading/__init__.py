"""From texts to ranges: both notations."""
