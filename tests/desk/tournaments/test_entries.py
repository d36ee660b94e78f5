"""The entries of a tournament: by name, as lines, of those present; changed, paid, withdrawn and deleted."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.scoring.errors import RuleError
from scorekeeper.clubs.models import Player
from scorekeeper.desk import attendance, audit_notes, entry_payments, publication, register
from scorekeeper.desk import entries as desk
from scorekeeper.desk.audit_notes import AT_DESK, AT_EVENING
from scorekeeper.desk.models import EntryPayment, TournamentEntry
from scorekeeper.desk.pages.entries import MOST_WARNINGS
from scorekeeper.desk.register import EntryDetails
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Round, RoundSeat
from scorekeeper.play.formatting import in_words
from tests.desk.club_tournament import ClubTournament
from tests.play.browsers import browser, words_of

pytestmark = pytest.mark.django_db
FOUR = ("Anne", "Bruno", "Chloé", "David")


def club_with(*members: str, **terms: Any) -> ClubTournament:
    return ClubTournament(members=members or FOUR, **terms)


def enter(club: ClubTournament, name: str, **details: str) -> TournamentEntry:
    return desk.enter(club.tournament, EntryDetails(name=name, **details), by="desk")


def listed(club: ClubTournament) -> list[tuple[int, str]]:
    return list(club.tournament.entries.values_list("number", "name"))


def seat(club: ClubTournament, *entries: TournamentEntry, number: int = 1, table: int | None = 1) -> None:
    """Seat these at a table of a round, or name them as sitting out."""
    round_, _new = Round.objects.get_or_create(
        evening=club.evening, number=number, defaults={"game": "skat", "rules": "isko", "seating": "draw"}
    )
    for place, entry in enumerate(entries):
        RoundSeat.objects.create(round=round_, player=entry.player, table=table, place=None if table is None else place)


def noted(club: ClubTournament) -> list[str]:
    return [audit_notes.in_words(entry) for entry in club.club.audit_entries.filter(action=AT_DESK).order_by("pk")]


def url(club: ClubTournament, entry: TournamentEntry | None = None) -> str:
    public_id = club.evening.public_id
    return reverse("tournament_entry", args=[public_id, entry.pk]) if entry else reverse("tournament", args=[public_id])


# By name


def test_a_known_name_is_that_member_and_any_other_becomes_a_guest() -> None:
    club = club_with("Anne")
    bruno = club.member("Bruno Braun", "Bruno")
    assert enter(club, "bruno  BRAUN").player == bruno
    guest = enter(club, "Zoé").player
    assert (guest.guest, guest.club, guest.name) == (True, club.club, "Zoé")
    assert listed(club) == [(1, "Anne"), (2, "Bruno"), (3, "Zoé")]
    assert noted(club) == ["entered Bruno, number 2", "entered Zoé, number 3"]


def test_a_late_entry_gets_the_number_after_the_highest_even_if_an_earlier_one_is_free() -> None:
    club = club_with()
    desk.delete(club.tournament, club.entries[1].pk)
    seat(club, club.entries[0])
    assert enter(club, "Zoé").number == 5


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anne", "Anne has already entered, with number 1."),
        ("An\u200bne", "Anne has already entered, with number 1."),
        ("   ", "Enter a name."),
        ("x" * 61, "This is longer than 60 characters."),
        ("An\x07ne", "This contains a character that can’t be stored or shown."),
    ],
    ids=["the same name", "with an invisible character", "blank", "too long", "with a control character"],
)
def test_an_impossible_name_is_refused(name: str, words: str) -> None:
    club = club_with("Anne")
    with pytest.raises(RuleError) as refused:
        enter(club, name)
    assert (refused.value.field, str(refused.value.message)) == ("name", words)
    assert len(listed(club)) == 1


def test_two_members_with_one_nickname_have_different_names_on_the_list() -> None:
    club = club_with("Anne")
    club.member("Jean Petit", "Jean")
    club.member("Jean Grand", "Jean")
    assert [enter(club, name).name for name in ("Jean Petit", "Jean Grand")] == ["Jean", "Jean Grand"]


def test_a_tournament_has_at_most_a_thousand_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "MOST_ENTRIES", 4)
    club = club_with()
    with pytest.raises(RuleError, match="at most"):
        enter(club, "Zoé")
    assert not Player.objects.filter(name="Zoé").exists()


def test_a_settled_evening_takes_no_entry() -> None:
    club = club_with("Anne")
    club.settle()
    with pytest.raises(EveningSettledError):
        enter(club, "Zoé")
    assert club.phone.post(url(club), {"action": "enter", "name": "Zoé"}).status_code == 409


# As lines


@pytest.mark.parametrize(
    ("line", "details"),
    [
        ("Zoé", ("Zoé", "", "")),
        ("Zoé; Asse; women", ("Zoé", "Asse", "women")),
        ("Zoé\tAsse\twomen", ("Zoé", "Asse", "women")),
        ("Meier, Zoé", ("Zoé Meier", "", "")),
        ("Meier, Zoé; Asse; women", ("Zoé Meier", "Asse", "women")),
        ("Meier, Zoé\tAsse", ("Zoé Meier", "Asse", "")),
        ('"Meier, Zoé";Asse', ("Zoé Meier", "Asse", "")),
        ("17, Meier, Zoé", ("Zoé Meier", "", "")),
        ("Meier,", ("Meier", "", "")),
        ("Zoé;;women", ("Zoé", "", "women")),
        ('"Zoé; the other";Asse', ("Zoé; the other", "Asse", "")),
        ("17; Zoé; Asse", ("Zoé", "Asse", "")),
        ("17 Zoé; Asse", ("Zoé", "Asse", "")),
        ("17. Zoé Meier", ("Zoé Meier", "", "")),
        ("17\tZoé\tAsse", ("Zoé", "Asse", "")),
        ("Zoé;Asse;women;;more;than;that", ("Zoé", "Asse", "women")),
        ('"Zoé', ("Zoé", "", "")),
    ],
    ids=str,
)
def test_a_line_says_name_team_and_category(line: str, details: tuple[str, ...]) -> None:
    club = club_with("Anne")
    (entry,) = desk.enter_lines(club.tournament, f"\n{line}\n\n").entries
    assert (entry.name, entry.team, entry.category) == details


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1; Zoé", "Anne already has this number."),
        ("0; Zoé", "Enter a number from 1 to 9999."),
        ("99999; Zoé", "Enter a number from 1 to 9999."),
    ],
)
def test_a_line_can_begin_with_the_start_number(line: str, words: str) -> None:
    club = club_with("Anne")
    (entry,) = desk.enter_lines(club.tournament, "17 Yann").entries
    assert (entry.number, enter(club, "Emil").number) == (17, 18)
    ((refused, reason),) = desk.enter_lines(club.tournament, line).refused
    assert (refused, str(reason)) == (line, words)
    assert not Player.objects.filter(name="Zoé").exists()


def test_a_line_with_the_surname_first_is_the_member_of_that_name() -> None:
    club = club_with("Anne")
    anne, old = club.member("Anne Meier"), club.member("Braun, Bruno")
    entered = desk.enter_lines(club.tournament, "meier, ANNE\nBraun, Bruno\nAnne Meier").entries
    assert [(entry.player, entry.name) for entry in entered] == [(anne, "Anne Meier"), (old, "Braun, Bruno")]


def test_a_line_with_commas_between_all_its_parts_is_refused_with_what_to_type() -> None:
    club = club_with("Anne")
    page = club.phone.post(url(club), {"action": "lines", "lines": "Zoé, Asse, women"})
    assert page.status_code == 422
    assert "Put semicolons between name, team and category: Anne Meier; Asse." in words_of(page)
    assert len(listed(club)) == 1


def test_lines_that_cannot_be_entered_stop_nobody_else_and_come_back() -> None:
    club = club_with("Anne")
    page = club.phone.post(url(club), {"action": "lines", "lines": "Zoé; Asse\nanne; Asse\n; Asse\nYann"})
    assert listed(club) == [(1, "Anne"), (2, "Zoé"), (3, "Yann")]
    assert page.status_code == 422
    assert page.context["lines"]["lines"].value() == "anne; Asse\n; Asse"
    words = words_of(page)
    assert "2 players have been entered. These lines have not" in words
    assert "Anne has already entered, with number 1." in words
    assert noted(club) == ["entered 2 players"]


@pytest.mark.parametrize(
    "name",
    ["Anne Meier", "Meier, Anne", "Änne", "Anne Maier", "Anne M."],
    ids=["name", "order", "nickname", "misspelt", "short"],
)
def test_the_member_number_says_who_a_line_is(name: str) -> None:
    club = ClubTournament(members=())
    older = Player.objects.create(club=club.club, name="Anne Meier", member_number="8")
    younger = Player.objects.create(club=club.club, name="Anne Meier", nickname="Änne", member_number="7")
    (entry,) = desk.enter_lines(club.tournament, f"{name}; Asse; women; 7").entries
    assert (entry.player, entry.team, entry.category) == (younger, "Asse", "women")
    (namesake,) = desk.enter_lines(club.tournament, "Anne Meier;;; 8").entries
    assert namesake.player == older


@pytest.mark.parametrize(
    ("line", "category"),
    [
        ("Anne Meier", "Seniorinnen"),
        ("Anne Meier;; Damen", "Damen"),
        ("Anne M.;;; 7", "Seniorinnen"),
        ("Bruno Braun", ""),
        ("Anne Maier", ""),
    ],
    ids=["taken over", "another one", "by member number", "of a member without one", "of a guest"],
)
def test_the_category_of_a_member_is_taken_over(line: str, category: str) -> None:
    club = ClubTournament(members=("Bruno Braun",))
    club.tournament.entries.all().delete()
    Player.objects.create(club=club.club, name="Anne Meier", member_number="7", category="Seniorinnen")
    (entry,) = desk.enter_lines(club.tournament, line).entries
    assert entry.category == category


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Anne Meier;;; 9", "Nobody in the club has the member number 9."),
        ("Anna Meier;;; 7", "Member number 7 belongs to Anne Meier."),
        ("Gustav Gans;;; 7", "Member number 7 belongs to Anne Meier."),
    ],
    ids=["unknown", "another member", "another name"],
)
def test_a_member_number_of_somebody_else_is_refused_at_its_line(line: str, reason: str) -> None:
    club = ClubTournament(members=())
    Player.objects.create(club=club.club, name="Anne Meier", member_number="7")
    Player.objects.create(club=club.club, name="Anna Meier")
    entered = desk.enter_lines(club.tournament, f"{line}\nYann")
    assert [entry.name for entry in entered.entries] == ["Yann"]
    assert [(refused, in_words(why)) for refused, why in entered.refused] == [(line, reason)]


@pytest.mark.both_databases
@pytest.mark.parametrize("line", ["Br\0uno", "Bruno; As\0se", "Bruno;;; 1\0", "\0"])
def test_a_null_character_refuses_only_its_line(line: str) -> None:
    club = club_with("Anne")
    page = club.phone.post(url(club), {"action": "lines", "lines": f"Zoé\n{line}\nYann"})
    assert page.status_code == 422
    assert listed(club) == [(1, "Anne"), (2, "Zoé"), (3, "Yann")]
    assert page.context["lines"]["lines"].value() == line
    assert "This contains a character that can’t be stored or shown." in words_of(page)


def test_the_same_name_twice_in_the_lines_is_entered_once() -> None:
    club = club_with("Anne")
    entered = desk.enter_lines(club.tournament, "Zoé\nZOÉ")
    assert [entry.name for entry in entered.entries] == ["Zoé"]
    assert [line for line, _reason in entered.refused] == ["ZOÉ"]


# Those present


def test_everybody_present_enters_with_one_tap_in_the_order_in_which_they_came() -> None:
    club = club_with("Anne")
    for name in ("Zoé", "Anne", "Yann", "Gone"):
        attendance.check_in(club.evening, name=name)
    attendance.leave(club.evening, player=club.player("Gone").pk)
    page = club.phone.get(url(club))
    assert "Enter the 2 people who are present but not entered yet" in words_of(page)
    for _tap in range(2):
        club.phone.post(url(club), {"action": "present"})
    assert listed(club) == [(1, "Anne"), (2, "Zoé"), (3, "Yann")]
    assert "not entered yet" not in words_of(club.phone.get(url(club)))


def test_those_present_bring_their_category_and_the_desk_can_take_it_away() -> None:
    club = ClubTournament(members=())
    attendance.check_in(club.evening, player=club.member("Anne", category="Damen").pk)
    club.phone.post(url(club), {"action": "present"})
    entry = club.tournament.entries.get()
    assert entry.category == "Damen"
    save(club, entry, category="")
    entry.refresh_from_db()
    assert entry.category == ""


def test_those_present_enter_even_if_one_has_the_name_of_an_entry() -> None:
    club = club_with("Anne")
    for name in ("Anne", "Yann"):
        attendance.check_in(club.evening, player=club.member(name, guest=True).pk)
    page = club.phone.post(url(club), {"action": "present"})
    assert page.status_code == 422
    assert "Anne has not been entered: Number 1 has the same name." in words_of(page)
    assert listed(club) == [(1, "Anne"), (2, "Yann")]
    assert noted(club) == ["entered Yann, number 2"]


# Changes


def save(club: ClubTournament, entry: TournamentEntry, **changes: Any) -> Any:
    data = {name: getattr(entry, name) for name in ("number", "name", "team", "tandem", "category")}
    return club.phone.post(url(club, entry), {"action": "save", **data, **changes})


def test_everything_of_an_entry_can_be_changed() -> None:
    club = club_with()
    anne = club.entries[0]
    assert save(club, anne, number="17", team="Asse", tandem="A", category="women").status_code == 302
    anne.refresh_from_db()
    assert (anne.number, anne.team, anne.tandem, anne.category) == (17, "Asse", "A", "women")
    assert noted(club) == ["changed the entry of Anne, number 17"]
    save(club, anne)
    assert len(noted(club)) == 1  # nothing has changed


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"number": "2"}, "number", "Bruno already has this number."),
        ({"number": "0"}, "number", "greater than or equal to 1"),
        ({"number": "99999999999999999999"}, "number", "less than or equal to 9999"),
        ({"number": "x"}, "number", "whole number"),
        ({"name": "BRUNO"}, "name", "Bruno has already entered, with number 2."),
        ({"name": ""}, "name", "Enter a name."),
        ({"team": "x" * 61}, "team", "This is longer than 60"),
    ],
    ids=str,
)
def test_an_error_is_shown_at_its_field(changes: dict[str, str], field: str, words: str) -> None:
    club = club_with()
    page = save(club, club.entries[0], **changes)
    assert (page.status_code, list(page.context["form"].errors)) == (422, [field])
    assert words in page.context["form"].errors[field][0]
    assert listed(club)[0] == (1, "Anne")


def test_a_misspelt_guest_is_renamed() -> None:
    club = club_with("Anne")
    guest = enter(club, "Zoe")
    save(club, guest, name="Zoé")
    assert listed(club)[1] == (2, "Zoé")
    assert list(Player.objects.filter(guest=True).values_list("name", flat=True)) == ["Zoé"]


def test_a_guest_who_turns_out_to_be_a_member_is_that_member_and_the_guest_is_forgotten() -> None:
    club = club_with("Anne")
    member, guest = club.member("Zoé Zimmer"), enter(club, "Zoe Z.")
    save(club, guest, name="Zoé Zimmer")
    guest.refresh_from_db()
    assert guest.player == member
    assert not Player.objects.filter(guest=True).exists()


def test_a_member_keeps_the_name_that_the_club_knows() -> None:
    club = club_with()
    save(club, club.entries[0], name="Annegret")
    club.entries[0].refresh_from_db()
    assert (club.entries[0].name, club.entries[0].player.guest) == ("Annegret", True)
    assert Player.objects.filter(name="Anne", guest=False).exists()


def test_after_the_draw_an_entry_is_respelt_but_not_given_to_somebody_else() -> None:
    club = club_with()
    club.member("Zoé")
    anne = club.entries[0]
    seat(club, anne)
    page = save(club, anne, name="Zoé")
    assert "round 1 has already been seated" in page.context["form"].errors["name"][0]
    save(club, anne, name="Annegret")
    anne.refresh_from_db()
    assert (anne.name, anne.player) == ("Annegret", club.player("Anne"))


# Fees


def test_a_fee_is_ticked_and_the_total_runs_along() -> None:
    club = club_with()
    anne = club.entries[0]
    for paid in (":paid", ":paid", ""):
        club.phone.post(url(club), {"fee": f"{anne.pk}{paid}"})
        fees = club.phone.get(url(club)).context["fees"]
        assert (fees["paid"], str(fees["received"])) == ((1, "10.00") if paid else (0, "0.00"))
        assert str(fees["due"]) == "40.00"
    notes = [audit_notes.in_words(note) for note in club.club.audit_entries.filter(action=AT_EVENING).order_by("pk")]
    assert notes[-2:] == [
        "ticked as paid: Anne pays €10.00 into the cash box (Entry fee)",
        "removed a tick: Anne pays €10.00 into the cash box (Entry fee)",
    ]


def test_a_tap_with_javascript_brings_the_row_and_the_total() -> None:
    club = club_with()
    anne = club.entries[0]
    answer = club.phone.post(url(club), {"fee": f"{anne.pk}:paid"}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert (part.count("<li"), 'aria-checked="true"' in part, 'hx-swap-oob="true"' in part) == (1, True, True)
    assert "1 has paid, €10.00 of €40.00" in words_of(answer)


def test_the_tick_of_another_fee_is_removed_like_any() -> None:
    club = club_with()
    anne = club.entries[0]
    anne.payments.create(what=EntryPayment.What.FEE, cents=1, ticked_at=timezone.now())
    assert club.phone.post(url(club), {"fee": f"{anne.pk}"}).status_code == 302
    assert not anne.payments.exists()


def test_a_tick_that_is_neither_set_nor_removed_changes_nothing() -> None:
    club = club_with()
    anne = club.entries[0]
    anne.payments.create(what=EntryPayment.What.FEE, cents=1000, ticked_at=timezone.now())
    assert club.phone.post(url(club), {"fee": f"{anne.pk}:zzz"}).status_code == 404
    assert anne.payments.exists()


@pytest.mark.parametrize("fee", ["", "x", ":paid", "99999999999999999999:paid", "-1"])
def test_a_tick_for_no_entry_is_not_found(fee: str) -> None:
    club = club_with("Anne")
    assert club.phone.post(url(club), {"fee": fee}).status_code == 404


def test_only_the_desk_sees_who_has_paid() -> None:
    club = club_with()
    watcher = browser(name=club.watching_phone())
    assert "of €40.00" in words_of(club.phone.get(url(club)))
    page = watcher.get(url(club))
    assert ("€40.00" in words_of(page), b"entry__fee" in page.content, b"Anne" in page.content) == (False, False, True)


# Withdrawals and deletion


def withdraw(club: ClubTournament, entry: TournamentEntry, after: str) -> Any:
    return club.phone.post(url(club, entry), {"action": "withdraw", "after": after})


def test_somebody_withdraws_after_the_rounds_played_and_comes_back() -> None:
    club = club_with()
    anne = club.entries[0]
    seat(club, anne)
    assert [*club.phone.get(url(club, anne)).context["may_withdraw_after"]] == [1]
    assert withdraw(club, anne, "1").status_code == 302
    assert "withdrawn after round 1" in words_of(club.phone.get(url(club)))
    club.phone.post(url(club, anne), {"action": "back"})
    anne.refresh_from_db()
    assert anne.withdrawn_after is None
    assert noted(club) == ["withdrew Anne after round 1", "undid the withdrawal of Anne"]


@pytest.mark.parametrize("after", ["0", "2", "-1", "x", ""])
def test_nobody_withdraws_before_a_round_in_which_they_sit_or_after_the_last(after: str) -> None:
    club = club_with()
    seat(club, club.entries[0])
    assert withdraw(club, club.entries[0], after).status_code == 422
    club.entries[0].refresh_from_db()
    assert club.entries[0].withdrawn_after is None


def test_an_entry_that_sits_nowhere_is_deleted_with_the_guest_made_for_it() -> None:
    club = club_with("Anne")
    guest = enter(club, "Zoé")
    assert club.phone.post(url(club, guest), {"action": "delete"}).status_code == 302
    assert listed(club) == [(1, "Anne")]
    assert not Player.objects.filter(name="Zoé").exists()


def test_a_guest_of_another_evening_outlives_the_entry() -> None:
    club = club_with("Anne")
    attendance.check_in(club.evening, name="Zoé")
    desk.delete(club.tournament, enter(club, "Zoé").pk)
    assert Player.objects.filter(name="Zoé").exists()


@pytest.mark.parametrize(
    ("table", "paid", "words"),
    [
        (1, False, "Anne has been seated in round 1 and can only withdraw."),
        (None, False, "Anne has been seated in round 1 and can only withdraw."),
        (0, True, "Anne has paid the fee. Give it back and remove the tick first."),
    ],
    ids=["at a table", "sitting out", "fee paid"],
)
def test_an_entry_that_sits_or_has_paid_is_not_deleted(table: int | None, paid: bool, words: str) -> None:
    club = club_with()
    anne = club.entries[0]
    if paid:
        entry_payments.tick_fee(club.tournament, entry=anne.pk, paid=True)
    else:
        seat(club, anne, table=table)
    page = club.phone.post(url(club, anne), {"action": "delete"})
    assert (page.status_code, page.context["problem"]) == (422, words)
    assert "Delete the entry" not in words_of(page)
    assert len(listed(club)) == 4


def test_a_phone_that_only_watches_changes_nothing() -> None:
    club = club_with()
    watcher = browser(name=club.watching_phone())
    anne = club.entries[0]
    for action in ("enter", "lines", "present"):
        assert watcher.post(url(club), {"action": action, "name": "Zoé", "lines": "Zoé"}).status_code == 403
    assert watcher.post(url(club), {"fee": f"{anne.pk}:paid"}).status_code == 403
    for action in ("save", "withdraw", "delete"):
        assert watcher.post(url(club, anne), {"action": action}).status_code == 403
    assert len(listed(club)) == 4


def test_the_entries_of_another_club_are_not_found() -> None:
    club, other = club_with(), ClubTournament("Vier Wenzel", members=("Emil",))
    (emil,) = other.entries
    assert club.phone.get(url(club, emil)).status_code == 404
    assert club.phone.post(url(club), {"fee": f"{emil.pk}:paid"}).status_code == 404


def test_a_final_result_takes_no_changes_of_entries_but_the_fee() -> None:
    club = club_with()
    anne, bruno = club.entries[:2]
    desk.withdraw(club.tournament, bruno.pk, after=0)
    attendance.check_in(club.evening, name="Yann")
    publication.make_final(club.tournament)
    before = list(club.tournament.entries.values())
    for action in ("enter", "lines", "present"):
        page = club.phone.post(url(club), {"action": action, "name": "Zoé", "lines": "Zoé"})
        assert (page.status_code, "The result is final." in words_of(page)) == (422, True)
    for entry, action in ((anne, "withdraw"), (bruno, "back"), (anne, "delete")):
        page = club.phone.post(url(club, entry), {"action": action, "after": "0"})
        assert (page.status_code, "The result is final." in words_of(page)) == (422, True)
    assert "The result is final." in words_of(save(club, anne, name="Zoé"))
    assert list(club.tournament.entries.values()) == before
    assert club.phone.post(url(club), {"fee": f"{anne.pk}:paid"}).status_code == 302


# Look-alikes


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Ana Arnaud", "almost the same name"),
        ("\N{CYRILLIC CAPITAL LETTER A}nne Arnaud", "the names look the same"),
        ("Anne A.", "one name is a short form of the other"),
    ],
)
def test_names_that_may_be_one_person_are_pointed_out(name: str, reason: str) -> None:
    club = club_with("Anne Arnaud", "Bruno Braun")
    enter(club, name)
    assert f"Possibly the same person: 1 Anne Arnaud and 3 {name} ({reason}" in words_of(club.phone.get(url(club)))


def test_a_guest_who_may_be_a_member_who_has_not_entered_is_pointed_out() -> None:
    club = club_with("Bruno Braun")
    club.member("Anne Arnaud")
    enter(club, "Ana Arnaud")
    assert "Possibly the same person: 2 Ana Arnaud and Anne Arnaud" in words_of(club.phone.get(url(club)))


def test_a_hundred_names_that_are_alike_are_not_each_pointed_out_with_each() -> None:
    club = ClubTournament(members=tuple(f"Anne Arnaud {number:03}" for number in range(100)))
    assert len(club.phone.get(url(club)).context["warnings"]) == MOST_WARNINGS


# The page


def test_the_number_of_queries_does_not_grow_with_the_entries() -> None:
    def queries(club: ClubTournament) -> int:
        phone = club.phone
        phone.get(url(club))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            phone.get(url(club))
        return len(queries)

    assert queries(club_with("Anne")) == queries(ClubTournament("Vier Wenzel", members=FOUR))


def test_names_are_escaped() -> None:
    club = club_with("Anne")
    enter(club, "<script>alert(1)</script>", team="<b>")
    assert b"<script>alert" not in club.phone.get(url(club)).content
