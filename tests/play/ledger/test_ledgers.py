"""The ledger kept from write to write equals a replay of the rows, whatever was done."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.errors import RuleError
from games.scoring.replay import score_hand
from games.scoring.types import ScoredHand
from scorekeeper.play import recording
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.ledger import (
    SessionLedger,
    cache_ledger,
    cached_ledger,
    forget_ledgers,
    session_ledger,
    session_ledgers,
)
from scorekeeper.play.models import Change, Role, Session, Verb
from scorekeeper.play.recording.write import Write
from tests.play.tables import FIVE, GARDE, PASSED, Scorer, fresh, what_if
from tests.property_tests import examples

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

CALLS = st.one_of(
    st.sampled_from([{"call": "passed"}, {"call": "misdeal"}, {"call": "petit_sec", "note": "the petit alone"}]),
    st.fixed_dictionaries(
        {
            "call": st.sampled_from(["prise", "garde", "garde_sans", "garde_contre"]),
            "taker": st.integers(0, 4),
            "bouts": st.just(2),
            "points": st.integers(9, 82),
        },
        optional={"dealer": st.integers(0, 4), "petit_au_bout": st.sampled_from(["attack", "defence"])},
    ),
    st.integers(-50, 50).map(
        lambda amount: {"call": "correction", "amounts": {"0": amount, "3": -amount}, "note": "agreed"}
    ),
)
CHANGES = st.one_of(
    st.tuples(st.just("record"), CALLS),
    st.tuples(st.just("amend"), st.integers(1, 8), CALLS),
    st.tuples(st.just("void"), st.integers(1, 8)),
    st.tuples(st.just("unvoid"), st.integers(1, 8)),
)
VERBS = st.one_of(CHANGES, st.tuples(st.just("undo")))


def table_with_mort() -> Scorer:
    """Return a table at which hands depend most on earlier ones."""
    return Scorer(players=FIVE, options={"five_players": "mort"})


def do(scorer: Scorer, verb: tuple[Any, ...]) -> bool:
    """Do it if possible; return whether it was."""
    name, *arguments = verb
    try:
        getattr(scorer, name)(*arguments)
    except (RuleError, NotThereError):
        return False
    return True


def contents(ledger: SessionLedger) -> tuple[Any, ...]:
    """Return everything that a ledger says, whichever process has it."""
    return ledger.revision, ledger.hands, ledger.last.ledger.hands, ledger.totals, ledger.state, ledger.refusal


@examples(20)
@given(verbs=st.lists(VERBS, max_size=25))
def test_the_cached_ledger_equals_a_replay_of_the_stored_hands(verbs: list[tuple[Any, ...]]) -> None:
    scorer = table_with_mort()
    for verb in verbs:
        do(scorer, verb)
    at_hand = session_ledger(scorer.session)
    replayed = fresh(scorer.session)
    assert at_hand is not replayed
    assert contents(at_hand) == contents(replayed)
    assert replayed.refusal is None
    assert sum(replayed.totals) == 0


@examples(20)
@given(hands=st.lists(CALLS, min_size=1, max_size=10), number=st.integers(1, 10), other=CALLS)
def test_amending_a_hand_back_restores_the_ledger(hands: list[Any], number: int, other: Any) -> None:
    scorer = table_with_mort()
    for hand in hands:
        do(scorer, ("record", hand))
    before = session_ledger(scorer.session)
    if number > len(before.hands) or not do(scorer, ("amend", number, other)):
        return
    scorer.amend(number, before.hand(number).raw)
    after = fresh(scorer.session)
    assert (_as_dealt(after), after.totals, after.state) == (_as_dealt(before), before.totals, before.state)


def _as_dealt(ledger: SessionLedger) -> list[Any]:
    """Return the hands with who dealt them, whether or not a hand says so itself: a later one may keep its dealer."""
    raws = [{name: value for name, value in hand.raw.items() if name != "dealer"} for hand in ledger.hands]
    return [(raw, scored.dealer, scored.entry) for raw, scored in zip(raws, ledger.last.ledger.hands, strict=True)]


@examples(13)
@given(verbs=st.lists(VERBS, max_size=15), last=CHANGES)
def test_undo_undoes_the_last_change_of_any_kind(verbs: list[tuple[Any, ...]], last: tuple[Any, ...]) -> None:
    scorer = table_with_mort()
    for verb in verbs:
        do(scorer, verb)
    before = session_ledger(scorer.session)
    if not do(scorer, last):
        return
    scorer.undo()
    after = fresh(scorer.session)
    assert (after.last.ledger.hands, after.totals) == (before.last.ledger.hands, before.totals)
    assert len(after.hands) == len(before.hands)


@examples(13)
@given(verbs=st.lists(VERBS, max_size=15), number=st.integers(1, 8), raw=st.none() | CALLS)
def test_the_what_if_ledger_equals_the_ledger_after_the_change(
    verbs: list[tuple[Any, ...]], number: int, raw: Any
) -> None:
    scorer = table_with_mort()
    for verb in verbs:
        do(scorer, verb)
    if number > len(session_ledger(scorer.session).hands) or session_ledger(scorer.session).hand(number).voided:
        return
    try:
        after = what_if(scorer, number, raw)
    except RuleError:
        assert not do(scorer, ("void", number) if raw is None else ("amend", number, raw))
        return
    assert do(scorer, ("void", number) if raw is None else ("amend", number, raw))
    assert fresh(scorer.session).last.ledger.hands == after.last.ledger.hands


def test_the_state_before_a_hand_skips_voided_hands() -> None:
    scorer = table_with_mort()  # Emil deals
    scorer.record(GARDE)
    scorer.record({**GARDE, "taker": 1})
    scorer.record({**GARDE, "taker": 3})
    scorer.void(2)
    ledger = session_ledger(scorer.session)
    dealers = [ledger.rules.dealer(ledger.table, ledger.last.state_before(number)) for number in (1, 2, 3, 4)]
    assert dealers == [4, 0, 0, 1]


def test_changes_by_other_processes_are_seen_with_their_revision() -> None:
    scorer = Scorer()
    page = Session.objects.get(pk=scorer.session.pk)
    scorer.record()
    scorer.close()
    forget_ledgers()
    assert session_ledger(page).totals == (198, -66, -66, -66)
    assert (page.revision, page.closed_at) == (2, scorer.session.closed_at)


def test_each_ledger_has_the_latest_change_of_play_at_its_table() -> None:
    first, second = Scorer(), Scorer()
    first.record()
    first.record(PASSED)
    first.amend(1, {**GARDE, "points": 50})
    recording.renew_link(Write(first.session, **first.now({})), role=Role.WATCHER)
    second.record(PASSED)
    forget_ledgers()
    loaded = session_ledgers([first.session, second.session])
    latest = loaded[first.session.pk].latest
    assert latest is not None
    assert (latest.verb, latest.hand_number, latest.before["points"], latest.after["points"]) == (Verb.AMEND, 1, 49, 50)
    latest = loaded[second.session.pk].latest
    assert latest is not None
    assert (latest.verb, latest.after) == (Verb.RECORD, PASSED)


def test_a_failed_write_leaves_no_trace_in_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    scorer.record()

    def fail(*args: Any, **named: Any) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(Change, "save", fail)
        with pytest.raises(RuntimeError):
            scorer.record()
    assert scorer.session.revision == 1
    assert session_ledger(scorer.session).totals == scorer.totals == (198, -66, -66, -66)
    assert scorer.record().hand_number == 2


def test_the_cache_holds_a_limited_number_of_ledgers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorekeeper.play.ledger.MOST_CACHED", 2)
    forget_ledgers()
    scorers = [Scorer() for _ in range(3)]
    for scorer in scorers:
        scorer.record()
    assert [cached_ledger(scorer.session) is not None for scorer in scorers] == [False, True, True]
    session_ledger(scorers[1].session)
    scorers[0].record()
    assert [cached_ledger(scorer.session) is not None for scorer in scorers] == [True, True, False]


def test_an_earlier_ledger_does_not_replace_a_later_one() -> None:
    scorer = Scorer()
    early = session_ledger(scorer.session)
    scorer.record()
    cache_ledger(scorer.session, early)
    assert cached_ledger(scorer.session) is not None


def test_a_change_replays_only_later_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    for _ in range(50):
        scorer.record()
    scored: list[int] = []

    def counted(*given: Any) -> ScoredHand:
        scored.append(1)
        return score_hand(*given)

    monkeypatch.setattr("scorekeeper.play.ledger.score_hand", counted)
    scorer.amend(49, {**GARDE, "points": 41})
    scorer.record()
    assert len(scored) == 2 + 1
