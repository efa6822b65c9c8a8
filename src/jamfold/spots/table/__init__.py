"""The table of two to ten seats where everybody jams or folds: the hand, its tree, its solution."""
