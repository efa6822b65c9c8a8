"""The pages: words, numbers and events; what is computed comes from the job board."""
