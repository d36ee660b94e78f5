"""The ledger says of every game that somebody lost that it is lost, and the save button names who undertook it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.game import Game
from games.scoring.types import CORRECTION
from games.ui.forms import Position
from tests.games.contest_checks import contests
from tests.games.registry_cases import GAMES, each
from tests.games.strategies import Session, sessions
from tests.property_tests import examples

LOST = ("lost", "overbid", "dedans", "−")
"""What says in the ledger that a game was lost; how far a contract of Bridge went down has a minus sign."""

undertaken = each([game for game in GAMES if game.rules.hand.by])


def check(game: Game, session: Session) -> None:
    table, rules = session.ledger.table, game.rules
    raws = [raw for raw in session.raws if raw.get("call") != CORRECTION]
    for raw, (scored, state, found) in zip(raws, contests(session.ledger), strict=True):
        by = getattr(scored.hand.outcome, rules.hand_at(table).by, None)
        whole = [contest for contest in found if contest.call and contest.call not in rules.parts]
        if by is None or not whole:
            continue
        row = game.describe(table, raw).render(table.players)
        assert any(word in row for word in LOST) is not all(contest.made for contest in whole), row
        form = game.form.from_raw(Position(rules=rules, table=table, state=state), raw)
        assert table.players[by] in form.result(scored).render(table.players)


@undertaken
@examples(6)
@given(st.data())
def test_a_lost_game_says_so_and_the_button_names_its_player(game: Game, data: st.DataObject) -> None:
    check(game, data.draw(sessions(game.rules, by_seat=True)))
