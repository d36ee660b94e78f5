"""Backups and club files: what is stored here, in one file for another installation.

A **backup** (`manage.py backup`) has everything. Of an SQLite database it is a copy of the database, gzipped. Of a
PostgreSQL database it is an archive of all rows. Both restore into either. A **club file** (`manage.py exportclub`) is
an archive of the rows of one club, for a server that does not have it.

An archive is JSON Lines in UTF-8, gzipped.

* The first line is the header: `format` ("scorekeeper.archive"), `version` (2), `made_at`, `migrations` (the schema of
  the rows: applied migrations as [app, name]) and `club` (its uid and name, or null in a backup).
* Every other line has a `row`, an object with a value for each column, and its `kind`, the label of the model. Dates
  and times are ISO 8601, amounts of money are decimal text.
* The last line has the kind "end", `lines` (how many lines come before it) and the `sha256` of all their bytes. A file
  without it was cut short.

A file is read into a temporary SQLite database (`staging`): with the tables of its own time, which the migrations then
bring up to date. The rows are copied from there. So Django's migrations are the only history of the schema. If rows
were nested in those that they belong to, each change of what belongs to what would need a reader of its own, as the
club files of 1.0.0 do. A file with a migration that is unknown here is refused.

What belongs to an installation and not to a club is not in a club file: accounts, organisers, phones and their rights,
API tokens. Links get new secrets on import.

Version 1 of the format is that of Scorekeeper 1.0.0. Its backups differ by a checksum in every line, which is ignored.
Its club files have no keys; `club_files_of_1_0` gives them some.
"""
