"""The tournament document: a whole tournament as JSON, which the app exports and imports.

`read(decode(text), find_rules)` returns a `TournamentRecord`, or raises `TournamentError` at the first thing that is
wrong. Nothing is guessed, clamped or repaired. This version reads the kind `rounds`. Pydantic reads the terms, the
entries, each round and each table into the classes that declare their fields; what concerns several is checked after.

`docs/tournaments.md` describes every field. Easily overlooked:

* A session of another rule set, other options or other players is `invalid` at that field of the session, such as
  `session.players`; so is one with a club's own tariff, which a tournament document doesn't have.
* Corrections in a session count in its points, except in Skat, whose game points they never change.
* A list of seatings must have one word for each round, otherwise it is `invalid`.
* The house's share of a fee cannot be more than the fee (`out_of_range`).
* Prizes are either `amounts` or `percent`; the second of the two is an `unknown_field`.
* `out` is checked like the seats: nobody has two places in one round, and nobody has one who withdrew before it.
"""

from scorekeeper.desk.document.errors import TournamentError as TournamentError
from scorekeeper.desk.document.game import read_tournament_game as read_tournament_game
from scorekeeper.desk.document.reading import decode as decode
from scorekeeper.desk.document.reading import read as read
from scorekeeper.desk.document.types import TournamentRecord as TournamentRecord
