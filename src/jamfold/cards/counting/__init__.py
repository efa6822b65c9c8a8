"""Hand classes and the numbers for them: multisets, suit isomorphism, card removal, suit views."""
