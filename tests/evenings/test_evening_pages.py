"""The pages of a club's evenings: who may view them, who may write, and what they show."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import registry
from scorekeeper.clubs.models import ClubDevice, HouseRules
from scorekeeper.evenings import attendance, urls
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.play.models import Session
from tests.clubs.clubs import signed_in
from tests.evenings.club_evening import STAKE, TWELVE, Night
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, Scribe, token

pytestmark = pytest.mark.django_db

NAMES = [str(pattern.name) for pattern in urls.urlpatterns]
PER_PERSON = {"evening_person"}


def url(name: str, night: Night) -> str:
    if name == "evenings":
        return reverse(name)
    player = [night.player(TWELVE[0]).pk] if name in PER_PERSON else []
    return reverse(name, args=[night.evening.public_id, *player])


def there(night: Night, *names: str) -> list[int]:
    return [attendance.check_in(night.evening, name=name).player_id for name in names]


# Who may look, who may write


ONLY_READ = {"evening", "evening_links"}
"""Everybody is refused to post there in the same way, which reveals nothing."""


@pytest.mark.parametrize("name", [name for name in NAMES if name != "evenings"])
def test_no_page_of_an_evening_is_there_for_anybody_else(name: str) -> None:
    night, other = Night("One"), Night("Other")
    there(night, *TWELVE)
    address = url(name, night)
    for stranger in (browser(), other.phone, Client()):
        assert stranger.get(address).status_code == 404
        answer = stranger.post(address, {"player": night.player(TWELVE[0]).pk, "name": "Zoé"})
        assert answer.status_code == (405 if name in ONLY_READ else 404)
    assert night.evening.presences.count() == 12


def test_the_evenings_of_a_club_are_listed_on_its_own_phones() -> None:
    one, other = Night("One"), Night("Other")
    one.begin(name="Spring")
    other.begin(name="Autumn")
    for stranger in (browser(), Client()):
        assert stranger.get(reverse("evenings")).status_code == 404
        assert stranger.post(reverse("evenings"), {"day": "2026-03-13"}).status_code == 404
    assert "Autumn" in words_of(other.phone.get(reverse("evenings")))
    assert "Spring" not in words_of(other.phone.get(reverse("evenings")))


LOOKS_ON = {"evenings": 200, "evening": 200, "evening_settlement": 200}
LED_BACK = {"evening_check_in", "evening_leave", "evening_undo_check_in", "evening_withdraw"}


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_that_does_not_run_evenings_looks_on_and_is_told_how_to_run_them(name: str) -> None:
    night = Night()
    there(night, *TWELVE)
    looker = browser(name=night.looker())
    page = looker.get(url(name, night))
    assert page.status_code == (302 if name in LED_BACK else LOOKS_ON.get(name, 403))
    if name not in ONLY_READ:
        refused = looker.post(url(name, night), {"player": night.player(TWELVE[0]).pk, "name": "Zoé"})
        assert refused.status_code == 403
        assert "An organiser can allow this phone to do so: organisers’ panel" in words_of(refused)
    assert Evening.objects.count() == 1
    assert night.evening.presences.count() == 12


def test_who_looks_on_sees_no_form_that_writes() -> None:
    night = Night()
    night.played(*TWELVE[:4])
    for name in LOOKS_ON:
        page = browser(name=night.looker()).get(url(name, night))
        assert page.content.decode().count("csrfmiddlewaretoken") == 1  # changing the language
        assert "can only watch" in words_of(page)


# What others do meanwhile


def news_of(night: Night, page: Any, phone: Client | None = None) -> Any:
    """Return the answer to an open page that polls."""
    address = re.search(r'hx-get="([^"]+)"', page.content.decode())
    assert address
    return (phone or night.phone).get(address[1], headers={"HX-Request": "true"})


MEANWHILE: dict[str, tuple[Callable[[Night], object], str]] = {
    "somebody comes": (lambda night: there(night, "Zoé"), "Zoé"),
    "somebody leaves": (
        lambda night: attendance.leave(night.evening, player=there(night, TWELVE[0])[0]),
        "Mark present again",
    ),
    "a table is started": (lambda night: night.start(*TWELVE[4:8], stake=STAKE), "1 open"),
    "a hand is recorded": (lambda night: Scribe(Session.objects.get()).record(GARDE), "−66"),
    "a table is closed": (lambda night: night.played(*TWELVE[4:8]), "closed,"),
    "a name is mended": (lambda night: night.club.players.update(nickname="Fifi"), "Fifi"),
    "somebody joins the club": (lambda night: night.member("Zita"), "Zita"),
    "the evening is called otherwise": (lambda night: Evening.objects.update(name="Spring"), "Spring"),
    "it is settled": (lambda night: night.settle(), "This evening is settled"),
    "it is no longer led here": (lambda night: ClubDevice.objects.update(runs=False), "This phone can only watch"),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_a_page_that_lies_open_is_told_what_is_new_and_nothing_while_nothing_is(what: str) -> None:
    night = Night()
    there(night, *TWELVE[:2])
    if what == "a hand is recorded":
        night.start(*TWELVE[4:8], stake=STAKE)
    page = night.phone.get(url("evening", night))
    quiet = news_of(night, page)
    assert (quiet.status_code, quiet.content) == (204, b"")
    change, words = MEANWHILE[what]
    assert words not in words_of(page)
    change(night)
    told = news_of(night, page)
    assert told.status_code == 200
    assert words in words_of(told) or words in told.content.decode()
    assert news_of(night, told).status_code == 204


def test_what_is_new_has_its_place_on_every_page_that_lies_open() -> None:
    night = Night()
    for fill in (lambda: None, lambda: night.played(*TWELVE[:4]), night.settle):
        fill()
        page = night.phone.get(url("evening", night)).content.decode()
        asked = re.search(r'hx-select-oob="([^"]+)"', page)
        assert asked
        for part in asked[1].split(","):
            assert page.count(f'id="{part.removeprefix("#").split(":")[0]}"') == 1, part


def test_looking_whether_anything_is_new_asks_little_however_much_there_is() -> None:
    counts = []
    for number in (1, 3):
        night = Night(f"Club {number}")
        fill_open(night, number)
        page = night.phone.get(url("evening", night))
        with CaptureQueriesContext(connection) as asked:
            assert news_of(night, page).status_code == 204
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 5


def test_nobody_else_is_told_whether_anything_is_new() -> None:
    night, other = Night("One"), Night("Other")
    page = night.phone.get(url("evening", night))
    for stranger in (browser(), other.phone, Client()):
        assert news_of(night, page, stranger).status_code == 404
    assert news_of(night, page, browser(name=night.looker())).status_code == 200  # it runs no evenings: another page


# An evening from beginning to end


def test_an_evening_is_begun_people_come_tables_are_drawn_played_and_settled() -> None:
    night = Night()
    night.evening.delete()
    phone = night.phone
    form = {**Form(phone.get(reverse("evenings")), "").fields, "name": "Spring", "kitty": "1,50", "rounding": "0.1"}
    made = phone.post(reverse("evenings"), form)
    night.evening = Evening.objects.get()
    assert made["Location"] == url("evening", night)
    assert (night.evening.name, str(night.evening.kitty), str(night.evening.rounding)) == ("Spring", "1.50", "0.10")
    for name in TWELVE[:8]:
        told = phone.post(url("evening_check_in", night), {"player": night.player(name).pk}, follow=True)
        assert f"{name} is present, since" in words_of(told)
    assert "Zoé is present" in words_of(phone.post(url("evening_check_in", night), {"name": "Zoé"}, follow=True))
    asked = {"free": [one.player_id for one in night.evening.presences.all()], "game": "tarot:classic", "stake": "0,05"}
    shown = phone.post(url("evening_draw", night), {**asked, "action": "draw"})
    assert [len(table.people) for table in shown.context["tables"]] == [4, 4]
    assert len(shown.context["left"]) == 1
    posted = Form(shown, "").fields
    started = phone.post(url("evening_draw", night), {**posted, "action": "start", **games(shown)}, follow=True)
    assert "On each table’s phone, scan that table’s code" in words_of(started)
    assert words_of(started).count("Open this table here") == 2
    for session in Session.objects.all():
        assert str(session.stake) == "0.0500"
        scribe = Scribe(session)
        scribe.record(GARDE)
        scribe.close()
    page = phone.get(url("evening_settlement", night))
    assert "pays into the kitty" in words_of(page)
    settled = phone.post(url("evening_settlement", night), Form(page, "").fields, follow=True)
    assert "settled on" in words_of(settled)
    # Two won 9.90, six lost 3.30, and each of nine pays 1.50: +8.40, −4.80, −1.50, the kitty +13.50; all whole dimes.
    assert sorted(one["amount"] for one in EveningSettlement.objects.get().balances) == [
        *["-1.50"],
        *["-4.80"] * 6,
        *["8.40"] * 2,
    ]


def games(shown: Any) -> dict[str, str]:
    """The chosen options of the page's selects, which are not inputs."""
    return {f"game-{table.number}": table.drawn.game for table in shown.context["tables"]}


# Who is present


def test_a_tap_is_taken_back_by_the_button_beside_what_it_said() -> None:
    night = Night()
    came = night.phone.post(url("evening_check_in", night), {"player": night.player(TWELVE[0]).pk}, follow=True)
    assert "Undo" in words_of(came)
    night.phone.post(url("evening_undo_check_in", night), {"player": night.player(TWELVE[0]).pk})
    assert not night.evening.presences.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [("", "Enter a name."), ("x" * 200, "at most"), ("a\x07b", "can’t be stored or shown")],
)
def test_a_guest_without_a_name_that_can_be_said_is_refused_at_the_field(name: str, words: str) -> None:
    night = Night()
    page = night.phone.post(url("evening_check_in", night), {"name": name})
    assert page.status_code == 422
    assert words in words_of(page)
    assert page.context["guest"]["name"].value() == name


def test_times_are_kept_and_what_cannot_be_is_refused_at_its_field() -> None:
    night = Night()
    there(night, TWELVE[0])
    address = url("evening_person", night)
    refused = night.phone.post(address, {"came": "21:00", "left": "20:00"})
    assert refused.status_code == 422
    assert "Nobody can leave before they arrive." in words_of(refused)
    assert 'value="20:00"' in refused.content.decode()
    assert night.phone.post(address, {"came": "", "left": "x"}).status_code == 422
    for nobody in (0, 2**63):
        other = reverse("evening_person", args=[night.evening.public_id, nobody])
        assert night.phone.get(other).status_code == 404
    assert night.phone.post(address, {"came": "21:00", "left": "00:30"}).status_code == 302
    page = words_of(night.phone.get(url("evening", night)))
    assert "21:00 to 00:30" in page


def test_what_cannot_be_done_is_said_on_the_page() -> None:
    night = Night()
    night.start(*TWELVE[:4])
    key = {"player": night.player(TWELVE[0]).pk}
    for name in ("evening_leave", "evening_undo_check_in"):
        answer = night.phone.post(url(name, night), key)
        assert answer.status_code == 422
        assert TWELVE[0] in words_of(answer)
    assert night.phone.post(url("evening_check_in", night), {"player": "9" * 9}).status_code == 404
    assert night.phone.post(url("evening_leave", night), {"player": "x"}).status_code == 404


def test_who_has_left_is_not_counted_among_those_who_are_there() -> None:
    night = Night()
    for name in TWELVE[:3]:
        night.phone.post(url("evening_check_in", night), {"player": night.player(name).pk})
    night.phone.post(url("evening_leave", night), {"player": night.player(TWELVE[0]).pk})
    assert "Who is present 2 people" in words_of(night.phone.get(url("evening", night)))


# The terms


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"day": ""}, "Enter a date."),
        ({"day": "tomorrow"}, "Enter a valid date."),
        ({"day": "0001-01-01"}, "This date is too far in the past."),
        ({"kitty": "-1"}, "Enter more than 0"),
        ({"kitty": "a lot"}, "is not an amount of money"),
        ({"rounding": "0.001"}, "at most two decimal places"),
        ({"rounding": "NaN"}, "Enter more than 0"),
        ({"currency": "x" * 9}, "at most"),
    ],
)
def test_terms_that_cannot_be_are_refused_at_their_field_and_nothing_typed_is_lost(typed, words) -> None:
    night = Night()
    for name in ("evenings", "evening_details"):
        page = night.phone.post(url(name, night), {"day": "2026-03-13", "name": "Spring", **typed})
        assert page.status_code == 422
        assert words in words_of(page)
        assert 'value="Spring"' in page.content.decode()
    assert Evening.objects.get().name == ""


def test_terms_are_changed_until_they_are_settled_on() -> None:
    night = Night()
    asked = {"day": "2026-03-13", "name": "Spring", "kitty": "2", "rounding": "0.5", "currency": "CHF"}
    assert night.phone.post(url("evening_details", night), asked).status_code == 302
    night.evening.refresh_from_db()
    assert (str(night.evening.date), str(night.evening.kitty), night.evening.currency) == ("2026-03-13", "2.00", "CHF")
    night.settle()
    refused = night.phone.post(url("evening_details", night), {**asked, "kitty": "3"})
    assert refused.status_code == 409
    assert "Withdraw the settlement before you change it" in words_of(refused)


@pytest.mark.parametrize(("language", "kitty"), [("en", "1.50"), ("de", "1,50"), ("fr", "1,50")])
def test_money_stands_in_a_field_as_its_reader_writes_numbers(language: str, kitty: str) -> None:
    night = Night(kitty=Decimal("1.50"))
    headers = {"Accept-Language": language}
    form = Form(night.phone.get(url("evening_details", night), headers=headers)).fields
    assert form["kitty"] == kitty
    assert (
        night.phone.post(url("evening_details", night), {**form, "name": "Spring"}, headers=headers).status_code == 302
    )
    panel = signed_in(night.organiser())
    address = f"/admin/evenings/evening/{night.evening.pk}/change/"
    assert f'name="kitty" value="{kitty}"' in panel.get(address, headers=headers).content.decode()
    assert Evening.objects.get().kitty == Decimal("1.50")


# Tables drawn


def drawn(night: Night, *names: str, **asked: str) -> Any:
    keys = there(night, *names)
    return night.phone.post(
        url("evening_draw", night), {"free": keys, "game": "tarot:classic", "action": "draw", **asked}
    )


def test_what_the_club_played_last_is_what_is_drawn_for_unless_the_house_has_rules() -> None:
    night = Night()
    night.played(*TWELVE[:3], game="skat", rules="isko", first_dealer=0, hands=0)
    assert night.phone.get(url("evening_draw", night)).context["draw_request"].game == "skat:isko"
    HouseRules.objects.create(
        club=night.club, game="cayenne", rules=next(iter(registry.get("cayenne").rules.rule_sets))
    )
    assert night.phone.get(url("evening_draw", night)).context["draw_request"].game.startswith("cayenne:")


def test_two_are_marked_and_change_places() -> None:
    night = Night()
    shown = drawn(night, *TWELVE[:9])
    tables, left = shown.context["tables"], shown.context["left"]
    one, other = tables[0].drawn.players[1], left[0][0]
    posted = {**Form(shown, "").fields, **games(shown), "action": "swap", "swap": [one, other]}
    swapped = night.phone.post(url("evening_draw", night), posted)
    assert swapped.context["tables"][0].drawn.players[1] == other
    assert swapped.context["left"][0][0] == one
    assert swapped.context["tables"][1].drawn == tables[1].drawn
    refused = night.phone.post(url("evening_draw", night), {**posted, "swap": [one]})
    assert refused.status_code == 422
    assert "Select the two people" in words_of(refused)
    assert refused.context["marked"] == [one]


def test_each_table_can_be_given_another_game() -> None:
    night = Night()
    shown = drawn(night, *TWELVE[:8])
    assert "boston" in {key.split(":")[0] for key, _words in shown.context["tables"][0].games}
    posted = {**Form(shown, "").fields, **games(shown), "game-1": "cayenne:foster", "action": "start"}
    known = {key for key, _words in shown.context["tables"][1].games}
    posted["game-1"] = next(key for key in sorted(known) if key.startswith("cayenne"))
    night.phone.post(url("evening_draw", night), posted)
    assert [session.game for session in Session.objects.order_by("pk")] == ["tarot", "cayenne"]


@pytest.mark.parametrize(
    ("people", "asked", "words"),
    [
        (3, {}, "needs at least 4; 3 people are selected"),
        (1, {}, "needs at least 4; 1 person is selected"),
        (8, {"tables": "3"}, "there can be 1 to 2 tables"),
        (8, {"tables": "x"}, "there can be 1 to 2 tables"),
        (8, {"stake": "dear"}, "is not an amount of money"),
    ],
)
def test_a_draw_that_cannot_be_is_refused_in_words(people: int, asked: dict[str, str], words: str) -> None:
    night = Night()
    page = drawn(night, *TWELVE[:people], **asked)
    assert page.status_code == 422
    assert words in words_of(page)
    assert not Session.objects.exists()


def test_a_table_that_has_become_impossible_meanwhile_says_so_and_keeps_the_others() -> None:
    night = Night()
    shown = drawn(night, *TWELVE[:8])
    sits = shown.context["tables"][1].people[0][1]
    night.start(sits, *TWELVE[8:11])
    page = night.phone.post(url("evening_draw", night), {**Form(shown, "").fields, **games(shown), "action": "start"})
    assert page.status_code == 422
    assert f"{sits} still sits at another table" in page.context["tables"][1].problem
    assert page.context["tables"][0].drawn == shown.context["tables"][0].drawn
    assert Session.objects.count() == 1


def test_every_table_of_a_large_club_is_started() -> None:
    names = tuple(f"Person {number:03}" for number in range(168))
    night = Night(members=names)
    shown = drawn(night, *names)
    assert len(shown.context["tables"]) == 42
    posted = {**Form(shown, "").fields, **games(shown), "action": "start"}
    assert night.phone.post(url("evening_draw", night), posted).status_code == 302
    assert Session.objects.count() == 42


def test_what_nobody_can_have_tapped_is_not_there() -> None:
    night, other = Night("One"), Night("Other")
    foreign = other.player(TWELVE[0]).pk
    for forged in ({"seats-0": f"{foreign},1,2,3"}, {"left": "3"}, {"seats-0": "", "game-0": "none", "token-0": "a"}):
        answer = night.phone.post(url("evening_draw", night), {"action": "start", **forged})
        assert answer.status_code in (404, 422)
    assert not Session.objects.exists()


# By hand


def test_a_table_is_seated_by_hand_from_those_who_are_free() -> None:
    night = Night()
    there(night, TWELVE[3], TWELVE[1], "Zoé")
    page = night.phone.get(f"{reverse('new')}?evening={night.evening.public_id}")
    assert [known.name for known in page.context["known"]] == [TWELVE[1], TWELVE[3], "Zoé"]
    assert "Belongs to the evening" in words_of(page)
    assert Form(page, "/new/").fields["evening"] == night.evening.public_id


def test_the_form_of_a_session_offers_the_evening_and_takes_another_or_none() -> None:
    night = Night()
    second = night.begin(name="In the back room")
    page = night.phone.get(reverse("new"))
    assert Form(page, "/new/").fields["evening"] == ""  # two tonight: which one is unclear
    seats = {f"player-{place}": name for place, name in enumerate(TWELVE[:4])}
    asked = {"game": "tarot", "rules": "fft", "first_dealer": "3", "currency": "€", "action": "start", **seats}
    options = {name: value for name, value in Form(page, "/new/").fields.items() if name.startswith("option-")}
    options["option-round_to_ten"] = "no"
    for chosen, belongs in ((second.public_id, second), ("", None)):
        answer = night.phone.post(reverse("new"), {**asked, **options, "token": token(), "evening": chosen})
        assert answer.status_code == 302, words_of(answer)
        assert Session.objects.latest("pk").evening == belongs
    foreign = Night("Other").evening
    refused = night.phone.post(reverse("new"), {**asked, **options, "token": token(), "evening": foreign.public_id})
    assert refused.status_code == 422
    assert "Choose another, or none." in words_of(refused)


def test_where_there_is_no_evening_the_form_asks_nothing_of_it() -> None:
    night = Night()
    night.evening.delete()
    assert "Belongs to the evening" not in words_of(night.phone.get(reverse("new")))
    assert "Belongs to the evening" not in words_of(browser().get(reverse("new")))


# The settlement


def test_open_tables_are_named_with_a_way_to_them_and_settling_is_refused() -> None:
    night = Night()
    night.start(*TWELVE[:4])
    for answer in (
        night.phone.get(url("evening_settlement", night)),
        night.phone.post(url("evening_settlement", night), {"seen": "x"}),
    ):
        assert "1 table is still open" in words_of(answer)
        assert ", ".join(TWELVE[:4]) in words_of(answer)
        assert "Settle the evening" not in words_of(answer)
    assert not EveningSettlement.objects.exists()


def test_a_settlement_is_withdrawn_and_the_session_of_a_settled_evening_is_not_reopened_before() -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    night.settle()
    reopen = reverse("reopen", args=[session.public_id])
    form = Form(night.phone.get(reverse("session", args=[session.public_id])), reopen).fields
    refused = night.phone.post(reopen, form)
    assert refused.status_code == 409
    assert "Withdraw that settlement first" in words_of(refused)
    standing = EveningSettlement.objects.get()
    night.phone.post(url("evening_withdraw", night), {"settlement": standing.pk})
    assert "Settled earlier, on" in words_of(night.phone.get(url("evening_settlement", night)))
    night.phone.post(reopen, form)
    assert Session.objects.get().closed_at is None


def test_what_changed_meanwhile_is_shown_again_and_not_settled() -> None:
    night = Night()
    night.played(*TWELVE[:4])
    form = Form(night.phone.get(url("evening_settlement", night)), "").fields
    night.played(*TWELVE[:4])
    refused = night.phone.post(url("evening_settlement", night), form)
    assert refused.status_code == 409
    assert "This has changed in the meantime" in words_of(refused)
    assert not EveningSettlement.objects.exists()


def test_the_same_people_again_are_refused_in_words_while_one_sits_elsewhere() -> None:
    night = Night()
    session = night.played(*TWELVE[:4])
    night.start(*TWELVE[3:7])
    refused = night.phone.post(reverse("play_again", args=[session.public_id]), {"token": token()})
    assert refused.status_code == 422
    assert f"{TWELVE[3]} still sits at another table" in words_of(refused)


# Number of queries


def asked_by(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


Fill = Callable[[Night, int], None]


def fill_open(night: Night, number: int) -> None:
    for table in range(number):
        night.start(*TWELVE[4 * table : 4 * table + 4], stake=STAKE)


def fill_closed(night: Night, number: int) -> None:
    for table in range(number):
        night.played(*TWELVE[4 * table : 4 * table + 4])


def fill_evenings(night: Night, number: int) -> None:
    for _more in range(number - 1):
        night.begin()


@pytest.mark.parametrize(
    ("name", "fill"),
    [
        ("evenings", fill_evenings),
        ("evening", fill_open),
        ("evening", fill_closed),
        ("evening_links", fill_open),
        ("evening_settlement", fill_open),
        ("evening_settlement", fill_closed),
        ("evening_draw", fill_closed),
    ],
)
def test_a_page_asks_as_much_for_three_as_for_one(name: str, fill: Fill) -> None:
    counts = []
    for number in (1, 3):
        night = Night(f"Club {number}")
        fill(night, number)
        counts.append(asked_by(night.phone, url(name, night)))
    assert counts[0] == counts[1]


def test_a_phone_that_ran_evenings_and_does_no_longer_writes_nothing() -> None:
    night = Night()
    ClubDevice.objects.update(runs=False)
    assert night.phone.post(url("evening_check_in", night), {"name": "Zoé"}).status_code == 403
    assert not night.evening.presences.exists()
