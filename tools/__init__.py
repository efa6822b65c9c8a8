"""Programs for those who work on jamfold; nothing of it is installed."""
