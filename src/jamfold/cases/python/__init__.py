"""The Python interface: every question is a function, with the names and words of the command line."""
