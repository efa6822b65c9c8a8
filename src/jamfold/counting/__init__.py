"""Hand classes and the numbers behind them: multisets, suit isomorphism, card removal, suit views."""
