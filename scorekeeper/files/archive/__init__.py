"""The archive formats, which carry rows from one installation to another.

There are two, both JSON Lines in UTF-8.

A **backup** (`manage.py backup`) holds everything. It is gzipped.

* The first line is the header: `format` ("scorekeeper.backup"), `version` (1), `made_at`, `migrations` (every applied
  migration of the database, as [app, name]) and `rows` (the number of rows of each model).
* Then each model has a section: a line with `model` and `columns`, and a line for each row with the list of its values.
  A model comes after those that it refers to. Keys are the primary keys of the database.
* The last line is the seal: `sha256` of all bytes before it. A file without it was cut short.

A **club file** (`manage.py exportclub`) holds one club, without primary keys, links or passwords. It may be gzipped.

* The first line is the header: `format` ("scorekeeper.club"), `version` (2), `made_at`, `club` (its uid and name),
  `lines` (the number of lines that follow) and `migrations`, as in a backup. Version 1 had no `migrations`.
* Every other line has a `kind`: club, player, tariff, house_rules, season, evening, session, merge or audit_entry, in
  this order. Related rows are nested in their line, such as the seats and hands of a session. Players and tariffs are
  referred to by uid, evenings and sessions by public id.
* Every line ends with `check`, the CRC-32 of its bytes before that, which finds a changed line.
* The last line has the kind "end", `lines` and the `sha256` of all bytes before it.

Dates and times are ISO 8601, amounts of money are decimal text. `migrations` tells the schema of the rows. Files with
an older schema are upgraded through `schema_history`. A file with an unknown migration is newer than this version, and
refused.

On import, players are matched by uid, then by name. Rows that exist here are not written again; differences are
reported and the rows here stay. A session is extended if its journal here is the beginning of the one in the file; if
the two have diverged, it stays as it is here and is reported.

Some things belong to an installation, not to a club, and are left out: accounts, logins and passwords, organisers,
phones and their rights, links and secrets (new ones are made), API keys, and which browser made a change (its name
stays).
"""
