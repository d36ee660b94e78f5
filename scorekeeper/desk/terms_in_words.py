"""The words of a tournament document on the pages: its terms, and the choices that they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scorekeeper.desk.document.terms import FIXED, LossMoneyTo, Missed, SpecialFor, TieBreak, TournamentTerms
from scorekeeper.desk.models import Tournament
from scorekeeper.desk.result.ranking import RoundFigure
from scorekeeper.desk.seating.requests import SeatingMethod
from scorekeeper.play.formatting import amount, game_and_rules, sum_of_money

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

TERM_WORDS: Mapping[str, StrPromise] = {
    "game": pgettext_lazy("of cards", "game"),
    "rules": _("rules"),
    "options": _("options"),
    "rounds": _("number of rounds"),
    "hands": _("hands in a round"),
    "seating": _("seating"),
    "seed": _("seed number for the draw"),
    "odd_tables": _("size of the other tables"),
    "table_size": _("size of all tables"),
    "tables": _("how many tables"),
    "keep_apart": _("keep teams apart"),
    "missed": _("missed rounds"),
    "tie_breaks": _("equal results"),
    "match_points": _("match points by place"),
    "team_size": _("players of a full team"),
    "entry_fee": _("entry fee"),
    "house_share": _("house share of each fee"),
    "loss_money": _("loss money"),
    "loss_money_to": _("where the loss money goes"),
    "prizes": _("prizes"),
}
COLUMN_WORDS: Mapping[str, StrPromise] = {
    "total": pgettext_lazy("of a tournament", "Total"),
    "won": pgettext_lazy("of a tournament", "Won"),
    "lost": pgettext_lazy("of a tournament", "Lost"),
    "others_lost": _("Others lost"),
}
"""The headings of a ranking; there are games won and lost only where the game counts them."""
SEATING_WORDS: Mapping[str, StrPromise] = {
    SeatingMethod.DRAW: _("By lot"),
    SeatingMethod.RANK: _("By the ranking so far"),
    SeatingMethod.FEWEST_MEETINGS: _("As few repeated meetings as possible"),
    SeatingMethod.CYCLIC: _("Cyclic plan: nobody meets twice"),
    FIXED: _("By the desk’s own plan"),
}
TIE_BREAK_WORDS: Mapping[TieBreak, StrPromise] = {
    TieBreak.WON: _("More games won"),
    TieBreak.LOST: _("Fewer games lost"),
    TieBreak.BEST_ROUND: _("Better best round"),
    TieBreak.LAST_ROUND: _("Better last round"),
    TieBreak.ROUNDS_WON: _("More rounds won at the table"),
    TieBreak.LOT: _("Drawing lots"),
}
MISSED_WORDS: Mapping[Missed, StrPromise] = {
    Missed.NOTHING: _("Count nothing"),
    Missed.AVERAGE: _("Count the average of the round"),
}
LOSS_MONEY_WORDS: Mapping[LossMoneyTo, StrPromise] = {
    LossMoneyTo.HOUSE: _("To the house"),
    LossMoneyTo.POOL: _("Into the prize pool"),
}
SPECIAL_WORDS: Mapping[SpecialFor, StrPromise] = {
    SpecialFor.BEST_ROUND: _("Best round"),
    SpecialFor.BEST: _("Best place"),
    SpecialFor.LAST: _("Last place"),
}


def terms_in_words(tournament: Tournament, currency: str) -> dict[str, tuple[str, str]]:
    """Return the terms by name, each as label and words, as the players may read them."""
    played = game_and_rules(tournament.game, tournament.rules)
    words = {name: _term(name, value, currency) for name, value in tournament.terms.items() if name in TERM_WORDS}
    words = {"game": played, **words}
    return {name: (str(capfirst(label)), words[name]) for name, label in TERM_WORDS.items() if name in words}


def columns_in_words(*names: str) -> list[str]:
    """Return the headings of these columns of a ranking."""
    return [str(COLUMN_WORDS[name]) for name in names]


def special_categories(tournament: Tournament) -> list[str]:
    """Return the categories that have a prize of their own."""
    special = tournament.terms.get("prizes", {}).get("special", [])
    return list(dict.fromkeys(prize["category"] for prize in special if "category" in prize))


def _term(name: str, value: Any, currency: str) -> str:
    def money(text: str) -> str:
        return sum_of_money(Decimal(text), currency)

    words = {
        "hands": lambda: _listed(
            gettext("%(hands)s at a table of %(size)s") % {"hands": hands, "size": size}
            for size, hands in sorted(value.items())
        ),
        "seating": lambda: _seating(value),
        "keep_apart": lambda: gettext("yes"),
        "missed": lambda: str(MISSED_WORDS[value]),
        "tie_breaks": lambda: tie_breaks_in_words(value),
        "match_points": lambda: ", ".join(map(str, value)),
        "entry_fee": lambda: money(value),
        "house_share": lambda: money(value),
        "loss_money": lambda: _listed(
            gettext("from lost game %(number)s on %(sum)s each") % {"number": game, "sum": money(price)}
            for game, price in value
        ),
        "loss_money_to": lambda: str(LOSS_MONEY_WORDS[value]),
        "prizes": lambda: _listed(_prizes(value, money)),
    }
    return words[name]() if name in words else str(value)


def _listed(parts: Iterable[str]) -> str:
    return " · ".join(parts)


def special_in_words(what: SpecialFor, category: str | None) -> str:
    """Return what a special prize is for, such as “Best round (women)”."""
    words = str(SPECIAL_WORDS[what])
    return f"{words} ({category})" if category else words


def match_points_in_words(points: Iterable[RoundFigure], by_place: Sequence[int]) -> str:
    """Return match points as leagues write them: what a team has won, and what it has missed; empty for none.

    >>> match_points_in_words([3, 2, None, 2], [3, 2, 1, 0])
    '7:2'
    """
    won = [figure for figure in points if figure is not None]
    return f"{amount(sum(won))}:{amount(len(won) * by_place[0] - sum(won))}" if won else ""


def teams_in_words(terms: TournamentTerms) -> list[str]:
    """Return how teams are ranked, where that is not by the sums of their members."""
    said = []
    if terms.match_points:
        words = gettext("Match points by place in each round: %(points)s. Equal ones: the total.")
        said.append(words % {"points": ", ".join(map(str, terms.match_points))})
    if terms.team_size:
        words = gettext("A team of %(fewer)s counts as one of %(size)s.")
        said.append(words % {"fewer": terms.team_size - 1, "size": terms.team_size})
    return said


def tie_breaks_in_words(tie_breaks: Iterable[TieBreak]) -> str:
    """Return what decides between equal totals, in the order in which it is compared; empty if nothing does."""
    return _listed(str(TIE_BREAK_WORDS[tie_break]) for tie_break in tie_breaks)


def _seating(value: str | list[str]) -> str:
    if isinstance(value, str):
        return str(SEATING_WORDS[value])
    rounds = ((gettext("Round %(number)s") % {"number": number}, seating) for number, seating in enumerate(value, 1))
    return _listed(_with_subject(round_, str(SEATING_WORDS[seating])) for round_, seating in rounds)


def _with_subject(subject: str, text: str) -> str:
    return gettext("%(subject)s: %(text)s") % {"subject": subject, "text": text}


def _prizes(prizes: Mapping[str, Any], money: Callable[[str], str]) -> Iterator[str]:
    if "percent" in prizes:
        yield gettext("%(list)s per cent of the pool") % {"list": ", ".join(map(str, prizes["percent"]))}
    if "amounts" in prizes:
        yield ", ".join(map(money, prizes["amounts"]))
    if "every" in prizes:
        yield gettext("one prize for every %(number)s entries") % {"number": prizes["every"]}
    for special in prizes.get("special", []):
        what = special_in_words(special["for"], special.get("category"))
        yield _with_subject(what, money(special["amount"]))
