"""In and out: what a club has as files for spreadsheets and other programs, and its members read from such files.

A *sheet* is headings and rows, whatever it is written as. *Out* go members, results, standings and the documents of
sessions; *in* come members only, after a *plan* has been looked at: row by row what would happen, and what is wrong.
A file is read, or refused by its row and place, before anything of it is acted upon; then all of it is, or nothing.

What was played is never written from here.
"""
