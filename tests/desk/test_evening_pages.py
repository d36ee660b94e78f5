"""The pages of a club's evenings: who may view them, who may write, and what they show."""

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import registry
from scorekeeper.clubs.models import AuditEntry, ClubDevice, HouseRules
from scorekeeper.desk import attendance, urls
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.organisers.sessions.one_session import access_of_panel
from scorekeeper.play import recording
from scorekeeper.play.models import Session, make_token
from scorekeeper.play.recording.players import start_again
from scorekeeper.play.recording.write import Write
from tests.clubs.clubs import signed_in
from tests.desk.club_evening import STAKE, TWELVE, ClubEvening
from tests.desk.evening_pages import OF_THE_CLUB, act, drawn, seats, there, url
from tests.lowest_wins import let_the_lowest_win
from tests.play.browsers import Form, browser, words_of
from tests.play.tables import GARDE, Scorer, token

pytestmark = pytest.mark.django_db

NAMES = [str(pattern.name) for pattern in urls.evenings]


# Who may look, who may write


ONLY_READ = {"evening", "evening_links", "evening_seats"}
"""Everybody is refused to post there in the same way, which reveals nothing."""


def test_evening_pages_are_hidden_from_everybody_else() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    there(club_evening, *TWELVE)
    form = {"player": club_evening.player(TWELVE[0]).pk, "name": "Zoé"}
    for name in NAMES:
        if name not in OF_THE_CLUB:
            for stranger in (browser(), other.phone, Client()):
                assert stranger.get(url(name, club_evening)).status_code == 404
                response = stranger.post(url(name, club_evening), form)
                assert response.status_code == (405 if name in ONLY_READ else 404), name
    assert club_evening.evening.presences.count() == 12


def test_the_evenings_of_a_club_are_listed_on_its_phones() -> None:
    one, other = ClubEvening("One"), ClubEvening("Other")
    one.begin(name="Spring")
    other.begin(name="Autumn")
    for stranger in (browser(), Client()):
        assert stranger.get(reverse("evenings")).status_code == 404
        assert stranger.post(reverse("evenings"), {"day": "2026-03-13"}).status_code == 404
    assert "Autumn" in words_of(other.phone.get(reverse("evenings")))
    assert "Spring" not in words_of(other.phone.get(reverse("evenings")))


LOOKS_ON = {"evenings": 200, "dates": 200, "evening": 200, "evening_cash": 200, "evening_seats": 200}
LED_BACK = {
    "evening_check_in",
    "evening_leave",
    "evening_undo_check_in",
    "evening_withdraw",
    "evening_payments",
    "evening_clock",
    "round",
    "round_draw",
}


def test_a_phone_that_does_not_run_evenings_can_only_watch_and_is_told_why() -> None:
    club_evening = ClubEvening()
    there(club_evening, *TWELVE)
    watching_phone = browser(name=club_evening.watching_phone())
    form = {"player": club_evening.player(TWELVE[0]).pk, "name": "Zoé"}
    for name in NAMES:
        page = watching_phone.get(url(name, club_evening))
        assert page.status_code == (302 if name in LED_BACK else LOOKS_ON.get(name, 403)), name
        if name not in ONLY_READ:
            refused = watching_phone.post(url(name, club_evening), form)
            assert refused.status_code == 403
            assert "An organiser can allow this phone to do so: organisers’ panel" in words_of(refused)
    assert Evening.objects.count() == 1
    assert club_evening.evening.presences.count() == 12


def test_watching_phones_see_no_form() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    for name in LOOKS_ON.keys() - {"evening_seats"}:
        page = browser(name=club_evening.watching_phone()).get(url(name, club_evening))
        assert page.content.decode().count("csrfmiddlewaretoken") == 1  # changing the language
        assert "can only watch" in words_of(page)


# What the page begins with


def test_tables_come_first_then_the_next_step_then_people() -> None:
    club_evening = ClubEvening()
    there(club_evening, *TWELVE[:2])
    page = club_evening.phone.get(url("evening", club_evening)).content.decode()
    parts = [page.index(f'id="{name}"') for name in ("tables", "next", "people", "standings")]
    assert parts == sorted(parts)


def test_a_table_says_how_far_it_is() -> None:
    club_evening = ClubEvening()
    page = url("evening", club_evening)

    def tables() -> str:
        shown = re.search(r'<ul id="playing".*?</ul>', club_evening.phone.get(page).content.decode(), re.DOTALL)
        assert shown
        return " ".join(re.sub(r"<[^>]+>", " ", shown[0]).split())

    scorer = Scorer(club_evening.start(*TWELVE[:4], stake=STAKE))
    assert tables().startswith("Table 1 · French Tarot , Member A, Member B, Member C, Member D no hand yet Member A 0")
    scorer.record(GARDE)
    assert " Member D 1 hand Member A 198 Member B −66 " in tables()
    scorer.close()
    without_stake = Scorer(club_evening.start(*TWELVE[4:8], stake=None))
    without_stake.record(GARDE)
    without_stake.close()
    assert " Member D over Member A 198 " in tables()
    club_evening.settle()
    assert " Member D settled Member A 198 " in tables()
    assert " Member H over Member E 198 " in tables()  # it is not part of the settlement


def test_people_are_free_at_a_table_or_gone() -> None:
    club_evening = ClubEvening()
    there(club_evening, *TWELVE[5:8])
    attendance.leave(club_evening.evening, player=club_evening.player(TWELVE[5]).pk)
    attendance.check_in(club_evening.evening, name="A guest")
    club_evening.start(*TWELVE[:4])
    page = club_evening.phone.get(url("evening", club_evening)).content.decode()
    people = re.findall(r'<li class="person.*?</li>', page, re.DOTALL)
    words = [" ".join(re.sub(r"<[^>]+>", " ", person).split()) for person in people]
    assert words[:-1] == [
        "A guest guest · free Mark as left",
        f"{TWELVE[6]} free Mark as left",
        f"{TWELVE[7]} free Mark as left",
        *(f"{name} Table 1" for name in TWELVE[:4]),
    ]
    assert re.fullmatch(rf"{TWELVE[5]} gone · \d\d:\d\d to \d\d:\d\d Mark present", words[-1])


def test_the_standing_ranks_the_lowest_total_first_and_says_how_results_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Member A has 198 at one table, 4 × −198 by difference, as has E in play; the others have −66."""
    let_the_lowest_win(monkeypatch)
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4], stake=None)
    Scorer(club_evening.start(*TWELVE[4:8], stake=None)).record(GARDE)
    page = club_evening.phone.get(url("evening", club_evening))
    standings = [(row.name, row.by_game["tarot"]) for row in page.context["at"].standings]
    others = [(f"Member {letter}", 264) for letter in "BCDFGH"]
    assert standings == [*others, ("Member A", -792), ("Member E", -792)]
    assert "Where the lowest total wins, a result is the sum of all totals at the table" in words_of(page)


def test_the_next_step_is_to_settle_once_all_tables_are_over() -> None:
    club_evening = ClubEvening()
    there(club_evening, *TWELVE[:6])
    page = url("evening", club_evening)

    def main_step() -> list[str]:
        return re.findall(r'button--main button--tall"\s+id="([\w-]+)"', club_evening.phone.get(page).content.decode())

    assert main_step() == ["to-draw"]
    scorer = Scorer(club_evening.start(*TWELVE[:3]))
    scorer.record(GARDE)
    assert main_step() == ["to-draw"]
    attendance.leave(club_evening.evening, player=club_evening.player(TWELVE[5]).pk)
    assert main_step() == []  # two are free: too few for a table
    scorer.close()
    assert main_step() == ["to-settlement"]


# What others do meanwhile


def news_of(club_evening: ClubEvening, page: Any, phone: Client | None = None) -> Any:
    """Return the answer to an open page that polls."""
    address = re.search(r'hx-get="([^"]+)"', page.content.decode())
    assert address
    return (phone or club_evening.phone).get(address[1], headers={"HX-Request": "true"})


MEANWHILE: dict[str, tuple[Callable[[ClubEvening], object], str]] = {
    "somebody comes": (lambda club_evening: there(club_evening, "Zoé"), "Zoé"),
    "somebody leaves": (
        lambda club_evening: attendance.leave(club_evening.evening, player=there(club_evening, TWELVE[0])[0]),
        "Mark present again",
    ),
    "a table is started": (lambda club_evening: club_evening.start(*TWELVE[4:8], stake=STAKE), "1 open"),
    "a hand is recorded": (lambda club_evening: Scorer(Session.objects.get()).record(GARDE), "−66"),
    "a table is closed": (lambda club_evening: club_evening.played(*TWELVE[4:8]), "over Member E"),
    "a name is mended": (lambda club_evening: club_evening.club.players.update(nickname="Fifi"), "Fifi"),
    "somebody joins the club": (lambda club_evening: club_evening.member("Zita"), "Zita"),
    "the evening is called otherwise": (lambda club_evening: Evening.objects.update(name="Spring"), "Spring"),
    "it is settled": (lambda club_evening: club_evening.settle(), "This evening is settled"),
    "it is no longer led here": (
        lambda club_evening: ClubDevice.objects.update(runs=False),
        "This phone can only watch",
    ),
}


@pytest.mark.parametrize("what", MEANWHILE)
def test_an_open_page_is_updated_when_something_changed_and_only_then(what: str) -> None:
    club_evening = ClubEvening()
    there(club_evening, *TWELVE[:2])
    if what == "a hand is recorded":
        club_evening.start(*TWELVE[4:8], stake=STAKE)
    page = club_evening.phone.get(url("evening", club_evening))
    quiet = news_of(club_evening, page)
    assert (quiet.status_code, quiet.content) == (204, b"")
    change, words = MEANWHILE[what]
    assert words not in words_of(page)
    change(club_evening)
    update = news_of(club_evening, page)
    assert update.status_code == 200
    assert words in words_of(update) or words in update.content.decode()
    assert news_of(club_evening, update).status_code == 204


def test_what_the_page_does_not_show_makes_no_open_page_fetch_it() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start(*TWELVE[4:8]))
    scorer.record()
    page = club_evening.phone.get(url("evening", club_evening))
    recording.set_call(Write(scorer.session, **scorer.now({})), posted={"call": "garde", "taker": "1"})
    recording.clear_call(Write(scorer.session, **scorer.now({})))
    Scorer(ClubEvening("Other").start(*TWELVE[:4])).record()
    assert news_of(club_evening, page).status_code == 204
    scorer.record()
    assert "2 hands" in words_of(news_of(club_evening, page))


def test_every_open_page_has_a_place_for_each_update() -> None:
    club_evening = ClubEvening()
    for fill in (lambda: None, lambda: club_evening.played(*TWELVE[:4]), club_evening.settle):
        fill()
        page = club_evening.phone.get(url("evening", club_evening)).content.decode()
        data = re.search(r'hx-select-oob="([^"]+)"', page)
        assert data
        for part in data[1].split(","):
            assert page.count(f'id="{part.removeprefix("#").split(":")[0]}"') == 1, part


def test_polling_for_updates_takes_few_queries() -> None:
    counts = []
    for number in (1, 3):
        club_evening = ClubEvening(f"Club {number}")
        fill_open(club_evening, number)
        page = club_evening.phone.get(url("evening", club_evening))
        with CaptureQueriesContext(connection) as captured:
            assert news_of(club_evening, page).status_code == 204
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 6


def test_updates_are_sent_to_the_club_only() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    page = club_evening.phone.get(url("evening", club_evening))
    for stranger in (browser(), other.phone, Client()):
        assert news_of(club_evening, page, stranger).status_code == 404
    assert (
        news_of(club_evening, page, browser(name=club_evening.watching_phone())).status_code == 200
    )  # it runs no evenings: another page


# An evening from beginning to end


def test_a_whole_evening_from_check_in_to_settlement() -> None:
    club_evening = ClubEvening()
    club_evening.evening.delete()
    phone = club_evening.phone
    form = {**Form(phone.get(reverse("evenings")), "").fields, "name": "Spring", "kitty": "1,50", "rounding": "0.1"}
    made = phone.post(reverse("evenings"), form)
    club_evening.evening = Evening.objects.get()
    assert made["Location"] == url("evening", club_evening)
    assert (club_evening.evening.name, str(club_evening.evening.kitty), str(club_evening.evening.rounding)) == (
        "Spring",
        "1.50",
        "0.10",
    )
    for name in TWELVE[:8]:
        update = phone.post(
            url("evening_check_in", club_evening), {"player": club_evening.player(name).pk}, follow=True
        )
        assert f"{name} is present, since" in words_of(update)
    assert "Zoé is present" in words_of(phone.post(url("evening_check_in", club_evening), {"name": "Zoé"}, follow=True))
    data = {
        "free": [presence.player_id for presence in club_evening.evening.presences.all()],
        "game": "tarot:classic",
        "stake": "0,05",
    }
    shown = phone.post(url("evening_draw", club_evening), {**data, "action": "draw"}, follow=True)
    assert [len(table) for table in seats(shown)] == [4, 4]
    assert len(shown.context["seated"].out) == 1
    started = phone.get(act(club_evening, shown, "start")["Location"])
    assert "On each table’s phone, scan that table’s code" in words_of(started)
    assert words_of(started).count("Open this table here") == 2
    for session in Session.objects.all():
        assert str(session.stake) == "0.0500"
        scorer = Scorer(session)
        scorer.record(GARDE)
        scorer.close()
    page = phone.get(url("evening_cash", club_evening))
    assert "Into the kitty" in words_of(page)
    settled = phone.post(url("evening_cash", club_evening), Form(page, "").fields, follow=True)
    assert "settled on" in words_of(settled)
    # Two won 9.90, six lost 3.30, and each of nine pays 1.50: +8.40, −4.80, −1.50, the kitty +13.50; all whole dimes.
    assert sorted(balance["amount"] for balance in EveningSettlement.objects.get().balances) == [
        *["-1.50"],
        *["-4.80"] * 6,
        *["8.40"] * 2,
    ]


# Who is present


def test_the_undo_button_undoes_the_last_tap() -> None:
    club_evening = ClubEvening()
    checked_in = club_evening.phone.post(
        url("evening_check_in", club_evening), {"player": club_evening.player(TWELVE[0]).pk}, follow=True
    )
    assert "Undo" in words_of(checked_in)
    club_evening.phone.post(url("evening_undo_check_in", club_evening), {"player": club_evening.player(TWELVE[0]).pk})
    assert not club_evening.evening.presences.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [("", "Enter a name."), ("x" * 200, "This is longer than 60 characters."), ("a\x07b", "can’t be stored or shown")],
)
def test_a_guest_without_a_usable_name_is_refused_at_the_field(name: str, words: str) -> None:
    club_evening = ClubEvening()
    page = club_evening.phone.post(url("evening_check_in", club_evening), {"name": name})
    assert page.status_code == 422
    assert words in words_of(page)
    assert page.context["guest"]["name"].value() == name


def test_times_are_saved_and_impossible_ones_are_refused_at_their_field() -> None:
    club_evening = ClubEvening()
    there(club_evening, TWELVE[0])
    address = url("evening_person", club_evening)
    refused = club_evening.phone.post(address, {"came": "21:00", "left": "20:00"})
    assert refused.status_code == 422
    assert "Nobody can leave before they arrive." in words_of(refused)
    assert 'value="20:00"' in refused.content.decode()
    assert club_evening.phone.post(address, {"came": "", "left": "x"}).status_code == 422
    for nobody in (0, 2**63):
        other = reverse("evening_person", args=[club_evening.evening.public_id, nobody])
        assert club_evening.phone.get(other).status_code == 404
    assert club_evening.phone.post(address, {"came": "21:00", "left": "00:30"}).status_code == 302
    page = words_of(club_evening.phone.get(url("evening", club_evening)))
    assert "21:00 to 00:30" in page


def test_impossible_actions_are_explained_on_the_page() -> None:
    club_evening = ClubEvening()
    club_evening.start(*TWELVE[:4])
    key = {"player": club_evening.player(TWELVE[0]).pk}
    for name in ("evening_leave", "evening_undo_check_in"):
        response = club_evening.phone.post(url(name, club_evening), key)
        assert response.status_code == 422
        assert TWELVE[0] in words_of(response)
    assert club_evening.phone.post(url("evening_check_in", club_evening), {"player": "9" * 9}).status_code == 404
    assert club_evening.phone.post(url("evening_leave", club_evening), {"player": "x"}).status_code == 404


def test_removing_somebody_from_the_evening_is_offered_until_they_have_played() -> None:
    club_evening = ClubEvening()
    there(club_evening, TWELVE[0])
    before = words_of(club_evening.phone.get(url("evening_person", club_evening)))
    assert "Remove from this evening" in before
    club_evening.start(*TWELVE[:4])
    after = words_of(club_evening.phone.get(url("evening_person", club_evening)))
    assert "Remove from this evening" not in after
    assert "Member A has played at one of this evening’s tables." in after


def test_people_who_left_are_not_counted_as_present() -> None:
    club_evening = ClubEvening()
    for name in TWELVE[:3]:
        club_evening.phone.post(url("evening_check_in", club_evening), {"player": club_evening.player(name).pk})
    club_evening.phone.post(url("evening_leave", club_evening), {"player": club_evening.player(TWELVE[0]).pk})
    assert "Who is present 2 people" in words_of(club_evening.phone.get(url("evening", club_evening)))


# The terms


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"day": ""}, "Enter a date."),
        ({"day": "tomorrow"}, "Enter a valid date."),
        ({"day": "0001-01-01"}, "This date is too far in the past."),
        ({"day": "2206-11-25"}, "This date is too far in the future."),
        ({"kitty": "-1"}, "Enter more than 0"),
        ({"kitty": "a lot"}, "is not an amount of money"),
        ({"rounding": "0.001"}, "at most two decimal places"),
        ({"rounding": "NaN"}, "is not an amount of money"),
        ({"currency": "x" * 9}, "This is longer than 8 characters."),
        ({"currency": " "}, "Enter a currency."),
    ],
)
def test_invalid_terms_are_refused_at_their_field_and_the_input_is_kept(typed, words) -> None:
    club_evening = ClubEvening()
    for name in ("evenings", "evening_details"):
        page = club_evening.phone.post(url(name, club_evening), {"day": "2026-03-13", "name": "Spring", **typed})
        assert page.status_code == 422
        assert words in words_of(page)
        assert 'value="Spring"' in page.content.decode()
    assert Evening.objects.get().name == ""


def test_an_evening_is_deleted_while_it_has_only_its_attendance() -> None:
    club_evening = ClubEvening(name="By mistake")
    address = url("evening_details", club_evening)
    attendance.check_in(club_evening.evening, name=TWELVE[0])
    club_evening.start(*TWELVE[:4])
    assert "Delete this evening" not in words_of(club_evening.phone.get(address))
    refused = club_evening.phone.post(address, {"delete": "1"})
    assert (refused.status_code, Evening.objects.count()) == (422, 1)
    assert "Only an evening that has nothing but its attendance can be deleted." in words_of(refused)
    club_evening.evening.sessions.all().delete()
    assert "Delete this evening" in words_of(club_evening.phone.get(address))
    assert browser(name=club_evening.watching_phone()).post(address, {"delete": "1"}).status_code == 403
    assert club_evening.phone.post(address, {"delete": "1"})["Location"] == "/club/evenings/"
    assert not Evening.objects.exists()
    assert AuditEntry.objects.latest("pk").message == '["delete"]'


def test_terms_can_be_changed_until_the_evening_is_settled() -> None:
    club_evening = ClubEvening()
    data = {"day": "2026-03-13", "name": "Spring", "kitty": "2", "rounding": "0.5", "currency": "CHF"}
    assert club_evening.phone.post(url("evening_details", club_evening), data).status_code == 302
    club_evening.evening.refresh_from_db()
    assert (str(club_evening.evening.date), str(club_evening.evening.kitty), club_evening.evening.currency) == (
        "2026-03-13",
        "2.00",
        "CHF",
    )
    club_evening.settle()
    refused = club_evening.phone.post(url("evening_details", club_evening), {**data, "kitty": "3"})
    assert refused.status_code == 409
    assert "Withdraw its settlement first" in words_of(refused)


@pytest.mark.parametrize(("language", "kitty"), [("en", "1.50"), ("de", "1,50"), ("fr", "1,50")])
def test_amounts_are_shown_in_the_number_format_of_the_language(language: str, kitty: str) -> None:
    club_evening = ClubEvening(kitty=Decimal("1.50"))
    headers = {"Accept-Language": language}
    form = Form(club_evening.phone.get(url("evening_details", club_evening), headers=headers)).fields
    assert form["kitty"] == kitty
    assert (
        club_evening.phone.post(
            url("evening_details", club_evening), {**form, "name": "Spring"}, headers=headers
        ).status_code
        == 302
    )
    assert Evening.objects.get().kitty == Decimal("1.50")


# Tables drawn


def test_the_draw_proposes_the_last_game_unless_there_are_house_rules() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:3], game="skat", rules="isko", first_dealer=0, hands=0)
    assert club_evening.phone.get(url("evening_draw", club_evening)).context["draw_request"].game == "skat:isko"
    HouseRules.objects.create(
        club=club_evening.club, game="cayenne", rules=next(iter(registry.get("cayenne").rules.rule_sets))
    )
    assert club_evening.phone.get(url("evening_draw", club_evening)).context["draw_request"].game.startswith("cayenne:")


def test_two_selected_players_swap_seats() -> None:
    club_evening = ClubEvening()
    shown = drawn(club_evening, *TWELVE[:9])
    before = seats(shown)
    one, other = before[0][1], shown.context["seated"].out[0].key
    swapped = club_evening.phone.get(act(club_evening, shown, "swap", swap=[one, other])["Location"])
    assert seats(swapped) == [[before[0][0], other, *before[0][2:]], before[1]]
    assert [player.key for player in swapped.context["seated"].out] == [one]
    refused = act(club_evening, swapped, "swap", swap=[one])
    assert refused.status_code == 422
    assert "Select the two people" in words_of(refused)
    assert refused.context["marked"] == [one]


@pytest.mark.parametrize(
    ("people", "data", "words"),
    [
        (3, {}, "needs at least 4; 3 people are selected"),
        (1, {}, "needs at least 4; 1 person is selected"),
        (8, {"stake": "dear"}, "is not an amount of money"),
    ],
)
def test_an_impossible_draw_is_refused_with_a_message(people: int, data: dict[str, str], words: str) -> None:
    club_evening = ClubEvening()
    page = drawn(club_evening, *TWELVE[:people], **data)
    assert page.status_code == 422
    assert words in words_of(page)
    assert not Session.objects.exists()


def test_a_table_that_became_impossible_is_reported_and_the_others_are_kept() -> None:
    club_evening = ClubEvening()
    shown = drawn(club_evening, *TWELVE[:8])
    sits = shown.context["tables"][1].of.players[0].name
    club_evening.start(sits, *TWELVE[8:11])
    page = act(club_evening, shown, "start")
    assert page.status_code == 422
    assert f"Table 2: {sits} is still at another of this evening’s tables" in words_of(page)
    assert seats(page) == seats(shown)
    assert Session.objects.count() == 1


@pytest.mark.thorough
def test_every_table_of_a_large_club_starts() -> None:
    names = tuple(f"Person {number:03}" for number in range(168))
    club_evening = ClubEvening(members=names)
    shown = drawn(club_evening, *names)
    assert len(shown.context["tables"]) == 42
    assert act(club_evening, shown, "start").status_code == 302
    assert Session.objects.count() == 42


@pytest.mark.parametrize("game", ["piquet:cent", "tarot", "", "skat:isko\0"])
def test_a_forged_game_of_a_drawn_table_is_not_found(game: str) -> None:
    club_evening = ClubEvening()
    shown = drawn(club_evening, *TWELVE[:8])
    assert act(club_evening, shown, "start", game_2=game).status_code == 404
    assert not Session.objects.exists()


def test_a_drawn_table_that_is_too_large_for_its_game_is_refused() -> None:
    club_evening = ClubEvening()
    refused = act(
        club_evening, drawn(club_evening, *TWELVE[:10], game="tarot:fft", tables="2"), "start", game_1="skat:isko"
    )
    assert refused.status_code == 422
    assert "5 people can’t play this game at table 1. Choose another game there." in words_of(refused)
    assert not Session.objects.exists()


def test_people_of_another_club_are_not_drawn() -> None:
    club_evening, other = ClubEvening("One"), ClubEvening("Other")
    keys = [*there(club_evening, *TWELVE[:4]), *there(other, *TWELVE[:4])]
    posted = {"free": keys, "game": "tarot:classic", "action": "draw"}
    shown = club_evening.phone.post(url("evening_draw", club_evening), posted, follow=True)
    assert [sorted(table) for table in seats(shown)] == [keys[:4]]


# By hand


def test_a_table_can_be_filled_by_hand_from_free_players() -> None:
    club_evening = ClubEvening()
    there(club_evening, TWELVE[3], TWELVE[1], "Zoé")
    page = club_evening.phone.get(f"{reverse('new')}?evening={club_evening.evening.public_id}")
    assert [known.name for known in page.context["known"]] == [TWELVE[1], TWELVE[3], "Zoé"]
    assert "Belongs to the evening" in words_of(page)
    assert Form(page, "/new/").fields["evening"] == club_evening.evening.public_id


def test_the_new_session_form_offers_the_evening_another_or_none() -> None:
    club_evening = ClubEvening()
    second = club_evening.begin(name="In the back room")
    page = club_evening.phone.get(reverse("new"))
    assert Form(page, "/new/").fields["evening"] == ""  # two tonight: which one is unclear
    seats = {f"player-{place}": name for place, name in enumerate(TWELVE[:4])}
    data = {"game": "tarot", "rules": "fft", "first_dealer": "3", "currency": "€", "action": "start", **seats}
    options = {name: value for name, value in Form(page, "/new/").fields.items() if name.startswith("option-")}
    options["option-round_to_ten"] = "no"
    for chosen, belongs in ((second.public_id, second), ("", None)):
        response = club_evening.phone.post(reverse("new"), {**data, **options, "token": token(), "evening": chosen})
        assert response.status_code == 302, words_of(response)
        assert Session.objects.latest("pk").evening == belongs
    foreign = ClubEvening("Other").evening
    refused = club_evening.phone.post(
        reverse("new"), {**data, **options, "token": token(), "evening": foreign.public_id}
    )
    assert refused.status_code == 422
    assert "Choose another, or none." in words_of(refused)


def test_the_new_session_form_folds_all_evenings_but_the_chosen_one() -> None:
    club_evening = ClubEvening()
    others = [club_evening.begin(name=f"Room {number}") for number in range(3)]
    address = f"{reverse('new')}?evening={others[1].public_id}"
    shown, _summary, folded = words_of(club_evening.phone.get(address)).partition("Other evenings")
    assert "Room 1" in shown
    assert "No evening" in shown
    assert "Room 0" in folded
    assert "Room 2" in folded
    assert Form(club_evening.phone.get(address), "/new/").fields["evening"] == others[1].public_id


def test_without_an_evening_the_new_session_form_does_not_ask() -> None:
    club_evening = ClubEvening()
    club_evening.evening.delete()
    assert "Belongs to the evening" not in words_of(club_evening.phone.get(reverse("new")))
    assert "Belongs to the evening" not in words_of(browser().get(reverse("new")))


# The settlement


def test_settling_is_refused_while_tables_are_open_and_links_to_them() -> None:
    club_evening = ClubEvening()
    club_evening.start(*TWELVE[:4])
    for response in (
        club_evening.phone.get(url("evening_cash", club_evening)),
        club_evening.phone.post(url("evening_cash", club_evening), {"seen": "x"}),
    ):
        assert "1 table is still open" in words_of(response)
        assert ", ".join(TWELVE[:4]) in words_of(response)
        assert "Settle the evening" not in words_of(response)
    assert not EveningSettlement.objects.exists()


@pytest.mark.parametrize(
    ("closed", "shown"),
    [
        ("2026-10-30T23:10", "20:00–23:10"),
        ("2026-10-31T00:40", "20:00–00:40"),
        ("2026-10-31T10:15", "20:00 David"),
        ("2026-11-02T09:05", "20:00 David"),
    ],
    ids=["that night", "after midnight", "typed in the next morning", "typed in days later"],
)
def test_the_time_of_a_settled_table_never_runs_backwards(closed: str, shown: str) -> None:
    club_evening = ClubEvening()
    session = club_evening.played("David", *TWELVE[:3])
    begin, end = (timezone.make_aware(datetime.fromisoformat(moment)) for moment in ("2026-10-30T20:00", closed))
    Session.objects.filter(pk=session.pk).update(started_at=begin, closed_at=end)
    assert shown in words_of(club_evening.phone.get(url("evening_cash", club_evening)))


def test_a_session_of_a_settled_evening_reopens_only_after_withdrawing_the_settlement() -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4])
    club_evening.settle()
    reopen = reverse("reopen", args=[session.public_id])
    assert "/reopen/" not in club_evening.phone.get(reverse("session", args=[session.public_id])).content.decode()
    form = {"revision": session.revision, "token": make_token()}
    refused = club_evening.phone.post(reopen, form)
    assert refused.status_code == 409
    assert "is settled. Withdraw its settlement first." in words_of(refused)
    standing = EveningSettlement.objects.get()
    club_evening.phone.post(url("evening_withdraw", club_evening), {"settlement": standing.pk})
    assert "Settled earlier, on" in words_of(club_evening.phone.get(url("evening_cash", club_evening)))
    page = club_evening.phone.get(reverse("session", args=[session.public_id]))
    club_evening.phone.post(reopen, Form(page, reopen).fields)
    assert Session.objects.get().closed_at is None


def test_a_session_without_hands_is_deleted_from_a_settled_evening() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    empty = club_evening.start(*TWELVE[4:8])
    Scorer(empty).close()
    club_evening.settle()
    panel = signed_in(club_evening.organiser()).get(f"/admin/play/session/{empty.pk}/change/").content.decode()
    assert ('value="delete"' in panel, 'value="reopen"' in panel) == (True, False)
    page = club_evening.phone.get(reverse("delete", args=[empty.public_id]))
    club_evening.phone.post(reverse("delete", args=[empty.public_id]), Form(page).fields)
    empty.refresh_from_db()
    assert empty.deleted_at is not None


def test_a_session_does_not_reopen_while_its_people_sit_at_another_table() -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4])
    again = Scorer(start_again(session, device=club_evening.device, token=token()))
    again.record()
    reopen = reverse("reopen", args=[session.public_id])
    form = Form(club_evening.phone.get(reverse("session", args=[session.public_id])), reopen).fields
    refused = club_evening.phone.post(reopen, form)
    assert refused.status_code == 422
    assert "Member A is still at another of this evening’s tables. Close that table first" in words_of(refused)
    session.refresh_from_db()
    assert (session.closed_at is None, session.settlements.filter(withdrawn_at=None).count()) == (False, 1)
    again.close()
    club_evening.phone.post(reopen, form)
    session.refresh_from_db()
    assert session.closed_at is None


def test_the_panel_corrects_a_session_whose_people_sit_at_another_table() -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4], hands=2)
    start_again(session, device=club_evening.device, token=token())
    access = access_of_panel(session, get_user_model().objects.create_user("organiser"))
    recording.void(Write.on_latest(session, access, token()), number=1)
    session.refresh_from_db()
    assert session.closed_at is not None
    assert session.hands.filter(voided_at=None).count() == 1


def test_a_settlement_that_changed_in_the_meantime_is_shown_again() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    form = Form(club_evening.phone.get(url("evening_cash", club_evening)), "").fields
    club_evening.played(*TWELVE[:4])
    refused = club_evening.phone.post(url("evening_cash", club_evening), form)
    assert refused.status_code == 409
    assert "This has changed in the meantime" in words_of(refused)
    assert not EveningSettlement.objects.exists()


def test_playing_again_is_refused_with_a_message_while_a_player_sits_elsewhere() -> None:
    club_evening = ClubEvening()
    session = club_evening.played(*TWELVE[:4])
    club_evening.start(*TWELVE[3:7])
    refused = club_evening.phone.post(reverse("play_again", args=[session.public_id]), {"token": token()})
    assert refused.status_code == 422
    assert f"{TWELVE[3]} is still at another of this evening’s tables" in words_of(refused)


# Number of queries


def count_queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


Fill = Callable[[ClubEvening, int], None]


def fill_open(club_evening: ClubEvening, number: int) -> None:
    for table in range(number):
        club_evening.start(*TWELVE[4 * table : 4 * table + 4], stake=STAKE)


def fill_closed(club_evening: ClubEvening, number: int) -> None:
    for table in range(number):
        club_evening.played(*TWELVE[4 * table : 4 * table + 4])


def fill_evenings(club_evening: ClubEvening, number: int) -> None:
    for _more in range(number - 1):
        club_evening.begin()


@pytest.mark.parametrize(
    ("fill", "names"),
    [
        (fill_evenings, ("evenings",)),
        (fill_open, ("evening", "evening_links", "evening_cash")),
        (fill_closed, ("evening", "evening_cash", "evening_draw")),
    ],
)
def test_evening_pages_take_as_many_queries_for_three_as_for_one(fill: Fill, names: tuple[str, ...]) -> None:
    counts = []
    for number in (1, 3):
        club_evening = ClubEvening(f"Club {number}")
        fill(club_evening, number)
        counts.append([count_queries(club_evening.phone, url(name, club_evening)) for name in names])
    assert counts[0] == counts[1]
