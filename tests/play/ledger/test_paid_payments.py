"""Ticks on the payments of a closed session: by several phones, in the journal, and after a correction."""

import re
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.play import queries, recording
from scorekeeper.play.errors import ConflictError, NotThereError, SessionLockedError
from scorekeeper.play.models import Access, Payment, Role, Session, Settlement
from scorekeeper.play.recording.details import SessionDetails
from scorekeeper.play.recording.write import Write
from tests.play.browsers import HTMX, browser, watcher_of, words_of
from tests.play.tables import GARDE, Scorer, device, token

pytestmark = pytest.mark.django_db

BRUNO, CHLOE, DAVID = (1, 0), (2, 0), (3, 0)
"""Bruno, Chloé and David each pay Anne 66 for her garde."""


def closed(**changes: Any) -> Scorer:
    scorer = Scorer(stake=Decimal("0.05"), **changes)
    scorer.record(GARDE)
    scorer.close()
    return scorer


def standing(session: Session) -> Settlement:
    return session.settlements.get(withdrawn_at=None)


def payment(session: Session, pair: tuple[int, int]) -> Payment:
    """Return the payment between two seats of the settlement that stands."""
    players = [seat.player_id for seat in session.seats]
    return standing(session).payments.get(debtor=players[pair[0]], creditor=players[pair[1]])


def tick(scorer: Scorer, pair: tuple[int, int], *, paid: bool = True, **changes: Any) -> Any:
    key = changes.pop("payment", None) or payment(scorer.session, pair).pk
    return recording.tick_payment(Write(scorer.session, **scorer.now(changes)), payment=key, paid=paid)


def paid(session: Session) -> set[tuple[int, int]]:
    places = {seat.player_id: seat.place for seat in session.seats}
    ticked = standing(session).payments.exclude(ticked_at=None)
    return {(places[payment.debtor_id or 0], places[payment.creditor_id or 0]) for payment in ticked}


def other_phone(scorer: Scorer) -> Scorer:
    """Return another scorer at the same table, as its own process would load it."""
    access = recording.join(scorer.session, device=device(), role=Role.SCORER, label="Bruno")
    other = Scorer.__new__(Scorer)
    other.session, other.access = Session.objects.get(pk=scorer.session.pk), access
    return other


def forms_of(page: str) -> list[dict[str, str]]:
    """Return the hidden fields of each payment's form."""
    forms = re.findall(r'<form method="post"\s+action="[^"]*/payments/".*?</form>', page, re.DOTALL)
    return [dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) for form in forms]


def test_a_tick_is_stored_and_can_be_removed() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    assert paid(scorer.session) == {BRUNO}
    row = payment(scorer.session, BRUNO)
    assert (row.ticked_at, row.ticked_by) == (scorer.session.changes.latest("revision").at, scorer.access.label)
    tick(scorer, BRUNO, paid=False)
    assert paid(scorer.session) == set()
    assert [change.verb for change in scorer.session.changes.order_by("-revision")[:2]] == ["untick", "tick"]


def test_two_phones_that_tick_different_payments_lose_neither() -> None:
    scorer = closed()
    other = other_phone(scorer)
    seen = other.session.revision
    tick(scorer, BRUNO)
    tick(other, CHLOE, revision=seen)
    assert paid(scorer.session) == {BRUNO, CHLOE}


def test_two_phones_that_tick_the_same_payment_tick_it_once() -> None:
    scorer = closed()
    other = other_phone(scorer)
    seen = other.session.revision
    tick(scorer, BRUNO)
    assert tick(other, BRUNO, revision=seen).repeated
    assert paid(scorer.session) == {BRUNO}
    assert scorer.session.changes.filter(verb="tick").count() == 1


def test_a_tap_that_is_sent_again_after_another_phone_removed_the_tick_changes_nothing() -> None:
    scorer, once = closed(), token()
    tick(scorer, BRUNO, token=once)
    tick(other_phone(scorer), BRUNO, paid=False)
    assert tick(scorer, BRUNO, token=once).repeated
    assert paid(scorer.session) == set()


def test_only_payments_of_the_session_can_be_ticked() -> None:
    scorer, other = closed(), closed()
    for key in (payment(other.session, BRUNO).pk, -1):
        with pytest.raises(NotThereError):
            tick(scorer, BRUNO, payment=key)
    assert paid(scorer.session) == paid(other.session) == set()


def test_nothing_is_ticked_at_a_table_that_was_reopened_or_locked() -> None:
    scorer = closed()
    before = payment(scorer.session, BRUNO).pk
    scorer.reopen()
    with pytest.raises(ConflictError):
        tick(scorer, BRUNO, payment=before)
    scorer.close()
    with pytest.raises(NotThereError):  # the settlement that the page shows is withdrawn
        tick(scorer, BRUNO, payment=before)
    Session.objects.filter(pk=scorer.session.pk).update(locked_at=scorer.session.started_at)
    with pytest.raises(SessionLockedError):
        tick(scorer, BRUNO)


def test_watchers_see_ticks_but_cannot_set_them() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    client = watcher_of(scorer.session)
    page = client.get(reverse("session", args=[scorer.session.public_id]))
    assert "1 of 3 paid" in words_of(page)
    assert 'payments/" hx-post' not in page.content.decode()
    assert 'role="checkbox"' not in page.content.decode()
    data = {"payment": payment(scorer.session, CHLOE).pk, "paid": "yes", "token": token()}
    assert client.post(reverse("payments", args=[scorer.session.public_id]), data).status_code == 403
    watcher = Access.objects.get(session=scorer.session, role=Role.WATCHER)
    with pytest.raises(PermissionDenied):
        tick(scorer, CHLOE, access=watcher)
    assert paid(scorer.session) == {BRUNO}


def test_a_ticked_session_can_be_reopened() -> None:
    scorer = closed()
    seen = scorer.session.revision
    tick(scorer, BRUNO)
    scorer.reopen(revision=seen)
    assert scorer.session.closed_at is None


def test_ticks_stay_on_payments_that_are_the_same_after_closing_again() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    scorer.reopen()
    scorer.close()
    assert paid(scorer.session) == {BRUNO}


def test_ticks_of_payments_that_changed_are_removed_and_named() -> None:
    scorer = closed()
    for pair in (BRUNO, CHLOE):
        tick(scorer, pair)
    scorer.reopen()
    correction = {"call": "correction", "amounts": {"1": -4, "3": 4}, "note": "a slip"}
    scorer.record(correction)  # Bruno now pays 70 and David 62; Chloé still pays 66
    scorer.close()
    assert paid(scorer.session) == {CHLOE}
    words = words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
    assert "These ticks no longer count: Bruno pays Anne 66 €3.30" in words
    assert "1 of 3 paid" in words


def test_a_tick_stays_at_a_seat_that_another_known_player_takes_over() -> None:
    scorer = closed()
    elsewhere = Scorer(players=("Zoé", "Yann", "Xavier", "Willy"), device=scorer.access.device)
    tick(scorer, BRUNO)
    scorer.reopen()
    wanted = SessionDetails.from_session(scorer.session, queries.people(scorer.session))
    wanted = replace(wanted, names=("Anne", "Zoé", "Chloé", "David"))
    recording.exchange_people(Write(scorer.session, **scorer.now({})), wanted=wanted)
    scorer.close()
    assert paid(scorer.session) == {BRUNO}
    assert payment(scorer.session, BRUNO).debtor == elsewhere.session.seats[0].player


def test_a_change_of_the_stake_changes_every_payment() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    scorer.reopen()
    Session.objects.filter(pk=scorer.session.pk).update(stake=Decimal("0.10"))
    scorer.session.refresh_from_db()
    scorer.close()
    assert paid(scorer.session) == set()


def test_payments_by_difference_are_ticked_in_money() -> None:
    scorer = Scorer(game="skat", rules="isko", players=("Anne", "Bruno", "Chloé"), stake=Decimal("0.01"))
    scorer.record({"call": "correction", "amounts": {"0": 54, "1": 46}, "note": "carried over"})
    scorer.close()
    # Differences of 54, 46 and 0 at a cent: Anne gains 62, Bruno 38, Chloé pays both.
    tick(scorer, (2, 0))
    journal = words_of(browser(scorer).get(reverse("journal", args=[scorer.session.public_id])))
    assert "ticked a payment as paid Chloé pays Anne €0.62" in journal
    assert paid(scorer.session) == {(2, 0)}


def test_the_journal_says_which_payment_was_ticked() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    tick(scorer, BRUNO, paid=False)
    words = words_of(browser(scorer).get(reverse("journal", args=[scorer.session.public_id])))
    assert "ticked a payment as paid Bruno pays Anne 66, €3.30" in words
    assert "removed the tick from a payment Bruno pays Anne 66, €3.30" in words


def test_older_journals_name_the_people_of_a_payment_by_seat() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    told = {"debtor": 1, "creditor": 0, "amount": 66, "money": "3.30", "currency": "€"}
    scorer.session.changes.filter(verb="tick").update(after=told)
    words = words_of(browser(scorer).get(reverse("journal", args=[scorer.session.public_id])))
    assert "ticked a payment as paid Bruno pays Anne 66, €3.30" in words


def test_without_scripts_each_payment_is_ticked_by_its_form_until_everything_is_paid() -> None:
    scorer = closed()
    client, url = browser(scorer), reverse("session", args=[scorer.session.public_id])
    payments = reverse("payments", args=[scorer.session.public_id])
    for pair in (BRUNO, CHLOE, DAVID):
        page, key = client.get(url).content.decode(), str(payment(scorer.session, pair).pk)
        (fields,) = [fields for fields in forms_of(page) if fields["payment"] == key]
        assert client.post(payments, {**fields, "paid": "yes"})["Location"] == f"{url}#payments"
    assert paid(scorer.session) == {BRUNO, CHLOE, DAVID}
    assert "Everything is paid." in words_of(client.get(url))


def test_with_scripts_the_answer_is_the_payments_alone() -> None:
    scorer = closed()
    client, payments = browser(scorer), reverse("payments", args=[scorer.session.public_id])
    data = {"payment": payment(scorer.session, BRUNO).pk, "paid": "yes", "token": token()}
    answer = client.post(payments, data, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<section id="payments"')
    assert 'data-revision="3"' in answer.content.decode()
    data |= {"payment": 0, "token": token()}
    assert client.post(payments, data, headers=HTMX)["HX-Redirect"].endswith("/?changed")


def test_an_open_page_fetches_ticks_and_reloads_after_any_other_change() -> None:
    scorer = closed()
    client, url = browser(scorer), reverse("payments", args=[scorer.session.public_id])
    seen = scorer.session.revision
    assert client.get(url, {"since": seen}, headers=HTMX).status_code == 204
    tick(scorer, BRUNO)
    assert "1 of 3 paid" in words_of(client.get(url, {"since": seen}, headers=HTMX))
    scorer.reopen()
    scorer.close()
    assert "HX-Redirect" in client.get(url, {"since": seen}, headers=HTMX)
    assert client.get(url)["Location"] == reverse("session", args=[scorer.session.public_id])


def test_points_without_a_stake_can_be_ticked_too() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    scorer.close()
    tick(scorer, BRUNO)
    assert "1 of 3 paid" in words_of(browser(scorer).get(reverse("session", args=[scorer.session.public_id])))
