"""What comes out of an event: words for the console, tables to show, files to share."""
