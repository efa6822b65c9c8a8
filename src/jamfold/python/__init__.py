"""Python as a door: every question is a function, with the names and the words of the command line."""
