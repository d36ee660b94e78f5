"""Starting and importing sessions."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import translation

from games import registry
from games.registry import find_rules
from games.scoring.documents import DocumentError, ledger_document, read, session_document
from games.scoring.errors import Code, RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.play import documents, queries, recording
from scorekeeper.play.formatting import sum_of_money
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Access, Hand, Role, Seat, Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.start import import_document
from scorekeeper.web.dates import evening_date, this_evening
from tests.play.stretches import bruno_left
from tests.play.tables import FIVE, FOUR, Scorer, device, fresh, install_toy, start, token
from tests.scoring.toy import document as toy_document

pytestmark = pytest.mark.django_db


def players_of(session: Session) -> list[int]:
    return [seat.player_id for seat in queries.seats(session)]


def test_a_session_stores_its_table() -> None:
    session = start(players=FIVE, options={"five_players": "mort"}, first_dealer=2, stake=Decimal("0.05"))
    table = session_ledger(Session.objects.get(pk=session.pk)).table
    assert table.players == FIVE
    assert table.rules == "fft"
    assert table.options == {"five_players": "mort", "round_to_ten": False}
    assert table.first_dealer == 2
    assert session.revision == 0


def test_who_starts_a_session_becomes_its_scorer() -> None:
    device_id = device()
    session = start(device=device_id, label="Anne")
    access = queries.open_for(device_id, session.public_id)
    assert (access.role, access.label) == (Role.SCORER, "Anne")
    assert [(change.revision, change.verb, change.who) for change in queries.journal(session)] == [(0, "start", "Anne")]


def test_a_new_session_is_hidden_from_other_devices() -> None:
    session = start()
    for stranger in (device(), None, ""):
        with pytest.raises(Access.DoesNotExist):
            queries.open_for(stranger, session.public_id)


def test_secrets_are_unique_and_unguessable() -> None:
    one, two = start(), start()
    links = {one.public_id, two.public_id, one.scorer_token, two.scorer_token, one.watch_token, two.watch_token}
    assert len(links) == 6
    assert len(one.public_id) >= 12
    assert len(one.scorer_token) >= 32


@pytest.mark.parametrize("typed", ["anne", "  Anne", "ANNE\t", "Anne "])
def test_a_known_name_is_the_same_player(typed: str) -> None:
    device_id = device()
    first = start(device=device_id)
    second = start(device=device_id, players=("Zoé", typed, "Chloé", "David"))
    assert players_of(second)[1:] == [players_of(first)[0], *players_of(first)[2:]]
    assert queries.seats(second)[1].name == typed.strip()


def test_repeated_spaces_in_a_name_count_once() -> None:
    device_id = device()
    first = start(device=device_id, players=("Anne  Marie", "Bruno", "Chloé", "David"))
    second = start(device=device_id, players=("Anne Marie", "Bruno", "Chloé", "David"))
    assert players_of(first) == players_of(second)
    assert queries.seats(first)[0].name == "Anne Marie"


def test_the_same_name_on_another_device_is_another_player() -> None:
    assert set(players_of(start())).isdisjoint(players_of(start()))


def test_a_watcher_learns_no_players() -> None:
    watcher = device()
    session = start()
    recording.join(session, device=watcher, role=Role.WATCHER)
    assert set(players_of(start(device=watcher))).isdisjoint(players_of(session))


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"game": "piquet"}, "game", Code.UNKNOWN_GAME),
        ({"rules": "house"}, "rules", Code.UNKNOWN_RULES),
        ({"options": {"jokers": True}}, "options.jokers", Code.UNKNOWN_OPTION),
        ({"options": {"round_to_ten": "yes"}}, "options.round_to_ten", Code.INVALID),
        ({"options": {"five_players": "six"}}, "options.five_players", Code.UNKNOWN_CHOICE),
        ({"players": FOUR[:2]}, "players", Code.PLAYERS),
        ({"players": (*FIVE, "Fanny")}, "players", Code.PLAYERS),
        ({"players": ("Anne", "Bruno", "Chloé", "  ")}, "players", Code.PLAYERS),
        ({"players": ("Anne", "Bruno", "Chloé", "Anne")}, "players", Code.PLAYERS),
        ({"players": ("Anne", "Bruno", "Chloé", "anne ")}, "players", Code.PLAYERS),
        ({"players": ("A" * 61, "Bruno", "Chloé", "David")}, "players", Code.PLAYERS),
        ({"players": ("An\0ne", "Bruno", "Chloé", "David")}, "players", Code.PLAYERS),
        ({"players": ("An\ud800ne", "Bruno", "Chloé", "David")}, "players", Code.PLAYERS),
        ({"first_dealer": 4}, "first_dealer", Code.UNKNOWN_PLAYER),
        ({"first_dealer": -1}, "first_dealer", Code.UNKNOWN_PLAYER),
    ],
)
def test_an_impossible_table_is_refused_at_its_field(changes: dict[str, Any], field: str, code: Code) -> None:
    with pytest.raises(RuleError) as refused:
        start(**changes)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_a_double_tap_starts_one_session() -> None:
    device_id, once = device(), token()
    assert start(device=device_id, token=once) == start(device=device_id, token=once)
    assert Session.objects.count() == 1
    assert Player.objects.count() == 4


def test_a_token_used_by_another_device_starts_a_separate_session() -> None:
    once = token()
    first, second = start(token=once), start(token=once)
    assert first != second
    assert first.accesses.get().device != second.accesses.get().device


def test_correcting_a_name_after_going_back_starts_another_session() -> None:
    device_id, once = device(), token()
    wrong = start(device=device_id, token=once, players=("Ann", "Bruno", "Chloé", "David"))
    right = start(device=device_id, token=once, players=("Anne", "Bruno", "Chloé", "David"))
    assert right != wrong
    assert right.seats[0].name == "Anne"


def test_playing_again_with_the_same_players() -> None:
    scorer = Scorer(label="Anne", stake=Decimal("0.10"), currency="CHF")
    scorer.record()
    scorer.record()
    device_id, once = scorer.access.device, token()
    another = start_again(scorer.session, device=device_id, token=once)
    assert players_of(another) == players_of(scorer.session)
    assert another.stretch.first_dealer == 1, "David and Anne have dealt"
    assert (another.rules, another.stretch.options) == (scorer.session.rules, scorer.session.stretch.options)
    assert (another.stake, another.currency) == (Decimal("0.10"), "CHF")
    assert another.accesses.get().label == "Anne"
    assert fresh(another).hands == ()
    assert start_again(scorer.session, device=device_id, token=once) == another


def test_watchers_cannot_play_again() -> None:
    session, watcher = start(), device()
    recording.join(session, device=watcher, role=Role.WATCHER)
    with pytest.raises(PermissionDenied):
        start_again(session, device=watcher, token=token())


# Joining


def test_a_watcher_can_become_a_scorer_but_not_the_reverse() -> None:
    session, phone = start(), device()
    assert recording.join(session, device=phone, role=Role.WATCHER).role == Role.WATCHER
    assert recording.join(session, device=phone, role=Role.SCORER, label="Bruno").label == "Bruno"
    assert recording.join(session, device=phone, role=Role.WATCHER).role == Role.SCORER
    assert session.accesses.count() == 2


def test_unnamed_scorers_are_numbered() -> None:
    session = start()
    labels = [recording.join(session, device=device(), role=Role.SCORER).label for _ in range(2)]
    assert [session.accesses.earliest("pk").label, *labels] == ["Scorer 1", "Scorer 2", "Scorer 3"]
    session.accesses.get(label="Scorer 2").delete()  # its phone was removed from the club
    assert recording.join(session, device=device(), role=Role.SCORER).label == "Scorer 4"


# Documents

PLAYED: dict[str, Any] = {
    "format": "scorekeeper.session",
    "version": 1,
    "game": "tarot",
    "rules": "fft",
    "players": list(FOUR),
    "hands": [
        {"call": "garde", "taker": "Anne", "bouts": 2.0, "points": 49, "note": "well played"},
        {"call": "prise", "taker": "Bruno", "bouts": 1, "defence_points": 40, "dealer": "Chloé"},
        {"call": "correction", "amounts": {"Anne": -10, "Chloé": 10}, "note": "the drinks"},
        {"call": "passed"},
    ],
}


def test_an_imported_document_exports_the_same() -> None:
    document = read(PLAYED, find_rules)
    session = import_document(device=device(), document=document, token=token())
    ledger = fresh(session).last.ledger
    # 66 each to Anne; 51 points with one bout are just enough: 25 each to Bruno; then the drinks.
    assert ledger_document(ledger)["totals"] == {"Anne": 163, "Bruno": 9, "Chloé": -81, "David": -91}
    assert ledger_document(ledger) == ledger_document(*document.ledgers())
    exported = session_document(ledger)
    assert ledger_document(read(exported, find_rules).single().ledger()) == ledger_document(ledger)
    assert [change.verb for change in queries.journal(session)] == ["import"]


def of_one_stretch(**details: Any) -> dict[str, Any]:
    """Return the same session as a document of version 2."""
    stretch = {name: PLAYED[name] for name in ("players", "hands")}
    raw = {name: PLAYED[name] for name in ("format", "game", "rules")}
    return {**raw, "version": 2, "stretches": [stretch], **details}


def test_date_title_and_stake_of_a_document_are_imported() -> None:
    stake = {"per_point": "0.05", "currency": "EUR"}
    document = read(of_one_stretch(date="2026-01-31", title="Friday", stake=stake), find_rules)
    once, device_id = token(), device()
    session, again = (import_document(device=device_id, document=document, token=once) for _ in range(2))
    assert again == session
    session.refresh_from_db()
    assert (evening_date(session.started_at), session.title) == (date(2026, 1, 31), "Friday")
    assert (session.stake, session.currency) == (Decimal("0.05"), "EUR")
    assert fresh(session).totals == (163, 9, -81, -91)


@pytest.mark.parametrize("day", ["2999-01-01", "1889-01-01"])
def test_a_document_of_a_day_on_which_nothing_can_have_been_played_is_not_imported(day: str) -> None:
    with pytest.raises(DocumentError) as refused:
        import_document(device=device(), document=read(of_one_stretch(date=day), find_rules), token=token())
    assert (refused.value.error.field, refused.value.error.code) == ("date", "out_of_range")
    assert not Session.objects.exists()


def test_a_document_with_several_stretches_is_exported_as_it_was_imported() -> None:
    """Anne makes a garde by 8 at each table: with Bruno, with Emil in his place, and with five, where Chloé helps."""
    garde = {"call": "garde", "taker": "Anne", "bouts": 2, "points": 49}
    drinks = {"call": "correction", "amounts": {"Anne": -10, "Emil": 10}, "note": "the drinks"}
    stretch = {
        "options": {"five_players": "called_king", "round_to_ten": False},
        "first_dealer": "David",
        "hands": [garde],
    }
    raw = {
        **of_one_stretch(title="At Anne’s", date="2026-01-02", stake={"per_point": "0.05", "currency": "CHF"}),
        "stretches": [
            {**stretch, "players": ["Anne", "Bruno", "Chloé", "David"]},
            {**stretch, "players": ["Anne", "Emil", "Chloé", "David"], "first_dealer": "Anne"},
            {
                "options": {"five_players": "called_king", "round_to_ten": True},
                "players": ["Bruno", "Anne", "Emil", "Chloé", "David"],
                "first_dealer": "Emil",
                "hands": [drinks, {**garde, "partner": "Chloé"}],
            },
        ],
    }
    session = import_document(device=device(), document=read(raw, find_rules), token=token())
    ledger = fresh(session)
    # With five, 66 becomes 70: twice that for Anne, once for Chloé.
    assert dict(zip(ledger.names, ledger.totals, strict=True)) == {
        "Anne": 198 + 198 - 10 + 140,
        "Bruno": -66 - 70,
        "Chloé": -66 - 66 + 70,
        "David": -66 - 66 - 70,
        "Emil": -66 + 10 - 70,
    }
    assert documents.session_document(session, ledger) == raw


@pytest.mark.parametrize("details", [{"date": "2026-01-31"}, {"date": "2026-01-31", "stake": {"per_point": "0.05"}}])
def test_a_document_keeps_its_date_and_a_stake_without_currency(details: dict[str, Any]) -> None:
    document = read(of_one_stretch(**details), find_rules)
    session = import_document(device=device(), document=document, token=token())
    exported = documents.session_document(session, fresh(session))
    assert {name: exported.get(name) for name in ("version", *details)} == {"version": 2, **details}
    assert ("stake" in exported) == ("stake" in details)


def test_a_session_of_an_earlier_day_is_imported_closed() -> None:
    raw, once, device_id = of_one_stretch(date="2026-01-31"), token(), device()
    session, again = (import_document(device=device_id, document=read(raw, find_rules), token=once) for _ in range(2))
    assert again == session
    session.refresh_from_db()
    assert session.closed_at == session.settlements.get().settled_at == session.started_at
    assert session.settlements.get().totals == [163, 9, -81, -91]
    # A second request that comes before the first has closed the session spends the same token.
    assert [(change.verb, change.token) for change in queries.journal(session)] == [
        ("close", f"{once}-close"),
        ("import", once),
    ]
    exported = documents.session_document(session, fresh(session))
    assert exported["date"] == "2026-01-31"
    assert exported["stretches"][0]["hands"] == raw["stretches"][0]["hands"]


def test_a_session_of_today_or_one_without_a_hand_goes_on() -> None:
    unplayed = of_one_stretch(date="2026-01-31", stretches=[{"players": list(FOUR), "hands": []}])
    for raw in (of_one_stretch(date=this_evening().isoformat()), unplayed):
        session = import_document(device=device(), document=read(raw, find_rules), token=token())
        session.refresh_from_db()
        assert session.closed_at is None


def test_a_stretch_without_hands_before_the_last_is_refused_and_not_dropped() -> None:
    stretch = {"players": ["Anne", "Bruno", "Chloé", "Emil"], "hands": []}
    raw = of_one_stretch()
    raw["stretches"].insert(0, stretch)
    with pytest.raises(DocumentError) as refused:
        import_document(device=device(), document=read(raw, find_rules), token=token())
    assert (refused.value.error.field, refused.value.error.code) == ("stretches.0.hands", "required")
    assert not Session.objects.exists()


def test_money_without_a_currency_has_no_space_for_it() -> None:
    with translation.override("fr"):
        assert [sum_of_money(Decimal("0.05"), currency) for currency in ("", "€")] == ["0,05", "0,05\xa0€"]


def test_a_session_of_an_earlier_evening_is_exported_with_its_date() -> None:
    scorer = Scorer()
    scorer.record()
    assert documents.session_document(scorer.session, fresh(scorer.session))["version"] == 1
    scorer.session.started_at -= timedelta(days=7)
    exported = documents.session_document(scorer.session, fresh(scorer.session))
    session = import_document(device=device(), document=read(exported, find_rules), token=token())
    assert evening_date(session.started_at) == this_evening() - timedelta(days=7)
    assert documents.session_document(session, fresh(session)) == exported


def test_people_whose_names_differ_only_in_case_stay_two_people() -> None:
    scorer = bruno_left()
    Seat.objects.filter(name="Emil").update(name="BRUNO")
    ledger = fresh(scorer.session)
    document = read(documents.session_document(scorer.session, ledger), find_rules)
    session = import_document(device=device(), document=document, token=token())
    assert fresh(session).names == ("Anne", "Bruno", "Chloé", "David", "BRUNO (2)")
    assert fresh(session).totals == ledger.totals == (132, -66, -132, -132, 198)


def test_an_imported_session_can_be_continued() -> None:
    session = import_document(device=device(), document=read(PLAYED, find_rules), token=token())
    written = Scorer(session).record()
    assert written.hand_number == 5
    assert written.ledger.totals == (163 + 198, 9 - 66, -81 - 66, -91 - 66)


def test_a_document_is_imported_once() -> None:
    device_id, once = device(), token()
    document = read(PLAYED, find_rules)
    twice = [import_document(device=device_id, document=document, token=once) for _ in range(2)]
    assert twice[0] == twice[1]
    assert Hand.objects.count() == 4


@pytest.mark.parametrize(
    ("changes", "hand"),
    [
        ({"taker": "Zoé"}, 1),
        ({"points": 92}, 1),
    ],
)
def test_a_document_with_an_impossible_hand_is_not_imported(changes: dict[str, Any], hand: int) -> None:
    document = read({**PLAYED, "hands": [{**PLAYED["hands"][0], **changes}]}, find_rules)
    with pytest.raises(DocumentError) as refused:
        import_document(device=device(), document=document, token=token())
    assert refused.value.hand == hand
    assert not Session.objects.exists()


@pytest.mark.parametrize("character", ["\0", "\udc80"])
@pytest.mark.parametrize("place", ["players", "note"])
def test_a_character_that_no_database_accepts_is_refused(place: str, character: str) -> None:
    raw = {**PLAYED, "hands": [{"call": "passed", "note": character if place == "note" else ""}]}
    if place == "players":
        raw["players"] = [f"Anne{character}", "Bruno", "Chloé", "David"]
    with pytest.raises(DocumentError) as refused:
        import_document(device=device(), document=read(raw, find_rules), token=token())
    assert refused.value.error.field == place
    assert not Session.objects.exists()


def test_names_that_differ_only_in_case_are_two_players_in_a_document() -> None:
    device_id = device()
    known = start(device=device_id)
    document = read({**PLAYED, "players": ["Anne", "anne", "Chloé", "David"], "hands": []}, find_rules)
    session = import_document(device=device_id, document=document, token=token())
    assert session_ledger(session).table.players == ("Anne", "anne", "Chloé", "David")
    assert players_of(session)[0] == players_of(known)[0]
    assert players_of(session)[1] not in players_of(known)


def test_every_game_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    raw = toy_document({"winner": "Ida", "weight": 2.5}, {"call": "fine", "winner": "Jo", "stake": 7}, rules="pot")
    document = read(raw, registry.find_rules)
    session = import_document(device=device(), document=document, token=token())
    assert fresh(session).totals == (2, -8, -1)


def test_a_name_typed_with_the_surname_first_is_turned_round() -> None:
    session = start(players=("Ahrens, Gisela", "Bruno", "Chloé", "David"))
    assert queries.seats(session)[0].name == "Gisela Ahrens"
    assert Player.objects.filter(name="Gisela Ahrens").exists()
