"""The one front end: a page is its form, the fragments of its answers, and a script that all pages share."""
