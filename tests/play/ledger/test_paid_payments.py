"""Ticks on the payments of a closed session: by several phones, in the journal, and after a correction."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from scorekeeper.play.errors import ConflictError, NotThereError, SessionLockedError
from scorekeeper.play.models import Access, Role, Session, Settlement
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
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


def tick(scorer: Scorer, pair: tuple[int, int], *, paid: bool = True, **changes: Any) -> Any:
    settlement = changes.pop("settlement", None) or standing(scorer.session).pk
    write = Write(scorer.session, **scorer.now(changes))
    return services.tick_payment(write, settlement=settlement, pair=pair, paid=paid)


def paid(session: Session) -> set[tuple[int, int]]:
    return {(one["debtor"], one["creditor"]) for one in standing(session).paid}


def other_phone(scorer: Scorer) -> Scorer:
    """Return another scorer at the same table, as its own process would load it."""
    access = services.join(scorer.session, device=device(), role=Role.SCORER, label="Bruno")
    other = Scorer.__new__(Scorer)
    other.session, other.access = Session.objects.get(pk=scorer.session.pk), access
    return other


def forms_of(page: str) -> list[dict[str, str]]:
    """Return the hidden fields of each payment's form."""
    forms = re.findall(r'<form method="post"\s+action="[^"]*/payments/".*?</form>', page, re.DOTALL)
    return [dict(re.findall(r'name="(\w+)" value="([^"]*)"', one)) for one in forms]


def test_a_tick_is_stored_and_can_be_removed() -> None:
    scorer = closed()
    tick(scorer, BRUNO)
    assert paid(scorer.session) == {BRUNO}
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


@pytest.mark.parametrize("pair", [(0, 1), (1, 2), (1, 1), (9, 0), (-1, 0)])
def test_only_payments_of_the_settlement_can_be_ticked(pair: tuple[int, int]) -> None:
    scorer = closed()
    with pytest.raises(NotThereError):
        tick(scorer, pair)
    assert paid(scorer.session) == set()


def test_nothing_is_ticked_at_a_table_that_was_reopened_or_locked() -> None:
    scorer = closed()
    before = standing(scorer.session).pk
    scorer.reopen()
    with pytest.raises(ConflictError):
        tick(scorer, BRUNO, settlement=before)
    scorer.close()
    with pytest.raises(NotThereError):  # the settlement that the page shows is withdrawn
        tick(scorer, BRUNO, settlement=before)
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
    data = {"settlement": standing(scorer.session).pk, "payment": "2-0", "paid": "yes", "token": token()}
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


def test_without_scripts_each_payment_is_ticked_by_its_form_until_everything_is_paid() -> None:
    scorer = closed()
    client, url = browser(scorer), reverse("session", args=[scorer.session.public_id])
    payments = reverse("payments", args=[scorer.session.public_id])
    for pair in ("1-0", "2-0", "3-0"):
        page = client.get(url).content.decode()
        (fields,) = [fields for fields in forms_of(page) if fields["payment"] == pair]
        assert client.post(payments, {**fields, "paid": "yes"})["Location"] == f"{url}#payments"
    assert paid(scorer.session) == {BRUNO, CHLOE, DAVID}
    assert "Everything is paid." in words_of(client.get(url))


def test_with_scripts_the_answer_is_the_payments_alone() -> None:
    scorer = closed()
    client, payments = browser(scorer), reverse("payments", args=[scorer.session.public_id])
    data = {"settlement": standing(scorer.session).pk, "payment": "1-0", "paid": "yes", "token": token()}
    answer = client.post(payments, data, headers=HTMX)
    assert answer.content.decode().lstrip().startswith('<section id="payments"')
    assert 'data-revision="3"' in answer.content.decode()
    data |= {"settlement": 0, "token": token()}
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
