"""Recording at an open table: what each verb writes and refuses, and undo.

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
from games.tarot import rules
from games.tarot.hand import Outcome
from games.tarot.rules import TarotRules
from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError, LaterHandError, NotThereError, SessionClosedError
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Change, Hand, Role, Session
from scorekeeper.play.recording.write import Write
from tests.play.tables import FIVE, GARDE, PASSED, Scorer, device, fresh, install_toy, start, token, what_if

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

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
    scorer = Scorer()
    done = scorer.record({**GARDE, "note": "well played"})
    assert (done.hand_number, done.repeated, done.session.revision) == (1, False, 1)
    assert done.ledger.totals == MADE
    assert scorer.record(BY_BRUNO).hand_number == 2
    assert scorer.totals == (198 + 35, -66 - 105, -66 + 35, -66 + 35)
    assert [hand.raw for hand in fresh(scorer.session).hands] == [{**GARDE, "note": "well played"}, BY_BRUNO]


def test_a_hand_is_stored_in_canonical_form() -> None:
    scorer = Scorer()
    scorer.record({**GARDE, "bouts": 2.0, "petit_au_bout": None, "poignees": [], "points": 49.0})
    assert scorer.session.hands.get().outcome == GARDE
    assert queries.journal(scorer.session)[0].after == GARDE


def test_recording_takes_three_queries_and_updates_the_revision_first() -> None:
    scorer = Scorer()
    scorer.record()
    with CaptureQueriesContext(connection) as statements:
        scorer.record()
    assert written(statements) == [
        'UPDATE "play_session" SET',
        'INSERT INTO "play_hand"',
        'INSERT INTO "play_change"',
    ]


@pytest.mark.parametrize("hands", [1, 3])
def test_an_uncached_ledger_is_read_in_three_queries(hands: int) -> None:
    scorer = Scorer()
    for _ in range(hands):
        scorer.record()
    with CaptureQueriesContext(connection) as statements:
        fresh(scorer.session)
    assert len(statements) == 1 + 3  # the session itself, its seats, its hands, its latest change


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
def test_an_impossible_hand_is_refused_and_nothing_written(raw: Any, field: str, code: Code) -> None:
    scorer = Scorer()
    scorer.record()
    with pytest.raises(RuleError) as refused:
        scorer.record(raw)
    assert (refused.value.field, refused.value.code) == (field, code)
    assert scorer.session.revision == Session.objects.get(pk=scorer.session.pk).revision == 1
    assert Hand.objects.count() == 1
    assert scorer.record().hand_number == 2


def test_after_the_end_only_corrections_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    scorer = Scorer(game="toy", rules="plain", players=("Ida", "Jo"), options={"length": 1})
    scorer.record({"winner": 0})
    with pytest.raises(RuleError) as refused:
        scorer.record({"winner": 0})
    assert refused.value.code == Code.OVER
    scorer.record({"call": "correction", "amounts": {"0": 2, "1": -2}, "note": "the drinks"})
    assert scorer.totals == (3, -3)


# Permissions


@pytest.mark.parametrize(
    "verb",
    [
        lambda scorer: scorer.record(),
        lambda scorer: scorer.amend(1, PASSED),
        lambda scorer: scorer.void(1),
        lambda scorer: scorer.undo(),
        lambda scorer: scorer.close(),
        lambda scorer: scorer.reopen(),
    ],
)
@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_watchers_and_other_tables_scorers_write_nothing(where: str, verb: Callable[[Scorer], object]) -> None:
    scorer = Scorer()
    scorer.record()
    session, role = (scorer.session, Role.WATCHER) if where == "here" else (start(), Role.SCORER)
    scorer.access = recording.join(session, device=device(), role=role)
    with pytest.raises(PermissionDenied):
        verb(scorer)
    assert scorer.session.changes.count() == 2


def test_the_journal_keeps_the_name_used_at_the_time() -> None:
    scorer = Scorer(label="Anne")
    scorer.record()
    scorer.access = recording.join(scorer.session, device=scorer.access.device, role=Role.SCORER, label="Bruno")
    scorer.record()
    assert [change.who for change in queries.journal(scorer.session)] == ["Bruno", "Anne", "Anne"]


# Amend, void, unvoid


def test_an_amended_hand_keeps_its_number_and_history() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record(BY_BRUNO)
    assert scorer.amend(1, JUST_MADE).ledger.totals == (150 + 35, -50 - 105, -50 + 35, -50 + 35)
    ledger = fresh(scorer.session)
    assert [(hand.number, hand.amended) for hand in ledger.hands] == [(1, True), (2, False)]
    assert [row.outcome for row in scorer.session.hands.filter(number=1).order_by("pk")] == [GARDE, JUST_MADE]
    change = queries.journal(scorer.session)[0]
    assert (change.verb, change.hand_number, change.before, change.after) == ("amend", 1, GARDE, JUST_MADE)


def test_an_amended_hand_can_be_amended_again() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.amend(1, JUST_MADE)
    scorer.amend(1, PASSED)
    assert scorer.totals == (0, 0, 0, 0)
    assert [row.outcome for row in scorer.session.hands.filter(number=1).order_by("pk")] == [GARDE, JUST_MADE, PASSED]


def test_a_voided_hand_keeps_its_number_and_changes_no_total() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record(BY_BRUNO)
    assert scorer.void(1).ledger.totals == (35, -105, 35, 35)
    ledger = fresh(scorer.session)
    assert [(hand.number, hand.voided, hand.raw) for hand in ledger.hands] == [(1, True, GARDE), (2, False, BY_BRUNO)]
    assert ledger.hands[0].scored is None
    assert scorer.record().hand_number == 3
    assert scorer.unvoid(1).ledger.totals == (35 + 198 * 2, -105 - 66 * 2, 35 - 66 * 2, 35 - 66 * 2)


@pytest.mark.parametrize(
    "verb",
    [
        lambda scorer: scorer.amend(3, PASSED),
        lambda scorer: scorer.amend(0, PASSED),
        lambda scorer: scorer.amend(2, PASSED),
        lambda scorer: scorer.void(3),
        lambda scorer: scorer.void(-1),
        lambda scorer: scorer.void(2),
        lambda scorer: scorer.unvoid(1),
        lambda scorer: scorer.unvoid(3),
        lambda scorer: scorer.reopen(),
        lambda scorer: what_if(scorer, 3, None),
    ],
    ids=["amend-none", "amend-0", "amend-voided", "void-none", "void-negative", "void-voided", "unvoid-live",
         "unvoid-none", "reopen-open", "what-if-none"],
)  # fmt: skip
def test_a_write_without_effect_writes_nothing(verb: Callable[[Scorer], object]) -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record()
    scorer.void(2)
    with pytest.raises(NotThereError):
        verb(scorer)
    assert Session.objects.get(pk=scorer.session.pk).revision == 3


def test_an_impossible_amendment_is_refused_at_its_field() -> None:
    scorer = Scorer(players=FIVE, options={"five_players": "mort"}, first_dealer=4)
    scorer.record(GARDE)
    scorer.record(BY_BRUNO)
    with pytest.raises(RuleError) as refused:
        scorer.amend(1, {**GARDE, "taker": 4})
    assert not isinstance(refused.value, LaterHandError)
    assert (refused.value.field, refused.value.code) == ("taker", Code.NOT_PLAYING)


def test_what_if_returns_a_ledger_and_writes_nothing() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record(BY_BRUNO)
    after = what_if(scorer, 1, JUST_MADE)
    assert after.totals == (150 + 35, -50 - 105, -50 + 35, -50 + 35)
    assert what_if(scorer, 1, None).totals == (35, -105, 35, 35)
    assert scorer.totals == (198 + 35, -66 - 105, -66 + 35, -66 + 35)


def test_a_preview_scores_and_writes_nothing() -> None:
    scorer = Scorer()
    scorer.record()
    scored = recording.preview(scorer.session, BY_BRUNO)
    assert scored.entry.amounts == (35, -105, 35, 35)
    assert scored.totals == (198 + 35, -66 - 105, -66 + 35, -66 + 35)
    assert scorer.totals == MADE


# Undo


@pytest.mark.parametrize(
    ("before", "verb"),
    [
        ([lambda scorer: scorer.record()], lambda scorer: scorer.amend(1, JUST_MADE)),
        ([lambda scorer: scorer.record()], lambda scorer: scorer.void(1)),
        (
            [lambda scorer: scorer.record(), lambda scorer: scorer.void(1), lambda scorer: scorer.record()],
            lambda scorer: scorer.unvoid(1),
        ),
    ],
    ids=["amend", "void", "unvoid"],
)
def test_undo_reverts_the_latest_change_as_often_as_it_is_made_and_is_not_undone_itself(
    before: list[Callable[[Scorer], object]], verb: Callable[[Scorer], object]
) -> None:
    scorer = Scorer()
    for earlier in before:
        earlier(scorer)
    as_it_was = scorer.totals
    for _time in range(3):
        verb(scorer)
        done = scorer.totals
        assert done != as_it_was
        assert fresh(scorer.session).can_undo
        undone = scorer.undo().ledger
        assert undone.totals == scorer.totals == as_it_was
        assert queries.journal(scorer.session)[0].verb == "undo"
        assert undone.can_undo is fresh(scorer.session).can_undo is False
        assert undone.undone is fresh(scorer.session).undone is None
        with pytest.raises(NotThereError):
            scorer.undo()


def test_an_undone_hand_leaves_the_ledger_and_its_number_is_free() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record(BY_BRUNO)
    undone = scorer.undo()
    assert (undone.hand_number, len(undone.ledger.hands), scorer.totals) == (2, 1, MADE)
    assert fresh(scorer.session).hands == undone.ledger.hands
    assert fresh(scorer.session).undone == BY_BRUNO
    again = scorer.record(JUST_MADE)
    assert (again.hand_number, again.ledger.hand(2).amended) == (2, False)
    assert [(row.verb, row.hand_number) for row in queries.journal(scorer.session)] == [
        ("record", 2),
        ("undo", 2),
        ("record", 2),
        ("record", 1),
        ("start", None),
    ]
    assert queries.journal(scorer.session)[1].before == BY_BRUNO


@pytest.mark.parametrize(
    "since",
    [
        lambda scorer: scorer.undo(),
        lambda scorer: recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde"}),
    ],
    ids=["undone", "called"],
)
def test_a_hand_can_be_undone_only_until_something_else_is_written(since: Callable[[Scorer], object]) -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record()
    since(scorer)
    with pytest.raises(NotThereError):
        scorer.undo()
    assert not fresh(scorer.session).can_undo


def test_a_late_retry_does_not_record_an_undone_hand() -> None:
    """A phone that got no answer sends its hand again; somebody else has undone it in the meantime."""
    scorer, once = Scorer(), token()
    scorer.record(token=once)
    scorer.undo()
    for revision in (0, 2):
        with pytest.raises(ConflictError):
            scorer.record(token=once, revision=revision)
    assert scorer.totals == (0, 0, 0, 0)


def test_an_undone_hand_is_offered_until_the_form_is_emptied() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.undo()
    assert fresh(scorer.session).undone is not None
    recording.clear_call(Write(scorer.session, **scorer.now({})))
    assert fresh(scorer.session).undone is None
    with pytest.raises(NotThereError):
        recording.clear_call(Write(scorer.session, **scorer.now({})))


def test_undo_restores_the_whole_outcome() -> None:
    scorer = Scorer()
    scorer.record({**GARDE, "dealer": 2, "note": "Chloé dealt"})
    scorer.amend(1, PASSED)
    scorer.undo()
    assert fresh(scorer.session).hands[0].raw == {**GARDE, "dealer": 2, "note": "Chloé dealt"}


def test_a_new_table_has_nothing_to_undo() -> None:
    scorer = Scorer()
    with pytest.raises(NotThereError):
        scorer.undo()
    assert scorer.session.revision == 0


def test_reopening_a_session_cannot_be_undone() -> None:
    scorer = Scorer()
    scorer.record()
    scorer.close()
    scorer.reopen()
    with pytest.raises(NotThereError):
        scorer.undo()
    assert scorer.totals == MADE


def test_undoing_somebody_elses_later_change_is_a_conflict() -> None:
    scorer = Scorer()
    scorer.record()
    seen = scorer.session.revision
    scorer.record(BY_BRUNO)
    with pytest.raises(ConflictError):
        scorer.undo(revision=seen)
    assert len(fresh(scorer.session).counting) == 2


# Close, reopen


def test_a_token_used_for_a_hand_cannot_close_the_session() -> None:
    scorer = Scorer()
    once = token()
    scorer.record(token=once)
    with pytest.raises(ConflictError):
        scorer.close(token=once)
    assert scorer.session.closed_at is None


def test_closing_stores_the_settlement() -> None:
    scorer = Scorer(stake=None)
    scorer.record()
    scorer.record(BY_BRUNO)
    settlement = scorer.close()
    assert settlement.totals == [233, -171, -31, -31]
    assert settlement.transfers == [
        {"debtor": 1, "creditor": 0, "amount": 171},
        {"debtor": 2, "creditor": 0, "amount": 31},
        {"debtor": 3, "creditor": 0, "amount": 31},
    ]
    assert queries.settlement(scorer.session) == settlement
    assert Session.objects.get(pk=scorer.session.pk).closed_at == scorer.session.closed_at is not None


def test_a_session_without_hands_can_be_closed() -> None:
    settlement = Scorer().close()
    assert (settlement.totals, settlement.transfers) == ([0, 0, 0, 0], [])


def test_totals_that_do_not_sum_to_zero_get_no_payments(monkeypatch: pytest.MonkeyPatch) -> None:
    install_toy(monkeypatch)
    scorer = Scorer(game="toy", rules="pot", players=("Ida", "Jo", "Kim"))
    scorer.record({"call": "fine", "winner": 0, "stake": 5})
    settlement = scorer.close()
    assert (settlement.totals, settlement.transfers) == ([-5, 0, 0], None)


@pytest.mark.parametrize(
    "verb",
    [
        lambda scorer: scorer.record(),
        lambda scorer: scorer.amend(1, PASSED),
        lambda scorer: scorer.void(1),
        lambda scorer: scorer.unvoid(2),
        lambda scorer: scorer.undo(),
        lambda scorer: scorer.close(),
        lambda scorer: scorer.record(revision=1),
    ],
    ids=["record", "amend", "void", "unvoid", "undo", "close", "record-late"],
)
def test_a_closed_session_cannot_be_written(verb: Callable[[Scorer], object]) -> None:
    scorer = Scorer()
    scorer.record()
    scorer.record()
    scorer.void(2)
    scorer.close()
    stale = Session.objects.get(pk=scorer.session.pk)
    stale.revision, stale.closed_at = 3, None  # as another phone's page was rendered
    for session in (scorer.session, stale):
        scorer.session = session
        with pytest.raises(SessionClosedError):
            verb(scorer)
    assert scorer.session.changes.count() == 5


def test_reopening_keeps_the_settlement_and_closing_again_adds_one() -> None:
    scorer = Scorer()
    scorer.record()
    first = scorer.close()
    scorer.reopen()
    assert queries.settlement(scorer.session) is None
    scorer.record(BY_BRUNO)
    second = scorer.close()
    first.refresh_from_db()
    assert first.totals == list(MADE)
    assert first.withdrawn_at is not None
    assert second.totals == [233, -171, -31, -31]
    assert queries.settlement(scorer.session) == second
    assert [(change.verb, change.hand_number) for change in reversed(queries.journal(scorer.session))] == [
        ("start", None), ("record", 1), ("close", None), ("reopen", None), ("record", 2), ("close", None),
    ]  # fmt: skip


def test_a_later_change_of_the_rules_does_not_change_a_settlement(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    scorer.record()
    scorer.close()
    printed = cast(dict[Any, int], TarotRules.tariffs["fft"].figures)
    monkeypatch.setitem(printed, ("contract", "each", "each"), 30)
    assert fresh(scorer.session).totals == (228, -76, -76, -76)
    settlement = queries.settlement(scorer.session)
    assert settlement is not None
    assert settlement.totals == list(MADE)


# A rule that was corrected after hands were recorded under it


def now_impossible(monkeypatch: pytest.MonkeyPatch, *points: int) -> None:
    """Make the rules refuse contracts with these points from now on."""
    taken = rules.refuse_impossible

    def refuse(table: Any, players: int, outcome: Outcome) -> None:
        if outcome.points in points:
            raise RuleError(Code.IMPOSSIBLE, "points", Text("No."))
        taken(table, players, outcome)

    monkeypatch.setattr(rules, "refuse_impossible", refuse)


def five_hands() -> Scorer:
    scorer = Scorer()
    for points in (49, 41, 49, 42, 49):
        scorer.record({**GARDE, "points": points})
    return scorer


def test_a_ledger_stops_before_a_hand_that_the_rules_now_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = five_hands()
    scorer.void(1)
    now_impossible(monkeypatch, 42)
    ledger = fresh(scorer.session)
    assert ledger.refusal is not None
    assert ledger.refusal.number == 4
    assert [hand.scored is not None for hand in ledger.hands] == [False, True, True, False, False]
    assert ledger.totals == (150 + 198, -50 - 66, -50 - 66, -50 - 66)


def test_such_a_ledger_cannot_be_extended_or_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = five_hands()
    now_impossible(monkeypatch, 42)
    fresh(scorer.session)
    for verb in (scorer.record, scorer.close, lambda: recording.preview(scorer.session, GARDE)):
        with pytest.raises(LaterHandError) as refused:
            verb()
        assert refused.value.number == 4


def test_such_a_ledger_is_corrected_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = five_hands()
    now_impossible(monkeypatch, 41, 42)
    fresh(scorer.session)
    with pytest.raises(LaterHandError) as refused:
        scorer.amend(4, GARDE)  # nobody knows yet in which position it was played
    assert refused.value.number == 2
    with pytest.raises(RuleError) as again:
        scorer.amend(2, {**GARDE, "points": 42})
    assert again.value.field == "points"
    scorer.amend(1, PASSED)  # before the first refused hand, everything is as always
    scorer.void(2)
    scorer.amend(4, GARDE)
    assert scorer.totals == tuple(3 * amount for amount in MADE)


# Double taps and retries


def test_a_double_tap_records_one_hand() -> None:
    scorer, once = Scorer(), token()
    first = scorer.record(token=once, revision=0)
    second = scorer.record(token=once, revision=0)
    assert (first.repeated, second.repeated) == (False, True)
    assert (second.hand_number, second.ledger.totals) == (1, MADE)
    assert Hand.objects.count() == 1


def test_a_retry_after_a_lost_response_finds_its_hand_despite_later_writes() -> None:
    scorer, once = Scorer(), token()
    scorer.record(token=once)
    scorer.record(BY_BRUNO)
    late = Session.objects.get(pk=scorer.session.pk)
    late.revision = 0  # as the phone stores it
    retried = recording.record(Write(late, scorer.access, 0, once), raw=GARDE)
    assert (retried.repeated, retried.hand_number) == (True, 1)
    assert retried.session.revision == 2
    assert Hand.objects.count() == 2


def test_a_used_token_with_a_later_revision_writes_nothing() -> None:
    scorer, once = Scorer(), token()
    scorer.record(token=once)
    again = scorer.record(token=once, revision=1)
    assert (again.repeated, again.hand_number) == (True, 1)
    assert Hand.objects.count() == 1
    assert Session.objects.get(pk=scorer.session.pk).revision == 1
    assert scorer.record().hand_number == 2


@pytest.mark.parametrize("raw", [BY_BRUNO, {**GARDE, "note": "late"}, {**GARDE, "points": 92}], ids=str)
@pytest.mark.parametrize("revision", [0, 1], ids=["same revision", "later revision"])
def test_another_outcome_with_a_used_token_is_refused(raw: Any, revision: int) -> None:
    scorer, once = Scorer(), token()
    scorer.record(token=once)
    with pytest.raises(ConflictError):
        scorer.record(raw, token=once, revision=revision)
    assert Hand.objects.count() == 1
    assert scorer.totals == MADE


def test_another_outcome_with_a_used_token_at_a_closed_table_says_it_is_closed() -> None:
    scorer, once = Scorer(), token()
    scorer.record(token=once)
    scorer.close()
    with pytest.raises(SessionClosedError):
        scorer.record(BY_BRUNO, token=once, revision=0)


@pytest.mark.parametrize(
    "verb",
    [
        lambda scorer, **once: scorer.amend(1, JUST_MADE, **once),
        lambda scorer, **once: scorer.void(1, **once),
        lambda scorer, **once: scorer.unvoid(2, **once),
        lambda scorer, **once: scorer.undo(**once),
        lambda scorer, **once: scorer.close(**once),
    ],
    ids=["amend", "void", "unvoid", "undo", "close"],
)
@pytest.mark.parametrize("later", [0, 1], ids=["same revision", "later revision"])
def test_every_write_uses_its_token_once(verb: Callable[..., object], later: int) -> None:
    scorer, once = Scorer(), token()
    scorer.record()
    scorer.record()
    scorer.void(2)
    verb(scorer, token=once, revision=3)
    came_to, rows = scorer.totals, Hand.objects.count()
    verb(scorer, token=once, revision=3 + later)
    assert (scorer.totals, Hand.objects.count()) == (came_to, rows)
    assert Session.objects.get(pk=scorer.session.pk).revision == 4


def test_a_token_used_at_one_table_works_at_another() -> None:
    once = token()
    assert not Scorer().record(token=once).repeated
    assert not Scorer().record(token=once).repeated


def test_a_write_with_an_outdated_revision_is_refused() -> None:
    scorer = Scorer()
    scorer.record()
    other = Session.objects.get(pk=scorer.session.pk)
    scorer.record(BY_BRUNO)
    with pytest.raises(ConflictError):
        recording.record(Write(other, scorer.access, 1, token()), raw=GARDE)
    assert other.revision == 2, "the fresh ledger can be shown beside the form"
    assert session_ledger(other).totals == (233, -171, -31, -31)
    assert Hand.objects.count() == 2
    assert Change.objects.count() == 3


@pytest.mark.parametrize("revision", [-1, 0, 2, 99])
def test_a_revision_other_than_the_latest_writes_nothing(revision: int) -> None:
    scorer = Scorer()
    scorer.record()
    with pytest.raises(ConflictError):
        scorer.record(revision=revision)
    assert Hand.objects.count() == 1


def test_a_session_loaded_earlier_writes_with_the_given_revision() -> None:
    scorer = Scorer()
    loaded = Session.objects.get(pk=scorer.session.pk)
    scorer.record()
    done = recording.record(Write(loaded, scorer.access, 1, token()), raw=BY_BRUNO)
    assert (done.hand_number, done.ledger.totals) == (2, (233, -171, -31, -31))
