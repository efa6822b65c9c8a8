"""Tables of two to ten seats where everybody jams or folds: hand, tree, solution, certificate, audit."""
