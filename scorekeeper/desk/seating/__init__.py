"""The seating engine: who sits at which table in the next round. Pure: no Django, no model, no clock.

`seat(SeatingRequest(…))` returns a `Seating`, or raises `RuleError` whose `field` is one of the request. The same
request gives the same seating on every machine, in whichever order the entrants are listed. Lots are drawn by hash
(`lot`), and a search is bounded by its steps rather than by time.

>>> from scorekeeper.desk.seating.methods import seat
>>> from scorekeeper.desk.seating.requests import Entrant, SeatingMethod, SeatingRequest
>>> entrants = [Entrant(number=number, name=name) for number, name in enumerate("ABCDEFG", 1)]
>>> request = SeatingRequest(sizes=(4, 3), entrants=entrants, method=SeatingMethod.RANK, ranking=(7, 1, 2, 3, 4, 5, 6))
>>> seat(request)
Seating(tables=(('G', 'A', 'B', 'C'), ('D', 'E', 'F')), out=())

* **Entrant**: somebody who can be seated in the next round: a tournament's entry, or a player who is free at an
  evening. Late entries are added and those who have withdrawn are left out between rounds; the engine needs no more
  than that.
* **Mates**: entrants of one team, where teams are kept apart.
* **Meeting**: two people at one table in one round. `count_meetings` counts them from the tables so far; the meetings
  of a season can be added. `summary` says which could not be avoided.
* **Sitting out**: having no table in a round, because the numbers don't fit.
* **Odd table**: one of another size than four, beside tables of four.

The sizes of the tables come from `table_sizes` in a tournament, whose tables are of four as far as possible, and from
`even_sizes` at an evening or where a number of tables is chosen. Both seat as many people as they can.

What the engine promises:

* Tables have the sizes asked for. If there are too many entrants, those sit out who have sat out least often so far.
  Among equals it is those who leave the fewest mates at one table; then, if there are at most 16 and meetings count,
  those who leave the fewest repeats; then the last in the order by lot or by rank.
* `draw` is by lot, without turns at odd tables; with teams kept apart, by lot among the seatings with the fewest
  pairs of mates at a table.
* `rank` fills the tables in the order of the ranking, the odd ones last; with teams kept apart, the tables differ as
  little as possible from that.
* `fewest_meetings` lets people take turns at odd tables: nobody sits at one again before everybody else has, unless
  teams are kept apart. With these turns it has the fewest repeats possible for up to 16 people at the tables, and above
  that the fewest that a search of half a second finds; in the second round of four or more full tables, none. Without
  `rotate` the fewest repeats come first. It follows a movement without repeats from the first round, as long as there
  is one that is in turn, and the players and the sizes of the tables stay the same.
* `cyclic` is the movement of that name. It leaves no choice, so it doesn't keep teams apart.
"""
