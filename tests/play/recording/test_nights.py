"""The sessions of a night at home, settled together: the amounts are worked by hand.

At Skat, Anne, Bruno and Chloé have 54, 46 and 0 points at a cent: by difference, Anne gains 0.62 and Bruno 0.38, and
Chloé loses 1.00. At Belote, Anne and Chloé have 96, Bruno and David 66 points at five cents: each of one side gains
1.50, each of the other loses it. Together Anne gains 2.12 and Chloé 0.50, Bruno loses 1.12 and David 1.50.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.play import recording
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.models import Night, Payment, Role, Session
from scorekeeper.play.nights import NightSettlement, joinable
from scorekeeper.play.recording.session import erase_expired
from scorekeeper.play.recording.write import Write
from scorekeeper.printing.result_picture import night_picture
from tests.play.browsers import HTMX, browser, url, watcher_of, words_of
from tests.play.tables import FOUR, GARDE, Scorer, another, device, token

pytestmark = pytest.mark.django_db

CENT = Decimal("0.01")
TOGETHER = {
    ("David", "Anne", "1.50"),
    ("Bruno", "Anne", "0.62"),
    ("Bruno", "Chloé", "0.50"),
}
SKAT = {"call": "correction", "amounts": {"0": 54, "1": 46}, "note": "the list"}
BELOTE = {"call": "prise", "taker": 0, "points": 96}


def skat(phone: str, **changes: Any) -> Scorer:
    return closed(SKAT, game="skat", rules="isko", players=FOUR[:3], stake=CENT, device=phone, **changes)


def belote(phone: str, **changes: Any) -> Scorer:
    terms = {"game": "belote", "rules": "classic", "stake": Decimal("0.05"), **changes}
    return closed(BELOTE, device=phone, **terms)


def closed(hand: dict[str, Any], **changes: Any) -> Scorer:
    scorer = Scorer(**changes)
    scorer.record(hand)
    scorer.close()
    return scorer


def began(scorer: Scorer, at: datetime) -> None:
    Session.objects.filter(pk=scorer.session.pk).update(started_at=at)
    scorer.session.refresh_from_db()


def together(scorer: Scorer, **changes: Any) -> None:
    recording.settle_together(Write(scorer.session, **scorer.now(changes)))


def apart(scorer: Scorer, **changes: Any) -> None:
    recording.settle_apart(Write(scorer.session, **scorer.now(changes)))


def settled(scorer: Scorer) -> NightSettlement:
    night = Session.objects.get(pk=scorer.session.pk).night
    assert night
    return NightSettlement.of(night)


def payments(scorer: Scorer, *, paid: bool | None = None) -> set[tuple[str, str, str]]:
    night = settled(scorer)
    return {
        (night.names[row.debtor_id or 0], night.names[row.creditor_id or 0], str(row.money))
        for row in night.payments.values()
        if paid in (None, row.ticked_at is not None)
    }


def key(scorer: Scorer, debtor: str, creditor: str) -> str:
    night = settled(scorer)
    (found,) = [
        key
        for key, row in night.payments.items()
        if (night.names[row.debtor_id or 0], night.names[row.creditor_id or 0]) == (debtor, creditor)
    ]
    return found


def tick(scorer: Scorer, debtor: str, creditor: str, *, paid: bool = True, **changes: Any) -> Any:
    write = Write(scorer.session, **scorer.now(changes))
    return recording.tick_payment_of_night(write, key=key(scorer, debtor, creditor), paid=paid)


@pytest.fixture
def night() -> tuple[Scorer, Scorer]:
    """Skat and Belote, settled together from the page of Belote."""
    phone = device()
    tables = skat(phone), belote(phone)
    together(tables[1])
    return tables


def test_a_night_is_settled_once(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    assert payments(first) == payments(second) == TOGETHER
    assert [(gain.name, str(gain.money)) for gain in settled(first).balances] == [
        ("Anne", "2.12"),
        ("Chloé", "0.50"),
        ("Bruno", "-1.12"),
        ("David", "-1.50"),
    ]


def test_quarter_cents_are_rounded_once_and_sum_to_zero() -> None:
    """A garde at a quarter of a cent costs 0.165; two of them cost 0.33, neither 0.32 nor 0.34."""
    phone = device()
    tables = [closed(GARDE, device=phone, stake=Decimal("0.0025")) for _table in range(2)]
    together(tables[1])
    assert payments(tables[0]) == {(name, "Anne", "0.33") for name in FOUR[1:]}
    third = closed(GARDE, device=phone, stake=Decimal("0.0025"))
    together(third)  # 0.495 each, and 1.485 for Anne
    assert sum(gain.money for gain in settled(third).balances) == 0
    assert {str(abs(gain.money)) for gain in settled(third).balances} <= {"0.49", "0.50", "1.48", "1.49"}


def test_where_the_lowest_wins_the_differences_are_paid() -> None:
    """At Hearts, 10 against 2, 7 and 7: the sum is 26, so at a cent 26 − 4 × 10 = −14, then 18, −2 and −2."""
    phone = device()
    hearts = closed(
        {"call": "correction", "amounts": {"0": 10, "1": 2, "2": 7, "3": 7}, "note": "the list"},
        game="hearts",
        rules="standard",
        stake=CENT,
        device=phone,
    )
    belote(phone)
    together(hearts)
    gains = {gain.name: str(gain.money) for gain in settled(hearts).balances}
    assert gains == {"Anne": "1.36", "Bruno": "-1.32", "Chloé": "1.48", "David": "-1.52"}


def test_what_is_joined() -> None:
    phone = device()
    table, joined = skat(phone), belote(phone)
    chained = belote(phone, players=("David", "Emil", "Flora", "Gabriel"))
    belote(phone, players=("Kim", "Lea", "Max", "Noa"))
    belote(phone, stake=None)
    began(belote(phone), timezone.now() - timedelta(days=1))
    gone = belote(phone)
    recording.delete(Write(gone.session, **gone.now({})))
    Scorer(device=phone, stake=CENT)  # still played
    watched = belote(device())
    recording.join(watched.session, device=phone, role=Role.WATCHER)
    assert joinable(table.session, phone) == [joined.session, chained.session]
    assert joinable(table.session, device()) == []


def test_a_night_lasts_till_six_in_the_morning() -> None:
    phone = device()
    table, late, morning = skat(phone), belote(phone), belote(phone)
    midnight = timezone.localtime().replace(hour=0, minute=0)
    began(table, midnight - timedelta(hours=2))
    began(late, midnight + timedelta(hours=5, minutes=59))
    began(morning, midnight + timedelta(hours=6))
    assert joinable(late.session, phone) == [table.session]
    assert joinable(morning.session, phone) == []


def test_sessions_of_a_club_are_settled_by_their_evening() -> None:
    phone = device()
    club = Club.objects.create(name="Thursdays")
    club.devices.create(device=phone)
    tables = skat(phone), belote(phone)
    assert tables[0].session.club == club
    assert joinable(tables[0].session, phone) == []
    with pytest.raises(NotThereError):
        together(tables[1])


def test_each_currency_is_settled_by_itself() -> None:
    phone = device()
    skat(phone)
    table = closed(GARDE, device=phone, stake=CENT, currency="CHF")
    together(table)
    of_skat = {("Chloé", "Anne", "0.62"), ("Chloé", "Bruno", "0.38")}
    assert payments(table) == of_skat | {(name, "Anne", "0.66") for name in FOUR[1:]}
    words = words_of(browser(table).get(url("night", table.session)))
    assert "Chloé pays Anne CHF 0.66" in words
    assert "Chloé pays Anne €0.62" in words


def test_a_tap_sent_twice_and_a_second_phone_change_nothing(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    together(second)
    together(first)
    assert Night.objects.count() == 1
    assert Session.objects.get(pk=first.session.pk).changes.filter(verb="together").count() == 0
    assert second.session.changes.filter(verb="together").count() == 1


def test_a_tick_is_seen_from_every_session_and_can_be_removed(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    tick(first, "David", "Anne")
    assert payments(second, paid=True) == {("David", "Anne", "1.50")}
    assert tick(second, "David", "Anne").repeated
    assert payments(second) == TOGETHER
    tick(second, "David", "Anne", paid=False)
    assert payments(first, paid=True) == set()
    journal = words_of(browser(first).get(url("journal", first.session)))
    assert "ticked a payment as paid David pays Anne €1.50" in journal


def test_two_phones_that_tick_the_same_payment_through_two_sessions_pay_it_once(
    night: tuple[Scorer, Scorer], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = night
    seen = NightSettlement.of(settled(first).night)
    tick(first, "David", "Anne")
    monkeypatch.setattr(NightSettlement, "of", lambda _night: seen)
    with pytest.raises(ConflictError):
        tick(second, "David", "Anne")
    assert Payment.objects.filter(night=seen.night).count() == 1


def test_what_was_paid_for_a_session_alone_is_paid() -> None:
    """Chloé has paid Anne 0.62 for the Skat: she is left with a gain of 1.12, and Anne with 1.50."""
    phone = device()
    first = skat(phone)
    owed = first.session.settlements.get().payments.get(money=Decimal("0.62"))
    recording.tick_payment(Write(first.session, **first.now({})), payment=owed.pk, paid=True)
    second = belote(phone)
    together(second)
    assert payments(second, paid=True) == {("Chloé", "Anne", "0.62")}
    assert payments(second, paid=False) == {("David", "Anne", "1.50"), ("Bruno", "Chloé", "1.12")}
    first.session.refresh_from_db()
    first.reopen()
    first.amend(1, {**SKAT, "amounts": {"0": 60, "1": 40}})  # Anne gains 0.80, Bruno 0.20
    first.close()
    assert payments(second, paid=True) == {("Chloé", "Anne", "0.62")}
    assert payments(second, paid=False) == {
        ("David", "Anne", "1.50"),
        ("Bruno", "Anne", "0.18"),
        ("Bruno", "Chloé", "1.12"),
    }
    tick(first, "Chloé", "Anne", paid=False)
    apart(first)


def test_a_correction_after_a_tick_leaves_what_was_paid(night: tuple[Scorer, Scorer]) -> None:
    """David had paid 1.50. With 92 against 70 the sides gain and lose 1.10, so 0.40 of it comes back to him.

    Anne is owed 0.62 + 1.10 − 1.50 = 0.22 and Chloé 1.10 − 1.00 = 0.10; Bruno owes 1.10 − 0.38 = 0.72.
    """
    first, second = night
    bruno = key(first, "Bruno", "Anne")
    tick(first, "David", "Anne")
    second.session.refresh_from_db()
    second.reopen()
    assert payments(first, paid=False) == set()
    with pytest.raises(NotThereError):
        recording.tick_payment_of_night(Write(first.session, **first.now({})), key=bruno, paid=True)
    words = words_of(browser(first).get(url("night", first.session)))
    assert "Still being played: Belote" in words
    assert "Paid so far: David pays Anne €1.50" in words
    assert "Bruno pays" not in words
    second.amend(1, {**BELOTE, "points": 92})
    second.close()
    assert payments(first, paid=True) == {("David", "Anne", "1.50")}
    assert payments(first, paid=False) == {
        ("Bruno", "David", "0.40"),
        ("Bruno", "Anne", "0.22"),
        ("Bruno", "Chloé", "0.10"),
    }
    tick(first, "Bruno", "David")
    tick(first, "David", "Anne", paid=False)  # a mistake
    assert payments(first, paid=True) == {("Bruno", "David", "0.40")}


def test_closing_again_without_a_change_keeps_everything(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    tick(first, "David", "Anne")
    second.session.refresh_from_db()
    second.reopen()
    second.close()
    assert payments(second) == TOGETHER
    assert payments(second, paid=True) == {("David", "Anne", "1.50")}


def test_another_session_joins_and_what_was_paid_stays_paid(night: tuple[Scorer, Scorer]) -> None:
    """All three were paid. The same Skat again is then owed alone."""
    first, second = night
    for debtor, creditor, _money in TOGETHER:
        tick(first, debtor, creditor)
    third = skat(first.access.device)
    assert payments(first, paid=False) == set()
    together(third)
    assert {session.pk for session in settled(third).sessions} == {one.session.pk for one in (first, second, third)}
    assert payments(third, paid=True) == TOGETHER
    assert payments(third, paid=False) == {("Chloé", "Anne", "0.62"), ("Chloé", "Bruno", "0.38")}


def test_the_same_sum_owed_twice_is_paid_twice() -> None:
    phone = device()
    tables = [closed(GARDE, device=phone, stake=CENT) for _table in range(2)]
    bruno = tables[0].session.seats[1].player_id
    together(tables[0])
    tick(tables[0], "Bruno", "Anne")
    for _more in range(2):
        together(closed(GARDE, device=phone, stake=CENT))
    assert payments(tables[0], paid=True) == {("Bruno", "Anne", "1.32")}
    assert payments(tables[0], paid=False) == {
        ("Bruno", "Anne", "1.32"),
        *((name, "Anne", "2.64") for name in FOUR[2:]),
    }
    unpaid = next(
        key for key, row in settled(tables[0]).payments.items() if not row.ticked_at and row.debtor_id == bruno
    )
    recording.tick_payment_of_night(Write(tables[0].session, **tables[0].now({})), key=unpaid, paid=True)
    assert settled(tables[0]).night.payments.count() == 2


def test_a_deleted_session_is_owed_no_more(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    recording.delete(Write(second.session, **second.now({})))
    assert payments(first) == {("Chloé", "Anne", "0.62"), ("Chloé", "Bruno", "0.38")}
    recording.undelete(Write(second.session, **second.now({})))
    assert payments(first) == TOGETHER


def test_an_erased_night_leaves_nothing(night: tuple[Scorer, Scorer]) -> None:
    tick(night[0], "David", "Anne")
    Session.objects.update(deleted_at=timezone.now() - timedelta(days=31))
    erase_expired()
    assert (Session.objects.count(), Night.objects.count(), Payment.objects.count()) == (0, 0, 0)


def test_the_sessions_are_settled_separately_again(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    tick(first, "David", "Anne")
    with pytest.raises(ConflictError):
        apart(second)
    tick(first, "David", "Anne", paid=False)
    apart(second)
    assert Night.objects.count() == 0
    for table in night:
        table.session.refresh_from_db()
        assert 'role="checkbox"' in browser(table).get(url("session", table.session)).content.decode()
    apart(second)  # sent again


def test_a_tick_can_be_removed_while_a_session_is_played_again(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    tick(first, "David", "Anne")
    second.session.refresh_from_db()
    second.reopen()
    tick(first, "David", "Anne", paid=False)
    assert payments(first) == set()
    apart(first)
    assert Night.objects.count() == 0


def test_single_payments_are_not_owed_any_more(night: tuple[Scorer, Scorer]) -> None:
    for table in night:
        words = words_of(browser(table).get(url("session", table.session)))
        assert "This session is settled together with others of the same night." in words
        assert "pays Anne" not in words
        row = table.session.settlements.get().payments.all()[0]
        with pytest.raises(NotThereError):
            recording.tick_payment(Write(table.session, **table.now({})), payment=row.pk, paid=True)


# The pages


def forms_of(client: Client, scorer: Scorer) -> str:
    return client.get(url("night", scorer.session)).content.decode()


def test_one_tap_leads_to_the_night() -> None:
    phone = device()
    skat(phone)
    table = belote(phone)
    client = browser(table)
    words = words_of(client.get(url("session", table.session)))
    assert "Also played that night: Skat (" in words
    assert client.post(url("night", table.session), {"token": token()})["Location"] == url("night", table.session)
    words = words_of(client.get(url("night", table.session)))
    assert "David pays Anne €1.50" in words
    assert "Anne +€2.12 Chloé +€0.50 Bruno −€1.12 David −€1.50" in words
    assert words_of(client.get("/")).count("The night: who pays whom") == 2


def test_points_are_not_added_up(night: tuple[Scorer, Scorer]) -> None:
    table = belote(night[0].access.device, stake=None)
    client = browser(night[0])
    assert "Not included, because no stake was agreed: Belote" in words_of(client.get(url("night", night[0].session)))
    assert "Settle the night together" not in words_of(client.get(url("session", table.session)))
    assert client.post(url("night", table.session), {"token": token()})["Location"].endswith("?changed")


def test_payments_are_ticked_by_forms_and_fetched_by_open_pages(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    client, address = browser(first), url("night_payments", first.session)
    data = {"payment": key(first, "David", "Anne"), "paid": "yes", "token": token()}
    assert client.post(address, data)["Location"] == f"{url('night', first.session)}#payments"
    assert "1 of 3 paid" in words_of(client.get(url("night", second.session)))
    data |= {"payment": "nobody", "token": token()}
    assert client.post(address, data, headers=HTMX)["HX-Redirect"].endswith("/night/?changed")
    page = client.get(url("night", first.session)).content.decode()
    fetched = unescape(page.partition('hx-get="')[2].partition('"')[0])
    assert client.get(fetched, headers=HTMX).status_code == 204
    tick(second, "Bruno", "Anne")
    assert "2 of 3 paid" in words_of(client.get(fetched, headers=HTMX))
    second.session.refresh_from_db()
    second.reopen()
    assert client.get(fetched, headers=HTMX)["HX-Redirect"] == url("night", first.session)


def test_who_watches_all_sessions_sees_the_night_and_ticks_nothing(night: tuple[Scorer, Scorer]) -> None:
    first, second = night
    client = watcher_of(first.session)
    assert "The night: who pays whom" not in words_of(client.get("/"))
    assert "The night: who pays whom" not in words_of(client.get(url("session", first.session)))
    for name in ("night", "night_payments", "night_picture"):
        assert client.get(url(name, first.session), headers=HTMX).status_code == 403
    watching = another(second, "Emil").access.device
    recording.join(first.session, device=watching, role=Role.WATCHER)
    client = browser(name=watching)
    assert "The night: who pays whom" in words_of(client.get(url("session", first.session)))
    assert "David pays Anne" in words_of(client.get(url("night", second.session)))
    assert 'role="checkbox"' not in forms_of(client, second)
    data = {"payment": key(first, "David", "Anne"), "paid": "yes", "token": token()}
    assert client.post(url("night_payments", second.session), data).status_code == 403
    assert client.post(url("night_apart", second.session), data).status_code == 403
    with pytest.raises(PermissionDenied):
        together(first, access=first.session.accesses.get(device=watching))


def test_each_session_is_shown_in_whole_cents() -> None:
    """A garde at a quarter of a cent is worth 0.495 and −0.165 each.

    Rounded down these are 0.49 and −0.17, and two cents are left over for the first two of those who lost most.
    """
    phone = device()
    tables = [closed(GARDE, device=phone, stake=Decimal("0.0025")) for _table in range(2)]
    together(tables[1])
    words = words_of(browser(tables[0]).get(url("night", tables[0].session)))
    assert "0.495" not in words
    assert "Anne +€0.49 Bruno −€0.16 Chloé −€0.16 David −€0.17" in words


def test_the_picture_counts_the_places_of_each_currency_by_themselves() -> None:
    phone = device()
    skat(phone)
    table = closed(GARDE, device=phone, stake=CENT, currency="CHF", kitty=Decimal("0.50"))
    together(table)
    (sheet,) = night_picture(settled(table)).sheets
    assert [(one["place"], one["name"], one["total"]) for one in sheet["ranking"]] == [
        ("1", "Anne", "+CHF\xa01.98"),
        *(("2", name, "−CHF\xa00.66") for name in FOUR[1:]),
        ("1", "Anne", "+€0.62"),
        ("2", "Bruno", "+€0.38"),
        ("3", "Chloé", "−€1.00"),
    ]
    assert sheet["foot"] == "These payments include CHF\xa02.00 for the kitty."


def test_the_picture_of_the_night(night: tuple[Scorer, Scorer]) -> None:
    tick(night[0], "Bruno", "Anne")
    (sheet,) = night_picture(settled(night[0])).sheets
    assert [payment["debtor"] for payment in sheet["payments"] if payment["is_paid"]] == ["Bruno"]
    answer = browser(night[0]).get(url("night_picture", night[0].session))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    alone = skat(device())
    assert browser(alone).get(url("night_picture", alone.session)).status_code == 404
    assert browser(alone).get(url("night", alone.session))["Location"] == url("session", alone.session)
