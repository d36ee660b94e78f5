"""Declaration of Cayenne for the registry."""

from __future__ import annotations

from games.cayenne.form import CayenneForm
from games.cayenne.marked_sheet import CayenneMarkedSheet
from games.cayenne.marker import CayenneState, games_won
from games.cayenne.rules import RUBBER, CayenneRules
from games.cayenne.sheet import CayenneSheet
from games.cayenne.shorthand import CayenneShorthand
from games.cayenne.tariff import TRUMP_NAMES
from games.families.whist.sides import SIDE_WORDS, Side
from games.game import AfterHand, Game
from games.scoring.text import Text, joined
from games.scoring.text import message as _
from games.scoring.types import Table


def after_hand(table: Table, state: CayenneState) -> AfterHand:
    """Return the markers, first those of the first and third player, or who won the rubber that has just ended.

    >>> from games.cayenne.rules import CayenneRules
    >>> table = CayenneRules().table(["A", "Y", "B", "Z"])
    >>> state = CayenneState(dealer=0, marker={Side.AB: 8, Side.YZ: 0}, sheet={Side.AB: (4, 2), Side.YZ: ()})
    >>> str(after_hand(table, state).marker)
    'Marker 8 – 0, games 2 – 0'
    """
    if last := state.last_rubber:
        number = state.rubber if state.over else state.rubber - 1
        return AfterHand(settled=_("Rubber {number}: {side}", number=number, side=SIDE_WORDS[last.winner]))
    marker = _("Marker {ab} – {yz}", ab=state.marker[Side.AB], yz=state.marker[Side.YZ])
    return AfterHand(marker=joined([marker, games_won(state)]))


def unfinished(table: Table, state: CayenneState) -> list[Text]:
    """Return that a rubber is under way, and that not all rubbers were played."""
    sentences, under_way = [], any((*state.marker.values(), *state.games.values(), *state.slams.values()))
    if under_way:
        sentences.append(_("The last rubber is not finished and doesn’t count."))
    played = state.rubber - 1
    if not state.over and (played or (under_way and table.options["rubbers"] != 1)):
        sentences.append(_("Rubbers played: {played} of {planned}.", played=played, planned=table.options["rubbers"]))
    return sentences


GAME = Game(
    rules=CayenneRules(),
    name=_("Cayenne"),
    summary=_(
        "Cayenne whist: two pairs of partners, a turned-up suit that ranks the trumps, and rubbers of four games."
    ),
    order=_("In clockwise order: 1 and 3 play against 2 and 4."),
    counter=_("points"),
    form=CayenneForm,
    shorthand=CayenneShorthand,
    sheet=CayenneSheet,
    marked_sheet=CayenneMarkedSheet,
    position_template="cayenne/_position.html",
    unfinished=unfinished,
    stylesheet="cayenne/cayenne.css",
    after_hand=after_hand,
    another=_("Another rubber"),
    best=_("Best rubber"),
    worst=_("Worst rubber"),
    call_names={**TRUMP_NAMES, RUBBER: _("Rubber")},
    of_calls=_(
        "Hands by the trump that the player’s own side named, made with the odd trick (nullo without it); and rubbers "
        "won (made) and lost. Counters move when a rubber ends."
    ),
    languages=("en",),
)
