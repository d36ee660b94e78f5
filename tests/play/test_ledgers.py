"""The ledger kept from write to write equals a replay of the rows, whatever was done."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring.errors import RuleError
from games.scoring.replay import score_hand
from games.scoring.types import ScoredHand
from scorekeeper.play import queries
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Session
from scorekeeper.play.recording import services
from tests.play.tables import FIVE, GARDE, Scribe, fresh
from tests.property_tests import examples

pytestmark = pytest.mark.django_db

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
VERBS = st.one_of(
    st.tuples(st.just("record"), CALLS),
    st.tuples(st.just("amend"), st.integers(1, 8), CALLS),
    st.tuples(st.just("void"), st.integers(1, 8)),
    st.tuples(st.just("restore"), st.integers(1, 8)),
    st.tuples(st.just("undo")),
)


def table_with_mort() -> Scribe:
    """The table at which a hand depends most on the one before it."""
    return Scribe(players=FIVE, options={"five_players": "mort"})


def do(scribe: Scribe, verb: tuple[Any, ...]) -> bool:
    """Do it if possible; return whether it was."""
    name, *arguments = verb
    try:
        getattr(scribe, name)(*arguments)
    except (RuleError, NotThereError):
        return False
    return True


def said(ledger: ledgers.SessionLedger) -> tuple[Any, ...]:
    """Return everything that a ledger says, whichever process has it."""
    return ledger.revision, ledger.hands, ledger.ledger.hands, ledger.totals, ledger.state, ledger.refusal


@examples(60)
@given(verbs=st.lists(VERBS, max_size=25))
def test_the_ledger_at_hand_is_the_replay_of_what_is_stored(verbs: list[tuple[Any, ...]]) -> None:
    scribe = table_with_mort()
    for verb in verbs:
        do(scribe, verb)
    at_hand = queries.ledger(scribe.session)
    replayed = fresh(scribe.session)
    assert at_hand is not replayed
    assert said(at_hand) == said(replayed)
    assert replayed.refusal is None
    assert sum(replayed.totals) == 0


@examples(60)
@given(hands=st.lists(CALLS, min_size=1, max_size=10), number=st.integers(1, 10), other=CALLS)
def test_amended_and_amended_back_is_as_it_was(hands: list[Any], number: int, other: Any) -> None:
    scribe = table_with_mort()
    for hand in hands:
        do(scribe, ("record", hand))
    before = queries.ledger(scribe.session)
    if number > len(before.hands) or not do(scribe, ("amend", number, other)):
        return
    scribe.amend(number, before.hand(number).raw)
    after = fresh(scribe.session)
    assert (after.ledger.hands, after.totals, after.state) == (before.ledger.hands, before.totals, before.state)
    assert [hand.raw for hand in after.hands] == [hand.raw for hand in before.hands]


@examples(40)
@given(verbs=st.lists(VERBS, max_size=15), last=VERBS)
def test_undo_takes_back_whatever_was_done_last(verbs: list[tuple[Any, ...]], last: tuple[Any, ...]) -> None:
    scribe = table_with_mort()
    for verb in verbs:
        do(scribe, verb)
    before = queries.ledger(scribe.session)
    if not do(scribe, last):
        return
    scribe.undo()
    after = fresh(scribe.session)
    assert (after.ledger.hands, after.totals) == (before.ledger.hands, before.totals)


@examples(40)
@given(verbs=st.lists(VERBS, max_size=15), number=st.integers(1, 8), raw=st.none() | CALLS)
def test_what_if_is_what_comes_of_it(verbs: list[tuple[Any, ...]], number: int, raw: Any) -> None:
    scribe = table_with_mort()
    for verb in verbs:
        do(scribe, verb)
    if number > len(queries.ledger(scribe.session).hands) or queries.ledger(scribe.session).hand(number).voided:
        return
    try:
        after = services.what_if(scribe.session, number=number, raw=raw)
    except RuleError:
        assert not do(scribe, ("void", number) if raw is None else ("amend", number, raw))
        return
    assert do(scribe, ("void", number) if raw is None else ("amend", number, raw))
    assert fresh(scribe.session).ledger.hands == after.ledger.hands


def test_the_state_before_a_hand_passes_over_what_does_not_count() -> None:
    scribe = table_with_mort()  # Emil deals
    scribe.record(GARDE)
    scribe.record({**GARDE, "taker": 1})
    scribe.record({**GARDE, "taker": 3})
    scribe.void(2)
    ledger = queries.ledger(scribe.session)
    dealers = [ledger.rules.dealer(ledger.table, ledger.state_before(number)) for number in (1, 2, 3, 4)]
    assert dealers == [4, 0, 0, 1]


def test_what_others_wrote_meanwhile_is_seen_with_its_revision() -> None:
    scribe = Scribe()
    page = Session.objects.get(pk=scribe.session.pk)
    scribe.record()
    scribe.close()
    ledgers.forget()
    assert queries.ledger(page).totals == (198, -66, -66, -66)
    assert (page.revision, page.closed_at) == (2, scribe.session.closed_at)


def test_a_write_that_fails_leaves_no_trace_in_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe()
    scribe.record()

    def fail(**columns: Any) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("scorekeeper.play.models.Change.objects.create", fail)
        with pytest.raises(RuntimeError):
            scribe.record()
    assert scribe.session.revision == 1
    assert queries.ledger(scribe.session).totals == scribe.totals == (198, -66, -66, -66)
    assert scribe.record().hand_number == 2


def test_only_so_many_ledgers_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledgers, "MOST_CACHED", 2)
    ledgers.forget()
    scribes = [Scribe() for _ in range(3)]
    for scribe in scribes:
        scribe.record()
    assert [ledgers.cached(scribe.session) is not None for scribe in scribes] == [False, True, True]
    queries.ledger(scribes[1].session)
    scribes[0].record()
    assert [ledgers.cached(scribe.session) is not None for scribe in scribes] == [True, True, False]


def test_an_earlier_ledger_does_not_push_out_a_later_one() -> None:
    scribe = Scribe()
    early = queries.ledger(scribe.session)
    scribe.record()
    ledgers.cache(scribe.session, early)
    assert ledgers.cached(scribe.session) is not None


def test_a_change_replays_only_what_comes_after(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe()
    for _ in range(50):
        scribe.record()
    scored: list[int] = []

    def counted(*given: Any) -> ScoredHand:
        scored.append(1)
        return score_hand(*given)

    monkeypatch.setattr("scorekeeper.play.ledger.ledgers.score_hand", counted)
    scribe.amend(49, {**GARDE, "points": 41})
    scribe.record()
    assert len(scored) == 2 + 1
