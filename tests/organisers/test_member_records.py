"""A member's record: number, category and personal data, which nobody but an organiser sees."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs import personal_data
from scorekeeper.clubs.models import AuditEntry, Merge, PersonalData, Player
from scorekeeper.devtools.everything.addresses import addresses
from scorekeeper.devtools.everything.club import everything
from scorekeeper.organisers import merging
from scorekeeper.organisers.members import admin as pages_of_members
from scorekeeper.organisers.merging import CannotMergeError
from tests.api.addresses import addresses_of
from tests.api.api_client import Full, Program
from tests.clubs.clubs import SampleClub, signed_in
from tests.play.browsers import browser, words_of
from tests.printing.printed import Printed

pytestmark = pytest.mark.django_db

LIST = "/admin/clubs/player/"
DELETE = "/admin/clubs/player/personal-data/"
ANNE, BRUNO = "Anne Arnaud", "Bruno Braun"
PERSONAL: dict[str, Any] = {
    "federation_number": "04-1178",
    "email": "anne.of.ours@example.org",
    "phone_number": "+33 1 99 00 12 34",
    "entered_on": date(1958, 5, 17),
}
RECORD: dict[str, Any] = {"member_number": "17", "category": "Seniors", **PERSONAL}
WRITTEN = ("04-1178", "anne.of.ours", "99 00 12 34", "1958-05-17", "17 May")
"""What no page but an organiser's may say."""


def posted(player: Player, **fields: Any) -> dict[str, Any]:
    return {"name": player.name, "nickname": player.nickname, **fields}


def page_of(player: Player) -> str:
    return f"{LIST}{player.pk}/change/"


class RecordsClub(SampleClub):
    def __init__(self) -> None:
        super().__init__()
        self.client = signed_in(self.organiser("marion"))

    def player(self, name: str = ANNE) -> Player:
        return self.club.players.get(name=name)

    def with_record(self, name: str = ANNE, **record: Any) -> Player:
        """Return a member whose record has these values."""
        player = self.player(name)
        of_club = {name: value for name, value in record.items() if name not in personal_data.FIELDS}
        Player.objects.filter(pk=player.pk).update(**of_club)
        personal_data.store(player, {name: value for name, value in record.items() if name not in of_club})
        return self.player(name)


def record_of(player: Player) -> dict[str, Any]:
    """Return what is stored, without what is empty."""
    stored = Player.objects.get(pk=player.pk)
    row = personal_data.personal_data_of(stored)
    values = {name: getattr(stored, name) for name in ("member_number", "category")}
    values |= {name: getattr(row, name) for name in personal_data.FIELDS}
    return {name: value for name, value in values.items() if value}


# The form


def test_a_record_is_stored_and_personal_data_has_a_row_of_its_own_only_while_there_is_any() -> None:
    sample_club = RecordsClub()
    anne = sample_club.player()
    typed = {**RECORD, "member_number": " 17 ", "entered_on": "1958-05-17"}
    assert sample_club.client.post(page_of(anne), posted(anne, **typed)).status_code == 302
    assert record_of(anne) == RECORD
    assert PersonalData.objects.get().player == anne
    assert "anne.of.ours@example.org" in sample_club.client.get(page_of(anne)).content.decode()
    assert sample_club.client.post(page_of(anne), posted(anne, category="Seniors")).status_code == 302
    assert record_of(anne) == {"category": "Seniors"}
    assert not PersonalData.objects.exists()


def test_a_new_member_can_have_a_record_at_once() -> None:
    sample_club = RecordsClub()
    typed = {"club": sample_club.club.pk, "name": "Ernst, Emil", **RECORD, "entered_on": "1958-05-17"}
    assert sample_club.client.post(f"{LIST}add/", typed).status_code == 302
    assert record_of(sample_club.player("Emil Ernst")) == RECORD


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("member_number", "18", "Member number 18 belongs to Bruno Braun."),
        ("email", "anne@", "Enter a valid email address."),
        ("phone_number", "ask Bruno", "This is not a phone number. Write it like +33 1 23 45 67 89."),
        ("phone_number", "12", "This is not a phone number. Write it like +33 1 23 45 67 89."),
        ("phone_number", "1" * 16, "This is not a phone number. Write it like +33 1 23 45 67 89."),
        ("entered_on", "1899-12-31", "This date is too far in the past."),
        ("entered_on", "2099-12-31", "This date is in the future."),
        ("category", "\ufdd0", "This contains a character that can’t be stored or shown."),
    ],
)
def test_errors_are_reported_at_their_field_and_nothing_is_stored(field: str, typed: str, words: str) -> None:
    sample_club = RecordsClub()
    sample_club.with_record(BRUNO, member_number="18")
    anne = sample_club.player()
    page = sample_club.client.post(page_of(anne), posted(anne, **{field: typed}))
    assert dict(page.context["adminform"].form.errors) == {field: [words]}
    assert record_of(anne) == {}


@pytest.mark.parametrize("typed", ["+49 (0)30 123 45-67", "01.23.45.67.89", "06131/12345", "112"])
def test_phone_numbers_of_any_country_are_accepted(typed: str) -> None:
    sample_club = RecordsClub()
    anne = sample_club.player()
    sample_club.client.post(page_of(anne), posted(anne, phone_number=typed))
    assert record_of(anne) == {"phone_number": typed}


def test_another_club_and_a_merged_record_may_have_the_same_number() -> None:
    sample_club, other = RecordsClub(), SampleClub("Others", members=())
    sample_club.with_record(member_number="17")
    other.member("Xaver", member_number="17")
    sample_club.member("Ann", member_number="17", merged_into=sample_club.player())
    with pytest.raises(IntegrityError), transaction.atomic():
        sample_club.member("Emil", member_number="17")


def test_the_categories_of_the_club_are_suggested() -> None:
    sample_club, other = RecordsClub(), SampleClub("Others", members=())
    sample_club.with_record(category="Seniors")
    sample_club.with_record(BRUNO, category="Ladies")
    other.member("Xaver", category="Youth")
    page = sample_club.client.get(page_of(sample_club.player("Chloé Clair"))).content.decode()
    assert '<option value="Ladies"></option><option value="Seniors"></option>' in page
    assert "Youth" not in page


# The list


@pytest.mark.parametrize("query", ["?q=Arnaud", "?q=17", "?q=04-1178", "?category=Seniors"])
def test_members_are_found_by_name_numbers_and_category(query: str) -> None:
    sample_club = RecordsClub()
    sample_club.with_record(**RECORD)
    sample_club.with_record(BRUNO, member_number="18", category="Ladies", federation_number="04-2299")
    page = sample_club.client.get(LIST + query)
    assert [player.name for player in page.context["cl"].result_list] == [ANNE]


def test_the_filter_offers_the_categories_of_the_own_club_only() -> None:
    sample_club, other = RecordsClub(), SampleClub("Others", members=())
    sample_club.with_record(category="Seniors")
    sample_club.with_record(BRUNO, category="Ladies")
    other.member("Xaver", category="Youth")
    (category,) = [spec for spec in sample_club.client.get(LIST).context["cl"].filter_specs if spec.title == "category"]
    assert category.lookup_choices == [("Ladies", "Ladies"), ("Seniors", "Seniors")]


# Who sees it


def test_the_audit_logs_name_the_fields_that_changed_and_never_their_values() -> None:
    sample_club = RecordsClub()
    anne = sample_club.player()
    sample_club.client.post(page_of(anne), posted(anne, **{**RECORD, "entered_on": "1958-05-17"}))
    sample_club.client.post(page_of(anne), posted(anne, **{**PERSONAL, "email": "else@example.org"}))
    sample_club.client.post(DELETE, {"pk": anne.pk})
    stored = [
        *AuditEntry.objects.values_list("message", "name"),
        *LogEntry.objects.values_list("change_message", "object_repr"),
    ]
    assert len(stored) == 6
    text = json.dumps(stored)
    assert [written for written in (*WRITTEN, "else@example.org") if written in text] == []
    journal = words_of(sample_club.client.get("/admin/play/session/journal/"))
    assert "federation number, e-mail, phone number and entry date" in journal
    assert "Personal data deleted." in journal


def personal_in(response: Any) -> list[str]:
    """Return what a page, a file or an answer says that is personal."""
    if response.get("Content-Type") == "application/pdf":
        printed = Printed(response.content)
        return [written for written in WRITTEN if printed.has(written)]
    data = b"".join(response.streaming_content) if response.streaming else response.content
    return [written for written in WRITTEN if written in data.decode(errors="replace")]


@pytest.mark.thorough
def test_no_page_file_or_answer_outside_the_panel_says_anything_personal() -> None:
    rows = everything()
    for player in rows.club.players.all():
        personal_data.store(player, PERSONAL)
    clients = {
        "phone": browser(name=rows.club_phone),
        "organiser": signed_in(rows.organiser),
        "stranger": browser(),
    }
    answered = set()
    for name, address in addresses(rows, of_the_panel=False, printed=True).items():
        for who, client in clients.items():
            response = client.get(address)
            assert personal_in(response) == [], (who, address)
            if response.status_code == 200:
                answered.add(name)
    assert {"club", "members", "member", "standings", "evening", "print_standings_pdf"} <= answered


def test_no_answer_of_the_api_says_anything_personal() -> None:
    full = Full()
    for player in full.club.players.all():
        personal_data.store(player, PERSONAL)
    program = Program(full.club, name="A reader")
    responses = {address: program.ask(address) for address in addresses_of(full)}
    assert [address for address, response in responses.items() if personal_in(response)] == []
    assert responses["members"].status_code == 200


def test_no_file_of_a_tournament_says_anything_personal() -> None:
    rows = everything()
    for player in rows.club.players.all():
        personal_data.store(player, PERSONAL)
    panel = signed_in(rows.organiser)
    address = reverse("admin:tournament_files", args=[rows.tournament.evening.public_id])
    for file in ("entries.csv", "ranking.csv", "association.csv", "cash.csv", "document.json"):
        response = panel.get(address, {"file": file})
        assert (response.status_code, personal_in(response)) == (200, []), file
        assert "Anne" in response.content.decode()


# Deleting


def test_personal_data_is_deleted_after_a_page_that_names_the_fields_and_not_the_values() -> None:
    sample_club = RecordsClub()
    anne = sample_club.with_record(**RECORD)
    assert f"{DELETE}?pk={anne.pk}" in sample_club.client.get(page_of(anne)).content.decode()
    page = sample_club.client.get(f"{DELETE}?pk={anne.pk}")
    assert "federation number, e-mail, phone number, entry date" in words_of(page)
    assert [written for written in WRITTEN if written in page.content.decode()] == []
    assert record_of(anne) == RECORD
    assert sample_club.client.post(DELETE, {"pk": anne.pk})["Location"] == page_of(anne)
    assert record_of(anne) == {"member_number": "17", "category": "Seniors"}
    assert DELETE not in sample_club.client.get(page_of(anne)).content.decode()


def test_the_personal_data_of_several_people_is_deleted_from_the_list() -> None:
    sample_club = RecordsClub()
    anne, bruno = sample_club.with_record(**PERSONAL), sample_club.with_record(BRUNO, email="b@example.org")
    chloe = sample_club.player("Chloé Clair")
    keys = [anne.pk, bruno.pk, chloe.pk]
    page = sample_club.client.post(LIST, {"action": "delete_personal_data", "_selected_action": keys}, follow=True)
    assert "Anne Arnaud federation number, e-mail, phone number, entry date Bruno Braun e-mail" in words_of(page)
    assert sample_club.client.post(DELETE, {"pk": keys})["Location"] == LIST
    assert not PersonalData.objects.exists()
    assert sorted(AuditEntry.objects.values_list("name", flat=True)) == [ANNE, BRUNO]


def test_the_page_takes_as_many_queries_for_three_people_as_for_one() -> None:
    sample_club, counts = RecordsClub(), []
    keys = [sample_club.with_record(name, **PERSONAL).pk for name in (ANNE, BRUNO, "Chloé Clair")]
    for number in (1, 3):
        with CaptureQueriesContext(connection) as captured:
            page = sample_club.client.get(DELETE, {"pk": keys[:number]})
        assert len(page.context["people"]) == number
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_no_more_people_are_chosen_than_a_form_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_of_members, "MOST_DELETED", 2)
    sample_club = RecordsClub()
    keys = list(sample_club.club.players.values_list("pk", flat=True))
    page = sample_club.client.post(LIST, {"action": "delete_personal_data", "_selected_action": keys}, follow=True)
    assert "Choose at most 2 people at once." in words_of(page)


def test_if_there_is_nothing_to_delete_the_page_says_so_and_nothing_is_logged() -> None:
    sample_club = RecordsClub()
    anne = sample_club.player()
    assert "There is no personal data to delete." in words_of(sample_club.client.get(f"{DELETE}?pk={anne.pk}"))
    sample_club.client.post(DELETE, {"pk": anne.pk})
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("keys", [[], ["0"], ["x"], ["9" * 30]])
def test_a_deletion_of_nobody_is_not_found(keys: list[str]) -> None:
    assert RecordsClub().client.get(DELETE, {"pk": keys}).status_code == 404


def test_another_clubs_organiser_can_neither_see_nor_delete_it() -> None:
    sample_club, other = RecordsClub(), SampleClub("Others", members=())
    anne = sample_club.with_record(**RECORD)
    theirs = signed_in(other.organiser("theirs"))
    assert theirs.get(DELETE, {"pk": anne.pk}).status_code == 404
    assert theirs.post(DELETE, {"pk": anne.pk}).status_code == 404
    assert [player.name for player in theirs.get(f"{LIST}?q=04-1178").context["cl"].result_list] == []
    assert record_of(anne) == RECORD


# Merging


def merge(sample_club: RecordsClub, kept: dict[str, Any], gone: dict[str, Any]) -> tuple[Player, Player, Merge]:
    """Merge Bruno's record into Anne's."""
    anne, bruno = sample_club.with_record(**kept), sample_club.with_record(BRUNO, **gone)
    return anne, bruno, merging.merge(anne, bruno, by="marion")


@pytest.mark.parametrize(
    ("kept", "gone", "merged"),
    [
        ({}, RECORD, RECORD),
        (RECORD, {}, RECORD),
        ({"email": "a@example.org"}, RECORD, {**RECORD, "email": "a@example.org"}),
        ({"member_number": "1", "category": "Ladies"}, RECORD, {**RECORD, "member_number": "1", "category": "Ladies"}),
    ],
)
def test_a_merge_fills_empty_fields_of_the_kept_record_and_undoing_it_empties_them_again(
    kept: dict[str, Any], gone: dict[str, Any], merged: dict[str, Any]
) -> None:
    anne, bruno, stored = merge(RecordsClub(), kept, gone)
    assert record_of(anne) == merged
    assert [written for written in WRITTEN if written in json.dumps(stored.moved)] == []
    merging.unmerge(stored)
    assert (record_of(anne), record_of(bruno)) == (kept, gone)


def test_undoing_a_merge_keeps_what_was_entered_since() -> None:
    anne, bruno, stored = merge(RecordsClub(), {}, RECORD)
    personal_data.store(Player.objects.get(pk=anne.pk), {"email": "new@example.org"})
    merging.unmerge(stored)
    assert record_of(anne) == {"email": "new@example.org"}
    assert record_of(bruno) == RECORD


@pytest.mark.parametrize("now_has_it", [ANNE, "Chloé Clair"])
def test_a_merge_is_not_undone_while_somebody_else_has_the_number(now_has_it: str) -> None:
    sample_club = RecordsClub()
    _anne, _bruno, stored = merge(sample_club, {"member_number": "1"}, {"member_number": "17"})
    sample_club.with_record(now_has_it, member_number="17")
    with pytest.raises(CannotMergeError, match=f"The member number of {BRUNO}, 17, now belongs to {now_has_it}."):
        merging.unmerge(stored)


def test_deleting_personal_data_deletes_that_of_merged_records_too() -> None:
    sample_club = RecordsClub()
    anne, bruno, stored = merge(sample_club, {"email": "a@example.org"}, RECORD)
    sample_club.client.post(DELETE, {"pk": anne.pk})
    assert not PersonalData.objects.exists()
    merging.unmerge(stored)
    assert (record_of(anne), record_of(bruno)) == ({}, {"member_number": "17", "category": "Seniors"})


def test_the_preview_of_a_merge_says_what_is_taken_over_and_what_is_not() -> None:
    sample_club = RecordsClub()
    anne = sample_club.with_record(email="a@example.org")
    bruno = sample_club.with_record(BRUNO, **RECORD)
    shown = merging.preview(anne, bruno)
    assert [(field.label, field.text) for field in shown.filled] == [
        ("member number", "17"),
        ("category", "Seniors"),
        ("federation number", "04-1178"),
        ("phone number", "+33 1 99 00 12 34"),
        ("entry date", "17 May 1958"),
    ]
    assert [(field.label, field.text) for field in shown.left] == [("e-mail", "anne.of.ours@example.org")]
    words = words_of(sample_club.client.get(reverse("admin:clubs_player_merge"), {"one": anne.pk, "other": bruno.pk}))
    assert "Member number: 17" in words
    assert f"{ANNE} keeps its own values, so these are not taken over: E-mail: anne.of.ours@example.org" in words
