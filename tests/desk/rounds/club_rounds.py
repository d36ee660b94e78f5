"""Rounds of a club's evening, for the tests of rounds and their tables."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from scorekeeper.desk import rounds
from scorekeeper.evenings.models import Round
from scorekeeper.play.models import Session
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.play.tables import Scorer


def plan(game: str = "skat", rules: str = "isko") -> Round:
    return Round(game=game, rules=rules, seating="draw", hands={"4": 48, "3": 36}, seed=7)


def keys(club_evening: ClubEvening, *names: str) -> list[int]:
    return [club_evening.player(name).pk for name in names]


def seven(club_evening: ClubEvening) -> tuple[list[list[int]], list[int]]:
    """Two tables, and one who sits out."""
    return [keys(club_evening, *TWELVE[:4]), keys(club_evening, *TWELVE[4:7])], keys(club_evening, TWELVE[7])


def drafted(club_evening: ClubEvening) -> Round:
    return rounds.draft(club_evening.evening, plan(), *seven(club_evening))


def published(club_evening: ClubEvening) -> Round:
    return rounds.publish(drafted(club_evening))


def drawn_round(
    club_evening: ClubEvening, *tables: Sequence[str], game: str = "tarot:fft", stake: Decimal | None = None
) -> Round:
    """Draft a round with these people at its tables."""
    slug, _colon, rules = game.partition(":")
    drawn = Round(game=slug, rules=rules, seating="draw", stake=stake)
    return rounds.draft(club_evening.evening, drawn, [keys(club_evening, *names) for names in tables])


def start(club_evening: ClubEvening, round_: Round, *tables: int) -> list[Session]:
    return rounds.start_tables(round_, tables or None, device=club_evening.device, label="Rosa")


def table(planned: int = 2, hands: int = 2) -> Scorer:
    """A table of a round with these planned hands, and the one phone that has recorded those that were played."""
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round({"4": planned}), *TWELVE[:4]))
    for _hand in range(hands):
        scorer.record()
    return scorer
