"""Results as fragments of HTML: the same on a page, in a notebook and in a sent file.

A file here for each file of `jamfold.questions` whose answers have one; their rows name the functions.
"""
