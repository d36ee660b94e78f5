"""The kitty of a table at home: each pays into it, beside what was won and lost. The amounts are worked by hand.

Anne makes a garde by 8: 66 from each of the three others. At five cents she wins 9.90, and the others lose 3.30 each.
With 1.00 from each for the kitty, she gets 8.90, the others pay 4.30 each, and the kitty has 4.00.
"""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.registry import find_rules
from games.scoring.documents import read
from scorekeeper.play import documents, recording
from scorekeeper.play.form_fields import MoneyField
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Payment, Session
from scorekeeper.play.nights import NightSettlement
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.start import import_document
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import SampleClub
from tests.play.browsers import Form, browser, url, words_of
from tests.play.new_sessions import posted
from tests.play.tables import FOUR, GARDE, Scorer, device, token

pytestmark = pytest.mark.django_db

KITTY: dict[str, Any] = {"stake": Decimal("0.05"), "kitty": Decimal("1.00")}


def closed(**changes: Any) -> Scorer:
    scorer = Scorer(**{**KITTY, **changes})
    scorer.record(GARDE)
    scorer.close()
    return scorer


def changes_of_money(payments: list[Payment]) -> dict[int | None, Decimal]:
    """Return what each player and the kitty, None, has more or less after the payments."""
    sums = defaultdict[int | None, Decimal](Decimal)
    for payment in payments:
        sums[payment.debtor_id] -= payment.money or 0
        sums[payment.creditor_id] += payment.money or 0
    return dict(sums)


def money(winner: int, gain: str, others: list[int], loss: str, *, kitty: str) -> dict[int | None, Decimal]:
    return {winner: Decimal(gain), **dict.fromkeys(others, Decimal(loss))} | {None: Decimal(kitty)}


def test_everybody_pays_into_the_kitty_and_all_payments_sum_to_zero() -> None:
    scorer = closed()
    payments = list(Payment.objects.filter(settlement__session=scorer.session))
    anne, *others = [seat.player_id for seat in scorer.session.seats]
    assert changes_of_money(payments) == money(anne, "8.90", others, "-4.30", kitty="4.00")
    assert len(payments) == 4, "the fewest"


def test_quarter_cents_are_rounded_once_and_the_kitty_is_whole() -> None:
    """At a quarter of a cent, 0.495 and −0.165; less ten cents each 0.395 and −0.265."""
    scorer = closed(stake=Decimal("0.0025"), kitty=Decimal("0.10"))
    after = changes_of_money(list(Payment.objects.filter(settlement__session=scorer.session)))
    assert sum(after.values()) == 0
    assert after.pop(None) == Decimal("0.40")
    assert {str(amount) for amount in after.values()} <= {"0.39", "0.40", "-0.26", "-0.27"}


def test_the_result_says_who_pays_into_the_kitty_and_a_tick_is_kept() -> None:
    scorer = closed()
    page = browser(scorer).get(url("session", scorer.session))
    words = words_of(page)
    assert "These payments include €1.00 from each player for the kitty." in words
    assert "pays into the kitty" in words
    assert "€9.90" in words, "what Anne won stands beside her total, before the kitty"
    into = Payment.objects.filter(settlement__session=scorer.session, creditor=None).latest("money")
    recording.tick_payment(Write(scorer.session, **scorer.now({})), payment=into.pk, paid=True)
    assert f"pays €{into.money} into the kitty" in words_of(browser(scorer).get(url("journal", scorer.session)))
    scorer.reopen()
    scorer.close()
    again = Payment.objects.get(settlement__session=scorer.session, settlement__withdrawn_at=None, creditor=None)
    assert again.ticked_at


def test_a_session_without_a_kitty_is_paid_in_points_as_before() -> None:
    scorer = closed(kitty=None)
    amounts = Payment.objects.filter(settlement__session=scorer.session).values_list("amount", "money")
    assert set(amounts) == {(66, Decimal("3.30"))}
    assert "kitty" not in words_of(browser(scorer).get(url("session", scorer.session)))


def test_the_next_session_has_the_kitty_of_the_last_one() -> None:
    scorer = closed()
    followed = start_again(scorer.session, device=scorer.access.device, token=token())
    assert followed.kitty == Decimal("1.00")
    assert Form(browser(scorer).get("/new/?game=tarot")).fields["kitty"] == "1.00"


def test_the_form_of_a_new_session_takes_the_kitty_and_says_so(client: Client) -> None:
    redrawn = client.post("/new/", posted(stake="0.05", kitty="1", action="redraw"))
    assert "Stake: €0.05 per point, €1.00 each into the kitty" in words_of(redrawn)
    client.post("/new/", posted(stake="0.05", kitty="1,50"))
    assert Session.objects.get().kitty == Decimal("1.50")


@pytest.mark.parametrize("typed", ["0", "0,00", " 0.0 "])
def test_a_kitty_of_zero_is_none(client: Client, typed: str) -> None:
    client.post("/new/", posted(stake="0.05", kitty=typed))
    assert Session.objects.get().kitty is None


@pytest.mark.parametrize(
    ("typed", "amount"), [("1", "1"), ("1,5", "1.5"), ("1.50", "1.50"), (",5", "0.5"), ("5.", "5")]
)
def test_an_amount_has_a_point_or_a_comma(typed: str, amount: str) -> None:
    assert MoneyField().clean(typed) == Decimal(amount)


@pytest.mark.parametrize("typed", ["1,000", "1.000", "1e2", "1e-1", "1_0", "٣", ".", "-", "-.", "1.5.0", "NaN"])
def test_an_amount_that_could_mean_another_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        MoneyField().clean(typed)


def test_a_kitty_without_a_stake_is_refused_at_its_field(client: Client) -> None:
    refused = "Enter a stake, too, or leave this empty: points alone are not paid."
    page = client.post("/new/", posted(kitty="1"))
    assert page.status_code == 422
    assert refused in words_of(page)
    assert not Session.objects.exists()
    scorer = Scorer(**KITTY)
    fields = Form(browser(scorer).get(url("session_details", scorer.session))).fields
    assert fields["kitty"] == "1.00"
    page = browser(scorer).post(url("session_details", scorer.session), {**fields, "stake": ""})
    assert refused in words_of(page)


def test_the_kitty_can_be_changed_until_the_session_is_closed() -> None:
    scorer = Scorer(**KITTY)
    scorer.record(GARDE)
    client, page = browser(scorer), url("session_details", scorer.session)
    for kitty, words in (("2", "set the kitty to €2.00 each"), ("", "removed the kitty")):
        client.post(page, {**Form(client.get(page)).fields, "kitty": kitty})
        assert words in words_of(client.get(url("journal", scorer.session)))
    scorer.session.refresh_from_db()
    scorer.close()
    assert "kitty" not in Form(client.get(page)).fields


def test_a_club_has_the_kitty_of_its_evenings_instead() -> None:
    club = SampleClub()
    assert "kitty" not in Form(browser(name=club.device).get("/new/?game=tarot")).fields


def test_a_club_needs_a_currency() -> None:
    """The settlement of its evening would leave the table out."""
    phone = browser(name=SampleClub().device)
    page = phone.post("/new/", posted(stake="0.05", currency=" "))
    assert page.status_code == 422
    assert "Enter a currency." in words_of(page)
    assert not Session.objects.exists()


def test_an_empty_currency_stays_empty(client: Client) -> None:
    client.post("/new/", posted(stake="0.05", currency=" "))
    session = Session.objects.get()
    assert session.currency == ""
    assert "Stake: 0.05 per point" in words_of(client.get("/new/?game=tarot"))
    page = reverse("session_details", args=[session.public_id])
    client.post(page, {**Form(client.get(page)).fields, "currency": "kr"})
    client.post(page, {**Form(client.get(page)).fields, "currency": ""})
    session.refresh_from_db()
    assert session.currency == ""


def test_a_night_pays_the_kitties_of_all_its_sessions() -> None:
    """A session with 1.00 and one with 0.50 each: Anne wins 19.80 and pays 1.50; the kitty has 4.00 and 2.00."""
    phone = device()
    first, second = closed(device=phone), closed(device=phone, kitty=Decimal("0.50"))
    recording.settle_together(Write(second.session, **second.now({})))
    night = Session.objects.get(pk=first.session.pk).night
    assert night
    settled = NightSettlement.of(night)
    anne, *others = [seat.player_id for seat in first.session.seats]
    after = changes_of_money(list(settled.payments.values()))
    assert after == money(anne, "18.30", others, "-8.10", kitty="6.00")
    assert [str(gain.money) for gain in settled.balances] == ["19.80", "-6.60", "-6.60", "-6.60"]
    client, page = browser(first), url("night", first.session)
    words = words_of(client.get(page))
    assert "These payments include €6.00 for the kitty." in words
    assert [f"€{each} each into the kitty" in words for each in ("1.00", "0.50")] == [True, True]
    key = next(key for key, payment in settled.payments.items() if payment.creditor_id is None)
    recording.tick_payment_of_night(Write(second.session, **second.now({})), key=key, paid=True)
    assert "into the kitty" in words_of(client.get(url("journal", second.session)))
    assert NightSettlement.of(night).payments.keys() == settled.payments.keys()
    assert client.get(url("night_picture", first.session)).status_code == 200


def test_a_night_is_rounded_once_before_the_kitties() -> None:
    """David and Emil lose 0.165 each, in different sessions: what each pays is what he lost and his own kitty."""
    phone, stake = device(), Decimal("0.0025")
    first = closed(device=phone, stake=stake)
    second = closed(device=phone, stake=stake, kitty=Decimal("2.00"), players=(*FOUR[:3], "Emil"))
    recording.settle_together(Write(second.session, **second.now({})))
    night = Session.objects.get(pk=first.session.pk).night
    assert night
    settled = NightSettlement.of(night)
    paid = {"Anne": 3, "Bruno": 3, "Chloé": 3, "David": 1, "Emil": 2}
    after = changes_of_money(list(settled.payments.values()))
    assert after.pop(None) == Decimal("12.00")
    assert {settled.name(player): money for player, money in after.items()} == {
        gain.name: gain.money - paid[gain.name] for gain in settled.balances
    }


def test_a_kitty_that_was_paid_too_much_pays_back() -> None:
    """A garde of Anne at 1.00 each and one of Bruno at 0.50 each: the kitty has 4.00 and 2.00.

    Once the first session is gone, 2.00 is too little by what was paid into it before.
    """
    phone = device()
    first, second = closed(device=phone), closed(device=phone, kitty=Decimal("0.50"))
    recording.settle_together(Write(second.session, **second.now({})))
    night = Session.objects.get(pk=first.session.pk).night
    assert night
    client, page, address = browser(second), url("night", second.session), url("night_payments", second.session)

    def of_kitty(column: str) -> dict[str, Payment]:
        owed = NightSettlement.of(night).payments.items()
        return {key: one for key, one in owed if getattr(one, column) is None and not one.ticked_at}

    for key in of_kitty("creditor_id"):
        client.post(address, {"payment": key, "paid": "yes", "token": token()})
    recording.delete(Write(first.session, **first.now({})))
    back = of_kitty("debtor_id")
    assert sum(one.money or 0 for one in back.values()) == Decimal("4.00")
    words = words_of(client.get(page))
    for key, one in back.items():
        assert one.creditor
        assert f"The kitty pays {one.creditor.name} back €{one.money}" in words
        client.post(address, {"payment": key, "paid": "yes", "token": token()})
        journal = words_of(client.get(url("journal", second.session)))
        assert f"the kitty pays {one.creditor.name} €{one.money} back" in journal
    assert not of_kitty("debtor_id")
    assert client.get(url("night_picture", second.session)).status_code == 200


def test_a_document_keeps_the_kitty() -> None:
    scorer = closed()
    exported = documents.session_document(scorer.session, session_ledger(scorer.session))
    assert exported["stake"] == {"per_point": "0.05", "currency": "€", "kitty": "1.00"}
    imported = import_document(device=device(), document=read(exported, find_rules), token=token())
    assert imported.kitty == Decimal("1.00")
    at_club = import_document(device=SampleClub().device, document=read(exported, find_rules), token=token())
    assert at_club.kitty is None
    assert [seat.name for seat in imported.seats] == list(FOUR)
