"""What phones do at an evening is in the club's journal: who, when and what, in every language."""

from __future__ import annotations

from datetime import time, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from scorekeeper.clubs.models import AuditEntry, ClubDevice
from scorekeeper.evenings import attendance, settlement, table_start
from scorekeeper.evenings.audit_notes import WORDS, EveningAction, in_words
from scorekeeper.evenings.table_start import DrawnTable
from scorekeeper.play.errors import EveningSettledError
from tests.clubs.clubs import House, signed_in
from tests.evenings.club_evening import STAKE, TWELVE, Night
from tests.play.browsers import Form, words_of
from tests.play.tables import token

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"


def named() -> Night:
    """A club whose phone is called Table 1."""
    night = Night()
    ClubDevice.objects.filter(device=night.device).update(label="Table 1")
    AuditEntry.objects.all().delete()
    return night


def told() -> list[tuple[str, str]]:
    """Return who did what, oldest first."""
    return [(entry.who, in_words(entry)) for entry in AuditEntry.objects.order_by("pk")]


def test_every_tap_on_an_evening_is_told_with_the_name_of_the_phone() -> None:
    night = named()
    anne = night.player("Member A")
    page = reverse("evening", args=[night.evening.public_id])
    night.phone.post(f"{page}check-in/", {"player": anne.pk})
    night.phone.post(f"{page}check-in/", {"name": "Zoé"})
    night.phone.post(f"{page}people/{anne.pk}/", {"came": "19:30", "left": "22:10"})
    night.phone.post(f"{page}check-in/", {"player": anne.pk})
    night.phone.post(f"{page}leave/", {"player": anne.pk})
    night.phone.post(f"{page}undo-check-in/", {"player": anne.pk})
    terms = Form(night.phone.get(f"{page}details/"), "").fields
    night.phone.post(f"{page}details/", {**terms, "kitty": "2", "name": "Last of the year"})
    looked = Form(night.phone.get(f"{page}settlement/"), "").fields
    night.phone.post(f"{page}settlement/", looked)
    frozen = night.evening.settlements.get()
    night.phone.post(f"{page}settlement/withdraw/", {"settlement": frozen.pk})
    assert told() == [
        ("Table 1", "marked Member A as present"),
        ("Table 1", "marked Zoé as present"),
        ("Table 1", "set when Member A arrived and left: 19:30, 22:10"),
        ("Table 1", "marked Member A as present"),
        ("Table 1", "marked Member A as left"),
        ("Table 1", "removed Member A from the attendance"),
        ("Table 1", "changed the evening: name, into the kitty"),
        ("Table 1", "settled the evening"),
        ("Table 1", "withdrew the settlement of the evening"),
    ]
    assert {(entry.club, entry.model, entry.key) for entry in AuditEntry.objects.all()} == {
        (night.club, "evenings.evening", str(night.evening.pk))
    }


def test_whoever_has_signed_in_on_the_phone_is_named_and_another_phone_costs_as_much() -> None:
    night = named()
    page = reverse("evening", args=[night.evening.public_id])
    counts = []
    for signed_in_already in (False, True):
        if signed_in_already:
            bruno = night.player("Member B")
            bruno.user = User.objects.create_user("bruno", password="spades and clubs")
            bruno.save()
            ClubDevice.objects.filter(device=night.device).update(player=bruno)
        form = {"player": night.player(TWELVE[2 + signed_in_already]).pk}
        night.phone.get(page)
        with CaptureQueriesContext(connection) as asked:
            night.phone.post(f"{page}check-in/", form)
        counts.append(len(asked))
    assert [who for who, _what in told()] == ["Table 1", "Member B"]
    assert counts[0] == counts[1]


def test_an_evening_that_is_begun_and_tables_that_are_drawn_are_told_once() -> None:
    night = named()
    form = Form(night.phone.get(reverse("evenings")), "").fields
    for _tap in range(2):
        night.phone.post(reverse("evenings"), {**form, "name": "Begun"})
    game = next(iter(table_start.playable(night.evening).values()))
    players = [night.player(name).pk for name in TWELVE[:8]]
    tables = [DrawnTable(game=game, players=players[at : at + 4], token=token(), stake=STAKE) for at in (0, 4)]
    for _tap in range(2):
        table_start.start(night.evening, device=night.device, label="Table 1", tables=tables)
    assert told() == [("Table 1", "started the evening"), ("Table 1", "started 2 tables from the draw")]


def test_what_changes_nothing_is_not_told() -> None:
    night = named()
    anne = attendance.check_in(night.evening, name="Member A").player
    attendance.leave(night.evening, player=anne.pk)
    times: dict[str, Any] = {"came": time(19, 30), "left": time(22, 10)}
    attendance.set_times(night.evening, player=anne.pk, **times)
    before = told()
    attendance.leave(night.evening, player=anne.pk)
    attendance.set_times(night.evening, player=anne.pk, **times)
    attendance.undo_check_in(night.evening, player=night.player("Member B").pk)
    evening = night.evening
    terms: dict[str, Any] = {"name": evening.name, "kitty": None, "rounding": Decimal("0.01"), "currency": "€"}
    attendance.change(evening, day=evening.date, **terms)
    settlement.withdraw(evening, settlement=7)
    assert told() == before


def test_what_is_refused_is_not_told() -> None:
    night = named()
    anne = attendance.check_in(night.evening, name="Member A").player
    night.settle()
    before = told()
    with pytest.raises(EveningSettledError):
        attendance.leave(night.evening, player=anne.pk)
    assert told() == before


def test_a_tap_costs_one_statement_more_and_no_more() -> None:
    night = named()
    player = night.player("Member A").pk
    with CaptureQueriesContext(connection) as asked:
        attendance.check_in(night.evening, player=player)
    notes = [one["sql"] for one in asked if "clubs_auditentry" in one["sql"]]
    assert len(notes) == 1
    assert notes[0].startswith("INSERT")


def test_the_journal_lists_them_beside_everything_else_and_leads_to_the_evening() -> None:
    night = named()
    client = signed_in(night.organiser("marion"))
    attendance.check_in(night.evening, name="Zoé", by="Table 1")
    attendance.leave(night.evening, player=night.player("Zoé").pk)
    night.start(*TWELVE[:4])
    page = client.get(JOURNAL)
    words = words_of(page)
    assert "Table 1 marked Zoé as present" in words
    assert "A phone marked Zoé as left" in words
    assert "started the session" in words
    assert f'href="/admin/evenings/evening/{night.evening.pk}/change/"' in page.content.decode()
    assert signed_in(House("Theirs").organiser("xaver")).get(JOURNAL).content.decode().count("Zoé") == 0


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("verb=evening", {"as present", "as left"}),
        ("verb=evening&q=zo", {"as present"}),
        ("q=Table+1", {"as present"}),
        ("verb=panel", {"Added."}),
        ("verb=start", {"started the session"}),
        ("verb=evening&since={tomorrow}", set()),
    ],
)
def test_the_journal_is_narrowed_to_evenings_and_to_whom_it_is_about(asked: str, found: set[str]) -> None:
    night = named()
    client = signed_in(night.organiser("marion"))
    attendance.check_in(night.evening, name="Zoé", by="Table 1")
    anne = attendance.check_in(night.evening, name="Member A").player
    AuditEntry.objects.filter(message__contains="Member A").delete()
    attendance.leave(night.evening, player=anne.pk)
    client.post("/admin/clubs/player/add/", {"club": night.club.pk, "name": "Max", "nickname": ""})
    night.start(*TWELVE[4:8])
    tomorrow = timezone.localdate() + timedelta(days=1)
    words = words_of(client.get(f"{JOURNAL}?{asked.format(tomorrow=tomorrow)}"))
    every = {"as present", "as left", "Added.", "started the session"}
    assert {said for said in every if said in words} == found


EXAMPLES = {
    EveningAction.BEGIN: (),
    EveningAction.CHANGE: ("date", "kitty"),
    EveningAction.COME: ("Zoé",),
    EveningAction.LEAVE: ("Zoé",),
    EveningAction.NOT_THERE: ("Zoé",),
    EveningAction.SET_TIMES: ("Zoé", "19:30", ""),
    EveningAction.DRAW: ("1",),
    EveningAction.SETTLE: (),
    EveningAction.WITHDRAW: (),
}


@pytest.mark.parametrize("did", EveningAction)
def test_each_line_is_read_in_every_language(did: EveningAction) -> None:
    said = set()
    for language in ("en", "fr", "de"):
        with translation.override(language):
            said.add(WORDS[did](*EXAMPLES[did]))
    assert len(said) == 3
    assert all("Zoé" in words for words in said if "Zoé" in EXAMPLES[did])


def test_the_journal_asks_as_much_for_three_lines_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        night = Night(f"Club {number}")
        client = signed_in(night.organiser(f"organiser-{number}"))
        for name in TWELVE[:number]:
            attendance.check_in(night.evening, name=name)
        client.get(JOURNAL)
        with CaptureQueriesContext(connection) as asked:
            client.get(JOURNAL)
        counts.append(len(asked))
    assert counts[0] == counts[1]
