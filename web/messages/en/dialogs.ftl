# The dialogs that are fetched when one is opened.
