"""Evenings settled through the cash box: it balances to the cent, and every line has its own tick."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from scorekeeper.api.queries import evening as in_api
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import settlement
from scorekeeper.desk.audit_notes import in_words
from scorekeeper.desk.cash_box import CashBox
from scorekeeper.desk.settlement import Balance, SettlementOverview
from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import Payment
from scorekeeper.play.money import PLACES, box_payments, settle_money
from tests.desk.club_evening import ClubEvening
from tests.files.archive.moved import moved
from tests.play.browsers import browser, words_of
from tests.play.tables import FOUR, GARDE, Scorer

COINS = st.sampled_from([Decimal(fee) for fee in ("0.01", "0.05", "0.10", "0.25", "0.50", "1.00", "2.00")])
FEES = st.none() | st.integers(1, 2000).map(lambda cents: Decimal(cents) / 100)
PLAYED = st.lists(st.integers(-3_000_000, 3_000_000), min_size=1, max_size=40).map(lambda parts: [*parts, -sum(parts)])


@given(parts=PLAYED, fee=FEES, coin=COINS, ticked=st.sets(st.integers(0, 40)))
def test_the_box_balances_to_the_cent(parts: list[int], fee: Decimal | None, coin: Decimal, ticked: set[int]) -> None:
    played = {key: part * PLACES for key, part in enumerate(parts, 1)}
    settled = settle_money(played, kitty=fee, rounding=coin)
    payments = box_payments(settled.amounts)
    overview = SettlementOverview(
        balances=[
            Balance(player=key, name=str(key), played=gain, fee=fee, amount=settled.amounts[key], tables={})
            for key, gain in played.items()
        ],
        payments=payments,
        rows=[
            Payment(
                debtor_id=payment.debtor,
                creditor_id=payment.creditor,
                money=payment.amount,
                ticked_at=datetime.now(UTC) if (payment.debtor or payment.creditor) in ticked else None,
            )
            for payment in payments
        ],
        through_box=True,
        kitty=settled.kitty,
        currency="€",
        sessions=[],
    )
    box = CashBox.from_overview(overview)
    assert box.now + box.to_come - box.to_pay == box.kitty
    assert box.pays - box.gets == box.kitty == box.fees + box.rounding
    assert sum((line.rounding for line in box.lines), box.rounding) == 0
    assert [line.payment for line in box.lines if line.payment] == [line.payment for line in box.lines if line.amount]
    for line in box.lines:
        assert line.amount == line.played - line.fee + line.rounding
        assert abs(line.rounding) < coin
        assert line.amount % coin == 0
    assert abs(box.rounding) < coin
    if fee is None or fee % coin == 0:
        assert box.rounding == 0


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
    def box(self) -> CashBox:
        return CashBox.from_overview(settlement.frozen_overview(self.frozen))

    @property
    def page(self) -> str:
        return reverse("evening_settlement", args=[self.evening.public_id])

    @property
    def address(self) -> str:
        return reverse("evening_payments", args=[self.evening.public_id])

    def tick(self, name: str) -> None:
        (line,) = (line for line in self.box.lines if line.name == name)
        assert line.payment
        settlement.tick_payment(self.evening, payment=line.payment.pk, paid=not line.is_paid, by="Table 1")

    def ticked(self) -> list[str]:
        return [line.name for line in self.box.lines if line.is_paid]

    def withdraw(self) -> None:
        settlement.withdraw(self.evening, settlement=self.frozen.pk)


@pytest.mark.django_db
def test_each_person_has_a_line_with_the_fee_apart() -> None:
    lines = [(line.name, str(line.played), str(line.fee), str(line.amount)) for line in BoxEvening().box.lines]
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
        steps.append([str(money) for money in (evening.box.now, evening.box.to_come, evening.box.to_pay)])
    assert steps == [["7.60", "17.20", "18.80"], ["-11.20", "17.20", "0"], ["-18.80", "24.80", "0"]]
    assert [in_words(entry) for entry in AuditEntry.objects.order_by("pk")] == [
        "ticked as paid: Bruno pays €7.60 into the cash box",
        "ticked as paid: Anne gets €18.80 from the cash box",
        "removed a tick: Bruno pays €7.60 into the cash box",
    ]
    evening.withdraw()
    evening.settle(through_box=True)
    assert in_words(AuditEntry.objects.latest("pk")) == "settled the evening through the cash box"


@pytest.mark.django_db
def test_only_lines_of_the_settlement_in_force_can_be_ticked() -> None:
    evening = BoxEvening()
    before = evening.frozen.payments.get(debtor=evening.player("Bruno")).pk
    evening.withdraw()
    evening.settle(through_box=True)
    with pytest.raises(NotThereError):
        settlement.tick_payment(evening.evening, payment=before, paid=True)


@pytest.mark.django_db
def test_a_correction_keeps_the_ticks_of_lines_that_it_leaves_alone() -> None:
    evening = BoxEvening()
    for name in ("Anne", "Bruno", "Emil"):
        evening.tick(name)
    evening.withdraw()
    table = Scorer(evening.first)
    table.reopen()
    table.record({**GARDE, "points": 33})  # Anne loses 198 again: nobody at this table has won or lost anything
    table.close()
    evening.settle(through_box=True)
    assert evening.ticked() == ["Emil"]
    words = words_of(evening.phone.get(evening.page))
    assert "These ticks no longer count: Anne gets €18.80; Bruno pays in €7.60" in words


@pytest.mark.django_db
def test_ticks_are_dropped_if_the_way_of_settling_changes() -> None:
    evening = BoxEvening(kitty=None)
    evening.tick("Emil")
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
    page = reverse("evening_settlement", args=[evening.evening.public_id])
    assert "Who pays whom" in words_of(evening.phone.get(page))
    shown = evening.phone.get(f"{page}?through=box")
    words = words_of(shown)
    assert "Anne gets at the tables +€9.90 · kitty €0.30 · rounding −€0.10 €9.50" in words
    assert "In the box now" not in words
    assert "Into the kitty: €1.20; rounding to whole coins: −€0.20." in words
    fields = dict(re.findall(r'name="(seen|through)" value="(\w+)"', shown.content.decode()))
    assert evening.phone.post(page, {"seen": fields["seen"], "through": "people"}).status_code == 409
    evening.phone.post(page, fields)
    assert "Tick each payment when it is paid." in words_of(evening.phone.get(page))

    evening.evening = evening.begin(day=evening.evening.date + timedelta(days=7))
    evening.played(*FOUR, evening=evening.evening.public_id)
    page = reverse("evening_settlement", args=[evening.evening.public_id])
    assert "Still to come in" in words_of(evening.phone.get(page))
    assert "Who pays whom" in words_of(evening.phone.get(f"{page}?through=people"))


@pytest.mark.django_db
def test_without_scripts_each_line_is_ticked_by_its_form_and_people_who_are_even_have_none() -> None:
    evening = ClubEvening(members=(*FOUR, "Emil"))
    evening.played(*FOUR)
    evening.phone.post(
        reverse("evening_check_in", args=[evening.evening.public_id]), {"player": evening.player("Emil").pk}
    )
    evening.settle(through_box=True)
    page = reverse("evening_settlement", args=[evening.evening.public_id])
    address = reverse("evening_payments", args=[evening.evening.public_id])
    forms = re.findall(
        r'<form method="post"\s+action="[^"]*/payments/".*?</form>', evening.phone.get(page).content.decode(), re.DOTALL
    )
    assert len(forms) == 4
    assert "Emil pays and gets nothing" in words_of(evening.phone.get(page))
    for form in forms:
        evening.phone.post(address, dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', form)))
    words = words_of(evening.phone.get(page))
    assert "Everything is paid." in words
    assert "In the box now €0.00" in words


@pytest.mark.django_db
def test_phones_that_only_watch_see_the_ticks() -> None:
    evening = BoxEvening()
    evening.tick("Bruno")
    watching = browser(name=evening.watching_phone())
    page = watching.get(evening.page)
    assert "1 of 6 paid" in words_of(page)
    assert 'role="checkbox"' not in page.content.decode()
    emil = evening.frozen.payments.get(debtor=evening.player("Emil"))
    assert watching.post(evening.address, {"payment": emil.pk}).status_code == 403


@pytest.mark.django_db
def test_the_frozen_lines_move_with_the_club_and_are_in_the_api(tmp_path: Path) -> None:
    evening = BoxEvening()
    evening.tick("Anne")
    evening.tick("Bruno")
    club = moved(evening.club, tmp_path / "club.club")
    (row,) = EveningSettlement.objects.all()
    box = CashBox.from_overview(settlement.frozen_overview(row))
    assert [line.name for line in box.lines if line.is_paid] == ["Anne", "Bruno"]
    assert (str(box.fees), str(box.kitty)) == ("6.00", "6.00")
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
def test_there_is_no_list_to_sign_of_payments_between_people() -> None:
    evening = ClubEvening(members=FOUR)
    evening.played(*FOUR)
    evening.settle()
    page = evening.phone.get(reverse("print_evening", args=[evening.evening.public_id]))
    assert "Result for the notice board" in words_of(page)
    assert "List to sign" not in words_of(page)
