"""Ticks on the payments of a settled evening: by several phones, kept where a correction leaves them, and in files."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import settlement
from scorekeeper.desk.audit_notes import in_words
from scorekeeper.evenings.models import EveningSettlement
from scorekeeper.play.errors import NotThereError
from scorekeeper.play.models import Payment
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import HTMX, Form, browser, words_of
from tests.play.tables import FOUR, GARDE, Scorer

pytestmark = pytest.mark.django_db
GAMES = (*FOUR, "Emil", "Fritz")


class SettledEvening(ClubEvening):
    """At two tables Anne won 198 twice; the others pay her, and Emil and Fritz played at the second one only."""

    def __init__(self, **terms: Any) -> None:
        super().__init__(members=GAMES, **terms)
        self.first = self.played(*FOUR)
        self.second = self.played("Anne", "Bruno", "Emil", "Fritz")
        self.settle()

    @property
    def frozen(self) -> EveningSettlement:
        frozen = settlement.standing(self.evening)
        assert frozen
        return frozen

    def payment(self, debtor: str) -> Payment:
        """Return what somebody pays Anne."""
        return self.frozen.payments.get(debtor=self.player(debtor), creditor=self.player("Anne"))

    def tick(self, debtor: str, *, paid: bool = True) -> None:
        settlement.tick_payment(self.evening, payment=self.payment(debtor).pk, paid=paid, by="Table 1")

    def ticked(self) -> list[Payment]:
        return list(self.frozen.payments.exclude(ticked_at=None))

    def paid(self) -> set[str]:
        return {row.debtor.name for row in self.ticked() if row.debtor}

    def again(self) -> None:
        """Withdraw the settlement and settle once more."""
        settlement.withdraw(self.evening, settlement=self.frozen.pk)
        self.settle()

    @property
    def address(self) -> str:
        return reverse("evening_payments", args=[self.evening.public_id])

    @property
    def page(self) -> str:
        return reverse("evening_cash", args=[self.evening.public_id])


def taps_of(client: Client, evening: SettledEvening) -> list[dict[str, str]]:
    """Return what each tick of the page posts."""
    return Form(client.get(evening.page), "/payments/").taps


def test_a_tick_is_stored_can_be_removed_and_is_in_the_journal() -> None:
    evening = SettledEvening()
    AuditEntry.objects.all().delete()
    evening.tick("Bruno")
    assert evening.paid() == {"Bruno"}
    assert evening.payment("Bruno").ticked_by == "Table 1"
    evening.tick("Bruno", paid=False)
    assert evening.paid() == set()
    assert [(entry.who, in_words(entry)) for entry in AuditEntry.objects.order_by("pk")] == [
        ("Table 1", "ticked as paid: Bruno pays Anne €6.60"),
        ("Table 1", "removed a tick: Bruno pays Anne €6.60"),
    ]


def test_two_phones_that_tick_the_same_payment_tick_it_once() -> None:
    evening = SettledEvening()
    AuditEntry.objects.all().delete()
    evening.tick("Bruno")
    evening.tick("Bruno")
    evening.tick("Emil")
    assert evening.paid() == {"Bruno", "Emil"}
    assert AuditEntry.objects.count() == 2


def test_only_payments_of_the_settlement_in_force_can_be_ticked() -> None:
    evening = SettledEvening()
    before = evening.payment("Bruno").pk
    evening.again()
    for key in (before, 0):
        with pytest.raises(NotThereError):
            settlement.tick_payment(evening.evening, payment=key, paid=True)
    assert evening.paid() == set()


def test_the_kitty_is_ticked_like_a_person() -> None:
    evening = SettledEvening(kitty="1.00")
    into_kitty = evening.frozen.payments.filter(creditor=None)[0]
    settlement.tick_payment(evening.evening, payment=into_kitty.pk, paid=True)
    assert evening.ticked() == [into_kitty]
    words = words_of(evening.phone.get(evening.page))
    assert "Into the kitty €" in words
    assert "1 of " in words
    assert "into the kitty" in in_words(AuditEntry.objects.latest("pk"))


def test_ticks_stay_on_payments_that_are_the_same_after_settling_again() -> None:
    evening = SettledEvening()
    evening.tick("Bruno")
    evening.again()
    assert evening.paid() == {"Bruno"}
    assert "These ticks no longer count" not in words_of(evening.phone.get(evening.page))


def test_ticks_of_payments_that_changed_are_removed_and_named() -> None:
    evening = SettledEvening()
    for name in ("Bruno", "Emil"):
        evening.tick(name)
    settlement.withdraw(evening.evening, settlement=evening.frozen.pk)
    table = Scorer(evening.first)
    table.reopen()
    table.record({**GARDE, "points": 33})  # Anne loses 198 again: only the second table is left to pay
    table.close()
    evening.settle()
    assert evening.paid() == {"Emil"}
    words = words_of(evening.phone.get(evening.page))
    assert "These ticks no longer count: Bruno pays Anne €6.60" in words
    assert "1 of 3 paid" in words


def test_without_scripts_each_payment_is_ticked_by_its_form_until_everything_is_paid() -> None:
    evening = SettledEvening()
    number = evening.frozen.payments.count()
    for done in range(number):
        fields = next(fields for fields in taps_of(evening.phone, evening) if "tick" in fields)
        answer = evening.phone.post(evening.address, fields)
        assert answer["Location"] == f"{evening.page}#cash"
        assert len(evening.ticked()) == done + 1
    words = words_of(evening.phone.get(evening.page))
    assert "Everything is paid." in words
    evening.phone.post(evening.address, taps_of(evening.phone, evening)[0])
    assert len(evening.ticked()) == number - 1


def test_with_scripts_the_answer_is_the_payments_alone_or_the_page_anew() -> None:
    evening = SettledEvening()
    fields = taps_of(evening.phone, evening)[0]
    answer = evening.phone.post(evening.address, fields, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<section id="cash"')
    assert 'aria-checked="true"' in answer.content.decode()
    evening.again()
    answer = evening.phone.post(evening.address, fields, headers=HTMX)
    assert answer["HX-Redirect"] == f"{evening.page}?changed"
    assert "These are the payments now." in words_of(evening.phone.get(answer["HX-Redirect"]))


def test_an_open_page_on_another_phone_polls_for_ticks() -> None:
    evening = SettledEvening()
    other = browser(name=evening.watching_phone())
    poll = re.search(r'hx-get="([^"]+/payments/[^"]+)"', other.get(evening.page).content.decode())
    assert poll
    assert other.get(unescape(poll[1]), headers=HTMX).status_code == 204
    evening.tick("Bruno")
    answer = other.get(unescape(poll[1]), headers=HTMX)
    assert "1 of 5 paid" in words_of(answer)
    poll = re.search(r'hx-get="([^"]+/payments/[^"]+)"', answer.content.decode())
    assert poll
    assert other.get(unescape(poll[1]), headers=HTMX).status_code == 204
    settlement.withdraw(evening.evening, settlement=evening.frozen.pk)
    assert other.get(unescape(poll[1]), headers=HTMX)["HX-Redirect"] == evening.page
    assert "payments/?seen" not in other.get(evening.page).content.decode()  # a preview has no ticks
    assert other.get(evening.address)["Location"] == evening.page


def test_phones_that_only_watch_and_strangers_tick_nothing() -> None:
    evening = SettledEvening()
    evening.tick("Bruno")
    fields = taps_of(evening.phone, evening)[0]
    watching = browser(name=evening.watching_phone())
    assert taps_of(watching, evening) == []
    assert "pays Anne paid" in words_of(watching.get(evening.page))
    assert watching.post(evening.address, fields).status_code == 403
    assert ClubEvening("Other").phone.post(evening.address, fields).status_code == 404
    assert evening.paid() == {"Bruno"}
