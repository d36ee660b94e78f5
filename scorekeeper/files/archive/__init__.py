"""The archive format, which carries rows from one installation to another.

There is one format with one writer (`writer`), one reader (`reader`) and one row serialiser (`rows`). A **backup**
(`manage.py backup`) is the archive of everything. A **club's file** (`manage.py exportclub`) is the archive of one
club, and can be imported into another installation.

An archive is JSON Lines in UTF-8, gzipped or not.

* The first line is the header: `format` ("scorekeeper.archive"), `version` (1), `made_at`, `migrations` (the schema of
  the rows: applied migrations as [app, name]), `counts` (the number of lines of each kind, in their order) and `club`
  (its uid and name, or null in a backup).
* Every other line has a `row`, an object with a value for each column, and its `kind`, the label of the model. Rows
  come after those that they refer to. Dates and times are ISO 8601, amounts of money are decimal text.
* Every line ends with `check`, the CRC-32 of its bytes before that, which finds a changed line.
* The last line has the kind "end", `lines` and the `sha256` of all bytes before it. A file without it was cut short.

A backup has every row of every model of every app, with all columns and keys.

A club's file has the rows of one club, as `records` describe them. The kinds are clubs.club, clubs.player,
clubs.personaldata, clubs.tariff, clubs.houserules, standings.season, evenings.evening, play.session, clubs.merge and
clubs.auditentry. Related rows are nested in a line, such as the seats and hands of a session, or the rounds and the
tournament of an evening. There are no keys: players and tariffs are referred to by uid, evenings and sessions by public
id, rounds by their number at the evening. Some things belong to an installation, not to a club, and are left out:
accounts, logins and passwords, organisers, phones and their rights, links and secrets (new ones are made), API keys,
and which browser made a change (its name stays).

On import, players are matched by uid, then by name. Rows that exist here are not written again; differences are
reported and the rows here stay. A session is extended if its journal here is the beginning of the one in the file; if
the two have diverged, it stays as it is here and is reported. `records.round_rows` says what is added to an evening's
rounds and tournament.

Files with an older schema are upgraded through `schema_history` as they are read. A file with an unknown migration is
newer than this version, and refused. Backups and club files from before 1.0 had formats of their own, which
`before_1_0` reads.
"""
