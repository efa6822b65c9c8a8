"""Equities of hands that are listed card by card: stud, draw, Omaha of five and six cards."""
