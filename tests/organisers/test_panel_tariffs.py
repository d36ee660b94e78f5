"""The panel's pages of a club's own tariffs: copied, edited by figure, listed by version, and never lost."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.scoring.tariffs import FigurePlace
from scorekeeper.clubs import services, tariffs
from scorekeeper.clubs.models import AuditEntry, Club, HouseRules, Tariff
from scorekeeper.organisers import tariff_editing
from scorekeeper.organisers.pages.tariff_form import FigureDifference
from tests.clubs.clubs import House, own_tariff, signed_in
from tests.play.browsers import Form, words_of
from tests.play.tables import FOUR, Scribe
from tests.play.test_concurrent_writes import at_once

pytestmark = pytest.mark.django_db

LIST = "/admin/clubs/tariff/"
ADD = f"{LIST}add/?game=solo_whist&rules=foster"
JOURNAL = "/admin/play/session/journal/"
HOUSE_RULES = "/admin/clubs/houserules/"
SOLO, SLAM = FigurePlace("stake", "solo", "each"), FigurePlace("stake", "slam", "each")
SOLO_FIELD, SLAM_FIELD = "figure.stake.solo.each", "figure.stake.slam.each"
PRINTED_SLAM = 40


class Office:
    """A club whose organiser sets “Thursdays”: a solo for 12, where the book has 10."""

    def __init__(self, name: str = "Thursday club") -> None:
        self.house = House(name, FOUR)
        self.user = self.house.organiser(f"marion of {name}"[:30])
        self.client = signed_in(self.user)
        self.tariff = own_tariff(self.house.club, figures={SOLO: 12}, by=self.user.get_username())

    @property
    def club(self) -> Club:
        return self.house.club

    @property
    def page(self) -> str:
        return f"{LIST}{self.tariff.pk}/change/"

    def form(self, address: str = "") -> dict[str, str]:
        """Return the page's form as a browser would post it."""
        page = address or self.page
        return {**Form(self.client.get(page), action=page.partition("?")[0]).fields, "verb": "save"}

    def typed(self, figures: dict[str, str], address: str = "", **more: str) -> dict[str, str]:
        return {**self.form(address), **figures, **more}

    def post(self, figures: dict[str, str], **more: str) -> Any:
        return self.client.post(self.page, self.typed(figures, **more))

    def figures(self) -> list[dict[str, int]]:
        """Return the differences of every version from the printed tariff."""
        return [version.figures for version in self.tariff.versions.order_by("number")]

    def play(self, tariff: Tariff | None = None) -> Scribe:
        key = str((tariff or self.tariff).pk)
        return Scribe(self.house.start(*FOUR, game="solo_whist", rules="foster", tariff=key))

    def journal(self) -> list[str]:
        return [words_of(self.client.get(JOURNAL))]


def status(client: Client, address: str, form: dict[str, str]) -> str:
    return str(client.post(address, form).status_code)


@pytest.fixture
def office() -> Office:
    return Office()


# A new one


def test_what_it_is_copied_from_is_chosen_by_a_link(office: Office) -> None:
    page = office.client.get(f"{LIST}add/")
    assert 'href="/admin/clubs/tariff/add/?game=solo_whist&rules=british"' in page.content.decode()
    assert f'href="/admin/clubs/tariff/add/?copy={office.tariff.pk}"' in page.content.decode()


def test_a_copy_of_the_printed_one_has_its_figures(office: Office) -> None:
    form = office.form(ADD)
    assert (form[SOLO_FIELD], form["figure.odd_trick.each.each"], form["name"]) == ("10", "1", "")
    answer = office.client.post(ADD, {**form, "name": "  Friday   nights ", SOLO_FIELD: "11"})
    made = Tariff.objects.get(name="Friday nights")
    assert answer["Location"] == f"{LIST}{made.pk}/change/"
    assert (made.club, made.game, made.rules) == (office.club, "solo_whist", "foster")
    assert [(one.number, one.figures, one.made_by) for one in made.versions.all()] == [
        (1, {"stake.solo.each": 11}, office.user.get_username())
    ]
    assert AuditEntry.objects.get(key=str(made.pk), model="clubs.tariff").name == "Friday nights"


def test_a_copy_of_an_own_one_has_its_figures_and_leaves_it_as_it_is(office: Office) -> None:
    address = f"{LIST}add/?copy={office.tariff.pk}"
    form = office.form(address)
    assert form[SOLO_FIELD] == "12"
    office.client.post(address, {**form, "name": "Cup", SLAM_FIELD: "70"})
    cup = Tariff.objects.get(name="Cup")
    assert tariffs.latest(cup).figures == {SOLO: 12, SLAM: 70}
    assert office.figures() == [{"stake.solo.each": 12}]


def test_a_second_tap_makes_no_second_tariff_and_is_no_error(office: Office) -> None:
    form = office.typed({SOLO_FIELD: "11"}, ADD, name="Fridays")
    answers = [office.client.post(ADD, form) for _tap in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    made = Tariff.objects.get(name="Fridays")
    assert made.versions.count() == 1
    assert AuditEntry.objects.filter(key=str(made.pk), model="clubs.tariff").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_make_one_tariff_and_one_version() -> None:
    office = Office()
    form = office.typed({SOLO_FIELD: "11"}, ADD, name="Fridays")
    twice = [signed_in(office.user), signed_in(office.user)]
    assert at_once([partial(status, one, ADD, form) for one in twice]) == {"302": 2}
    assert Tariff.objects.get(name="Fridays").versions.count() == 1
    form = office.typed({SOLO_FIELD: "13"})
    assert at_once([partial(status, one, office.page, form) for one in twice]) == {"302": 2}
    assert office.figures() == [{"stake.solo.each": 12}, {"stake.solo.each": 13}]


def test_whoever_looks_after_two_clubs_says_whose_it_is(office: Office) -> None:
    other = House("Other", FOUR)
    services.make_organiser(other.club, office.user)
    form = {**office.form(ADD), "name": "Fridays"}
    answer = office.client.post(ADD, {**form, "club": ""})
    assert answer.status_code == 422
    assert "This field is required." in words_of(answer)
    office.client.post(ADD, {**form, "club": str(other.club.pk)})
    assert Tariff.objects.get(name="Fridays").club == other.club


# Setting


def test_what_is_changed_becomes_the_next_version(office: Office) -> None:
    page = office.client.post(office.page, office.typed({SOLO_FIELD: "15", SLAM_FIELD: "70"}), follow=True)
    assert office.figures() == [{"stake.solo.each": 12}, {"stake.solo.each": 15, "stake.slam.each": 70}]
    assert "Version 2 has been saved. Sessions that have already started keep their figures." in words_of(page)
    assert "Version 2 saved; figures changed: 2." in office.journal()[0]


def test_saved_as_it_is_there_is_no_new_version_and_no_line_in_the_journal(office: Office) -> None:
    page = office.client.post(office.page, office.form(), follow=True)
    assert "Nothing was changed, so nothing was saved." in words_of(page)
    assert len(office.figures()) == 1
    assert not AuditEntry.objects.filter(model="clubs.tariff").exists()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "A figure is missing here."),
        ("ten", "This must be a whole number."),
        ("10.5", "This must be a whole number."),
        ("1e3", "This must be a whole number."),
        ("0", "This must be between 1 and 9999, not 0."),
        ("-1", "This must be between 1 and 9999, not −1."),
        ("10000", "This must be between 1 and 9999, not 10000."),
        ("9" * 20, "This number is too large."),
        ("9" * 5000, "This must be a whole number."),
    ],
)
def test_a_wrong_figure_is_refused_at_its_place_and_nothing_typed_is_lost(
    office: Office, typed: str, said: str
) -> None:
    answer = office.post({SOLO_FIELD: typed, SLAM_FIELD: "77", "name": "Renamed"})
    assert answer.status_code == 422
    back = Form(answer, action=office.page).fields
    assert (back[SOLO_FIELD], back[SLAM_FIELD], back["name"]) == (typed, "77", "Renamed")
    wrong = [cell for grid in answer.context["grids"] for cell in grid.cells() if cell.errors]
    assert [(cell.name, cell.errors) for cell in wrong] == [(SOLO_FIELD, [said])]
    assert f"Stakes: what one adversary settles: Solo : {said}" in words_of(answer)
    assert f'<a href="#{SOLO_FIELD}">' in answer.content.decode()
    assert (office.figures(), Tariff.objects.get().name) == ([{"stake.solo.each": 12}], "Thursdays")


def test_an_answer_that_lacks_a_figure_is_refused_at_it(office: Office) -> None:
    form = office.form()
    del form[SOLO_FIELD]
    answer = office.client.post(office.page, form)
    assert [place for _field, place, _why in answer.context["wrong"]] == ["Stakes: what one adversary settles: Solo"]


def test_a_minus_sign_of_either_kind_and_spaces_are_understood(office: Office) -> None:
    assert office.post({SOLO_FIELD: " 14 "}).status_code == 302
    assert "This must be between 1 and 9999, not −14." in words_of(office.post({SOLO_FIELD: "−14"}))


def test_one_table_is_put_back_and_nothing_else_is_lost_or_saved(office: Office) -> None:
    typed = {SOLO_FIELD: "abc", SLAM_FIELD: "77", "figure.odd_trick.each.each": "3", "name": "Renamed"}
    answer = office.post(typed, verb="put_back:stake")
    assert answer.status_code == 200
    back = Form(answer, action=office.page).fields
    assert (back[SOLO_FIELD], back[SLAM_FIELD]) == ("10", str(PRINTED_SLAM))
    assert (back["figure.odd_trick.each.each"], back["name"]) == ("3", "Renamed")
    assert "These are the printed figures." in words_of(answer)
    assert office.figures() == [{"stake.solo.each": 12}]
    back["verb"] = "save"
    office.client.post(office.page, back)
    assert office.figures() == [{"stake.solo.each": 12}, {"odd_trick.each.each": 3}]


def test_a_table_of_a_new_one_is_put_back_as_well(office: Office) -> None:
    form = office.typed({SOLO_FIELD: "99"}, ADD, name="Fridays", verb="put_back:stake")
    back = Form(office.client.post(ADD, form), action="/admin/clubs/tariff/add/").fields
    assert (back[SOLO_FIELD], back["name"]) == ("10", "Fridays")
    assert Tariff.objects.count() == 1


def test_a_changed_figure_has_the_printed_one_below_it_and_its_heads_say_which_it_is(office: Office) -> None:
    page = office.client.get(office.page)
    cells = {cell.name: cell for grid in page.context["grids"] for cell in grid.cells()}
    assert [name for name, cell in cells.items() if cell.changed] == [SOLO_FIELD]
    assert words_of(page).count("printed: 10") == 1
    html = page.content.decode()
    assert all(f'id="{head}"' in html for cell in cells.values() for head in cell.heads.split())


def test_what_no_source_prints_has_a_star_until_the_club_sets_it(office: Office) -> None:
    address = f"{LIST}add/?game=boston&rules=decimal"
    six, seven = "figure.winning.5.6", "figure.winning.5.7"
    page = office.client.post(address, office.typed({seven: "16"}, address, name="", verb="save"))
    cells = {cell.name: cell for grid in page.context["grids"] for cell in grid.cells()}
    assert (cells[six].starred, cells[six].described) == (True, "s-winning")
    assert (cells[seven].starred, cells[seven].described) == (False, f"n-{seven}")
    assert cells["figure.winning.5.5"].described == ""
    assert "printed: 15*" in words_of(page)
    assert "* This figure is not in a printed source; it is our own." in words_of(page)


def test_a_figure_that_may_be_below_nothing_takes_and_shows_a_true_minus_sign(office: Office) -> None:
    address = f"{LIST}add/?game=tarot&rules=fft"
    form = office.form(address)
    signed = next(name for name, value in form.items() if value.startswith("−"))
    assert office.client.post(address, {**form, "name": "Cup", signed: "-7"}).status_code == 302
    cup = Tariff.objects.get(name="Cup")
    assert list(tariffs.latest(cup).figures.values()) == [-7]
    assert office.form(f"{LIST}{cup.pk}/change/")[signed] == "−7"


# Its name


@pytest.mark.parametrize("name", ["Fridays", "  fridays "])
def test_a_name_that_there_is_is_refused_at_its_field(office: Office, name: str) -> None:
    own_tariff(office.club, "Fridays")
    for address in (office.page, ADD):
        answer = office.client.post(address, office.typed({SOLO_FIELD: "15"}, address, name=name))
        assert answer.status_code == 422
        assert list(answer.context["form"].errors) == ["name"]
        assert Form(answer, action=address.partition("?")[0]).fields[SOLO_FIELD] == "15"
    assert office.figures() == [{"stake.solo.each": 12}]


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\x07b"])
def test_what_is_no_name_is_refused(office: Office, name: str) -> None:
    assert list(office.post({"name": name}).context["form"].errors) == ["name"]


def test_a_name_of_another_rule_set_or_another_club_is_free(office: Office) -> None:
    Tariff.objects.create(club=office.club, game="solo_whist", rules="british", name="Fridays")
    own_tariff(House("Other", FOUR).club, "Fridays")
    assert office.post({"name": "Fridays"}).status_code == 302
    assert {one.name for one in Tariff.objects.filter(rules="foster")} == {"Fridays"}


def test_a_new_name_makes_no_version_and_leaves_sessions_as_they_are(office: Office) -> None:
    scribe = office.play()
    page = office.client.post(office.page, office.typed({}, name="Fridays"), follow=True)
    assert "Renamed to “Fridays”." in words_of(page)
    scribe.session.refresh_from_db()
    assert scribe.session.tariff == {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}}
    assert len(office.figures()) == 1
    assert "Renamed from “Thursdays”." in office.journal()[0]
    office.play(Tariff.objects.get())
    assert tariff_editing.played_for([Tariff.objects.get()]) == {office.tariff.pk: {1: 2}}


def test_a_name_by_which_sessions_know_a_tariff_is_given_to_no_other(office: Office) -> None:
    office.play()
    office.post({"name": "Fridays"})
    taken = office.client.post(ADD, office.typed({}, ADD, name="Thursdays"))
    assert taken.context["form"].errors == {
        "name": ["There is already a tariff with this name, or sessions were played with one."]
    }
    assert office.post({"name": "Thursdays"}).status_code == 302  # its own again


def test_a_former_name_that_no_session_knows_is_free_again(office: Office) -> None:
    office.post({"name": "Fridays"})
    office.client.post(ADD, office.typed({}, ADD, name="Thursdays"))
    new = Tariff.objects.get(name="Thursdays")
    office.play(new)
    office.tariff.refresh_from_db()
    assert tariff_editing.played_for([office.tariff, new]) == {office.tariff.pk: {}, new.pk: {1: 1}}


# Two organisers


def test_who_comes_second_gets_the_figures_back_with_what_the_first_changed(office: Office) -> None:
    second = office.typed({SLAM_FIELD: "70"})
    tariffs.set_figures(office.tariff, {SOLO: 15}, by="theo")
    answer = office.client.post(office.page, second)
    assert answer.status_code == 409
    assert "theo has changed this tariff in the meantime: it is now version 2" in words_of(answer)
    assert answer.context["meanwhile"] == [
        FigureDifference(table="Stakes: what one adversary settles", place="Solo", before="12", after="15")
    ]
    cells = {cell.name: cell.now for grid in answer.context["grids"] for cell in grid.cells()}
    assert (cells[SOLO_FIELD], cells[SLAM_FIELD]) == ("15", str(PRINTED_SLAM))
    back = Form(answer, action=office.page).fields
    assert (back[SOLO_FIELD], back[SLAM_FIELD]) == ("12", "70")
    assert office.figures() == [{"stake.solo.each": 12}, {"stake.solo.each": 15}]
    office.client.post(office.page, {**back, SOLO_FIELD: "15", "verb": "save"})
    assert office.figures()[2:] == [{"stake.solo.each": 15, "stake.slam.each": 70}]


def test_who_sets_the_same_as_the_first_has_no_quarrel(office: Office) -> None:
    second = office.typed({SOLO_FIELD: "15"})
    tariffs.set_figures(office.tariff, {SOLO: 15}, by="theo")
    assert office.client.post(office.page, second).status_code == 302
    assert len(office.figures()) == 2


def test_a_form_that_came_back_does_not_forget_what_it_had_seen(office: Office) -> None:
    second = office.typed({SOLO_FIELD: "x"})
    tariffs.set_figures(office.tariff, {SOLO: 15}, by="theo")
    back = Form(office.client.post(office.page, second), action=office.page).fields
    assert back["seen_version"] == "1"
    assert office.client.post(office.page, {**back, SOLO_FIELD: "13", "verb": "save"}).status_code == 409


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 40])
def test_a_forged_version_was_never_seen(office: Office, seen: str) -> None:
    assert office.post({SOLO_FIELD: "13"}, seen_version=seen).status_code == 409
    assert len(office.figures()) == 1


def test_a_name_that_somebody_else_has_changed_is_not_changed_back(office: Office) -> None:
    figures, name = office.typed({SOLO_FIELD: "13"}), office.typed({}, name="Cup")
    Tariff.objects.update(name="Fridays")
    assert office.client.post(office.page, figures).status_code == 302
    assert Tariff.objects.get().name == "Fridays"
    answer = office.client.post(office.page, name)
    assert answer.status_code in (409, 422)
    assert Tariff.objects.get().name == "Fridays"
    again = office.typed({}, name="Cup")
    Tariff.objects.update(name="Sundays")
    answer = office.client.post(office.page, again)
    assert answer.context["form"].errors == {"name": ["Someone else has renamed it to “Sundays” in the meantime."]}
    office.client.post(office.page, {**Form(answer, action=office.page).fields, "verb": "save"})
    assert Tariff.objects.get().name == "Cup"


# Its history


def test_every_version_says_what_it_changed_and_how_many_sessions_are_played_for_it(office: Office) -> None:
    office.play()
    office.post({SOLO_FIELD: "15", SLAM_FIELD: "70"})
    for _session in range(2):
        office.play()
    office.post({SOLO_FIELD: "10", SLAM_FIELD: str(PRINTED_SLAM)})
    past = office.client.get(office.page).context["past"]
    told = [(one.version.number, [(c.place, c.before, c.after) for c in one.changes], one.sessions) for one in past]
    slam = str(PRINTED_SLAM)
    assert told == [
        (3, [("Solo", "15", "10"), ("Slam", "70", slam)], 0),
        (2, [("Solo", "12", "15"), ("Slam", slam, "70")], 2),
        (1, [("Solo", "10", "12")], 1),
    ]
    words = words_of(office.client.get(office.page))
    assert "Solo: 12 → 15" in words
    assert "used by 2 sessions" in words


def test_a_session_of_another_club_or_tariff_is_not_counted(office: Office) -> None:
    other = Office("Friday club")
    other.play()
    Scribe(office.house.start(*FOUR, game="solo_whist", rules="foster"))
    assert tariff_editing.played_for([office.tariff]) == {office.tariff.pk: {}}


# Offered or not


def test_what_is_retired_is_offered_no_more_until_it_is_brought_back(office: Office) -> None:
    for verb, offered in (("retire", 0), ("retire", 0), ("bring_back", 1)):
        assert office.client.post(office.page, {"verb": verb})["Location"] == office.page
        assert tariffs.offered(office.club).count() == offered
    assert [entry.message.count("noted") for entry in AuditEntry.objects.filter(model="clubs.tariff")] == [1, 1]
    chosen = {"action": "retire", "_selected_action": office.tariff.pk}
    assert "1 tariff changed." in words_of(office.client.post(LIST, chosen, follow=True))
    assert not tariffs.offered(office.club)
    assert [one.pk for one in office.client.get(f"{LIST}?retired=no").context["cl"].result_list] == []


def test_it_is_deleted_only_while_no_session_is_played_for_it(office: Office) -> None:
    address = f"{LIST}{office.tariff.pk}/delete/"
    assert address in office.client.get(office.page).content.decode()
    office.play()
    assert address not in office.client.get(office.page).content.decode()
    assert office.client.post(address, {"post": "yes"}).status_code == 403
    spare = own_tariff(office.club, "Spare")
    assert office.client.post(f"{LIST}{spare.pk}/delete/", {"post": "yes"}).status_code == 302
    assert [one.name for one in Tariff.objects.all()] == ["Thursdays"]
    assert "Deleted." in office.journal()[0]


def test_of_a_rule_set_that_is_gone_there_is_the_history_alone(office: Office) -> None:
    Tariff.objects.update(rules="gone")
    page = office.client.get(office.page)
    assert "The game or the rule set of this tariff is no longer installed" in words_of(page)
    assert SOLO_FIELD not in page.content.decode()
    assert office.client.post(office.page, {"name": "x", "verb": "save"}).status_code == 200
    assert office.client.get(f"{LIST}add/?copy={office.tariff.pk}").status_code == 200
    assert office.client.get(LIST).status_code == 200
    assert office.client.post(office.page, {"verb": "retire"}).status_code == 302
    assert Tariff.objects.get().retired_at


# House rules


def house_rules(office: Office, tariff: object, **more: str) -> Any:
    form = {"club": str(office.club.pk), "rules": "foster", "currency": "€", "foster--tariff": str(tariff), **more}
    address = f"{HOUSE_RULES}add/?game=solo_whist"
    asked = {
        name: field.initial
        for name, field in office.client.get(address).context["adminform"].form.fields.items()
        if "--" in name and field.initial is not None
    }
    return office.client.post(address, {**asked, **form})


def test_house_rules_name_a_tariff_which_a_new_session_is_offered(office: Office) -> None:
    assert house_rules(office, office.tariff.pk).status_code == 302
    rules = HouseRules.objects.get()
    assert rules.tariff == office.tariff
    page = office.client.get(f"{HOUSE_RULES}{rules.pk}/change/")
    assert page.context["adminform"].form.initial["foster--tariff"] == str(office.tariff.pk)
    assert "Thursdays" in words_of(office.client.get(HOUSE_RULES))
    new = office.house.phone.get("/new/?game=solo_whist")
    assert f'name="option-tariff" value="{office.tariff.pk}"' in " ".join(new.content.decode().split())


def test_house_rules_go_back_to_what_is_printed(office: Office) -> None:
    HouseRules.objects.create(club=office.club, game="solo_whist", rules="foster", tariff=office.tariff)
    row = HouseRules.objects.get()
    page = office.client.get(f"{HOUSE_RULES}{row.pk}/change/")
    fields = {**Form(page, action="").fields, "foster--tariff": "", "rules": "foster"}
    assert office.client.post(f"{HOUSE_RULES}{row.pk}/change/", fields).status_code == 302
    assert HouseRules.objects.get().tariff is None


def test_house_rules_take_no_tariff_of_another_club_or_another_rule_set(office: Office) -> None:
    theirs = Office("Friday club").tariff
    british = Tariff.objects.create(club=office.club, game="solo_whist", rules="british", name="British")
    tariffs.set_figures(british, {}, by="marion")
    for wrong in (theirs.pk, british.pk, "x", "9" * 40):
        answer = house_rules(office, wrong)
        assert list(answer.context["adminform"].form.errors) == ["foster--tariff"]
    assert "Friday" not in words_of(office.client.get(f"{HOUSE_RULES}add/?game=solo_whist"))
    assert not HouseRules.objects.exists()


def test_of_two_clubs_the_tariff_must_be_that_clubs(office: Office) -> None:
    other = Office("Friday club")
    services.make_organiser(other.club, office.user)
    answer = house_rules(office, other.tariff.pk)
    assert answer.context["adminform"].form.errors == {"foster--tariff": ["This tariff belongs to another club."]}
    assert house_rules(office, office.tariff.pk).status_code == 302


def test_a_retired_tariff_of_the_house_rules_stops_no_session(office: Office) -> None:
    row = HouseRules.objects.create(club=office.club, game="solo_whist", rules="foster", tariff=office.tariff)
    Tariff.objects.update(retired_at=timezone.now())
    page = words_of(office.client.get(f"{HOUSE_RULES}{row.pk}/change/"))
    assert "Thursdays (no longer offered)" in page
    new = office.house.phone.get("/new/?game=solo_whist")
    assert "option-tariff" not in new.content.decode()


# Permissions


def test_an_organiser_of_another_club_sees_nothing(office: Office) -> None:
    other = Office("Friday club")
    for method in (other.client.get, other.client.post):
        assert method(office.page).status_code == 404
    copied = other.client.get(f"{LIST}add/?copy={office.tariff.pk}")
    assert [tariff.pk for tariff, _words in copied.context["own"]] == [other.tariff.pk]
    assert Client().get(office.page).status_code == 302


def test_the_page_of_a_session_says_for_which_tariff_it_is_played(office: Office) -> None:
    scribe = office.play()
    office.post({SOLO_FIELD: "15", "name": "Fridays"})
    assert "Thursdays, version 1" in words_of(office.client.get(f"/admin/play/session/{scribe.session.pk}/change/"))
    printed = Scribe(office.house.start(*FOUR, game="solo_whist", rules="foster"))
    assert "As printed" in words_of(office.client.get(f"/admin/play/session/{printed.session.pk}/change/"))


def test_the_list_counts_versions_and_sessions(office: Office) -> None:
    office.post({SOLO_FIELD: "15"})
    for _session in range(3):
        office.play()
    row = office.client.get(LIST).context["cl"].result_list[0]
    assert (row.times_set, row.played) == (2, 3)


def test_the_page_of_a_tariff_asks_as_much_for_three_versions_as_for_one(office: Office) -> None:
    counts = []
    for _times in range(2):
        office.client.get(office.page)
        with CaptureQueriesContext(connection) as asked:
            assert office.client.get(office.page).status_code == 200
        counts.append(len(asked))
        for figure in ("20", "21"):
            office.play()
            office.post({SOLO_FIELD: figure})
    assert counts[0] == counts[1]
