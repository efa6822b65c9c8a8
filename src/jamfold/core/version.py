"""The version of the package; every other place reads it here."""

__version__ = "0.3.0"
