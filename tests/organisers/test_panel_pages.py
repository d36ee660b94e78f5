"""Panel pages for members, phones, house rules, evenings and seasons."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs import duplicates, queries, services
from scorekeeper.clubs.models import AuditEntry, ClubDevice, HouseRules, Merge, Player
from scorekeeper.evenings.models import Evening
from scorekeeper.play import recording
from scorekeeper.play.errors import CannotStartError
from scorekeeper.play.models import Session
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.start import import_document
from scorekeeper.play.recording.write import Write
from scorekeeper.standings.models import Season
from scorekeeper.standings.pages.club import member_lists
from tests.clubs.clubs import MEMBERS, SampleClub, signed_in
from tests.concurrency import at_once
from tests.organisers.panel_pages import act
from tests.play.browsers import Form, browser, words_of
from tests.play.stretches import change_players
from tests.play.tables import GARDE, Scorer, device, start, token

pytestmark = pytest.mark.django_db

MEMBERS_PAGE = "/admin/clubs/player/"
HOUSE_RULES = "/admin/clubs/houserules/"


def errors_of(response: Any) -> list[str]:
    return list(response.context["adminform"].form.errors)


# Many at once


def add_many(client: Client, sample_club: SampleClub, *lines: str, **more: str) -> Any:
    return client.post(
        f"{MEMBERS_PAGE}add-several/", {"club": sample_club.club.pk, "names_typed": "\n".join(lines), **more}
    )


def test_several_members_are_added_one_per_line() -> None:
    sample_club = SampleClub(members=())
    client = signed_in(sample_club.organiser("marion"))
    assert client.get(f"{MEMBERS_PAGE}add-several/").context["form"]["club"].initial == sample_club.club.pk
    response = add_many(client, sample_club, "Anne Arnaud", "", "  Bruno   Braun ", "Chloé")
    assert response["Location"] == MEMBERS_PAGE
    assert list(sample_club.club.players.order_by("pk").values_list("name", "guest")) == [
        ("Anne Arnaud", False),
        ("Bruno Braun", False),
        ("Chloé", False),
    ]
    assert AuditEntry.objects.filter(club=sample_club.club, who="marion", name="Chloé").count() == 1


def test_wrong_lines_are_named_and_kept_and_the_others_are_added() -> None:
    sample_club = SampleClub(members=("Anne Arnaud",))
    client = signed_in(sample_club.organiser())
    typed = ("Arnaud, Anne", "Bruno", "BRUNO", "x" * 61, "a\x07b", "n\0b", "Clair, Chloé")
    response = add_many(client, sample_club, *typed)
    assert response.status_code == 422
    assert list(response.context["form"].errors["names_typed"]) == [
        "Arnaud, Anne: Anne Arnaud is already listed.",
        "BRUNO: Bruno is already listed.",
        f"{'x' * 60}: A name can have at most 60 characters.",
        "a\x07b: This contains a character that can’t be stored or shown.",
        "n\0b: This contains a character that can’t be stored or shown.",
    ]
    assert "2 members added." in words_of(response)
    assert response.context["form"]["names_typed"].value() == "\n".join([typed[0], *typed[2:6]])
    assert set(sample_club.club.players.values_list("name", flat=True)) == {"Anne Arnaud", "Bruno", "Chloé Clair"}
    again = add_many(client, sample_club, "Emil")
    assert again.status_code == 302


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("page", "form"), [("add-several", {"names_typed": "Ida\nJo"}), ("add", {"name": "Ida"})], ids=["many", "one"]
)
def test_adding_members_several_times_at_once_adds_them_once(page: str, form: dict[str, str]) -> None:
    sample_club = SampleClub(members=())
    user = sample_club.organiser("marion")

    def tap() -> str:
        response = signed_in(user).post(f"{MEMBERS_PAGE}{page}/", {"club": sample_club.club.pk, **form})
        return "added" if response.status_code == 302 else "refused"

    assert at_once([tap] * 3) == {"added": 1, "refused": 2}
    assert sample_club.club.players.filter(name="Ida").count() == 1


def test_members_are_added_only_to_the_organisers_own_club() -> None:
    sample_club, theirs = SampleClub(members=()), SampleClub("Theirs", ())
    response = add_many(signed_in(theirs.organiser()), sample_club, "Anne")
    assert "club" in response.context["form"].errors
    assert not sample_club.club.players.exists()


# Likely duplicates


@pytest.mark.parametrize(
    ("one", "other", "guest", "why"),
    [
        (("Anne Arnaud", ""), ("anne  ARNAUD", ""), False, duplicates.SAME),
        (("Chloé Clair", ""), ("Chloe Clair", ""), False, duplicates.SAME),
        (("Ahrens, Gisela", ""), ("Gisela Ahrens", ""), False, duplicates.SAME),
        (("Ährens Gisela", ""), ("Gisela Ahrens", ""), False, duplicates.ORDER),
        (("Łukasz Nowak", ""), ("Lukasz Nowak", ""), False, duplicates.SAME),
        (("Anna Arnaud", ""), ("\N{CYRILLIC CAPITAL LETTER A}nna Arnaud", ""), False, duplicates.LOOK),
        (("Coco", ""), ("Сосо", ""), False, duplicates.LOOK),  # the second in Cyrillic
        (("Niko", ""), ("\N{GREEK CAPITAL LETTER NU}ik\N{GREEK SMALL LETTER OMICRON}", ""), False, duplicates.LOOK),
        (("Вова", ""), ("вова", ""), False, duplicates.SAME),  # the small letter looks like no Latin one
        (("Anna", ""), ("Анна", ""), False, None),  # sound alike, but nobody confuses them
        (("Johann Schmidt", "Hannes"), ("H\N{CYRILLIC SMALL LETTER A}nnes", ""), False, duplicates.NICKNAME),
        (("Johann Schmidt", "Hannes"), ("Hannes", ""), False, duplicates.NICKNAME),
        (("Johann Schmidt", "Hannes"), ("Karl Roth", "hannes"), False, duplicates.NICKNAME),
        (("Anne Arnaud", ""), ("Anne A.", ""), False, duplicates.INITIAL),
        (("Anne Arnaud", ""), ("Anne", ""), True, duplicates.INITIAL),
        (("Anne Arnaud", ""), ("Anne", ""), False, None),
        (("Bruno Braun", ""), ("Bruno Brauns", ""), False, duplicates.SPELLING),  # 22 of 23 letters
        (("Bruno Braun", ""), ("Brunno Braun", ""), False, duplicates.SPELLING),
        (("Anne Arnaud", ""), ("Anne Berger", ""), False, None),
        (("Anne A.", ""), ("Annette A.", ""), False, None),
        (("Xaver", ""), ("Yves", ""), True, None),
    ],
)
def test_names_that_are_likely_duplicates(one: Any, other: Any, guest: bool, why: Any) -> None:
    first = Player(name=one[0], nickname=one[1])
    second = Player(name=other[0], nickname=other[1], guest=guest)
    assert duplicates.reason(first, second) == duplicates.reason(second, first) == why


def test_duplicates_link_to_the_merge_page_unless_they_shared_a_table() -> None:
    sample_club = SampleClub(members=("Anne Arnaud", "Anne Arnoud", "Karl Korn", "Carl Korn", "Zoé"))
    sample_club.start("Karl Korn", "Carl Korn", "Zoé", "Somebody")
    client = signed_in(sample_club.organiser())
    response = client.get(f"{MEMBERS_PAGE}duplicates/")
    one, other = sample_club.club.players.filter(name__startswith="Anne").order_by("pk")
    assert [(pair.one, pair.other) for pair, _url in response.context["pairs"]] == [(one, other)]
    assert f"merge/?one={one.pk}&amp;other={other.pk}" in response.content.decode()


def test_duplicates_are_searched_within_each_club() -> None:
    sample_club, other = SampleClub("One", ("Anne",)), SampleClub("Two", ("Anne",))
    user = sample_club.organiser()
    services.make_organiser(other.club, user)
    assert not signed_in(user).get(f"{MEMBERS_PAGE}duplicates/").context["pairs"]


def test_a_session_whose_players_change_counts_once_for_each_person() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.record(GARDE)
    without_bruno = change_players(scorer, (1,), ("Emil",))
    without_bruno.record(GARDE)
    with_bruno = change_players(without_bruno, (1,), (MEMBERS[1],))
    with_bruno.record(GARDE)
    mistaken = sample_club.table()
    mistaken.record(GARDE)
    recording.delete(Write(mistaken.session, **mistaken.now({})))
    page = signed_in(sample_club.organiser()).get(MEMBERS_PAGE, {"o": "-7"})
    sat = {player.name: player.sat for player in page.context["cl"].result_list}
    assert sat == {**dict.fromkeys(MEMBERS, 1), "Emil": 1}
    with_bruno.close()
    on_page = member_lists(sample_club.club)
    assert {person.name: person.sessions for person in (*on_page.members, *on_page.guests)} == sat


# Merging


def two_annes() -> tuple[SampleClub, Client, Player, Player]:
    sample_club = SampleClub()
    sample_club.start("Anne A.", *MEMBERS[1:])
    client = signed_in(sample_club.organiser("marion"))
    return (
        sample_club,
        client,
        sample_club.club.players.get(name="Anne Arnaud"),
        sample_club.club.players.get(name="Anne A."),
    )


def test_two_selected_members_lead_to_a_preview_of_the_merge() -> None:
    _sample_club, client, anne, guest = two_annes()
    form = {"action": "merge", "_selected_action": [anne.pk, guest.pk], "index": "0"}
    page = client.post(MEMBERS_PAGE, form, follow=True)
    words = words_of(page)
    assert "Keep Anne Arnaud" in words
    assert "French Tarot, as Anne A." in words
    assert Form(page).fields["kept"] == str(anne.pk)  # a member before a guest
    assert Merge.objects.count() == 0
    refused = client.post(MEMBERS_PAGE, {**form, "_selected_action": [anne.pk]}, follow=True)
    assert "Choose two people to merge." in words_of(refused)


@pytest.mark.parametrize("keep_the_guest", [False, True])
def test_merging_and_undoing_by_button(keep_the_guest: bool) -> None:
    sample_club, client, anne, guest = two_annes()
    kept, merged_away = (guest, anne) if keep_the_guest else (anne, guest)
    address = f"{MEMBERS_PAGE}merge/?one={anne.pk}&other={guest.pk}"
    form = {**Form(client.get(address)).fields, "kept": kept.pk}
    response = client.post(f"{MEMBERS_PAGE}merge/", form)
    assert response["Location"] == f"{MEMBERS_PAGE}{kept.pk}/change/"
    merged = Merge.objects.get()
    assert (merged.kept, merged.gone, merged.merged_by) == (kept, merged_away, "marion")
    assert client.post(f"{MEMBERS_PAGE}merge/", form)["Location"] == response["Location"]  # a second tap
    assert client.get(address)["Location"] == response["Location"]  # the back button
    other = signed_in(SampleClub("Other").organiser())
    assert other.get(address).status_code == other.post(f"{MEMBERS_PAGE}merge/", form).status_code == 404
    assert Merge.objects.count() == 1
    assert merged_away not in client.get(MEMBERS_PAGE).context["cl"].result_list
    undo = {"action": "undo", "_selected_action": [merged.pk], "index": "0"}
    assert "are separate again" in words_of(client.post("/admin/clubs/merge/", undo, follow=True))
    assert merged_away.seats.count() == (0 if keep_the_guest else 1)
    names_recorded = [f"{merged_away} → {kept}", str(kept)]
    assert [entry.name for entry in AuditEntry.objects.filter(club=sample_club.club)] == names_recorded
    again = client.post("/admin/clubs/merge/", undo, follow=True)
    assert f"{merged_away} and {kept} had already been separated." in words_of(again)
    assert [entry.name for entry in AuditEntry.objects.filter(club=sample_club.club)] == names_recorded


def test_merging_players_who_shared_a_table_is_refused_with_a_message() -> None:
    sample_club = SampleClub()
    sample_club.start()
    anne, bruno = sample_club.club.players.filter(name__in=MEMBERS[:2])
    page = signed_in(sample_club.organiser()).get(f"{MEMBERS_PAGE}merge/?one={anne.pk}&other={bruno.pk}")
    assert page.status_code == 422
    assert "sat at the same table" in words_of(page)


def test_a_merged_record_cannot_be_deleted() -> None:
    sample_club, client, _anne, guest = two_annes()
    never = sample_club.member("Never Played")
    form = {"one": str(never.pk), "other": str(guest.pk), "kept": str(guest.pk)}
    client.post(f"{MEMBERS_PAGE}merge/", form)
    client.post("/admin/clubs/merge/", {"action": "undo", "_selected_action": [Merge.objects.get().pk], "index": "0"})
    assert client.post(f"{MEMBERS_PAGE}{never.pk}/delete/", {"post": "yes"}).status_code == 403


# Phones, and who may start


def test_a_phone_is_named_allowed_to_run_evenings_and_revoked() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    phone = ClubDevice.objects.get()
    page = f"/admin/clubs/clubdevice/{phone.pk}/"
    client.post(f"{page}change/", {"label": "Table 1", "runs": "on"})
    phone.refresh_from_db()
    assert (phone.label, phone.runs, phone.club) == ("Table 1", True, sample_club.club)
    assert "Table 1" in words_of(client.get("/admin/clubs/clubdevice/"))
    for action, runs in (("stop_running", False), ("make_runners", True)):
        assert "1 phone changed." in words_of(act(client, "/admin/clubs/clubdevice/", action, phone))
        assert ClubDevice.objects.get().runs is runs
    client.post(f"{page}delete/", {"post": "yes"})
    assert queries.club_of(sample_club.device) is None


def test_the_organisers_own_browser_can_be_made_to_run_evenings() -> None:
    sample_club, theirs = SampleClub(), SampleClub("Theirs")
    client = signed_in(sample_club.organiser("marion"))
    client.post("/admin/clubs/clubdevice/this-browser/", {"club": theirs.club.pk})
    assert not ClubDevice.objects.filter(runs=True).exists()
    response = client.post("/admin/clubs/clubdevice/this-browser/", {"club": sample_club.club.pk})
    assert response.cookies["device"]["path"] == "/"
    phone = ClubDevice.objects.get(runs=True)
    assert (phone.club, phone.label) == (sample_club.club, "marion")
    assert "Coupe-file" in words_of(client.get("/new/"))
    client.get("/admin/clubs/clubdevice/this-browser/")
    assert ClubDevice.objects.filter(runs=True).count() == 1


def test_a_phone_that_changes_clubs_runs_no_evenings_there() -> None:
    sample_club, other = SampleClub(), SampleClub("Other")
    services.make_runner(sample_club.club, sample_club.device, label="Table 1")
    services.admit_phone(sample_club.club, sample_club.device)  # by the link again
    assert ClubDevice.objects.get(device=sample_club.device).runs
    services.admit_phone(other.club, sample_club.device)
    phone = ClubDevice.objects.get(device=sample_club.device)
    assert (phone.club, phone.runs, phone.label) == (other.club, False, "")


def only_runners() -> SampleClub:
    sample_club = SampleClub()
    sample_club.club.starters = "runners"
    sample_club.club.save()
    return sample_club


def test_starting_sessions_can_be_limited_to_phones_that_run_evenings() -> None:
    sample_club = only_runners()
    page = sample_club.phone.get("/new/")
    assert page.status_code == 403
    assert "only phones that run evenings can start sessions" in words_of(page)
    with pytest.raises(CannotStartError):
        sample_club.start()
    with pytest.raises(CannotStartError):
        import_document(device=sample_club.device, document=None, token=token())  # type: ignore[arg-type]  # not read
    assert not Session.objects.exists()
    services.make_runner(sample_club.club, sample_club.device, label="Table 1")
    assert sample_club.phone.get("/new/").status_code == 200
    sample_club.start()
    start()  # the home table is nobody's business
    assert Session.objects.count() == 2


def test_playing_again_is_limited_to_them_too() -> None:
    sample_club = SampleClub()
    scorer = sample_club.table()
    scorer.close()
    sample_club.club.starters = "runners"
    sample_club.club.save()
    scorer.session.refresh_from_db()
    with pytest.raises(CannotStartError):
        start_again(Session.objects.get(), device=sample_club.device, token=token())
    assert browser(name=device()).get("/new/").status_code == 200


# House rules


def add_house_rules(client: Client, sample_club: SampleClub, game: str, **fields: str) -> Any:
    address = f"{HOUSE_RULES}add/?game={game}"
    form = Form(client.get(address), "").fields
    return client.post(address, {**form, "club": sample_club.club.pk, **fields})


def test_the_game_is_chosen_first() -> None:
    client = signed_in(SampleClub().organiser())
    page = client.get(f"{HOUSE_RULES}add/")
    assert "House rules for which game?" in words_of(page)
    assert f'href="{HOUSE_RULES}add/?game=tarot"' in page.content.decode()


@pytest.mark.parametrize(("locale", "rules"), [("de", "isko"), ("en-GB", "isko"), ("en-US", "foster")])
def test_new_house_rules_begin_with_the_rule_set_that_is_usual_there(locale: str, rules: str) -> None:
    client = signed_in(SampleClub().organiser())
    page = client.get(f"{HOUSE_RULES}add/?game=skat", headers={"accept-language": locale})
    assert f'<option value="{rules}" selected>' in page.content.decode()
    assert Form(page, "").fields["currency"] == {"de": "€", "en-GB": "£", "en-US": "$"}[locale]


def test_house_rules_prefill_a_new_session_of_the_club() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    fields = {
        "rules": "fft",
        "fft--round_to_ten": "yes",
        "fft--five_players": "mort",
        "stake": "0,05",
        "currency": "CHF",
    }
    assert add_house_rules(client, sample_club, "tarot", **fields).status_code == 302
    row = HouseRules.objects.get()
    assert (row.game, row.rules, str(row.stake), row.currency) == ("tarot", "fft", "0.0500", "CHF")
    assert row.options == {"five_players": "mort", "round_to_ten": True}
    listed = words_of(client.get(HOUSE_RULES)).replace("\xa0", " ")
    assert "CHF 0.05" in listed
    assert "0.0500" not in listed
    new = Form(sample_club.phone.get("/new/")).fields
    assert (new["game"], new["rules"], new["option-round_to_ten"], new["stake"], new["currency"]) == (
        "tarot", "fft", "yes", "0.05", "CHF",
    )  # fmt: skip
    assert Form(browser(name=device()).get("/new/?game=tarot")).fields["option-round_to_ten"] == "no"


def test_house_rules_have_a_games_own_option_called_tariff() -> None:
    sample_club = SampleClub()
    fields = {"rules": "club", "club--tariff": "10_20_50"}
    assert add_house_rules(signed_in(sample_club.organiser()), sample_club, "schafkopf", **fields).status_code == 302
    assert HouseRules.objects.get().options["tariff"] == "10_20_50"
    assert Form(sample_club.phone.get("/new/")).fields["option-tariff"] == "10_20_50"


def test_house_rules_apply_when_the_game_is_changed_but_not_over_own_choices() -> None:
    sample_club = SampleClub()
    HouseRules.objects.create(
        club=sample_club.club, game="tarot", rules="fft", options={"round_to_ten": True}, stake="0.05"
    )
    drawn = {**Form(sample_club.phone.get("/new/?game=skat")).fields, "action": "redraw"}
    assert drawn["game"] == "skat"
    assert drawn["stake"] == ""
    changed = Form(sample_club.phone.post("/new/", {**drawn, "game": "tarot"})).fields
    assert (changed["option-round_to_ten"], changed["stake"]) == ("yes", "0.05")
    chosen = {**changed, "option-round_to_ten": "no", "stake": "", "action": "add"}
    again = Form(sample_club.phone.post("/new/", chosen)).fields
    assert (again["option-round_to_ten"], again["stake"]) == ("no", "")


def test_house_rules_can_be_changed_and_exist_once_per_game() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    add_house_rules(client, sample_club, "tarot", rules="fft")
    assert errors_of(add_house_rules(client, sample_club, "tarot", rules="fft")) == ["club"]
    row = HouseRules.objects.get()
    page = f"{HOUSE_RULES}{row.pk}/change/"
    form = Form(client.get(page), "").fields
    assert form["fft--round_to_ten"] == "no"
    client.post(page, {**form, "rules": "fft", "fft--round_to_ten": "yes"})
    row.refresh_from_db()
    assert row.options["round_to_ten"] is True


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"stake": "much"}, "stake"),
        ({"stake": "-1"}, "stake"),
        ({"currency": " "}, "currency"),
        ({"rules": "of the house"}, "rules"),
        ({"fft--round_to_ten": "perhaps"}, "fft--round_to_ten"),
    ],
)
def test_invalid_house_rules_are_refused_at_their_field(wrong: dict[str, str], field: str) -> None:
    sample_club = SampleClub()
    response = add_house_rules(signed_in(sample_club.organiser()), sample_club, "tarot", **{"rules": "fft", **wrong})
    assert errors_of(response) == [field]
    assert not HouseRules.objects.exists()


# Evenings and seasons


def test_the_evenings_of_the_panel_lead_to_the_desk_and_are_changed_there() -> None:
    sample_club = SampleClub()
    evening = Evening.objects.create(club=sample_club.club, date=date(2026, 11, 20), name="Friday")
    client, page = signed_in(sample_club.organiser()), f"/admin/evenings/evening/{evening.pk}/"
    assert f"{page}change/" in client.get("/admin/evenings/evening/").content.decode()
    for answer in (client.get(f"{page}change/"), client.post(f"{page}change/", {"name": "Saturday"})):
        assert answer["Location"] == reverse("evening", args=[evening.public_id])
    assert client.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    assert client.post("/admin/evenings/evening/add/", {"date": "2026-11-27"}).status_code == 403
    assert Evening.objects.get().name == "Friday"


def test_the_pages_of_one_app_are_those_of_the_front_page() -> None:
    assert signed_in(SampleClub().organiser()).get("/admin/clubs/")["Location"] == "/admin/"


SEASON = {"name": "2026", "starts": "2026-01-01", "ends": "2026-12-31", "minimum": "5", "best": "10"}
SEASON |= {"counted_by": "evenings", "scoring": "place_points"}


def test_a_season_has_a_rule_set_of_its_game() -> None:
    sample_club = SampleClub()
    client = signed_in(sample_club.organiser())
    form = {**SEASON, "club": sample_club.club.pk, "game": "", "rules": "tarot:fft"}
    assert client.post("/admin/standings/season/add/", form).status_code == 302
    season = Season.objects.get()
    assert (season.game, season.rules, season.minimum, season.best) == ("tarot", "fft", 5, 10)
    assert (season.counted_by, season.scoring) == ("evenings", "place_points")
    shown = client.get(f"/admin/standings/season/{season.pk}/change/").context["adminform"].form
    assert shown["rules"].value() == "tarot:fft"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"ends": "2025-12-31"}, "ends"),
        ({"game": "skat", "rules": "tarot:fft"}, "rules"),
        ({"best": "0"}, "best"),
        ({"name": "2025"}, "name"),
        ({"starts": ""}, "starts"),
        ({"starts": "0001-01-01"}, "starts"),
        ({"ends": "9999-12-31"}, "ends"),
    ],
)
def test_an_invalid_season_is_refused_at_its_field(wrong: dict[str, str], field: str) -> None:
    sample_club = SampleClub()
    Season.objects.create(club=sample_club.club, name="2025", starts=date(2025, 1, 1))
    form = {**SEASON, "club": sample_club.club.pk, **wrong}
    response = signed_in(sample_club.organiser()).post("/admin/standings/season/add/", form)
    assert errors_of(response) == [field]
    assert Season.objects.count() == 1


def test_an_open_table_does_not_block_a_merge() -> None:
    _sample_club, client, anne, guest = two_annes()
    scorer = Scorer(Session.objects.get())
    client.post(f"{MEMBERS_PAGE}merge/", {"one": anne.pk, "other": guest.pk, "kept": anne.pk})
    scorer.record(GARDE)
    assert scorer.totals == (198, -66, -66, -66)


# Words


@pytest.mark.parametrize(
    ("language", "wrong", "missing", "most"),
    [
        ("en", "The user name or the password is wrong, or", "This field is required.", "less than or equal to 1000."),
        ("fr", "Nom d’utilisateur ou mot de passe incorrect, ou", "À indiquer.", "Il faut au plus 1000."),
        ("de", "Benutzername und Passwort passen nicht", "Das fehlt noch.", "Das darf höchstens 1000 sein."),
    ],
)
def test_the_panel_speaks_as_the_rest_of_the_app_does(language: str, wrong: str, missing: str, most: str) -> None:
    sample_club = SampleClub()
    client, speaks = signed_in(sample_club.organiser("marion")), {"Accept-Language": language}
    signing_in = {"username": "marion", "password": "x"}
    assert wrong in words_of(Client().post("/admin/login/", signing_in, headers=speaks))
    assert missing in words_of(Client().post("/admin/login/", {**signing_in, "password": ""}, headers=speaks))
    season = {"club": sample_club.club.pk, "name": "2026", "best": "1001"}
    assert most in words_of(client.post("/admin/standings/season/add/", season, headers=speaks))
