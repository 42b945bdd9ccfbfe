"""Sign-ups from anywhere: a file of any kind becomes people with the fields of the 报名 sheet."""
