"""Fees, loss money and prizes of a tournament: ticked once by whoever is first, and open again after a correction."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import entry_payments, publication, settlement
from scorekeeper.desk.audit_notes import in_words
from scorekeeper.desk.cash import CashItem, CashLine, Purpose, cash_of
from scorekeeper.desk.entry_payments import What
from scorekeeper.desk.models import EntryPayment, TableList
from scorekeeper.play.errors import ConflictError
from tests.concurrency import at_once
from tests.desk.club_evening import ClubEvening
from tests.desk.documents import examples
from tests.desk.stored import store
from tests.play.browsers import HTMX, Form, words_of

pytestmark = pytest.mark.django_db
WORKED = {example["id"]: example["document"] for example in examples("worked_examples.json")}
FEE, LOSS_MONEY, PRIZE = 500, 200, 1000


class PaidTournament(ClubEvening):
    """A worked example: the fee is €5.00, David owes €2.00 for the games that he lost, and Chloé wins €10.00."""

    def __init__(self, example: str = "withdrawn") -> None:
        super().__init__(members=("Anne", "Bruno", "Chloé", "David"))
        self.tournament = store(WORKED[example], self.evening)
        self.page = reverse("evening_cash", args=[self.evening.public_id])
        self.address = reverse("evening_payments", args=[self.evening.public_id])

    def entry(self, name: str) -> int:
        return self.tournament.entries.get(name=name).pk

    def tick(self, name: str, what: What, seen: int, by: str = "Rosa") -> None:
        entry_payments.tick(self.tournament, entry=self.entry(name), what=what, seen=seen, by=by)

    def untick(self, name: str, what: What, seen: int) -> None:
        entry_payments.untick(self.tournament, entry=self.entry(name), what=what, seen=seen)

    def line(self, name: str) -> CashLine:
        self.evening.refresh_from_db()
        self.tournament.evening = self.evening
        cash = cash_of(settlement.latest(self.evening), self.tournament)
        return next(line for line in cash.lines if line.name == name)

    def item(self, name: str, what: What) -> CashItem:
        return next(item for item in self.line(name).items if item.purpose == Purpose(what))

    def correct(self) -> None:
        """Correct the list of the first round: David lost three games."""
        written = TableList.objects.get(round__evening=self.evening, round__number=1)
        assert written.results
        written.results[3]["lost"] = 3
        written.confirmed_at = timezone.now()
        written.save()

    def notes(self) -> list[str]:
        return [in_words(entry) for entry in AuditEntry.objects.order_by("pk")][1:]  # the evening was started


def test_a_tick_says_who_and_when_and_can_be_removed() -> None:
    club = PaidTournament()
    club.tick("David", What.FEE, FEE)
    club.tick("Chloé", What.PRIZE, -PRIZE, by="Karl")
    (fee,), (prize,) = club.item("David", What.FEE).paid, club.item("Chloé", What.PRIZE).paid
    assert (str(fee.amount), fee.by) == ("5.00", "Rosa")
    assert fee.at == EntryPayment.objects.get(what=What.FEE).ticked_at
    assert (str(prize.amount), prize.by) == ("-10.00", "Karl")
    club.untick("David", What.FEE, FEE)
    assert club.item("David", What.FEE).open == 5
    assert club.notes() == [
        "ticked as paid: David pays €5.00 into the cash box (Entry fee)",
        "ticked as paid: Chloé gets €10.00 from the cash box (Prize)",
        "removed a tick: David pays €5.00 into the cash box (Entry fee)",
    ]


def test_a_double_tap_and_a_slower_desk_tick_nothing_twice() -> None:
    club = PaidTournament()
    for by in ("Rosa", "Rosa", "Karl"):
        club.tick("David", What.LOSS_MONEY, LOSS_MONEY, by=by)
    (row,) = EntryPayment.objects.all()
    assert (row.cents, row.ticked_by) == (LOSS_MONEY, "Rosa")
    for _tap in range(2):
        club.untick("David", What.LOSS_MONEY, LOSS_MONEY)
    assert not EntryPayment.objects.exists()
    assert len(club.notes()) == 2


def test_another_amount_than_the_page_showed_is_not_ticked() -> None:
    club = PaidTournament()
    club.correct()
    with pytest.raises(ConflictError):
        club.tick("David", What.LOSS_MONEY, LOSS_MONEY)
    club.tick("David", What.LOSS_MONEY, LOSS_MONEY + 100)
    with pytest.raises(ConflictError):
        club.untick("David", What.LOSS_MONEY, LOSS_MONEY)
    assert club.item("David", What.LOSS_MONEY).received == 3


def test_what_a_correction_changes_is_open_and_ticked_beside_the_first() -> None:
    club = PaidTournament()
    club.tick("David", What.LOSS_MONEY, LOSS_MONEY)
    club.correct()
    item = club.item("David", What.LOSS_MONEY)
    assert [str(amount) for amount in (item.due, item.received, item.open)] == ["3.00", "2.00", "1.00"]
    assert not item.is_paid
    page = words_of(club.phone.get(club.page))
    assert "Loss money €2.00 paid" in page
    assert "open: +€1.00 €3.00" in page
    club.tick("David", What.LOSS_MONEY, 100, by="Karl")
    both = [(str(paid.amount), paid.by) for paid in club.item("David", What.LOSS_MONEY).paid]
    assert both == [("2.00", "Rosa"), ("1.00", "Karl")]
    club.untick("David", What.LOSS_MONEY, 300)
    assert club.item("David", What.LOSS_MONEY).open == 3


def test_a_prize_is_paid_only_when_no_list_is_missing_or_the_result_is_final() -> None:
    club = PaidTournament()
    TableList.objects.filter(round__number=2).update(confirmed_at=None)
    leader = next(line for line in map(club.line, ("Anne", "Bruno", "Chloé", "David")) if line.gets == 10)
    page = club.phone.get(club.page).content.decode()
    assert ('value="fee.' in page, 'value="prize.' in page) == (True, False)
    with pytest.raises(ConflictError):
        club.tick(leader.name, What.PRIZE, -PRIZE)
    publication.make_final(club.tournament)
    club.tick(leader.name, What.PRIZE, -PRIZE)
    assert club.line(leader.name).gets == 0


def test_what_is_open_is_still_paid_once_the_evening_is_settled() -> None:
    club = PaidTournament()
    club.settle()
    club.tick("David", What.FEE, FEE)
    assert club.item("David", What.FEE).is_paid


def test_the_page_ticks_and_removes_ticks_with_and_without_scripts() -> None:
    club = PaidTournament()
    fee = f"fee.{club.entry('David')}:{FEE}"

    def tap(name: str, headers: Any = None) -> Any:
        taps = Form(club.phone.get(club.page), "/payments/").taps
        (tapped,) = (fields for fields in taps if fields.get(name) == fee)
        return club.phone.post(club.address, tapped, headers=headers)

    assert tap("tick")["Location"] == f"{club.page}#cash"
    assert EntryPayment.objects.exists()
    answer = tap("untick", HTMX)
    assert answer.content.decode().lstrip().startswith('<section id="cash"')
    assert not EntryPayment.objects.exists()
    for sent in ("", "fee", "fee.x:1", "fee.999999:500", "beer.1:5", "payment.7:", f"{fee}0", "prize.1:--5"):
        assert club.phone.post(club.address, {"tick": sent})["Location"] == f"{club.page}?changed", sent
    assert not EntryPayment.objects.exists()


def test_who_owes_and_who_gets_something_is_named() -> None:
    club = PaidTournament()
    club.tick("Bruno", What.FEE, FEE)
    page = words_of(club.phone.get(club.page))
    assert "Still to pay: Anne €6.00 Chloé €6.00 David €7.00 Still to be paid: Anne €3.50 Chloé" in page


def test_while_lists_do_not_fit_together_only_fees_are_ticked() -> None:
    club = PaidTournament()
    club.tournament.entries.filter(name="David").update(withdrawn_after=0)
    tapped = {"tick": f"prize.{club.entry('Chloé')}:-{PRIZE}"}
    assert "don’t fit together" in words_of(club.phone.post(club.address, tapped, follow=True))
    club.tick("Chloé", What.FEE, FEE)
    assert [row.what for row in EntryPayment.objects.all()] == [What.FEE]
    address = reverse("print_evening", args=[club.evening.public_id])
    assert "List to sign" in words_of(club.phone.get(address))
    refused = club.phone.get(address, {"what": "signing-list"})
    assert (refused.status_code, "List to sign" in words_of(refused)) == (422, True)
    assert "David" in words_of(refused)


def test_those_whose_list_is_on_paper_pay_into_the_kitty_too() -> None:
    club = PaidTournament()
    club.evening.kitty = Decimal("1.50")
    club.evening.save()
    assert [(line.balance.name, line.balance.fee) for line in map(club.line, ("Anne", "David")) if line.balance] == [
        ("Anne", Decimal("1.50")),
        ("David", Decimal("1.50")),
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.both_databases
def test_two_desks_that_tick_at_once_tick_once() -> None:
    club = PaidTournament()
    entry = club.entry("David")

    def tick(by: str) -> Any:
        def write() -> str:
            entry_payments.tick(club.tournament, entry=entry, what=What.FEE, seen=FEE, by=by)
            return "done"

        return write

    assert at_once([tick("Rosa"), tick("Karl")] * 3) == Counter(["done"] * 6)
    assert [row.cents for row in EntryPayment.objects.all()] == [FEE]
    assert len(club.notes()) == 1
