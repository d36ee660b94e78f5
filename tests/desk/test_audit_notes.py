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
from scorekeeper.desk import attendance, rounds, settlement
from scorekeeper.desk.audit_notes import WORDS, EveningAction, in_words
from scorekeeper.evenings.errors import EveningSettledError
from tests.clubs.clubs import SampleClub, signed_in
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.rounds.club_rounds import drawn_round
from tests.play.browsers import Form, words_of

pytestmark = pytest.mark.django_db

JOURNAL = "/admin/play/session/journal/"


def named() -> ClubEvening:
    """A club whose phone is called Table 1."""
    club_evening = ClubEvening()
    ClubDevice.objects.filter(device=club_evening.device).update(label="Table 1")
    AuditEntry.objects.all().delete()
    return club_evening


def entries() -> list[tuple[str, str]]:
    """Return who did what, oldest first."""
    return [(entry.who, in_words(entry)) for entry in AuditEntry.objects.order_by("pk")]


def test_every_action_at_an_evening_is_recorded_with_the_phones_name() -> None:
    club_evening = named()
    anne = club_evening.player("Member A")
    page = reverse("evening", args=[club_evening.evening.public_id])
    club_evening.phone.post(f"{page}check-in/", {"player": anne.pk})
    club_evening.phone.post(f"{page}check-in/", {"name": "Zoé"})
    club_evening.phone.post(f"{page}people/{anne.pk}/", {"came": "19:30", "left": "22:10"})
    club_evening.phone.post(f"{page}check-in/", {"player": anne.pk})
    club_evening.phone.post(f"{page}leave/", {"player": anne.pk})
    club_evening.phone.post(f"{page}undo-check-in/", {"player": anne.pk})
    terms = Form(club_evening.phone.get(f"{page}details/"), "").fields
    club_evening.phone.post(f"{page}details/", {**terms, "kitty": "2", "name": "Last of the year"})
    looked = Form(club_evening.phone.get(f"{page}cash/"), "").fields
    club_evening.phone.post(f"{page}cash/", looked)
    frozen = club_evening.evening.settlements.get()
    club_evening.phone.post(f"{page}cash/withdraw/", {"settlement": frozen.pk})
    assert entries() == [
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
        (club_evening.club, "evenings.evening", str(club_evening.evening.pk))
    }


def test_a_signed_in_member_is_named_and_other_phones_take_as_many_queries() -> None:
    club_evening = named()
    page = reverse("evening", args=[club_evening.evening.public_id])
    counts = []
    for signed_in_already in (False, True):
        if signed_in_already:
            bruno = club_evening.player("Member B")
            bruno.user = User.objects.create_user("bruno", password="spades and clubs")
            bruno.save()
            ClubDevice.objects.filter(device=club_evening.device).update(player=bruno)
        form = {"player": club_evening.player(TWELVE[2 + signed_in_already]).pk}
        club_evening.phone.get(page)
        with CaptureQueriesContext(connection) as captured:
            club_evening.phone.post(f"{page}check-in/", form)
        counts.append(len(captured))
    assert [who for who, _what in entries()] == ["Table 1", "Member B"]
    assert counts[0] == counts[1]


def test_starting_an_evening_and_drawn_tables_is_recorded_once() -> None:
    club_evening = named()
    form = Form(club_evening.phone.get(reverse("evenings")), "").fields
    for _tap in range(2):
        club_evening.phone.post(reverse("evenings"), {**form, "name": "Begun"})
    round_ = drawn_round(club_evening, TWELVE[:4], TWELVE[4:8])
    for _tap in range(2):
        rounds.start_tables(round_, device=club_evening.device, label="Table 1")
    assert entries() == [
        ("Table 1", "started the evening"),
        ("", "drafted the seats of round 1"),
        ("Table 1", "published round 1"),
        ("Table 1", "started 2 tables from the draw"),
    ]


def test_actions_without_effect_are_not_recorded() -> None:
    club_evening = named()
    anne = attendance.check_in(club_evening.evening, name="Member A").player
    attendance.leave(club_evening.evening, player=anne.pk)
    times: dict[str, Any] = {"came": time(19, 30), "left": time(22, 10)}
    attendance.set_times(club_evening.evening, player=anne.pk, **times)
    before = entries()
    attendance.leave(club_evening.evening, player=anne.pk)
    attendance.set_times(club_evening.evening, player=anne.pk, **times)
    attendance.undo_check_in(club_evening.evening, player=club_evening.player("Member B").pk)
    evening = club_evening.evening
    terms: dict[str, Any] = {"name": evening.name, "kitty": None, "rounding": Decimal("0.01"), "currency": "€"}
    attendance.change(evening, day=evening.date, **terms)
    settlement.withdraw(evening, settlement=7)
    assert entries() == before


def test_refused_actions_are_not_recorded() -> None:
    club_evening = named()
    anne = attendance.check_in(club_evening.evening, name="Member A").player
    club_evening.settle()
    before = entries()
    with pytest.raises(EveningSettledError):
        attendance.leave(club_evening.evening, player=anne.pk)
    assert entries() == before


def test_recording_takes_one_more_query() -> None:
    club_evening = named()
    player = club_evening.player("Member A").pk
    with CaptureQueriesContext(connection) as captured:
        attendance.check_in(club_evening.evening, player=player)
    notes = [query["sql"] for query in captured if "clubs_auditentry" in query["sql"]]
    assert len(notes) == 1
    assert notes[0].startswith("INSERT")


def test_the_audit_log_lists_evening_actions_and_links_to_the_evening() -> None:
    club_evening = named()
    client = signed_in(club_evening.organiser("marion"))
    attendance.check_in(club_evening.evening, name="Zoé", by="Table 1")
    attendance.leave(club_evening.evening, player=club_evening.player("Zoé").pk)
    club_evening.start(*TWELVE[:4])
    page = client.get(JOURNAL)
    words = words_of(page)
    assert "Table 1 marked Zoé as present" in words
    assert "A phone marked Zoé as left" in words
    assert "started the session" in words
    assert f'href="/admin/evenings/evening/{club_evening.evening.pk}/change/"' in page.content.decode()
    assert signed_in(SampleClub("Theirs").organiser("xaver")).get(JOURNAL).content.decode().count("Zoé") == 0


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("verb=evening", {"as present", "as left"}),
        ("verb=evening&q=zo", {"as present"}),
        ("q=Table+1", {"as present"}),
        ("verb=panel", {"Added."}),
        ("verb=start", {"started the session"}),
        ("verb=evening&since={tomorrow}", set()),
    ],
)
def test_the_audit_log_can_be_filtered_by_evening_and_person(query: str, found: set[str]) -> None:
    club_evening = named()
    client = signed_in(club_evening.organiser("marion"))
    attendance.check_in(club_evening.evening, name="Zoé", by="Table 1")
    anne = attendance.check_in(club_evening.evening, name="Member A").player
    AuditEntry.objects.filter(message__contains="Member A").delete()
    attendance.leave(club_evening.evening, player=anne.pk)
    client.post("/admin/clubs/player/add/", {"club": club_evening.club.pk, "name": "Max", "nickname": ""})
    club_evening.start(*TWELVE[4:8])
    tomorrow = timezone.localdate() + timedelta(days=1)
    words = words_of(client.get(f"{JOURNAL}?{query.format(tomorrow=tomorrow)}"))
    every = {"as present", "as left", "Added.", "started the session"}
    assert {sentences for sentences in every if sentences in words} == found


EXAMPLES = {
    EveningAction.BEGIN: (),
    EveningAction.DELETE: (),
    EveningAction.CHANGE: ("date", "kitty"),
    EveningAction.COME: ("Zoé",),
    EveningAction.LEAVE: ("Zoé",),
    EveningAction.NOT_THERE: ("Zoé",),
    EveningAction.SET_TIMES: ("Zoé", "19:30", ""),
    EveningAction.DRAW: ("1",),
    EveningAction.DRAFT: ("2",),
    EveningAction.DISCARD: ("2",),
    EveningAction.SWAP: ("2", "Anne", "Zoé", "Wheelchair"),
    EveningAction.SEAT: ("2", "Zoé", "3", ""),
    EveningAction.DID_NOT_COME: ("2", "Zoé", "Anne", "Ill"),
    EveningAction.PUBLISH: ("2",),
    EveningAction.CLOCK: ("2", "90"),
    EveningAction.SETTLE: (),
    EveningAction.WITHDRAW: (),
    EveningAction.TICK: ("Anne", "Zoé", "3.30", "€"),
    EveningAction.UNTICK: ("Zoé", "", "1.00", "€"),
}


@pytest.mark.parametrize("did", EveningAction)
def test_each_entry_is_available_in_every_language(did: EveningAction) -> None:
    sentences = set()
    for language in ("en", "fr", "de"):
        with translation.override(language):
            sentences.add(WORDS[did](*EXAMPLES[did]))
    assert len(sentences) == 3
    assert all("Zoé" in words for words in sentences if "Zoé" in EXAMPLES[did])


def test_the_audit_log_takes_as_many_queries_for_three_entries_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        club_evening = ClubEvening(f"Club {number}")
        client = signed_in(club_evening.organiser(f"organiser-{number}"))
        for name in TWELVE[:number]:
            attendance.check_in(club_evening.evening, name=name)
        client.get(JOURNAL)
        with CaptureQueriesContext(connection) as captured:
            client.get(JOURNAL)
        counts.append(len(captured))
    assert counts[0] == counts[1]
