"""One total everywhere: whatever happens to a session, every page, file and sheet shows the same points and money."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import count
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from games import examples, registry
from games.scoring.codec import encode_hand
from games.scoring.documents import read
from games.scoring.errors import RuleError
from games.scoring.naming import Naming
from games.scoring.settlement import by_difference
from games.scoring.types import CORRECTION
from scorekeeper.desk import lists, rounds
from scorekeeper.evenings.models import Round
from scorekeeper.play import recording
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.ledger import SessionLedger, forget_ledgers, session_ledger
from scorekeeper.play.models import Session
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests import shown_totals as shown
from tests.api.api_client import Program
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.club_tournament import ClubTournament, change_tournament
from tests.desk.documents import NAMES, score
from tests.desk.result.strategies import tournaments
from tests.desk.stored import store
from tests.play.stretches import change_players
from tests.play.tables import Scorer
from tests.property_tests import examples as tried
from tests.property_tests import number_of_examples
from tests.shown_totals import Money, Totals, summed, without_zero

pytestmark = pytest.mark.django_db

CENT = Decimal("0.01")
STAKES = [None, Decimal("0.05"), Decimal("1"), Decimal("0.0125")]


@cache
def possible_hands(slug: str) -> list[dict[str, Any]]:
    """The hands of a game's worked examples, with players by seat."""
    return [
        dict(encode_hand(document.rules, document.table, scored.hand, Naming(document.table.players, by_seat=True)))
        for document in examples.documents(slug)
        for scored in document.ledger().hands
        if scored.dealer is not None  # else it is a correction
    ]


class RandomSession:
    """A session at a club's evening to which anything happens that can happen at a table."""

    def __init__(self, slug: str, seed: int) -> None:
        self.random = Random(f"{slug} {seed}")  # noqa: S311 - the same sessions every time
        rules = registry.get(slug).rules
        self.rule_set = self.random.choice(list(rules.rule_sets.values()))
        self.slug, size = slug, self.random.choice(self.rule_set.players)
        self.options = self.random_options(size)
        session = self.start(size)
        self.names = [player.name for player in self.of.club.players.order_by("pk")]
        self.program, self.organiser = Program(self.of.club), signed_in(self.of.organiser())
        self.scorer = Scorer(session)

    def random_options(self, size: int) -> dict[str, Any]:
        """Return any value for each option that is on or off, if the game allows them together."""
        chosen = {
            option.name: self.random.random() < 0.5
            for option in self.rule_set.options
            if isinstance(option.default, bool)
        }
        with suppress(RuleError):
            registry.get(self.slug).rules.table(TWELVE[:size], rules=self.rule_set.slug, options=chosen)
            return chosen
        return {}

    def start(self, size: int) -> Session:
        self.of: ClubEvening = ClubEvening()
        return self.of.start(
            *TWELVE[:size],
            game=self.slug,
            rules=self.rule_set.slug,
            options=self.options,
            stake=self.random.choice(STAKES),
            first_dealer=self.random.randrange(3),
        )

    # What happens

    @property
    def may_happen(self) -> dict[Callable[[], None], int]:
        """What happens, and how often: most of the time, a hand is played."""
        changes = {self.change_people: 8, self.exchange_people: 5, self.change_stake: 5}
        order = {self.insert: 6, self.swap: 4}
        return {self.play: 60, self.correct: 10, self.amend: 8, self.void: 5, self.undo: 4, **order, **changes}

    def go_on(self, steps: int) -> None:
        for _step in range(steps):
            (happens,) = self.random.choices([*self.may_happen], [*self.may_happen.values()])
            with suppress(RuleError):
                happens()
        self.play()  # after Undo, the page shows the totals with the hand that it gives back

    def play(self) -> None:
        hands = possible_hands(self.slug)
        for raw in self.random.sample(hands, len(hands)):
            with suppress(RuleError, LookupError):  # LookupError: a seat that this table doesn't have
                self.ledger.last.score(raw)
                self.scorer.record(raw)
                return

    def correct(self) -> None:
        table = self.ledger.table
        amounts = [self.random.randint(-60, 60) for _seat in table.seats]
        if self.ledger.rules.zero_sum(table):
            amounts[0] -= sum(amounts)
        moved = {str(seat): amount for seat, amount in enumerate(amounts) if amount}
        self.scorer.record({"call": CORRECTION, "amounts": moved, "note": "agreed"})

    def amend(self) -> None:
        hands = self.ledger.hands
        if hands:
            hand = self.random.choice(hands)
            for raw in self.random.choices(possible_hands(self.slug), k=8):
                with suppress(RuleError, LookupError):
                    self.scorer.amend(hand.number, raw)
                    return

    def void(self) -> None:
        counting = self.ledger.counting
        if counting:
            self.scorer.void(self.random.choice(counting).number)

    def insert(self) -> None:
        hands = self.ledger.hands
        if hands:
            beside, after = self.random.choice(hands).number, self.random.random() < 0.5
            for raw in self.random.choices(possible_hands(self.slug), k=8):
                with suppress(RuleError, LookupError):
                    recording.insert(self._write(), beside=beside, after=after, raw=raw)
                    return

    def swap(self) -> None:
        if len(self.ledger.hands) > 1:
            number = self.random.choice(self.ledger.hands[:-1]).number
            with suppress(NotThereError):  # other people played the next one
                recording.swap(self._write(), number=number, other=number + 1)

    def undo(self) -> None:
        if self.ledger.can_undo:
            self.scorer.undo()

    def change_people(self) -> None:
        seated = [seat.name for seat in self.scorer.session.seats]
        others = [name for name in self.names if name not in seated]
        leaving, joining = self.random.choice([(1, 1), (1, 1), (1, 0), (0, 1), (2, 2)])
        self.scorer = change_players(
            self.scorer,
            tuple(self.random.sample(range(len(seated)), leaving)),
            tuple(self.random.sample(others, joining)),
        )

    def exchange_people(self) -> None:
        """Exchange two people of the session, or put somebody else in the place of one."""
        before = SessionDetails.from_session(self.scorer.session, self.scorer.session.people)
        here = list(before.names)
        others = [name for name in self.names if name not in here]
        place, other = self.random.sample(range(len(here)), 2)
        if others and self.random.random() < 0.5:
            here[place] = self.random.choice(others)
        else:
            here[place], here[other] = here[other], here[place]
        recording.exchange_people(self._write(), wanted=replace(before, names=tuple(here)))

    def change_stake(self) -> None:
        session = self.scorer.session
        before = SessionDetails.from_session(session, session.people)
        wanted = replace(before, stake=self.random.choice([stake for stake in STAKES if stake != before.stake]))
        recording.change_details(self._write(), wanted=wanted)

    def close(self) -> None:
        if not self.ledger.played:
            self.play()
        self.scorer.close()

    def correct_after_closing(self) -> None:
        """Reopen the session, amend a hand, and close it again."""
        self.scorer.reopen()
        with suppress(RuleError):
            self.amend()
        self.scorer.close()

    def _write(self) -> Write:
        return Write(self.scorer.session, **self.scorer.now({}))

    # What it comes to

    @property
    def ledger(self) -> SessionLedger:
        return session_ledger(self.scorer.session)

    @property
    def session(self) -> Session:
        """The session as a further request would load it."""
        forget_ledgers()
        return Session.objects.get(pk=self.scorer.session.pk)

    @property
    def client(self) -> Any:
        return self.of.phone

    def stake(self) -> Decimal | None:
        return Session.objects.get(pk=self.scorer.session.pk).stake

    def come_to(self) -> tuple[Totals, Totals, Totals, Money]:
        """What the players see in play, what they would have with shares of a pool, what counts beside other sessions,
        and the exact money of everybody.

        Read from the exported document by the rules alone.
        """
        counted: list[tuple[str, int]] = []
        settled: list[tuple[str, int]] = []
        gains: list[tuple[str, int]] = []
        session = self.session
        response = self.client.get(reverse("export", args=[session.public_id]))
        ledgers_of_stretches = read(json.loads(response.content), registry.find_rules).ledgers()
        for ledger in ledgers_of_stretches:
            rules, table, totals = ledger.rules, ledger.table, ledger.totals
            pays = by_difference(
                rules.staked(table, ledger.state, totals),
                partners=len(rules.sharing(table)[0]),
                lowest_wins=self.rule_set.lowest_wins,
            )
            if rules.zero_sum(table):
                totals = pays = rules.settled(table, ledger.state, ledger.totals)
            is_over = session.closed_at is not None or ledger is not ledgers_of_stretches[-1]
            counted += zip(table.players, totals if is_over else ledger.totals, strict=True)
            settled += zip(table.players, totals, strict=True)
            gains += zip(table.players, pays, strict=True)
        stake = session.stake
        worth = {name: gain * stake for name, gain in summed(gains).items()} if stake else {}
        added_up = gains if self.rule_set.lowest_wins else counted
        return summed(counted), summed(settled), summed(added_up), worth


class RandomTournament(RandomSession):
    """A session of a tournament with a single table."""

    def random_options(self, size: int) -> dict[str, Any]:
        if self.slug != "skat":
            return {}
        # A list has what is written for the declarer, however hands are paid at a table of one's own.
        seeger = {"seeger": True} if self.rule_set.slug in ("isko", "pub") else {}
        ramsch = {} if self.rule_set.slug == "pub" else {"ramsch": False}
        return {"payment": "sheet", **ramsch, **seeger}

    def start(self, size: int) -> Session:
        fields: dict[str, Any] = {"game": self.slug, "rules": self.rule_set.slug, "options": self.options}
        self.of = club = ClubTournament(members=TWELVE[:size], terms={"rounds": 1}, **fields)
        club.member("Not entered")  # who is refused in the place of another
        seats = [[club.player(name).pk for name in TWELVE[:size]]]
        plan = Round(game=self.slug, rules=self.rule_set.slug, seating="draw", seed=7)
        self.round = rounds.publish(rounds.draft(club.evening, plan, seats))
        (session,) = rounds.start_tables(self.round, device=club.device, label="Rosa")
        return session

    @property
    def may_happen(self) -> dict[Callable[[], None], int]:
        """What happens at any table, but for what the desk decides: who plays, and for how much."""
        at_the_desk = (self.change_people, self.change_stake)
        return {happens: often for happens, often in super().may_happen.items() if happens not in at_the_desk}

    def confirm(self) -> None:
        proposed = lists.proposed(self.round, 1)
        lists.confirm(self.of.evening.tournament, self.round, 1, seen=proposed, by="Rosa")


def in_cents(exact: Money, rounded: Money) -> bool:
    """Whether amounts are the exact ones, each to a cent up or down, and sum to zero."""
    return (
        exact.keys() == rounded.keys()
        and all(abs(exact[name] - rounded[name]) < CENT for name in exact)
        and not sum(rounded.values())
    )


GAMES = [game.slug for game in registry.all_games()]
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, number_of_examples(4)))]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slug", GAMES)
def test_every_place_shows_the_same_totals(slug: str, seed: int) -> None:
    played = RandomSession(slug, seed)
    played.go_on(18)
    in_play(played)
    played.close()
    on_the_result(played)
    played.correct_after_closing()
    on_the_result(played)
    everywhere(played)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("slug", GAMES)
def test_a_tournament_shows_the_same_totals(slug: str, seed: int) -> None:
    played = RandomTournament(slug, seed)
    played.go_on(14)
    played.close()
    played.confirm()
    _counted, totals, added_up, _exact = played.come_to()
    assert shown.on_the_result(played.client, played.session)[0] == totals
    assert shown.in_the_standings(played.of) == added_up
    for name, found in shown.in_the_tournament(played.of, played.program, played.organiser).items():
        assert found == totals, name


KITTIES = [None, Decimal("1.50"), Decimal("0.33")]


def test_the_cash_of_a_night_is_the_same_everywhere() -> None:
    """A tournament with its money and, in the same night, a table for a stake and a kitty; some of it is paid."""
    clubs = count()

    @given(tournaments(), st.sampled_from(KITTIES), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
    @tried(12)
    def the_same(
        document: dict[str, Any], kitty: Decimal | None, settles: bool, through_box: bool, chance: Any
    ) -> None:
        club = ClubEvening(f"Club {next(clubs)}", members=NAMES[:4], kitty=kitty)
        stored = store(document, club.evening)
        change_tournament(stored, is_public=True)
        club.played(*chance.sample(NAMES[:4], 4), hands=chance.randint(1, 3))
        if settles:
            club.settle(through_box=through_box)
        address = reverse("evening_payments", args=[club.evening.public_id])
        for tick in shown.ticks_of_the_cash(club):
            if chance.random() < 0.5:
                assert club.phone.post(address, tick).status_code == 302
        the_cash_balances(club, document)

    the_same()


def the_cash_balances(club: ClubEvening, document: dict[str, Any]) -> None:
    page, program, organiser = shown.in_the_cash(club), Program(club.club), signed_in(club.organiser())
    for what, (due, paid, open_) in page.report.items():
        assert due == paid + open_, what
        if what != "In the box":
            assert due == sum(items.get(what, 0) for items in page.persons.values()), what
            assert paid == page.paid.get(what, 0), what
    box, *others = page.report.pop("In the box", [Decimal(0)] * 3), *page.report.values()
    assert box == [sum(column) for column in zip(*others, strict=True)] or not others
    assert box[0] == sum(page.remains.values())
    assert box[2] == page.still["pay"] - page.still["be paid"]
    # The ranking document is computed from the tournament document alone.
    ranking = score(document)
    money = {name: Decimal(amount) for name, amount in ranking.get("cash", {}).items()}
    assert page.remains.get("house", 0) == money.get("house", 0)
    of_terms = {"Entry fee": "entry_fees", "Loss money": "loss_money"}
    assert {what: due for what, (due, *_) in page.report.items() if what in of_terms} == {
        what: money[name] for what, name in of_terms.items() if money.get(name)
    }
    prizes = {entry["name"]: Decimal(entry.get("prize", "0.00")) for entry in ranking["entries"]}
    on_the_page = {name: -items.get("Prize", Decimal(0)) for name, items in page.persons.items()}
    assert without_zero(on_the_page) == without_zero(prizes) == shown.prizes_in_public(club)
    assert program.get_json(f"tournaments/{club.evening.public_id}/ranking").get("cash") == ranking.get("cash")
    settled = program.get_json(f"evenings/{club.evening.public_id}")["settlement"]
    if settled:
        assert page.remains.get("kitty", 0) == Decimal(settled["kitty"])
        pays = {payment["debtor"]: Decimal(payment["amount"]) for payment in settled["payments"] if payment["debtor"]}
        if settled["through_box"]:
            assert page.report.get("Settlement: pays in", [Decimal(0)])[0] == sum(pays.values())
    dues = without_zero({what: due for what, (due, *_) in page.report.items()})
    printed = shown.on_the_list_to_sign(club)
    assert {what: amount for what, amount in printed.items() if what in dues} == dues
    assert printed.get("Paid", Decimal(0)) == box[1]
    for kind, (sums, remains) in shown.in_the_cash_files(club, organiser).items():
        assert without_zero(remains) == without_zero(page.remains), kind
        assert [sums.pop(what) for what in ("Due", "Paid", "Open")] == box, kind
        assert without_zero(sums) == dues, kind


def in_play(played: RandomSession) -> None:
    session, (totals, settled, added_up, exact) = played.scorer.session, played.come_to()
    seated = {seat.name for seat in session.seats}
    at_table = {name: total for name, total in totals.items() if name in seated}
    for name in ("session", "scores"):
        assert without_zero(shown.on_the_table(played.client, session, name)) == without_zero(at_table), name
    evening, worth = shown.on_the_evening(played.of)
    assert without_zero(evening) == without_zero(added_up)
    assert without_zero(worth) == without_zero(exact)
    assert shown.in_the_api(played.program, session)[0] == totals
    if played.ledger.counting:
        question, worth = shown.before_closing(played.client, session)
        assert question == settled
        assert in_cents(exact, worth)


def on_the_result(played: RandomSession) -> None:
    session, (_counted, totals, _added_up, exact) = played.session, played.come_to()
    assert not sum(exact.values())
    for name, (found, worth) in {
        "result": shown.on_the_result(played.client, session),
        "picture": shown.on_the_picture(session),
    }.items():
        assert found == totals, name
        assert in_cents(exact, worth), name
    assert shown.in_the_journal(played.client, session) == totals
    assert shown.on_paper(session) == totals


def everywhere(played: RandomSession) -> None:
    _counted, totals, added_up, exact = played.come_to()
    files = shown.in_files(played.organiser)
    for name, (found, worth), expected in (
        ("notice", shown.on_the_notice(played.of), totals),
        ("api", shown.in_the_api(played.program, played.session), totals),
        ("evening", shown.on_the_evening(played.of), added_up),
        ("results.csv", files["results.csv"], added_up),
        ("results.xlsx", files["results.xlsx"], added_up),
    ):
        assert without_zero(found) == without_zero(expected), name
        assert without_zero(worth) == without_zero(exact), name
    assert without_zero(shown.in_the_settlement(played.of)) == without_zero(exact)
    for name, found in {
        "standings": shown.in_the_standings(played.of),
        "standings.csv": files["standings.csv"][0],
        "standings.xlsx": files["standings.xlsx"][0],
        "standings in the API": shown.in_the_standings_of_the_api(played.program),
        "members' pages": shown.on_the_members_pages(played.of, totals),
    }.items():
        assert found == added_up, name
