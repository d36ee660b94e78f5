"""The verbs at an open table: what each writes, what it refuses, and what undoes it.

Amounts are worked out from the rules page: a garde made by 8 is (25 + 8) × 2 = 66 from each of three, 198 for the
taker.
"""

from collections.abc import Callable
from typing import Any, cast

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.scoring.errors import Code, RuleError
from games.scoring.text import Text
from games.tarot import refusals, rules
from games.tarot.outcome import Outcome
from games.tarot.rules import TarotRules
from scorekeeper.play import queries
from scorekeeper.play.errors import ConflictError, LaterHandError, NotThereError, SessionClosedError
from scorekeeper.play.models import Change, Hand, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from tests.play.tables import FIVE, GARDE, PASSED, Scribe, device, fresh, install_toy, start, token

pytestmark = pytest.mark.django_db

MADE = (198, -66, -66, -66)
JUST_MADE = {**GARDE, "points": 41}
"""Two bouts need 41: 25 × 2 from each."""
BY_BRUNO = {"call": "prise", "taker": 1, "bouts": 1, "points": 41}
"""Down by 10: 35 to each of the others."""


def written(statements: CaptureQueriesContext) -> list[str]:
    """Return the statements inside the transaction, by their first words, without notifications."""
    return [
        " ".join(query["sql"].split()[:3])
        for query in statements.captured_queries
        if query["sql"].split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE") and "pg_notify" not in query["sql"]
    ]


# Record


def test_a_hand_is_recorded() -> None:
    scribe = Scribe()
    done = scribe.record({**GARDE, "note": "well played"})
    assert (done.hand_number, done.repeated, done.session.revision) == (1, False, 1)
    assert done.ledger.totals == MADE
    assert scribe.record(BY_BRUNO).hand_number == 2
    assert scribe.totals == (198 + 35, -66 - 105, -66 + 35, -66 + 35)
    assert [hand.raw for hand in fresh(scribe.session).hands] == [{**GARDE, "note": "well played"}, BY_BRUNO]


def test_a_hand_is_stored_the_one_way_it_is_written() -> None:
    scribe = Scribe()
    scribe.record({**GARDE, "bouts": 2.0, "petit_au_bout": None, "poignees": [], "points": 49.0})
    assert scribe.session.hands.get().outcome == GARDE
    assert queries.journal(scribe.session)[0].after == GARDE


def test_recording_takes_three_statements_and_moves_the_revision_first() -> None:
    scribe = Scribe()
    scribe.record()
    with CaptureQueriesContext(connection) as statements:
        scribe.record()
    assert written(statements) == [
        'UPDATE "play_session" SET',
        'INSERT INTO "play_hand"',
        'INSERT INTO "play_change"',
    ]


@pytest.mark.parametrize("hands", [1, 3])
def test_a_process_that_knows_nothing_reads_the_ledger_in_two_statements(hands: int) -> None:
    scribe = Scribe()
    for _ in range(hands):
        scribe.record()
    with CaptureQueriesContext(connection) as statements:
        fresh(scribe.session)
    assert len(statements) == 1 + 2  # the session itself, its seats, its hands


@pytest.mark.parametrize(
    ("raw", "field", "code"),
    [
        ({}, "call", Code.REQUIRED),
        ({**GARDE, "points": 92}, "points", Code.OUT_OF_RANGE),
        ({**GARDE, "taker": 4}, "taker", Code.UNKNOWN_PLAYER),
        ({**GARDE, "taker": "Anne"}, "taker", Code.INVALID),
        ({**GARDE, "trumps": 22}, "trumps", Code.UNKNOWN_FIELD),
        ({**GARDE, "note": "\0"}, "note", Code.INVALID),
        ({**GARDE, "note": "\udfff"}, "note", Code.INVALID),
        ({"call": "correction", "amounts": {"0": 5}, "note": "x"}, "amounts", Code.TOTAL),
    ],
)
def test_what_cannot_have_happened_is_refused_and_nothing_written(raw: Any, field: str, code: Code) -> None:
    scribe = Scribe()
    scribe.record()
    with pytest.raises(RuleError) as refused:
        scribe.record(raw)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert scribe.session.revision == Session.objects.get(pk=scribe.session.pk).revision == 1
    assert Hand.objects.count() == 1
    assert scribe.record().hand_number == 2


def test_after_the_end_only_corrections_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    scribe = Scribe(game="toy", rules="plain", players=("Ida", "Jo"), options={"length": 1})
    scribe.record({"winner": 0})
    with pytest.raises(RuleError) as refused:
        scribe.record({"winner": 0})
    assert refused.value.code == Code.OVER
    scribe.record({"call": "correction", "amounts": {"0": 2, "1": -2}, "note": "the drinks"})
    assert scribe.totals == (3, -3)


# Permissions


@pytest.mark.parametrize(
    "verb",
    [
        lambda scribe: scribe.record(),
        lambda scribe: scribe.amend(1, PASSED),
        lambda scribe: scribe.void(1),
        lambda scribe: scribe.undo(),
        lambda scribe: scribe.close(),
        lambda scribe: scribe.reopen(),
    ],
)
@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_who_watches_or_sits_elsewhere_writes_nothing(where: str, verb: Callable[[Scribe], object]) -> None:
    scribe = Scribe()
    scribe.record()
    session, role = (scribe.session, Role.WATCHER) if where == "here" else (start(), Role.SCORER)
    scribe.access = services.join(session, device=device(), role=role)
    with pytest.raises(PermissionDenied):
        verb(scribe)
    assert scribe.session.changes.count() == 2


def test_the_journal_keeps_the_name_that_was_used_then() -> None:
    scribe = Scribe(label="Anne")
    scribe.record()
    scribe.access = services.join(scribe.session, device=scribe.access.device, role=Role.SCORER, label="Bruno")
    scribe.record()
    assert [change.who for change in queries.journal(scribe.session)] == ["Bruno", "Anne", "Anne"]


# Amend, void, restore


def test_an_amended_hand_keeps_its_number_and_its_history() -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record(BY_BRUNO)
    assert scribe.amend(1, JUST_MADE).ledger.totals == (150 + 35, -50 - 105, -50 + 35, -50 + 35)
    ledger = fresh(scribe.session)
    assert [(hand.number, hand.amended) for hand in ledger.hands] == [(1, True), (2, False)]
    assert [row.outcome for row in scribe.session.hands.filter(number=1).order_by("pk")] == [GARDE, JUST_MADE]
    change = queries.journal(scribe.session)[0]
    assert (change.verb, change.hand_number, change.before, change.after) == ("amend", 1, GARDE, JUST_MADE)


def test_an_amended_hand_can_be_amended_again() -> None:
    scribe = Scribe()
    scribe.record()
    scribe.amend(1, JUST_MADE)
    scribe.amend(1, PASSED)
    assert scribe.totals == (0, 0, 0, 0)
    assert [row.outcome for row in scribe.session.hands.filter(number=1).order_by("pk")] == [GARDE, JUST_MADE, PASSED]


def test_a_voided_hand_keeps_its_number_and_moves_nothing() -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record(BY_BRUNO)
    assert scribe.void(1).ledger.totals == (35, -105, 35, 35)
    ledger = fresh(scribe.session)
    assert [(hand.number, hand.voided, hand.raw) for hand in ledger.hands] == [(1, True, GARDE), (2, False, BY_BRUNO)]
    assert ledger.hands[0].scored is None
    assert scribe.record().hand_number == 3
    assert scribe.restore(1).ledger.totals == (35 + 198 * 2, -105 - 66 * 2, 35 - 66 * 2, 35 - 66 * 2)


@pytest.mark.parametrize(
    "verb",
    [
        lambda scribe: scribe.amend(3, PASSED),
        lambda scribe: scribe.amend(0, PASSED),
        lambda scribe: scribe.amend(2, PASSED),
        lambda scribe: scribe.void(3),
        lambda scribe: scribe.void(-1),
        lambda scribe: scribe.void(2),
        lambda scribe: scribe.restore(1),
        lambda scribe: scribe.restore(3),
        lambda scribe: scribe.reopen(),
        lambda scribe: services.what_if(scribe.session, number=3, raw=None),
    ],
    ids=["amend-none", "amend-0", "amend-voided", "void-none", "void-negative", "void-voided", "restore-live",
         "restore-none", "reopen-open", "what-if-none"],
)  # fmt: skip
def test_a_verb_that_finds_nothing_to_do_writes_nothing(verb: Callable[[Scribe], object]) -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record()
    scribe.void(2)
    with pytest.raises(NotThereError):
        verb(scribe)
    assert Session.objects.get(pk=scribe.session.pk).revision == 3


# A later hand that becomes impossible: five with a mort, where the dealer sits out and who took deals no more


def mort() -> Scribe:
    """Emil deals and sits out, then Anne, and so on; after a passed deal the same player deals again."""
    return Scribe(players=FIVE, options={"five_players": "mort"}, first_dealer=4)


def test_a_change_that_makes_a_later_hand_impossible_is_refused() -> None:
    scribe = mort()
    scribe.record(GARDE)
    scribe.record(BY_BRUNO)
    scribe.record({**GARDE, "taker": 4})  # Bruno sits out
    scribe.record(BY_BRUNO)  # Chloé sits out
    totals = scribe.totals
    # After a passed first deal Emil would deal hand 2, Anne hand 3, and Bruno hand 4, which he took.
    for change in (
        lambda: scribe.amend(1, PASSED),
        lambda: scribe.void(1),
        lambda: services.what_if(scribe.session, number=1, raw=None),
        lambda: services.what_if(scribe.session, number=1, raw=PASSED),
    ):
        with pytest.raises(LaterHandError) as refused:
            change()
        assert refused.value.number == 4
        assert (refused.value.error.code, refused.value.error.field) == (Code.NOT_PLAYING, "taker")
        assert refused.value.field is None
        assert str(refused.value.message) == "Hand 4 would become impossible: Bruno sits this hand out."
    assert scribe.totals == totals
    assert scribe.session.revision == 4


def test_a_hand_that_is_itself_impossible_is_refused_at_its_field() -> None:
    scribe = mort()
    scribe.record(GARDE)
    scribe.record(BY_BRUNO)
    with pytest.raises(RuleError) as refused:
        scribe.amend(1, {**GARDE, "taker": 4})
    assert not isinstance(refused.value, LaterHandError)
    assert (refused.value.field, refused.value.code) == ("taker", Code.NOT_PLAYING)


def test_a_restored_hand_can_make_a_later_one_impossible() -> None:
    scribe = mort()
    scribe.record(BY_BRUNO)
    scribe.void(1)
    scribe.record(GARDE)  # Emil deals still, and Anne takes
    with pytest.raises(LaterHandError) as refused:
        scribe.restore(1)  # then Anne would have dealt it
    assert refused.value.number == 2
    assert fresh(scribe.session).hands[0].voided


def test_numbers_of_later_hands_count_the_voided_ones() -> None:
    scribe = mort()
    scribe.record(BY_BRUNO)
    scribe.record(PASSED)
    scribe.void(2)
    scribe.record({**GARDE, "taker": 4})  # Anne deals; Emil would, if hand 1 were voided
    with pytest.raises(LaterHandError) as refused:
        scribe.void(1)
    assert refused.value.number == 3


def test_what_if_shows_the_ledger_and_writes_nothing() -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record(BY_BRUNO)
    after = services.what_if(scribe.session, number=1, raw=JUST_MADE)
    assert after.totals == (150 + 35, -50 - 105, -50 + 35, -50 + 35)
    assert services.what_if(scribe.session, number=1, raw=None).totals == (35, -105, 35, 35)
    assert scribe.totals == (198 + 35, -66 - 105, -66 + 35, -66 + 35)
    scribe.void(1)
    assert services.what_if(scribe.session, number=1, raw=JUST_MADE).totals == after.totals


def test_preview_scores_and_writes_nothing() -> None:
    scribe = Scribe()
    scribe.record()
    scored = services.preview(scribe.session, BY_BRUNO)
    assert scored.entry.amounts == (35, -105, 35, 35)
    assert scored.totals == (198 + 35, -66 - 105, -66 + 35, -66 + 35)
    assert scribe.totals == MADE


# Undo


@pytest.mark.parametrize(
    ("before", "verb", "undone_by"),
    [
        ([], lambda scribe: scribe.record(), "void"),
        ([lambda scribe: scribe.record()], lambda scribe: scribe.amend(1, JUST_MADE), "amend"),
        ([lambda scribe: scribe.record()], lambda scribe: scribe.void(1), "restore"),
        ([lambda scribe: scribe.record(), lambda scribe: scribe.void(1)], lambda scribe: scribe.restore(1), "void"),
    ],
    ids=["record", "amend", "void", "restore"],
)
def test_undo_takes_back_the_latest_change_and_undone_again_does_it(
    before: list[Callable[[Scribe], object]], verb: Callable[[Scribe], object], undone_by: str
) -> None:
    scribe = Scribe()
    for earlier in before:
        earlier(scribe)
    as_it_was = scribe.totals
    verb(scribe)
    done = scribe.totals
    assert done != as_it_was
    assert scribe.undo().ledger.totals == scribe.totals == as_it_was
    assert queries.journal(scribe.session)[0].verb == undone_by
    assert scribe.undo().ledger.totals == scribe.totals == done
    assert scribe.undo().ledger.totals == scribe.totals == as_it_was


def test_undo_gives_back_an_outcome_whole() -> None:
    scribe = Scribe()
    scribe.record({**GARDE, "dealer": 2, "note": "Chloé dealt"})
    scribe.amend(1, PASSED)
    scribe.undo()
    assert fresh(scribe.session).hands[0].raw == {**GARDE, "dealer": 2, "note": "Chloé dealt"}


def test_there_is_nothing_to_undo_at_a_new_table() -> None:
    scribe = Scribe()
    with pytest.raises(NotThereError):
        scribe.undo()
    assert scribe.session.revision == 0


def test_opening_a_session_again_is_not_undone() -> None:
    scribe = Scribe()
    scribe.record()
    scribe.close()
    scribe.reopen()
    with pytest.raises(NotThereError):
        scribe.undo()
    assert scribe.totals == MADE


def test_undo_of_what_somebody_else_changed_meanwhile_is_a_conflict() -> None:
    scribe = Scribe()
    scribe.record()
    seen = scribe.session.revision
    scribe.record(BY_BRUNO)
    with pytest.raises(ConflictError):
        scribe.undo(revision=seen)
    assert len(fresh(scribe.session).counting) == 2


# Close, reopen


def test_a_token_that_was_spent_on_a_hand_closes_nothing() -> None:
    scribe = Scribe()
    once = token()
    scribe.record(token=once)
    with pytest.raises(ConflictError):
        scribe.close(token=once)
    assert scribe.session.closed_at is None


def test_closing_freezes_what_it_came_to() -> None:
    scribe = Scribe(stake=None)
    scribe.record()
    scribe.record(BY_BRUNO)
    settlement = scribe.close()
    assert settlement.totals == [233, -171, -31, -31]
    assert settlement.transfers == [
        {"debtor": 1, "creditor": 0, "amount": 171},
        {"debtor": 2, "creditor": 0, "amount": 31},
        {"debtor": 3, "creditor": 0, "amount": 31},
    ]
    assert queries.settlement(scribe.session) == settlement
    assert Session.objects.get(pk=scribe.session.pk).closed_at == scribe.session.closed_at is not None


def test_a_session_without_a_hand_can_be_closed() -> None:
    settlement = Scribe().close()
    assert (settlement.totals, settlement.transfers) == ([0, 0, 0, 0], [])


def test_totals_that_do_not_sum_to_zero_are_not_settled_by_payments(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    scribe = Scribe(game="toy", rules="pot", players=("Ida", "Jo", "Kim"))
    scribe.record({"call": "fine", "winner": 0, "stake": 5})
    settlement = scribe.close()
    assert (settlement.totals, settlement.transfers) == ([-5, 0, 0], None)


@pytest.mark.parametrize(
    "verb",
    [
        lambda scribe: scribe.record(),
        lambda scribe: scribe.amend(1, PASSED),
        lambda scribe: scribe.void(1),
        lambda scribe: scribe.restore(2),
        lambda scribe: scribe.undo(),
        lambda scribe: scribe.close(),
        lambda scribe: scribe.record(revision=1),
    ],
    ids=["record", "amend", "void", "restore", "undo", "close", "record-late"],
)
def test_a_closed_session_is_not_written(verb: Callable[[Scribe], object]) -> None:
    scribe = Scribe()
    scribe.record()
    scribe.record()
    scribe.void(2)
    scribe.close()
    stale = Session.objects.get(pk=scribe.session.pk)
    stale.revision, stale.closed_at = 3, None  # as another phone's page was rendered
    for session in (scribe.session, stale):
        scribe.session = session
        with pytest.raises(SessionClosedError):
            verb(scribe)
    assert scribe.session.changes.count() == 5


def test_reopening_keeps_what_was_settled_and_closing_again_settles_anew() -> None:
    scribe = Scribe()
    scribe.record()
    first = scribe.close()
    scribe.reopen()
    assert queries.settlement(scribe.session) is None
    scribe.record(BY_BRUNO)
    second = scribe.close()
    first.refresh_from_db()
    assert first.totals == list(MADE)
    assert first.withdrawn_at is not None
    assert second.totals == [233, -171, -31, -31]
    assert queries.settlement(scribe.session) == second
    assert [(change.verb, change.hand_number) for change in reversed(queries.journal(scribe.session))] == [
        ("start", None), ("record", 1), ("close", None), ("reopen", None), ("record", 2), ("close", None),
    ]  # fmt: skip


def test_a_later_fix_of_a_rule_moves_no_settled_money(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe()
    scribe.record()
    scribe.close()
    printed = cast(dict[Any, int], TarotRules.tariffs["fft"].figures)
    monkeypatch.setitem(printed, ("contract", "each", "each"), 30)
    assert fresh(scribe.session).totals == (228, -76, -76, -76)
    settlement = queries.settlement(scribe.session)
    assert settlement is not None
    assert settlement.totals == list(MADE)


# A rule that was corrected after hands were recorded under it


def now_impossible(monkeypatch: pytest.MonkeyPatch, *points: int) -> None:
    """Make the rules refuse contracts with these points from now on."""
    taken = refusals.refuse_impossible

    def refuse(table: Any, outcome: Outcome) -> None:
        if outcome.points in points:
            raise RuleError(Code.IMPOSSIBLE, "points", Text("No."))
        taken(table, outcome)

    monkeypatch.setattr(rules, "refuse_impossible", refuse)


def five_hands() -> Scribe:
    scribe = Scribe()
    for points in (49, 41, 49, 42, 49):
        scribe.record({**GARDE, "points": points})
    return scribe


def test_a_ledger_that_the_rules_now_refuse_ends_before_that_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = five_hands()
    scribe.void(1)
    now_impossible(monkeypatch, 42)
    ledger = fresh(scribe.session)
    assert ledger.refusal is not None
    assert ledger.refusal.number == 4
    assert [hand.scored is not None for hand in ledger.hands] == [False, True, True, False, False]
    assert ledger.totals == (150 + 198, -50 - 66, -50 - 66, -50 - 66)


def test_nothing_is_added_to_such_a_ledger_and_it_is_not_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = five_hands()
    now_impossible(monkeypatch, 42)
    fresh(scribe.session)
    for verb in (scribe.record, scribe.close, lambda: services.preview(scribe.session, GARDE)):
        with pytest.raises(LaterHandError) as refused:
            verb()
        assert refused.value.number == 4


def test_such_a_ledger_is_mended_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = five_hands()
    now_impossible(monkeypatch, 41, 42)
    fresh(scribe.session)
    with pytest.raises(LaterHandError) as refused:
        scribe.amend(4, GARDE)  # nobody knows yet in which position it was played
    assert refused.value.number == 2
    with pytest.raises(RuleError) as again:
        scribe.amend(2, {**GARDE, "points": 42})
    assert again.value.field == "points"
    scribe.amend(1, PASSED)  # before the first refused hand, everything is as always
    scribe.void(2)
    scribe.amend(4, GARDE)
    assert scribe.totals == tuple(3 * amount for amount in MADE)


# Double taps and retries


def test_a_double_tap_records_one_hand() -> None:
    scribe, once = Scribe(), token()
    first = scribe.record(token=once, revision=0)
    second = scribe.record(token=once, revision=0)
    assert (first.repeated, second.repeated) == (False, True)
    assert (second.hand_number, second.ledger.totals) == (1, MADE)
    assert Hand.objects.count() == 1


def test_a_retry_after_a_lost_answer_finds_its_hand_though_others_wrote_since() -> None:
    scribe, once = Scribe(), token()
    scribe.record(token=once)
    scribe.record(BY_BRUNO)
    late = Session.objects.get(pk=scribe.session.pk)
    late.revision = 0  # as the phone stores it
    retried = services.record(Write(late, scribe.access, 0, once), raw=GARDE)
    assert (retried.repeated, retried.hand_number) == (True, 1)
    assert retried.session.revision == 2
    assert Hand.objects.count() == 2


def test_a_spent_token_with_a_later_revision_writes_nothing() -> None:
    scribe, once = Scribe(), token()
    scribe.record(token=once)
    again = scribe.record(token=once, revision=1)
    assert (again.repeated, again.hand_number) == (True, 1)
    assert Hand.objects.count() == 1
    assert Session.objects.get(pk=scribe.session.pk).revision == 1
    assert scribe.record().hand_number == 2


@pytest.mark.parametrize("raw", [BY_BRUNO, {**GARDE, "note": "late"}, {**GARDE, "points": 92}], ids=str)
@pytest.mark.parametrize("revision", [0, 1], ids=["same revision", "later revision"])
def test_another_outcome_with_a_spent_token_is_refused_rather_than_lost(raw: Any, revision: int) -> None:
    scribe, once = Scribe(), token()
    scribe.record(token=once)
    with pytest.raises(ConflictError):
        scribe.record(raw, token=once, revision=revision)
    assert Hand.objects.count() == 1
    assert scribe.totals == MADE


def test_another_outcome_with_a_spent_token_finds_the_table_closed() -> None:
    scribe, once = Scribe(), token()
    scribe.record(token=once)
    scribe.close()
    with pytest.raises(SessionClosedError):
        scribe.record(BY_BRUNO, token=once, revision=0)


@pytest.mark.parametrize(
    "verb",
    [
        lambda scribe, **once: scribe.amend(1, JUST_MADE, **once),
        lambda scribe, **once: scribe.void(1, **once),
        lambda scribe, **once: scribe.restore(2, **once),
        lambda scribe, **once: scribe.undo(**once),
        lambda scribe, **once: scribe.close(**once),
    ],
    ids=["amend", "void", "restore", "undo", "close"],
)
@pytest.mark.parametrize("later", [0, 1], ids=["same revision", "later revision"])
def test_every_verb_spends_its_token_once(verb: Callable[..., object], later: int) -> None:
    scribe, once = Scribe(), token()
    scribe.record()
    scribe.record()
    scribe.void(2)
    verb(scribe, token=once, revision=3)
    came_to, rows = scribe.totals, Hand.objects.count()
    verb(scribe, token=once, revision=3 + later)
    assert (scribe.totals, Hand.objects.count()) == (came_to, rows)
    assert Session.objects.get(pk=scribe.session.pk).revision == 4


def test_a_token_of_one_table_is_good_at_another() -> None:
    once = token()
    assert not Scribe().record(token=once).repeated
    assert not Scribe().record(token=once).repeated


def test_who_saw_an_earlier_revision_is_told_and_nothing_is_written() -> None:
    scribe = Scribe()
    scribe.record()
    other = Session.objects.get(pk=scribe.session.pk)
    scribe.record(BY_BRUNO)
    with pytest.raises(ConflictError):
        services.record(Write(other, scribe.access, 1, token()), raw=GARDE)
    assert other.revision == 2, "the fresh ledger can be shown beside the form"
    assert queries.ledger(other).totals == (233, -171, -31, -31)
    assert Hand.objects.count() == 2
    assert Change.objects.count() == 3


@pytest.mark.parametrize("revision", [-1, 0, 2, 99])
def test_a_revision_that_is_not_the_latest_writes_nothing(revision: int) -> None:
    scribe = Scribe()
    scribe.record()
    with pytest.raises(ConflictError):
        scribe.record(revision=revision)
    assert Hand.objects.count() == 1


def test_a_page_that_was_loaded_earlier_writes_with_the_revision_it_was_given() -> None:
    scribe = Scribe()
    loaded = Session.objects.get(pk=scribe.session.pk)
    scribe.record()
    done = services.record(Write(loaded, scribe.access, 1, token()), raw=BY_BRUNO)
    assert (done.hand_number, done.ledger.totals) == (2, (233, -171, -31, -31))
