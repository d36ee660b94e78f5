"""The sheet that was printed for a session, if hands were undone, voided or added there since."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from scorekeeper.devtools.demo_data import example_hands
from scorekeeper.play.errors import LaterHandError
from scorekeeper.printing.marked_sheets.code import SheetCode
from scorekeeper.printing.marked_sheets.layout import marked_sheet, sheet_layout
from scorekeeper.reading import kept_pages, waiting_rows
from tests.games.marked_rows import can_be_marked
from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, GARDE, PASSED, Scorer
from tests.reading.cameras import Camera, page_of, send
from tests.reading.pages import CODE, pages_of
from tests.reading.reader import PRISE, Reader, leave_out

pytestmark = pytest.mark.django_db

Hand = Mapping[str, Any]
BY_CHLOE: Hand = {**GARDE, "taker": 2}
BY_DAVID: Hand = {**PRISE, "taker": 3}
PRINTED = "This row was printed with its hand, which isn’t recorded any more."
BELOW = "Rows below this one are recorded, but its hand isn’t."


def session_with(*hands: Hand) -> Scorer:
    scorer = Scorer()
    for hand in hands:
        scorer.record(hand)
    return scorer


def own(scorer: Scorer, printed: int) -> SheetCode:
    return replace(CODE, session=scorer.session.public_id, printed=printed)


def photographed(scorer: Scorer, hands: Sequence[Hand], *, printed: int = 0) -> Reader:
    """Photograph the session's own sheet, on which the first hands were printed and the others were written."""
    pages = pages_of(own(scorer, printed), hands)
    kept_pages.keep(pages, device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)
    return Reader(scorer=scorer)


def test_a_row_whose_hand_was_undone_after_it_was_printed_is_asked_about() -> None:
    scorer = session_with(GARDE, PRISE, BY_CHLOE)
    scorer.undo()
    reader = photographed(scorer, [GARDE, PRISE, BY_CHLOE, PASSED], printed=3)
    words = reader.look()
    assert "Row 3 on the sheet: what does it say?" in words
    assert f"{PRINTED} Record it again, or choose “Row 3 has no hand” if it was undone for good." in words
    assert leave_out(reader, 3).status_code == 302
    words = reader.look()
    assert "Row 4 has no hand" in words
    assert PRINTED not in words


def test_an_undone_row_can_be_recorded_again() -> None:
    scorer = session_with(GARDE, PRISE, BY_CHLOE)
    scorer.undo()
    reader = photographed(scorer, [GARDE, PRISE, BY_CHLOE, PASSED], printed=3)
    reader.look()
    words = reader.record()
    assert "Record 1 hand" in words
    assert PRINTED not in words
    reader.record()
    assert reader.calls == ["garde", "prise", "garde", "passed"]


@pytest.mark.parametrize("voided", [1, 2])
def test_rows_keep_their_hands_if_one_was_voided_since(voided: int) -> None:
    scorer = session_with(GARDE, PRISE, BY_CHLOE)
    scorer.void(voided)
    words = photographed(scorer, [GARDE, PRISE, BY_CHLOE, BY_DAVID], printed=3).look()
    assert "Row 4 has no hand" in words
    assert PRINTED not in words


def test_a_hand_that_was_voided_before_has_no_row() -> None:
    scorer = session_with(GARDE, PRISE, BY_CHLOE)
    scorer.void(2)
    assert "Row 3 has no hand" in photographed(scorer, [GARDE, BY_CHLOE, BY_DAVID], printed=2).look()


@pytest.mark.parametrize("printed", [0, 2])
def test_a_row_whose_hand_was_replaced_by_the_next_ones_is_asked_about(printed: int) -> None:
    """The second hand was undone; the two after it were recorded at the table and are on the sheet, too."""
    scorer = session_with(GARDE, BY_CHLOE, BY_DAVID)
    reader = photographed(scorer, [GARDE, PRISE, BY_CHLOE, BY_DAVID, PASSED], printed=printed)
    words = reader.look()
    assert "Row 2 on the sheet: what does it say?" in words
    assert (PRINTED if printed else BELOW) in words
    assert leave_out(reader, 2).status_code == 302
    assert "Row 5 has no hand" in reader.look()


def test_an_amended_hand_is_still_that_of_its_row() -> None:
    scorer = session_with(GARDE, PRISE, BY_CHLOE)
    scorer.amend(2, {**PRISE, "points": 50})
    words = photographed(scorer, [GARDE, PRISE, BY_CHLOE, BY_DAVID], printed=3).look()
    assert "Row 4 has no hand" in words
    assert PRINTED not in words
    assert BELOW not in words


def test_rows_that_match_no_hand_are_taken_in_order() -> None:
    words = photographed(session_with(GARDE, GARDE), [PRISE, BY_CHLOE, PASSED]).look()
    assert "Row 3 has no hand" in words


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Hand 2 of this session isn’t on the sheet. If it wasn’t played, void it."),
        ("de", "Spiel 2 dieser Partie steht nicht auf der Liste."),
        ("fr", "La donne 2 de cette partie n’est pas sur la feuille."),
    ],
)
def test_a_hand_that_the_sheet_lacks_is_named(camera: Camera, language: str, says: str) -> None:
    scorer = session_with(GARDE, PRISE, BY_CHLOE, BY_DAVID)
    client = browser(scorer)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    pages = pages_of(own(scorer, 0), [GARDE, BY_CHLOE, BY_DAVID, PASSED])
    response = send(client, camera.file("photo", pages), here=page_of(scorer))
    assert response.status_code == 200
    assert says in words_of(response)
    assert "Row 4 has no hand" in Reader(scorer=scorer).look()


def test_hands_of_pages_that_were_not_photographed_are_not_named(camera: Camera) -> None:
    hands = [GARDE] * 18 + [PRISE, BY_CHLOE]
    scorer = session_with(*hands[:19])
    _first, second = pages_of(replace(own(scorer, 0), rows=24), hands)
    response = send(browser(scorer), camera.file("photo", [second]), here=page_of(scorer))
    assert response.status_code == 302
    assert "Row 20 has no hand" in Reader(scorer=scorer).look()


def test_a_correction_at_the_table_need_not_be_on_the_sheet(camera: Camera) -> None:
    correction = {"call": "correction", "amounts": {"0": 5, "1": -5}, "note": "wrong"}
    scorer = session_with(GARDE, correction, BY_CHLOE, BY_DAVID)
    pages = pages_of(own(scorer, 0), [GARDE, BY_CHLOE, BY_DAVID, PASSED])
    response = send(browser(scorer), camera.file("photo", pages), here=page_of(scorer))
    assert response.status_code == 302
    assert "Row 4 has no hand" in Reader(scorer=scorer).look()


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("de", "Diese Zeile wurde mit ihrem Spiel gedruckt, das nicht mehr eingetragen ist."),
        ("fr", "Cette ligne a été imprimée avec sa donne, qui n’est plus inscrite."),
    ],
)
def test_a_printed_row_that_waits_again_says_so_in_each_language(language: str, says: str) -> None:
    scorer = session_with(GARDE, PRISE)
    scorer.undo()
    reader = photographed(scorer, [GARDE, PRISE, PASSED], printed=2)
    reader.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert says in reader.look()


def void_one(scorer: Scorer, numbers: Iterable[int]) -> None:
    """Void the first of these hands that the later ones don't depend on."""
    for number in numbers:
        with suppress(LaterHandError):
            scorer.void(number)
            return
    raise AssertionError


@pytest.mark.parametrize("slug", [slug for slug in registry.slugs() if registry.get(slug).marked_sheet])
def test_voided_hands_keep_their_rows_in_every_game(slug: str) -> None:
    """In some games, the value of a hand depends on earlier ones."""
    game = registry.get(slug)
    chosen = game.rules.default_rules
    names = FOUR[: min(4, max(game.rules.rule_sets[chosen].players))]
    sheet, naming = marked_sheet(game, game.rules.table(names, rules=chosen)), Naming(names, by_seat=True)
    played = example_hands.session_of(slug, chosen, names, 8, only=lambda raw: can_be_marked(sheet, raw))
    dealer = int(played.table.first_dealer)
    scorer = Scorer(game=slug, rules=chosen, players=names, first_dealer=dealer)
    hands = [encode_hand(game.rules, played.table, scored.hand, naming) for scored in played.hands]
    for hand in hands[:-1]:
        scorer.record(hand)
    void_one(scorer, range(len(hands) - 3, len(hands)))
    code = SheetCode(
        game=slug,
        rules=chosen,
        names=names,
        first_dealer=dealer,
        rows=len(hands),
        landscape=sheet_layout(game, played.table, paper="a4", rows=len(hands)).landscape,
        session=scorer.session.public_id,
        printed=len(hands) - 1,
    )
    kept_pages.keep(pages_of(code, hands), device=scorer.access.device, club=None, session=scorer.session)
    waiting_rows.match_recorded(scorer.session)
    assert f"Row {len(hands)} has no hand" in Reader(scorer=scorer).look()
