"""Scoring of card games in pure Python: no Django, no database, no clock.

Terms:

* A `Table` is the players in seat order and the rules they play by. A `SeatNumber` is a place at it, counted from 0 in
  the order of the deal.
* An *outcome* is what was recorded of one hand. A `Hand` is an outcome with its dealer and a note.
* A `Line` is one reason why counters move, an `Entry` all lines of one hand, a `Ledger` all entries with their totals.
* `Rules` are a game's declaration: its rule sets, the fields of each call, and one fold step, `score`.

The package knows no particular game and never guesses: an outcome that can't have happened raises `RuleError`.
"""
