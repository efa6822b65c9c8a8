"""The use cases: each question with its fields, defaults, units, help, what answers it and what is shown.

The options of commands, the schemas of the API, the fields of forms, the words of
links and the tasks of the computing process are derived from these classes.
"""
