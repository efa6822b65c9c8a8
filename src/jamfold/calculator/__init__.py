"""The equity calculator: pot shares of two to nine players, exact wherever that takes seconds."""
