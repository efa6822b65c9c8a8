"""Words, tables, files and figures: the only code that prints or draws."""
