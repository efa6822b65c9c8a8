"""Questions: every use case typed once, with its fields, defaults, units, help, and how it is answered.

The options of commands, the schemas of the API, the fields of forms, the words of
links and the tasks of the computing process are derived from these classes.
"""
