"""The cash of an evening: it balances to the cent, and everything that is paid has its own tick."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Q
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from scorekeeper.api.queries import evening as in_api
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import settlement
from scorekeeper.desk.audit_notes import in_words
from scorekeeper.desk.cash import Cash, cash_of
from scorekeeper.desk.settlement import Balance, SettlementOverview
from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.models import Payment
from scorekeeper.play.money import PLACES, box_payments, settle_money
from tests.desk.club_evening import ClubEvening
from tests.files.archive.moved import moved
from tests.play.browsers import Form, words_of
from tests.play.tables import FOUR, GARDE, Scorer

COINS = st.sampled_from([Decimal(fee) for fee in ("0.01", "0.05", "0.10", "0.25", "0.50", "1.00", "2.00")])
FEES = st.none() | st.integers(1, 2000).map(lambda cents: Decimal(cents) / 100)
PLAYED = st.lists(st.integers(-3_000_000, 3_000_000), min_size=1, max_size=40).map(lambda parts: [*parts, -sum(parts)])


@given(parts=PLAYED, fee=FEES, coin=COINS, ticked=st.sets(st.integers(0, 40)), through_box=st.booleans())
def test_the_box_balances_to_the_cent(
    parts: list[int], fee: Decimal | None, coin: Decimal, ticked: set[int], through_box: bool
) -> None:
    played = {key: part * PLACES for key, part in enumerate(parts, 1)}
    settled = settle_money(played, kitty=fee, rounding=coin)
    payments = box_payments(settled.amounts) if through_box else settled.payments
    overview = SettlementOverview(
        balances=[
            Balance(
                player=key, name=str(key), played=gain, fee=fee or Decimal(0), amount=settled.amounts[key], tables={}
            )
            for key, gain in played.items()
        ],
        rows=[
            Payment(
                debtor_id=payment.debtor,
                creditor_id=payment.creditor,
                money=payment.amount,
                ticked_at=datetime.now(UTC) if (payment.debtor or payment.creditor) in ticked else None,
            )
            for payment in payments
        ],
        through_box=through_box,
        kitty=settled.kitty,
        currency="€",
        sessions=[],
    )
    cash = cash_of(overview, None)
    assert cash.box.due == cash.kitty == cash.fees + cash.rounding
    assert sum(column.due for column in cash.sums) == cash.box.due
    assert sum(column.received for column in cash.sums) == cash.box.received
    assert sum(line.due for line in cash.lines) == cash.box.due
    assert sum(line.owes - line.gets for line in cash.lines) == cash.box.open == cash.box.due - cash.box.received
    assert sum((line.rounding for line in cash.lines), cash.rounding) == 0
    for line in cash.lines:
        assert line.balance
        assert -line.due == line.balance.amount == line.balance.played - (fee or 0) + line.rounding
        assert abs(line.rounding) < coin
        assert line.due % coin == 0
    assert abs(cash.rounding) < coin
    if fee is None or fee % coin == 0:
        assert cash.rounding == 0


class BoxEvening(ClubEvening):
    """Anne won €9.90 twice, from Bruno each time; everybody pays a fee of a euro. Settled through the cash box."""

    def __init__(self, **terms: Any) -> None:
        super().__init__(members=(*FOUR, "Emil", "Fritz"), **{"kitty": Decimal("1.00"), **terms})
        self.first = self.played(*FOUR)
        self.played("Anne", "Bruno", "Emil", "Fritz")
        self.settle(through_box=True)

    @property
    def frozen(self) -> EveningSettlement:
        frozen = settlement.standing(self.evening)
        assert frozen
        return frozen

    @property
    def cash(self) -> Cash:
        return cash_of(settlement.latest(self.evening), None)

    @property
    def page(self) -> str:
        return reverse("evening_cash", args=[self.evening.public_id])

    @property
    def address(self) -> str:
        return reverse("evening_payments", args=[self.evening.public_id])

    def tick(self, name: str) -> None:
        payment = self.frozen.payments.get(Q(debtor__name=name) | Q(creditor__name=name))
        settlement.tick_payment(self.evening, payment=payment.pk, paid=not payment.ticked_at, by="Table 1")

    def ticked(self) -> list[str]:
        return [line.name for line in self.cash.lines if line.received]

    def withdraw(self) -> None:
        settlement.withdraw(self.evening, settlement=self.frozen.pk)


@pytest.mark.django_db
def test_each_person_has_a_line_with_the_fee_apart() -> None:
    lines = [
        (line.name, str(line.balance.played), str(line.balance.fee), str(-line.due))
        for line in BoxEvening().cash.lines
        if line.balance
    ]
    assert lines == [
        ("Anne", "19.80", "1.00", "18.80"),
        ("Bruno", "-6.60", "1.00", "-7.60"),
        ("Chloé", "-3.30", "1.00", "-4.30"),
        ("David", "-3.30", "1.00", "-4.30"),
        ("Emil", "-3.30", "1.00", "-4.30"),
        ("Fritz", "-3.30", "1.00", "-4.30"),
    ]


@pytest.mark.django_db
def test_the_running_total_follows_the_ticks_and_the_audit_log_names_them() -> None:
    evening = BoxEvening()
    AuditEntry.objects.all().delete()
    steps = []
    for name in ("Bruno", "Anne", "Bruno"):
        evening.tick(name)
        cash = evening.cash
        to_come, to_pay = sum(line.owes for line in cash.lines), sum(line.gets for line in cash.lines)
        steps.append([str(money) for money in (cash.box.received, to_come, to_pay)])
    assert steps == [["7.60", "17.20", "18.80"], ["-11.20", "17.20", "0.00"], ["-18.80", "24.80", "0.00"]]
    assert [in_words(entry) for entry in AuditEntry.objects.order_by("pk")] == [
        "ticked as paid: Bruno pays €7.60 into the cash box",
        "ticked as paid: Anne gets €18.80 from the cash box",
        "removed a tick: Bruno pays €7.60 into the cash box",
    ]
    evening.withdraw()
    evening.settle(through_box=True)
    assert in_words(AuditEntry.objects.latest("pk")) == "settled the evening through the cash box"


def open_of(cash: Cash) -> dict[str, str]:
    """Return what is still to be paid, negative if the person gets it."""
    return {line.name: str(line.open) for line in cash.lines if line.open}


@pytest.mark.django_db
def test_after_a_correction_only_the_difference_is_open() -> None:
    evening = BoxEvening()
    for name in ("Anne", "Bruno", "Emil"):
        evening.tick(name)
    evening.withdraw()
    table = Scorer(evening.first)
    table.reopen()
    table.record({**GARDE, "points": 33})  # Anne loses 198 again: nobody at this table has won or lost anything
    table.close()
    evening.settle(through_box=True)
    # Anne won 9.90 at the other table and has got 18.80; Bruno lost 3.30 there and has paid 7.60
    assert open_of(evening.cash) == {
        "Anne": "9.90",
        "Bruno": "-3.30",
        "Chloé": "1.00",
        "David": "1.00",
        "Fritz": "4.30",
    }
    assert str(evening.cash.box.received) == "-6.90"
    words = words_of(evening.phone.get(evening.page))
    assert "1 of 6 paid" in words
    assert "These ticks no longer count" not in words


@pytest.mark.django_db
def test_what_went_through_the_box_stays_paid_when_the_kitty_changes() -> None:
    evening = BoxEvening()
    for name in ("Anne", "Bruno"):
        evening.tick(name)

    def change_kitty(each: str) -> None:
        evening.withdraw()
        evening.evening.refresh_from_db()
        evening.evening.kitty = Decimal(each)
        evening.evening.save()

    change_kitty("1.40")
    assert str(evening.cash.box.received) == "-11.20"  # in the preview
    assert "In the box €8.40 −€11.20 €19.60" in words_of(evening.phone.get(evening.page))
    evening.settle(through_box=True)
    still_open = dict.fromkeys(("Chloé", "David", "Emil", "Fritz"), "4.70")
    assert open_of(evening.cash) == {"Anne": "0.40", "Bruno": "0.40", **still_open}
    words = words_of(evening.phone.get(evening.page))
    assert "In the box €8.40 −€11.20 €19.60" in words
    assert 'aria-checked="mixed"' in evening.phone.get(evening.page).content.decode()

    def tap(name: str) -> None:
        payments = evening.frozen.payments.filter(Q(debtor__name=name) | Q(creditor__name=name))
        keys = tuple(f"payment.{payment.pk}:" for payment in payments)
        taps = Form(evening.phone.get(evening.page), "/payments/").taps
        (tapped,) = (fields for fields in taps if any(value.startswith(keys) for value in fields.values()))
        evening.phone.post(evening.address, tapped)

    for name in ("Bruno", "Anne"):
        tap(name)
    assert open_of(evening.cash) == still_open
    assert str(evening.cash.box.received) == "-10.40"
    AuditEntry.objects.all().delete()
    tap("Anne")
    assert open_of(evening.cash) == {"Anne": "-18.40", **still_open}
    assert [in_words(entry) for entry in AuditEntry.objects.order_by("pk")] == [
        "removed a tick: Anne gets €18.80 from the cash box",
        "removed a tick: Anne pays €0.40 into the cash box",
    ]
    tap("Anne")
    change_kitty("1.80")  # another 0.40 of everybody, as before
    evening.settle(through_box=True)
    assert open_of(evening.cash) == {"Anne": "0.40", "Bruno": "0.40", **dict.fromkeys(still_open, "5.10")}
    change_kitty("1.00")
    evening.settle(through_box=True)
    assert open_of(evening.cash) == {"Anne": "-0.40", "Bruno": "-0.40", **dict.fromkeys(still_open, "4.30")}


@pytest.mark.django_db
def test_what_was_paid_by_somebody_who_was_not_there_is_named() -> None:
    evening = BoxEvening()
    evening.withdraw()
    gus = evening.evening.presences.create(player=evening.club.players.create(name="Gus"), came_at=datetime.now(UTC))
    evening.settle(through_box=True)
    evening.tick("Gus")
    assert evening.ticked() == ["Gus"]
    evening.withdraw()
    gus.delete()
    words = "These ticks no longer count: Gus pays €1.00 into the cash box"
    assert words in words_of(evening.phone.get(evening.page))
    evening.settle(through_box=True)
    assert words in words_of(evening.phone.get(evening.page))
    assert evening.ticked() == []


@pytest.mark.django_db
def test_ticks_are_dropped_if_the_way_of_settling_changes() -> None:
    evening = BoxEvening(kitty=None)
    evening.tick("Emil")
    assert evening.ticked() == ["Emil"]
    evening.withdraw()
    evening.settle()
    assert not evening.frozen.payments.exclude(ticked_at=None).exists()
    evening.withdraw()
    evening.settle(through_box=True)
    assert evening.ticked() == []


@pytest.mark.django_db
def test_the_way_of_settling_is_chosen_on_the_page_and_offered_at_the_next_evening() -> None:
    evening = ClubEvening(members=FOUR, kitty=Decimal("0.30"), rounding=Decimal("0.50"))
    evening.played(*FOUR)
    page = reverse("evening_cash", args=[evening.evening.public_id])
    assert "pays Anne €" in words_of(evening.phone.get(page))
    shown = evening.phone.get(f"{page}?through=box")
    words = words_of(shown)
    assert "Anne at the tables +€9.90 kitty €0.30 rounding −€0.10 Settlement: gets €9.50" in words
    assert "In the box €1.00 €0.00 €1.00" in words
    assert "Into the kitty: €1.20; rounding to whole coins: −€0.20." in words
    fields = dict(re.findall(r'name="(seen|through)" value="(\w+)"', shown.content.decode()))
    assert evening.phone.post(page, {"seen": fields["seen"], "through": "people"}).status_code == 409
    evening.phone.post(page, fields)
    assert "Tick each payment when it is paid." in words_of(evening.phone.get(page))

    evening.evening = evening.begin(day=evening.evening.date + timedelta(days=7))
    evening.played(*FOUR, evening=evening.evening.public_id)
    page = reverse("evening_cash", args=[evening.evening.public_id])
    assert "Settlement: pays in" in words_of(evening.phone.get(page))
    assert "pays Anne" in words_of(evening.phone.get(f"{page}?through=people"))


@pytest.mark.django_db
def test_without_scripts_each_line_is_ticked_by_its_form_and_people_who_are_even_have_none() -> None:
    evening = ClubEvening(members=(*FOUR, "Emil"))
    evening.played(*FOUR)
    evening.phone.post(
        reverse("evening_check_in", args=[evening.evening.public_id]), {"player": evening.player("Emil").pk}
    )
    evening.settle(through_box=True)
    page = reverse("evening_cash", args=[evening.evening.public_id])
    address = reverse("evening_payments", args=[evening.evening.public_id])
    taps = Form(evening.phone.get(page), "/payments/").taps
    assert len(taps) == 4
    assert "Emil neither pays nor gets anything" in words_of(evening.phone.get(page))
    for tapped in taps:
        evening.phone.post(address, tapped)
    words = words_of(evening.phone.get(page))
    assert "Everything is paid." in words
    assert "In the box €0.00 €0.00 €0.00" in words


@pytest.mark.django_db
def test_the_frozen_lines_move_with_the_club_and_are_in_the_api(tmp_path: Path) -> None:
    evening = BoxEvening()
    evening.tick("Anne")
    evening.tick("Bruno")
    club = moved(evening.club, tmp_path / "club.club")
    (row,) = EveningSettlement.objects.all()
    cash = cash_of(settlement.frozen_overview(row), None)
    assert [line.name for line in cash.lines if line.received] == ["Anne", "Bruno"]
    assert (str(cash.fees), str(cash.kitty)) == ("6.00", "6.00")
    answer = in_api(club, row.evening.public_id).settlement
    assert answer
    assert answer.through_box
    assert {balance.fee for balance in answer.balances} == {"1.00"}
    anne = club.players.get(name="Anne").pk
    assert [payment.amount for payment in answer.payments if payment.creditor == anne and payment.debtor is None] == [
        "18.80"
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "total", "signature"),
    [("en", "Sum", "Signature"), ("fr", "Somme", "Signature"), ("de", "Summe", "Unterschrift")],
)
def test_the_list_to_sign_has_every_line_and_the_sums(language: str, total: str, signature: str) -> None:
    evening = BoxEvening()
    query = f"?what=signing-list&language={language}"
    response = evening.phone.get(reverse("print_evening_pdf", args=[evening.evening.public_id]) + query)
    assert response["Content-Type"] == "application/pdf"
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(response.getvalue())).pages)
    assert all(name in text for name in ("Anne", "Bruno", "Chloé", "David", "Emil", "Fritz", signature))
    sums = next(line for line in text.splitlines() if line.startswith(total))
    assert [re.sub(r"\D", "", money) for money in sums.split()[1:] if re.search(r"\d", money)] == [
        "600",
        "2480",
        "1880",
    ]


@pytest.mark.django_db
def test_the_list_to_sign_has_the_rounding_so_that_each_line_adds_up() -> None:
    evening = ClubEvening(members=FOUR, kitty=Decimal("0.30"), rounding=Decimal("0.50"))
    evening.played(*FOUR)
    evening.settle(through_box=True)
    address = reverse("print_evening_pdf", args=[evening.evening.public_id])
    response = evening.phone.get(f"{address}?what=signing-list&language=en")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(response.getvalue())).pages)
    figures = {line.split()[0]: re.findall(r"[+−]?€\d+\.\d\d", line) for line in text.splitlines() if "€" in line}
    # 9.60 is rounded down to 9.50, three times -3.60 to -4.00, and the kitty's 1.20 to 1.00: three coins are left over
    assert figures["Anne"] == ["+€9.90", "€0.30", "−€0.10", "€9.50"]
    assert figures["Bruno"] == ["−€3.30", "€0.30", "+€0.10", "€3.50"]
    assert figures["Sum"] == ["€1.20", "+€0.20", "€10.50", "€9.50"]


@pytest.mark.django_db
def test_there_is_no_list_to_sign_of_payments_between_people() -> None:
    evening = ClubEvening(members=FOUR)
    evening.played(*FOUR)
    evening.settle()
    page = evening.phone.get(reverse("print_evening", args=[evening.evening.public_id]))
    assert "Result for the notice board" in words_of(page)
    assert "List to sign" not in words_of(page)
