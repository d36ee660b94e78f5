"""Spreadsheet files: export of a club's members, results, standings and session documents; import of members.

A *sheet* has headings and rows, whatever its file format. Only members can be imported, after the organiser has seen a
*plan*: row by row, what would happen and what is wrong. A file is first read to its end, or refused with the row of
the error; then all rows without an error are imported, or nothing.

Nothing here writes hands or sessions.
"""
