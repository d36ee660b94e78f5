"""Any club, whatever it has played: export, import and export give the same file, and a second import adds nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games import registry
from games.scoring.codec import encode_hand
from games.scoring.documents import read as read_document
from games.scoring.documents import session_document
from scorekeeper.clubs import services
from scorekeeper.clubs.models import AuditEntry, Club, Player
from scorekeeper.evenings.models import Evening, Presence
from scorekeeper.evenings.money import settlement
from scorekeeper.play.ledger.money import settled_totals
from scorekeeper.play.models import Change, Hand, Seat, Session, Settlement, Verb
from scorekeeper.standings import results as results_of
from tests.files.archive.moved import counts, emptied, lines_of, packed, unpacked
from tests.games.strategies import Session as Drawn
from tests.games.strategies import sessions
from tests.play.tables import fresh, token

pytestmark = pytest.mark.django_db

AT = datetime(2026, 11, 20, 19, 30, tzinfo=UTC)
ODD = (
    *('Anne "la Reine"', "O’Hara, Ltd", "=1+1", "+49", "-2", "@SUM(A1)", "'=1", "Zoë\tTab", "Ümit;Özil", "a\nb"),
    *(
        "🂡 Ace",
        "👩‍👩‍👧 Trio",
        "מִרְיָם",
        "عائشة",
        "\u200fRTL\u200e \u202etxt",
        "李小龍",
        "e\u0301 combining",
        " spaces ",
        "\\u0000",
        '{"a":1}',
    ),
)
NAMES = st.sampled_from(ODD) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=60
)
MONEY = st.none() | st.decimals(Decimal("0.0001"), Decimal(9999), places=4)
OPTIONS = settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking a club takes longer than reading it
)


class AnyClub:
    """A club with drawn people, and the sessions that they have played."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        name = self.draw(NAMES)
        self.club = Club.objects.create(name=name, slug=services.free_slug(name), starters=self.draw(
            st.sampled_from(["phones", "runners"])
        ))  # fmt: skip
        names = self.draw(st.lists(NAMES, min_size=7, max_size=9, unique=True))
        self.people = [self._person(name) for name in names]
        self.evening = Evening.objects.create(
            club=self.club,
            date=self.draw(st.dates(date(2020, 1, 1), date(2030, 1, 1))),
            name=self.draw(st.just("") | NAMES),
            kitty=self.draw(st.none() | st.decimals(Decimal("0.01"), Decimal(99), places=2)),
            rounding=self.draw(st.sampled_from([Decimal("0.01"), Decimal("0.50")])),
        )

    def _person(self, name: str) -> Player:
        retired = self.draw(st.booleans())
        return Player.objects.create(
            club=self.club,
            name=name,
            nickname=self.draw(st.just("") | NAMES),
            guest=self.draw(st.booleans()),
            retired_at=AT if retired else None,
        )

    def plays(self, drawn: Drawn) -> Session:
        """Create the rows of a session: some hands amended, the last ones voided, closed or open."""
        at_table = self.draw(st.permutations(self.people))[: drawn.table.size]
        evening = self.draw(st.sampled_from([None, self.evening]))
        closed, voided = self.draw(st.booleans()), self.draw(st.integers(0, len(drawn.raws)))
        session = Session.objects.create(
            club=self.club,
            evening=evening,
            table_number=2 if evening else None,
            game=drawn.rules.slug,
            rules=drawn.table.rules,
            options=dict(drawn.table.options),
            tariff=drawn.table.tariff and drawn.table.tariff.document(),
            first_dealer=drawn.table.first_dealer,
            stake=self.draw(MONEY),
            currency=self.draw(st.sampled_from(["€", "CHF", "points"])),
            started_at=AT,
            locked_at=AT if self.draw(st.booleans()) else None,
            called=self.draw(st.none() | st.just({"call": "solo"})) if not closed else None,
            creation_token=token(),
        )
        for place, player in enumerate(at_table):
            Seat.objects.create(session=session, place=place, player=player, name=f"{place} {player.name}"[:60])
        self._hands(session, drawn, voided)
        if closed:
            close(session)
        return session

    def _hands(self, session: Session, drawn: Drawn, voided: int) -> None:
        revision = 0
        self._change(session, revision, Verb.START)
        for number, scored in enumerate(drawn.ledger.hands, 1):
            raw = encode_hand(drawn.rules, drawn.table, scored.hand, drawn.naming)
            common: dict[str, Any] = {"session": session, "number": number, "outcome": raw, "rules_version": 1}
            is_voided = number > len(drawn.raws) - voided
            row = Hand.objects.create(**common, recorded_at=AT, voided_at=AT if is_voided else None)
            revision += 1
            self._change(session, revision, Verb.RECORD, hand_number=number, after=raw)
            for _time in range(self.draw(st.integers(0, 2))):
                row = Hand.objects.create(**common, recorded_at=AT, voided_at=row.voided_at, replaces=row)
                revision += 1
                self._change(session, revision, Verb.AMEND, hand_number=number, before=raw, after=raw)
        Session.objects.filter(pk=session.pk).update(revision=revision)
        session.revision = revision

    def _change(self, session: Session, revision: int, verb: Verb, **data: Any) -> None:
        who = self.draw(st.just("") | NAMES)
        at = AT + timedelta(seconds=revision)
        Change.objects.create(session=session, revision=revision, verb=verb, who=who, at=at, token=token(), **data)

    def settles(self) -> None:
        """Settle the evening, if all of its tables are closed."""
        self.evening.refresh_from_db()
        tables = settlement.sessions_of(self.evening)
        if all(session.closed_at for session in tables):
            settlement.settle(
                self.evening,
                digest=settlement.preview_settlement(self.evening, settlement.tables_of(self.evening, tables)).digest,
            )
            if self.draw(st.booleans()):
                found = settlement.standing(self.evening)
                assert found is not None
                settlement.withdraw(self.evening, settlement=found.pk)


def close(session: Session) -> None:
    ledger = fresh(session)
    totals, transfers = list(ledger.totals), ledger.transfers()
    Settlement.objects.create(
        session=session, totals=totals, transfers=transfers, stake=session.stake, currency="€", settled_at=AT
    )
    seats = list(session.seats.order_by("place"))
    results_of.insert([results_of.rows(session, seats, ledger, settled_totals(totals, transfers))])
    Session.objects.filter(pk=session.pk).update(closed_at=AT)


@pytest.mark.parametrize("slug", registry.slugs())
@given(data=st.data())
@OPTIONS
def test_an_exported_club_is_the_same_after_import(tmp_path: Path, slug: str, data: st.DataObject) -> None:
    emptied()
    made = AnyClub(data)
    rules = registry.get(slug).rules
    for drawn in data.draw(st.lists(sessions(rules, most=4, by_seat=True), min_size=1, max_size=3)):
        made.plays(drawn)
    for player in data.draw(st.lists(st.sampled_from(made.people), unique=True)):
        Presence.objects.get_or_create(evening=made.evening, player=player, defaults={"came_at": AT})
    made.settles()
    path = tmp_path / "file"
    path.write_bytes(packed(made.club))
    there = lines_of(path.read_bytes())
    totals = {one.public_id: fresh(one).totals for one in Session.objects.all()}
    emptied()
    foreseen = unpacked(path, writes=False)
    assert unpacked(path) == foreseen
    rows = counts()
    assert unpacked(path).changes == 0
    assert counts() == rows
    assert {one.public_id: fresh(one).totals for one in Session.objects.all()} == totals
    AuditEntry.objects.filter(model="clubs.club").delete()
    assert lines_of(packed(Club.objects.get())) == there


@pytest.mark.parametrize("slug", registry.slugs())
@given(data=st.data())
@OPTIONS
def test_an_exported_session_document_is_the_same_after_import(slug: str, data: st.DataObject) -> None:
    drawn = data.draw(sessions(registry.get(slug).rules, by_seat=False))
    document = session_document(drawn.ledger)
    assert session_document(read_document(document, registry.find_rules).ledger()) == document
