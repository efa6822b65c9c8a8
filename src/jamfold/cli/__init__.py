"""The command line: commands that parse, call and print; most follow from the rows of questions."""
