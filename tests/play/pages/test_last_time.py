"""What the form of a new session offers again: the rules, the people, and the name of the one who starts it."""

from decimal import Decimal

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scorekeeper.accounts import logins
from scorekeeper.clubs.models import Club
from scorekeeper.desk import attendance
from scorekeeper.play.models import Session
from scorekeeper.play.session_draft import last_people
from tests.clubs.clubs import SampleClub
from tests.desk.club_evening import ClubEvening
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import FIVE, FOUR, Scorer, device

pytestmark = pytest.mark.django_db

THREE = ("Uta", "Veit", "Willi")
ALL_SIZES = (3, 4, 5)


def seats(page: object) -> list[str]:
    """Return the names in the seats of a new session's form."""
    fields = Form(page).fields
    return [fields[name] for name in sorted(fields) if name.startswith("player-")]


@pytest.mark.parametrize(
    ("languages", "rules", "currency"),
    [
        ("de-CH", "isko", "CHF"),
        ("de", "isko", "€"),
        ("en-GB,en-US;q=0.9,en;q=0.8", "isko", "£"),
        ("en-US,en;q=0.9", "foster", "$"),
        ("en-AU,en;q=0.9", "isko", "$"),
        ("en-NZ", "isko", "$"),
        ("fr-FR,fr;q=0.9,en-US;q=0.8", "isko", "€"),
        ("en", "isko", "€"),
    ],
)
def test_the_readers_region_chooses_rules_and_currency_until_somebody_has(
    languages: str, rules: str, currency: str
) -> None:
    device_id = device()
    headers = {"Accept-Language": languages}
    fields = Form(browser(name=device_id).get("/new/?game=skat", headers=headers)).fields
    assert (fields["rules"], fields["currency"]) == (rules, currency)
    Scorer(device=device_id, game="skat", rules="gucki_solo", players=THREE, currency="kr")
    fields = Form(browser(name=device_id).get("/new/?game=skat", headers=headers)).fields
    assert (fields["rules"], fields["currency"]) == ("gucki_solo", "kr")


def test_a_page_read_in_another_language_keeps_the_region_of_the_browser() -> None:
    client = browser(name=device())
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    headers = {"Accept-Language": "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7"}
    fields = Form(client.get("/new/?game=skat", headers=headers)).fields
    assert (fields["rules"], fields["currency"]) == ("isko", "€")


def test_people_of_the_same_game_come_before_later_ones_of_another() -> None:
    device_id = device()
    Scorer(device=device_id)
    Scorer(device=device_id, game="skat", rules="isko", players=THREE)
    assert last_people(device_id, None, game="tarot", sizes=ALL_SIZES) == FOUR
    assert last_people(device_id, None, game="skat", sizes=ALL_SIZES) == THREE
    assert last_people(device_id, None, game="mort", sizes=(3, 4)) == THREE


def test_only_people_in_a_number_that_the_rules_allow_are_offered() -> None:
    device_id = device()
    Scorer(device=device_id)
    Scorer(device=device_id, players=FIVE)
    assert last_people(device_id, None, game="tarot", sizes=(4,)) == FOUR
    assert last_people(device_id, None, game="tarot", sizes=(3,)) == ()


def test_nobody_is_offered_to_a_stranger_or_from_a_session_without_a_hand() -> None:
    mistaken = Scorer()
    mistaken.close()
    assert last_people(mistaken.access.device, None, game="tarot", sizes=ALL_SIZES) == ()
    Scorer()
    for stranger in (device(), None):
        assert last_people(stranger, None, game="tarot", sizes=ALL_SIZES) == ()


def test_people_of_the_home_table_are_not_offered_in_a_club() -> None:
    device_id = device()
    Scorer(device=device_id)
    club = Club.objects.create(name="Thursdays")
    assert last_people(device_id, club, game="tarot", sizes=ALL_SIZES) == ()


def test_the_table_of_last_time_is_offered_at_once_and_started_with_one_tap() -> None:
    client = browser(Scorer(players=FIVE, stake=Decimal("0.05"), options={"five_players": "mort"}))
    page = client.get("/new/?game=tarot")
    words = words_of(page)
    assert seats(page) == list(FIVE)
    assert Form(page).fields["game"] == "tarot"
    for line in ("Rules: Federation (FFT) · Five at the table: The dealer sits out", "Stake: €0.05 per point"):
        assert line in words
    assert client.post("/new/", {**Form(page).fields, "action": "start"}).status_code == 302
    session = Session.objects.latest("pk")
    assert [seat.name for seat in session.seats] == list(FIVE)
    assert (session.stake, session.stretch.options["five_players"], session.stretch.first_dealer) == (
        Decimal("0.05"),
        "mort",
        4,
    )


def test_one_tap_clears_the_names_and_another_one_seats_the_same_people_again() -> None:
    client = browser(Scorer(players=FIVE))
    page = client.get("/new/?game=tarot")
    assert "Other people" in words_of(page)
    cleared = client.post("/new/", {**Form(page).fields, "action": "same"})
    assert seats(cleared) == [""] * 5
    assert "Same people: Anne, Bruno, Chloé, David, Emil" in words_of(cleared)
    assert "Other people" not in words_of(cleared)
    seated = client.post("/new/", {**Form(cleared).fields, "player-1": "Zoé", "action": "same"})
    assert seats(seated) == list(FIVE)


def test_the_chosen_dealer_stays_when_the_same_people_sit_down() -> None:
    client = browser(Scorer())
    cleared = client.post("/new/", {**Form(client.get("/new/?game=tarot")).fields, "action": "same"})
    seated = client.post("/new/", {**Form(cleared).fields, "first_dealer": "1", "action": "same"})
    assert (seats(seated), Form(seated).fields["first_dealer"]) == (list(FOUR), "1")


def test_names_in_the_address_come_before_those_of_last_time() -> None:
    page = browser(Scorer()).get("/new/?game=tarot&player-0=Zoé&player-1=Yves&player-2=Will&player-3=Xenia")
    assert seats(page) == ["Zoé", "Yves", "Will", "Xenia"]


def test_on_a_shared_phone_the_people_are_not_seated_for_somebody_who_was_not_among_them() -> None:
    sample_club = SampleClub(members=(*FOUR, "Emil"))
    Scorer(sample_club.start(*FOUR)).record()
    logins.give(emil := sample_club.club.players.get(name="Emil"), "emil")
    assert seats(sample_club.phone.get("/new/")) == list(FOUR)
    emil.refresh_from_db()
    logins.sign_in(emil, sample_club.device)
    page = sample_club.phone.get("/new/")
    assert seats(page) == [""] * 4
    assert "Same people: Anne, Bruno, Chloé, David" in words_of(page)


def test_at_an_evening_the_people_are_seated_only_if_all_of_them_wait_for_a_table() -> None:
    club_evening = ClubEvening(members=FIVE)
    Scorer(club_evening.start(*FOUR, evening="")).record()
    assert seats(club_evening.phone.get("/new/")) == list(FOUR)  # nobody has checked in
    for name in ("Anne", "Bruno", "Chloé", "Emil"):
        attendance.check_in(club_evening.evening, name=name)
    assert seats(club_evening.phone.get("/new/")) == [""] * 4
    attendance.check_in(club_evening.evening, name="David")
    assert seats(club_evening.phone.get("/new/")) == list(FOUR)


def test_without_a_last_time_the_button_is_not_there_and_does_nothing() -> None:
    client = browser()
    page = client.get("/new/")
    assert 'value="same"' not in page.content.decode()
    assert seats(client.post("/new/", {**Form(page).fields, "player-0": "Anne", "action": "same"}))[0] == "Anne"


def test_after_other_rules_are_chosen_only_people_who_fit_them_are_offered() -> None:
    client = browser(Scorer(players=FIVE))
    page = client.get("/new/?game=tarot")
    classic = client.post("/new/", {**Form(page).fields, "rules": "classic", "action": "redraw"})
    assert 'value="same"' not in classic.content.decode()


# Who starts it


def test_the_starter_gives_a_name_in_the_form(client: Client) -> None:
    form = client.get("/new/?game=tarot")
    named = {**Form(form).fields, **{f"player-{place}": name for place, name in enumerate(FOUR)}}
    assert "Who are you?" in words_of(form)
    redrawn = client.post("/new/", {**named, "action": "redraw"})
    assert 'value="me:Chloé" aria-pressed="false"' in " ".join(redrawn.content.decode().split())
    chosen = client.post("/new/", {**Form(redrawn).fields, "action": "me:Chloé"})
    assert "You: Chloé" in words_of(chosen)
    client.post("/new/", {**Form(chosen).fields, "action": "start"})
    assert Session.objects.get().accesses.get().label == "Chloé"
    assert Session.objects.get().changes.get().who == "Chloé"


def test_a_browser_is_known_by_its_name_of_last_time_if_one_of_the_players_has_it() -> None:
    scorer = Scorer(label="Bruno")
    client = browser(scorer)
    form = client.get("/new/?game=tarot")
    assert "You: Bruno" in words_of(form)
    others = client.post("/new/", {**Form(form).fields, "player-1": "Zoé", "me": "", "action": "redraw"})
    assert "Who are you?" in words_of(others)
    without_the_page = Scorer(device=scorer.access.device, players=("Zoé", "BRUNO", "Yves", "Xenia"))
    assert without_the_page.access.label == "BRUNO"
    assert Scorer(device=scorer.access.device, players=("Zoé", "Yves", "Xenia")).access.label == "Scorer 1"
    assert Scorer().access.label == "Scorer 1"


def test_a_name_that_is_too_long_is_refused_where_it_was_typed(client: Client) -> None:
    seats_filled = {f"player-{place}": name for place, name in enumerate(FOUR)}
    given = {**Form(client.get("/new/?game=tarot")).fields, **seats_filled, "me": "x" * 61, "action": "start"}
    response = client.post("/new/", given)
    assert response.status_code == 422
    assert 'id="who" open' in " ".join(response.content.decode().split())
    assert 'id="id_me_error"' in response.content.decode()


def test_anyone_who_records_changes_their_name_where_links_are_shared() -> None:
    scorer = Scorer()
    client = browser(scorer)
    address = reverse("share", args=[scorer.session.public_id])
    page = client.get(address)
    assert "You record as Scorer 1" in words_of(page)
    assert client.post(reverse("join", args=[scorer.session.scorer_token]), {"label": "Anne"}).status_code == 302
    assert "You record as Anne" in words_of(client.get(address))
    scorer.session.refresh_from_db()
    assert scorer.session.accesses.get().label == "Anne"
    assert "You record as" not in words_of(watcher_of(scorer.session).get(address))
