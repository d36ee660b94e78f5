"""Scoring of card games, pure: no Django, no database, no clock.

The words of this package:

* a `Table` is who sits where and under which rules; a `Seat` is a place at it, counted from 0 the way the deal goes;
* an *outcome* is what was recorded of one hand, a `Hand` is an outcome with who dealt it and a note;
* a `Line` is one reason why counters move, an `Entry` all the lines of one hand, a `Ledger` all the entries with their
  totals;
* `Rules` are what a game declares: its rule sets, the fields of each call, and one fold step, `score`.

Nothing here knows a particular game, and nothing here is guessed: what cannot have happened is a `RuleError`.
"""
