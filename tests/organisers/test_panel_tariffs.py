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
from scorekeeper.organisers.tariffs.form import FigureDifference
from tests.clubs.clubs import SampleClub, own_tariff, signed_in
from tests.concurrency import at_once
from tests.play.browsers import Form, words_of
from tests.play.tables import FOUR, Scorer

pytestmark = pytest.mark.django_db

LIST = "/admin/clubs/tariff/"
ADD = f"{LIST}add/?game=solo_whist&rules=foster"
JOURNAL = "/admin/play/session/journal/"
HOUSE_RULES = "/admin/clubs/houserules/"
SOLO, SLAM = FigurePlace("stake", "solo", "each"), FigurePlace("stake", "slam", "each")
SOLO_FIELD, SLAM_FIELD = "figure.stake.solo.each", "figure.stake.slam.each"
PRINTED_SLAM = 40


class TariffPage:
    """A club's tariff “Thursdays”, with a solo at 12 instead of 10, and its page in the panel."""

    def __init__(self, name: str = "Thursday club") -> None:
        self.sample_club = SampleClub(name, FOUR)
        self.user = self.sample_club.organiser(f"marion of {name}"[:30])
        self.client = signed_in(self.user)
        self.tariff = own_tariff(self.sample_club.club, figures={SOLO: 12}, by=self.user.get_username())

    @property
    def club(self) -> Club:
        return self.sample_club.club

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

    def play(self, tariff: Tariff | None = None) -> Scorer:
        key = str((tariff or self.tariff).pk)
        return Scorer(self.sample_club.start(*FOUR, game="solo_whist", rules="foster", tariff=key))

    def journal(self) -> list[str]:
        return [words_of(self.client.get(JOURNAL))]


def status(client: Client, address: str, form: dict[str, str]) -> str:
    return str(client.post(address, form).status_code)


@pytest.fixture
def tariff_page() -> TariffPage:
    return TariffPage()


# A new one


def test_the_tariff_to_copy_is_chosen_by_a_link(tariff_page: TariffPage) -> None:
    page = tariff_page.client.get(f"{LIST}add/")
    assert 'href="/admin/clubs/tariff/add/?game=solo_whist&rules=british"' in page.content.decode()
    assert f'href="/admin/clubs/tariff/add/?copy={tariff_page.tariff.pk}"' in page.content.decode()


def test_a_copy_of_the_printed_tariff_has_its_figures(tariff_page: TariffPage) -> None:
    form = tariff_page.form(ADD)
    assert (form[SOLO_FIELD], form["figure.odd_trick.each.each"], form["name"]) == ("10", "1", "")
    response = tariff_page.client.post(ADD, {**form, "name": "  Friday   nights ", SOLO_FIELD: "11"})
    made = Tariff.objects.get(name="Friday nights")
    assert response["Location"] == f"{LIST}{made.pk}/change/"
    assert (made.club, made.game, made.rules) == (tariff_page.club, "solo_whist", "foster")
    assert [(version.number, version.figures, version.made_by) for version in made.versions.all()] == [
        (1, {"stake.solo.each": 11}, tariff_page.user.get_username())
    ]
    assert AuditEntry.objects.get(key=str(made.pk), model="clubs.tariff").name == "Friday nights"


def test_a_copy_of_a_club_tariff_has_its_figures_and_leaves_it_unchanged(tariff_page: TariffPage) -> None:
    address = f"{LIST}add/?copy={tariff_page.tariff.pk}"
    form = tariff_page.form(address)
    assert form[SOLO_FIELD] == "12"
    tariff_page.client.post(address, {**form, "name": "Cup", SLAM_FIELD: "70"})
    cup = Tariff.objects.get(name="Cup")
    assert tariffs.latest(cup).figures == {SOLO: 12, SLAM: 70}
    assert tariff_page.figures() == [{"stake.solo.each": 12}]


def test_a_double_tap_creates_one_tariff_without_an_error(tariff_page: TariffPage) -> None:
    form = tariff_page.typed({SOLO_FIELD: "11"}, ADD, name="Fridays")
    responses = [tariff_page.client.post(ADD, form) for _tap in range(2)]
    assert [response.status_code for response in responses] == [302, 302]
    made = Tariff.objects.get(name="Fridays")
    assert made.versions.count() == 1
    assert AuditEntry.objects.filter(key=str(made.pk), model="clubs.tariff").count() == 1


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_concurrent_submissions_create_one_tariff_and_one_version() -> None:
    tariff_page = TariffPage()
    form = tariff_page.typed({SOLO_FIELD: "11"}, ADD, name="Fridays")
    twice = [signed_in(tariff_page.user), signed_in(tariff_page.user)]
    assert at_once([partial(status, client, ADD, form) for client in twice]) == {"302": 2}
    assert Tariff.objects.get(name="Fridays").versions.count() == 1
    form = tariff_page.typed({SOLO_FIELD: "13"})
    assert at_once([partial(status, client, tariff_page.page, form) for client in twice]) == {"302": 2}
    assert tariff_page.figures() == [{"stake.solo.each": 12}, {"stake.solo.each": 13}]


def test_an_organiser_of_two_clubs_chooses_the_club(tariff_page: TariffPage) -> None:
    other = SampleClub("Other", FOUR)
    services.make_organiser(other.club, tariff_page.user)
    form = {**tariff_page.form(ADD), "name": "Fridays"}
    response = tariff_page.client.post(ADD, {**form, "club": ""})
    assert response.status_code == 422
    assert "This field is required." in words_of(response)
    tariff_page.client.post(ADD, {**form, "club": str(other.club.pk)})
    assert Tariff.objects.get(name="Fridays").club == other.club


# Setting


def test_changes_become_the_next_version(tariff_page: TariffPage) -> None:
    page = tariff_page.client.post(
        tariff_page.page, tariff_page.typed({SOLO_FIELD: "15", SLAM_FIELD: "70"}), follow=True
    )
    assert tariff_page.figures() == [{"stake.solo.each": 12}, {"stake.solo.each": 15, "stake.slam.each": 70}]
    assert "Version 2 has been saved. Sessions that have already started keep their figures." in words_of(page)
    assert "Version 2 saved; figures changed: 2." in tariff_page.journal()[0]


def test_saving_without_changes_creates_no_version_and_no_entry(tariff_page: TariffPage) -> None:
    page = tariff_page.client.post(tariff_page.page, tariff_page.form(), follow=True)
    assert "Nothing was changed, so nothing was saved." in words_of(page)
    assert len(tariff_page.figures()) == 1
    assert not AuditEntry.objects.filter(model="clubs.tariff").exists()


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "A figure is missing here."),
        ("ten", "This must be a whole number."),
        ("10.5", "This must be a whole number."),
        ("1e3", "This must be a whole number."),
        ("0", "This must be between 1 and 9999, not 0."),
        ("-1", "This must be between 1 and 9999, not −1."),
        ("10000", "This must be between 1 and 9999, not 10000."),
        ("9" * 20, "This must be between 1 and 9999."),
        ("9" * 5000, "This must be a whole number."),
    ],
)
def test_a_wrong_figure_is_refused_at_its_field_and_the_input_kept(
    tariff_page: TariffPage, typed: str, message: str
) -> None:
    response = tariff_page.post({SOLO_FIELD: typed, SLAM_FIELD: "77", "name": "Renamed"})
    assert response.status_code == 422
    back = Form(response, action=tariff_page.page).fields
    assert (back[SOLO_FIELD], back[SLAM_FIELD], back["name"]) == (typed, "77", "Renamed")
    wrong = [cell for grid in response.context["grids"] for cell in grid.cells() if cell.errors]
    assert [(cell.name, cell.errors) for cell in wrong] == [(SOLO_FIELD, [message])]
    assert f"Stakes: what one adversary settles: Solo : {message}" in words_of(response)
    assert f'<a href="#{SOLO_FIELD}">' in response.content.decode()
    assert (tariff_page.figures(), Tariff.objects.get().name) == ([{"stake.solo.each": 12}], "Thursdays")


def test_a_missing_figure_is_refused_at_its_field(tariff_page: TariffPage) -> None:
    form = tariff_page.form()
    del form[SOLO_FIELD]
    response = tariff_page.client.post(tariff_page.page, form)
    assert [place for _field, place, _why in response.context["wrong"]] == ["Stakes: what one adversary settles: Solo"]


def test_both_minus_signs_and_spaces_are_accepted(tariff_page: TariffPage) -> None:
    assert tariff_page.post({SOLO_FIELD: " 14 "}).status_code == 302
    assert "This must be between 1 and 9999, not −14." in words_of(tariff_page.post({SOLO_FIELD: "−14"}))


def test_resetting_one_table_keeps_and_saves_nothing_else(tariff_page: TariffPage) -> None:
    typed = {SOLO_FIELD: "abc", SLAM_FIELD: "77", "figure.odd_trick.each.each": "3", "name": "Renamed"}
    response = tariff_page.post(typed, verb="put_back:stake")
    assert response.status_code == 200
    back = Form(response, action=tariff_page.page).fields
    assert (back[SOLO_FIELD], back[SLAM_FIELD]) == ("10", str(PRINTED_SLAM))
    assert (back["figure.odd_trick.each.each"], back["name"]) == ("3", "Renamed")
    assert "These are the printed figures." in words_of(response)
    assert tariff_page.figures() == [{"stake.solo.each": 12}]
    back["verb"] = "save"
    tariff_page.client.post(tariff_page.page, back)
    assert tariff_page.figures() == [{"stake.solo.each": 12}, {"odd_trick.each.each": 3}]


def test_a_table_of_a_new_tariff_can_be_reset_too(tariff_page: TariffPage) -> None:
    form = tariff_page.typed({SOLO_FIELD: "99"}, ADD, name="Fridays", verb="put_back:stake")
    back = Form(tariff_page.client.post(ADD, form), action="/admin/clubs/tariff/add/").fields
    assert (back[SOLO_FIELD], back["name"]) == ("10", "Fridays")
    assert Tariff.objects.count() == 1


def test_a_changed_figure_shows_the_printed_one_and_its_headings(tariff_page: TariffPage) -> None:
    page = tariff_page.client.get(tariff_page.page)
    cells = {cell.name: cell for grid in page.context["grids"] for cell in grid.cells()}
    assert [name for name, cell in cells.items() if cell.changed] == [SOLO_FIELD]
    assert words_of(page).count("printed: 10") == 1
    html = page.content.decode()
    assert all(f'id="{head}"' in html for cell in cells.values() for head in cell.heads.split())


def test_an_unprinted_figure_has_a_star_until_the_club_sets_it(tariff_page: TariffPage) -> None:
    address = f"{LIST}add/?game=boston&rules=decimal"
    six, seven = "figure.winning.5.6", "figure.winning.5.7"
    page = tariff_page.client.post(address, tariff_page.typed({seven: "16"}, address, name="", verb="save"))
    cells = {cell.name: cell for grid in page.context["grids"] for cell in grid.cells()}
    assert (cells[six].starred, cells[six].described) == (True, "s-winning")
    assert (cells[seven].starred, cells[seven].described) == (False, f"n-{seven}")
    assert cells["figure.winning.5.5"].described == ""
    assert "printed: 15*" in words_of(page)
    assert "* This figure is not in a printed source; it is our own." in words_of(page)


def test_a_figure_that_may_be_negative_accepts_and_shows_a_minus_sign(tariff_page: TariffPage) -> None:
    address = f"{LIST}add/?game=tarot&rules=fft"
    form = tariff_page.form(address)
    signed = next(name for name, value in form.items() if value.startswith("−"))
    assert tariff_page.client.post(address, {**form, "name": "Cup", signed: "-7"}).status_code == 302
    cup = Tariff.objects.get(name="Cup")
    assert list(tariffs.latest(cup).figures.values()) == [-7]
    assert tariff_page.form(f"{LIST}{cup.pk}/change/")[signed] == "−7"


# Its name


@pytest.mark.parametrize("name", ["Fridays", "  fridays "])
def test_an_existing_name_is_refused_at_its_field(tariff_page: TariffPage, name: str) -> None:
    own_tariff(tariff_page.club, "Fridays")
    for address in (tariff_page.page, ADD):
        response = tariff_page.client.post(address, tariff_page.typed({SOLO_FIELD: "15"}, address, name=name))
        assert response.status_code == 422
        assert list(response.context["form"].errors) == ["name"]
        assert Form(response, action=address.partition("?")[0]).fields[SOLO_FIELD] == "15"
    assert tariff_page.figures() == [{"stake.solo.each": 12}]


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "a\x07b"])
def test_an_invalid_name_is_refused(tariff_page: TariffPage, name: str) -> None:
    assert list(tariff_page.post({"name": name}).context["form"].errors) == ["name"]


def test_the_same_name_is_allowed_for_another_rule_set_or_club(tariff_page: TariffPage) -> None:
    Tariff.objects.create(club=tariff_page.club, game="solo_whist", rules="british", name="Fridays")
    own_tariff(SampleClub("Other", FOUR).club, "Fridays")
    assert tariff_page.post({"name": "Fridays"}).status_code == 302
    assert {tariff.name for tariff in Tariff.objects.filter(rules="foster")} == {"Fridays"}


def test_renaming_creates_no_version_and_leaves_sessions_unchanged(tariff_page: TariffPage) -> None:
    scorer = tariff_page.play()
    page = tariff_page.client.post(tariff_page.page, tariff_page.typed({}, name="Fridays"), follow=True)
    assert "Renamed to “Fridays”." in words_of(page)
    scorer.session.refresh_from_db()
    assert scorer.session.tariff == {"name": "Thursdays", "version": 1, "figures": {"stake.solo.each": 12}}
    assert len(tariff_page.figures()) == 1
    assert "Renamed from “Thursdays”." in tariff_page.journal()[0]
    tariff_page.play(Tariff.objects.get())
    assert tariff_editing.played_for([Tariff.objects.get()]) == {tariff_page.tariff.pk: {1: 2}}


def test_a_former_name_used_by_sessions_cannot_be_reused(tariff_page: TariffPage) -> None:
    tariff_page.play()
    tariff_page.post({"name": "Fridays"})
    taken = tariff_page.client.post(ADD, tariff_page.typed({}, ADD, name="Thursdays"))
    assert taken.context["form"].errors == {
        "name": ["There is already a tariff with this name, or sessions were played with one."]
    }
    assert tariff_page.post({"name": "Thursdays"}).status_code == 302  # its own again


def test_a_former_name_without_sessions_can_be_reused(tariff_page: TariffPage) -> None:
    tariff_page.post({"name": "Fridays"})
    tariff_page.client.post(ADD, tariff_page.typed({}, ADD, name="Thursdays"))
    new = Tariff.objects.get(name="Thursdays")
    tariff_page.play(new)
    tariff_page.tariff.refresh_from_db()
    assert tariff_editing.played_for([tariff_page.tariff, new]) == {tariff_page.tariff.pk: {}, new.pk: {1: 1}}


# Two organisers


def test_a_conflicting_change_is_returned_with_what_the_other_changed(tariff_page: TariffPage) -> None:
    second = tariff_page.typed({SLAM_FIELD: "70"})
    tariffs.set_figures(tariff_page.tariff, {SOLO: 15}, by="theo")
    response = tariff_page.client.post(tariff_page.page, second)
    assert response.status_code == 409
    assert "theo has changed this tariff in the meantime: it is now version 2" in words_of(response)
    assert response.context["meanwhile"] == [
        FigureDifference(table="Stakes: what one adversary settles", place="Solo", before="12", after="15")
    ]
    cells = {cell.name: cell.now for grid in response.context["grids"] for cell in grid.cells()}
    assert (cells[SOLO_FIELD], cells[SLAM_FIELD]) == ("15", str(PRINTED_SLAM))
    back = Form(response, action=tariff_page.page).fields
    assert (back[SOLO_FIELD], back[SLAM_FIELD]) == ("12", "70")
    assert tariff_page.figures() == [{"stake.solo.each": 12}, {"stake.solo.each": 15}]
    tariff_page.client.post(tariff_page.page, {**back, SOLO_FIELD: "15", "verb": "save"})
    assert tariff_page.figures()[2:] == [{"stake.solo.each": 15, "stake.slam.each": 70}]


def test_the_same_change_by_two_people_is_not_a_conflict(tariff_page: TariffPage) -> None:
    second = tariff_page.typed({SOLO_FIELD: "15"})
    tariffs.set_figures(tariff_page.tariff, {SOLO: 15}, by="theo")
    assert tariff_page.client.post(tariff_page.page, second).status_code == 302
    assert len(tariff_page.figures()) == 2


def test_a_returned_form_remembers_the_version_it_was_based_on(tariff_page: TariffPage) -> None:
    second = tariff_page.typed({SOLO_FIELD: "x"})
    tariffs.set_figures(tariff_page.tariff, {SOLO: 15}, by="theo")
    back = Form(tariff_page.client.post(tariff_page.page, second), action=tariff_page.page).fields
    assert back["seen_version"] == "1"
    assert tariff_page.client.post(tariff_page.page, {**back, SOLO_FIELD: "13", "verb": "save"}).status_code == 409


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 40])
def test_a_forged_version_counts_as_outdated(tariff_page: TariffPage, seen: str) -> None:
    assert tariff_page.post({SOLO_FIELD: "13"}, seen_version=seen).status_code == 409
    assert len(tariff_page.figures()) == 1


def test_a_name_changed_by_somebody_else_is_not_reverted(tariff_page: TariffPage) -> None:
    figures, name = tariff_page.typed({SOLO_FIELD: "13"}), tariff_page.typed({}, name="Cup")
    Tariff.objects.update(name="Fridays")
    assert tariff_page.client.post(tariff_page.page, figures).status_code == 302
    assert Tariff.objects.get().name == "Fridays"
    response = tariff_page.client.post(tariff_page.page, name)
    assert response.status_code in (409, 422)
    assert Tariff.objects.get().name == "Fridays"
    again = tariff_page.typed({}, name="Cup")
    Tariff.objects.update(name="Sundays")
    response = tariff_page.client.post(tariff_page.page, again)
    assert response.context["form"].errors == {"name": ["Someone else has renamed it to “Sundays” in the meantime."]}
    tariff_page.client.post(tariff_page.page, {**Form(response, action=tariff_page.page).fields, "verb": "save"})
    assert Tariff.objects.get().name == "Cup"


# Its history


def test_every_version_lists_its_changes_and_number_of_sessions(tariff_page: TariffPage) -> None:
    tariff_page.play()
    tariff_page.post({SOLO_FIELD: "15", SLAM_FIELD: "70"})
    for _session in range(2):
        tariff_page.play()
    tariff_page.post({SOLO_FIELD: "10", SLAM_FIELD: str(PRINTED_SLAM)})
    past = tariff_page.client.get(tariff_page.page).context["past"]
    history = [
        (version.version.number, [(c.place, c.before, c.after) for c in version.changes], version.sessions)
        for version in past
    ]
    slam = str(PRINTED_SLAM)
    assert history == [
        (3, [("Solo", "15", "10"), ("Slam", "70", slam)], 0),
        (2, [("Solo", "12", "15"), ("Slam", slam, "70")], 2),
        (1, [("Solo", "10", "12")], 1),
    ]
    words = words_of(tariff_page.client.get(tariff_page.page))
    assert "Solo: 12 → 15" in words
    assert "used by 2 sessions" in words


def test_sessions_of_other_clubs_and_tariffs_are_not_counted(tariff_page: TariffPage) -> None:
    other = TariffPage("Friday club")
    other.play()
    Scorer(tariff_page.sample_club.start(*FOUR, game="solo_whist", rules="foster"))
    assert tariff_editing.played_for([tariff_page.tariff]) == {tariff_page.tariff.pk: {}}


# Offered or not


def test_a_retired_tariff_is_not_offered_until_restored(tariff_page: TariffPage) -> None:
    for verb, offered in (("retire", 0), ("retire", 0), ("bring_back", 1)):
        assert tariff_page.client.post(tariff_page.page, {"verb": verb})["Location"] == tariff_page.page
        assert tariffs.offered(tariff_page.club).count() == offered
    assert [entry.message.count("noted") for entry in AuditEntry.objects.filter(model="clubs.tariff")] == [1, 1]
    chosen = {"action": "retire", "_selected_action": tariff_page.tariff.pk, "confirmed": "yes"}
    assert "1 tariff changed." in words_of(tariff_page.client.post(LIST, chosen, follow=True))
    assert not tariffs.offered(tariff_page.club)
    assert [tariff.pk for tariff in tariff_page.client.get(f"{LIST}?retired=no").context["cl"].result_list] == []


def test_a_tariff_can_be_deleted_only_without_sessions(tariff_page: TariffPage) -> None:
    address = f"{LIST}{tariff_page.tariff.pk}/delete/"
    assert address in tariff_page.client.get(tariff_page.page).content.decode()
    tariff_page.play()
    assert address not in tariff_page.client.get(tariff_page.page).content.decode()
    assert tariff_page.client.post(address, {"post": "yes"}).status_code == 403
    spare = own_tariff(tariff_page.club, "Spare")
    assert tariff_page.client.post(f"{LIST}{spare.pk}/delete/", {"post": "yes"}).status_code == 302
    assert [tariff.name for tariff in Tariff.objects.all()] == ["Thursdays"]
    assert "Deleted." in tariff_page.journal()[0]


def test_a_tariff_of_an_uninstalled_rule_set_shows_only_its_history(tariff_page: TariffPage) -> None:
    Tariff.objects.update(rules="gone")
    page = tariff_page.client.get(tariff_page.page)
    assert "The game or the rule set of this tariff is no longer installed" in words_of(page)
    assert SOLO_FIELD not in page.content.decode()
    assert tariff_page.client.post(tariff_page.page, {"name": "x", "verb": "save"}).status_code == 200
    assert tariff_page.client.get(f"{LIST}add/?copy={tariff_page.tariff.pk}").status_code == 200
    assert tariff_page.client.get(LIST).status_code == 200
    assert tariff_page.client.post(tariff_page.page, {"verb": "retire"}).status_code == 302
    assert Tariff.objects.get().retired_at


# House rules


def house_rules(tariff_page: TariffPage, tariff: object, **more: str) -> Any:
    form = {
        "club": str(tariff_page.club.pk),
        "rules": "foster",
        "currency": "€",
        "foster--own_tariff": str(tariff),
        **more,
    }
    address = f"{HOUSE_RULES}add/?game=solo_whist"
    data = {
        name: field.initial
        for name, field in tariff_page.client.get(address).context["adminform"].form.fields.items()
        if "--" in name and field.initial is not None
    }
    return tariff_page.client.post(address, {**data, **form})


def test_house_rules_can_name_the_tariff_of_new_sessions(tariff_page: TariffPage) -> None:
    assert house_rules(tariff_page, tariff_page.tariff.pk).status_code == 302
    rules = HouseRules.objects.get()
    assert rules.tariff == tariff_page.tariff
    page = tariff_page.client.get(f"{HOUSE_RULES}{rules.pk}/change/")
    assert page.context["adminform"].form.initial["foster--own_tariff"] == str(tariff_page.tariff.pk)
    assert "Thursdays" in words_of(tariff_page.client.get(HOUSE_RULES))
    new = tariff_page.sample_club.phone.get("/new/?game=solo_whist")
    assert f'name="option-own_tariff" value="{tariff_page.tariff.pk}"' in " ".join(new.content.decode().split())


def test_house_rules_can_return_to_the_printed_tariff(tariff_page: TariffPage) -> None:
    HouseRules.objects.create(club=tariff_page.club, game="solo_whist", rules="foster", tariff=tariff_page.tariff)
    row = HouseRules.objects.get()
    page = tariff_page.client.get(f"{HOUSE_RULES}{row.pk}/change/")
    fields = {**Form(page, action="").fields, "foster--own_tariff": "", "rules": "foster"}
    assert tariff_page.client.post(f"{HOUSE_RULES}{row.pk}/change/", fields).status_code == 302
    assert HouseRules.objects.get().tariff is None


def test_house_rules_refuse_a_tariff_of_another_club_or_rule_set(tariff_page: TariffPage) -> None:
    theirs = TariffPage("Friday club").tariff
    british = Tariff.objects.create(club=tariff_page.club, game="solo_whist", rules="british", name="British")
    tariffs.set_figures(british, {}, by="marion")
    for wrong in (theirs.pk, british.pk, "x", "9" * 40):
        response = house_rules(tariff_page, wrong)
        assert list(response.context["adminform"].form.errors) == ["foster--own_tariff"]
    assert "Friday" not in words_of(tariff_page.client.get(f"{HOUSE_RULES}add/?game=solo_whist"))
    assert not HouseRules.objects.exists()


def test_the_tariff_must_belong_to_the_club_of_the_house_rules(tariff_page: TariffPage) -> None:
    other = TariffPage("Friday club")
    services.make_organiser(other.club, tariff_page.user)
    response = house_rules(tariff_page, other.tariff.pk)
    assert response.context["adminform"].form.errors == {"foster--own_tariff": ["This tariff belongs to another club."]}
    assert house_rules(tariff_page, tariff_page.tariff.pk).status_code == 302


def test_a_retired_tariff_in_the_house_rules_does_not_block_sessions(tariff_page: TariffPage) -> None:
    row = HouseRules.objects.create(club=tariff_page.club, game="solo_whist", rules="foster", tariff=tariff_page.tariff)
    Tariff.objects.update(retired_at=timezone.now())
    page = words_of(tariff_page.client.get(f"{HOUSE_RULES}{row.pk}/change/"))
    assert "Thursdays (no longer offered)" in page
    new = tariff_page.sample_club.phone.get("/new/?game=solo_whist")
    assert "option-own_tariff" not in new.content.decode()


# Permissions


def test_an_organiser_of_another_club_sees_no_tariff(tariff_page: TariffPage) -> None:
    other = TariffPage("Friday club")
    for method in (other.client.get, other.client.post):
        assert method(tariff_page.page).status_code == 404
    copied = other.client.get(f"{LIST}add/?copy={tariff_page.tariff.pk}")
    assert [tariff.pk for tariff, _words in copied.context["own"]] == [other.tariff.pk]
    assert Client().get(tariff_page.page).status_code == 302


def test_the_session_page_names_its_tariff(tariff_page: TariffPage) -> None:
    scorer = tariff_page.play()
    tariff_page.post({SOLO_FIELD: "15", "name": "Fridays"})
    assert "Thursdays, version 1" in words_of(
        tariff_page.client.get(f"/admin/play/session/{scorer.session.pk}/change/")
    )
    printed = Scorer(tariff_page.sample_club.start(*FOUR, game="solo_whist", rules="foster"))
    assert "As printed" in words_of(tariff_page.client.get(f"/admin/play/session/{printed.session.pk}/change/"))


def test_the_list_counts_versions_and_sessions(tariff_page: TariffPage) -> None:
    tariff_page.post({SOLO_FIELD: "15"})
    for _session in range(3):
        tariff_page.play()
    row = tariff_page.client.get(LIST).context["cl"].result_list[0]
    assert (row.times_set, row.played) == (2, 3)


def test_the_tariff_page_takes_as_many_queries_for_three_versions_as_for_one(tariff_page: TariffPage) -> None:
    counts = []
    for _times in range(2):
        tariff_page.client.get(tariff_page.page)
        with CaptureQueriesContext(connection) as captured:
            assert tariff_page.client.get(tariff_page.page).status_code == 200
        counts.append(len(captured))
        for figure in ("20", "21"):
            tariff_page.play()
            tariff_page.post({SOLO_FIELD: figure})
    assert counts[0] == counts[1]
