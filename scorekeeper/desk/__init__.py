"""Where people are seated and results are made: evenings, rounds, settlements, and tournaments.

* **Tournament**: entries, terms, rounds and a ranking.
* **Entry**: a player with a start number; may belong to a team of four, a tandem of two, and a category.
* **Round**: everybody plays a fixed number of hands at one table: a Skat Serie, a Tarot partie, one hand of a whist
  drive.
* **Seating**: who sits where in a round.
* **Movement**: the seating of all rounds at once, such as the cyclic one.
* **Desk**: the people who run the tournament.
"""
