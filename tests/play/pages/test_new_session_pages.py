"""The home page, a new session, an import, and the links that let others in."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import registry
from games.scoring.types import Option, OptionValue
from scorekeeper.play.ledger import forget_ledgers
from scorekeeper.play.models import Access, Change, Role, Session
from scorekeeper.play.session_draft import typed
from scorekeeper.web.cookies import DEVICE_COOKIE
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.new_sessions import SEATS, document, posted
from tests.play.tables import FOUR, Scorer, device, start

pytestmark = pytest.mark.django_db


# Home


def test_a_first_visit_shows_what_to_do_and_sets_no_cookie(client: Client) -> None:
    response = client.get("/")
    assert "Who is playing tonight?" in words_of(response)
    assert "New session" in words_of(response)
    assert DEVICE_COOKIE not in response.cookies


def test_the_home_page_lists_open_sessions_first_and_offers_to_play_again() -> None:
    device_id = device()
    done, going = Scorer(device=device_id), Scorer(device=device_id)
    going.record()
    done.record()
    done.close()
    page = browser(going).get("/")
    words = words_of(page)
    assert words.index("Still being played") < words.index("New session") < words.index("Finished")
    assert "1 hand ·" in words
    assert "Anne 198 Bruno −66 Chloé −66 David −66" in words
    assert page.content.decode().index(going.session.public_id) < page.content.decode().index(done.session.public_id)
    assert words.count("Same people again") == 1


def test_the_home_page_folds_the_open_sessions_after_the_fourth() -> None:
    device_id = device()
    sessions = [Scorer(device=device_id).session for _ in range(6)]
    page = browser(name=device_id).get("/")
    shown, folded = page.content.decode().split("<details", 1)
    assert [session.public_id in shown for session in sessions] == [False, False, True, True, True, True]
    assert all(session.public_id in folded for session in sessions[:2])
    assert "2 more tables" in words_of(page)


def test_only_a_first_visit_is_told_what_each_game_is(client: Client) -> None:
    scorer = Scorer()
    about = "French dummy whist"
    assert about in words_of(client.get("/"))
    assert about not in words_of(browser(scorer).get("/"))


def test_the_home_page_takes_as_many_queries_for_three_sessions_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        device_id = device()
        for _ in range(number):
            Scorer(device=device_id).record()
            closed = Scorer(device=device_id)
            closed.close()
        client = browser(name=device_id)
        forget_ledgers()
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_games_of_the_home_page_start_a_game_and_lead_to_its_rules(client: Client) -> None:
    page = client.get("/").content.decode()
    for game in registry.all_games():
        assert f'href="/new/?game={game.slug}"' in page
        assert f'href="{reverse("rules", args=[game.slug])}"' in page


# A new session


def test_a_game_is_offered_as_this_browser_played_it_last(client: Client) -> None:
    client.post("/new/", posted(stake="0.05", currency="CHF", **{"option-round_to_ten": "yes"}))
    for address in ("/new/?game=tarot", "/new/"):
        fields = Form(client.get(address)).fields
        offered = [fields[name] for name in ("game", "rules", "option-round_to_ten", "stake", "currency")]
        assert offered == ["tarot", "fft", "yes", "0.05", "CHF"]
    assert Form(client.get("/new/?game=skat")).fields["stake"] == ""


def test_a_new_session_starts_with_its_game_rules_and_four_seats(client: Client) -> None:
    fields = Form(client.get("/new/")).fields
    first = registry.get("whist")  # of readers of English
    assert (fields["game"], fields["rules"], fields["first_dealer"]) == (first.slug, first.rules.default_rules, "3")
    assert [fields[f"player-{place}"] for place in range(4)] == [""] * 4
    assert fields["token"]


def test_starting_leads_to_the_table_and_makes_this_browser_its_scorer(client: Client) -> None:
    response = client.post("/new/", posted(stake="0,05", currency="CHF", first_dealer="1"))
    session = Session.objects.get()
    assert response["Location"] == reverse("session", args=[session.public_id])
    assert (session.rules, session.stretch.first_dealer, str(session.stake), session.currency) == (
        "fft",
        1,
        "0.0500",
        "CHF",
    )
    assert [seat.name for seat in session.seats] == list(FOUR)
    assert client.get(response["Location"]).status_code == 200


def test_a_double_tap_starts_one_session(client: Client) -> None:
    first, second = (client.post("/new/", posted()) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert Session.objects.count() == 1


def test_starting_again_after_the_back_button_leads_to_the_table_that_was_just_started(client: Client) -> None:
    """The form is fetched anew, so it has another token."""
    first, second = (client.post("/new/", posted(token=name)) for name in ("first", "second"))
    assert first["Location"] == second["Location"]
    assert Session.objects.count() == 1


def test_after_a_hand_the_same_people_start_another_session(client: Client) -> None:
    first = client.post("/new/", posted(token="first"))
    Scorer(Session.objects.get()).record()
    second = client.post("/new/", posted(token="second"))
    assert first["Location"] != second["Location"]
    assert Session.objects.count() == 2


@pytest.mark.parametrize("changes", [{"first_dealer": "1"}, {"stake": "0.10"}, {"player-0": "Fritz"}])
def test_a_table_with_another_dealer_stake_or_player_is_started(client: Client, changes: dict[str, str]) -> None:
    client.post("/new/", posted(token="first"))
    client.post("/new/", posted(token="second", **changes))
    assert Session.objects.count() == 2


def test_a_table_that_was_started_long_ago_closed_or_deleted_is_not_resumed(client: Client) -> None:
    client.post("/new/", posted(token="first"))
    Change.objects.update(at=timezone.now() - timedelta(hours=1))
    client.post("/new/", posted(token="second"))
    Session.objects.update(closed_at=timezone.now())
    client.post("/new/", posted(token="third"))
    Session.objects.update(closed_at=None, deleted_at=timezone.now())
    client.post("/new/", posted(token="fourth"))
    assert Session.objects.count() == 4


@pytest.mark.parametrize("address", ["/new/", "/import/"])
def test_a_double_tap_on_a_first_visit_creates_one_device(address: str) -> None:
    """Both taps carry the cookie that came with the form, and neither has the answer to the other."""
    cookie = Client().get(address).cookies[DEVICE_COOKIE].value
    form = {**posted(), "text": json.dumps(document())}
    locations = set()
    for _ in range(2):
        client = Client()
        client.cookies[DEVICE_COOKIE] = cookie
        locations.add(client.post(address, form)["Location"])
    assert len(locations) == Session.objects.count() == Access.objects.count() == 1


def test_htmx_is_redirected_to_the_table(client: Client) -> None:
    response = client.post("/new/", posted(), headers=HTMX)
    assert response["HX-Redirect"] == reverse("session", args=[Session.objects.get().public_id])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"player-1": " ", "rules": "classic"}, "1 player is still missing."),
        ({"player-1": "ANNE "}, "ANNE is already at this table."),
        ({"player-1": "An\u200bne"}, "Anne is already at this table."),
        ({"player-1": "x" * 61}, "This is longer than 60 characters."),
        ({"player-1": "A\0nne"}, "Null characters are not allowed."),
        ({"stake": "five"}, "“five” is not an amount of money."),
        ({"stake": "NaN"}, "“NaN” is not an amount of money."),
        ({"stake": "-1"}, "A stake must be more than 0"),
        ({"stake": "1e9"}, "“1e9” is not an amount of money."),
        ({"stake": "1000000000"}, "A stake must be more than 0"),
        ({"stake": "0.00001"}, "at most four decimal places"),
        ({"currency": "Doubloons"}, "This is longer than 8 characters."),
        ({"option-round_to_ten": "perhaps"}, "Select a valid choice."),
        ({"rules": "classic", "player-4": "Emil"}, "Classic is for 4 players, not 5."),
    ],
)
def test_errors_are_reported_and_the_input_is_kept(client: Client, changes: dict[str, str], words: str) -> None:
    response = client.post("/new/", posted(**changes))
    assert response.status_code == 422
    assert words in words_of(response)
    assert not Session.objects.exists()
    fields = Form(response).fields
    for name in ("player-0", "player-2", "player-3", "stake", "currency", "token"):
        assert fields[name] == posted(**changes)[name]


def test_a_wrong_field_gets_the_focus_and_its_message(client: Client) -> None:
    page = client.post("/new/", posted(rules="classic", **{"player-2": ""})).content.decode()
    [field] = [part for part in page.split("<input") if 'name="player-2"' in part]
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="id_player-2_error"' in field
    assert "autofocus" in field
    assert 'id="id_player-2_error"' in page


@pytest.mark.parametrize(
    ("changes", "players", "dealer"),
    [
        ({"player-1": ""}, ("Anne", "Chloé", "David"), "David"),
        ({"player-3": " "}, ("Anne", "Bruno", "Chloé"), "Chloé"),
        ({"player-0": "", "first_dealer": "1"}, ("Bruno", "Chloé", "David"), "Bruno"),
        ({"player-4": "", "option-five_players": "mort"}, FOUR, "David"),
    ],
    ids=["in between", "the dealer’s", "the first", "one too many"],
)
def test_an_empty_seat_that_the_game_can_do_without_is_left_out(
    client: Client, changes: dict[str, str], players: tuple[str, ...], dealer: str
) -> None:
    assert client.post("/new/", posted(**changes)).status_code == 302
    session = Session.objects.get()
    assert tuple(seat.name for seat in session.seats) == players
    assert players[session.stretch.first_dealer] == dealer


def test_seats_stay_where_they_are_when_something_else_is_wrong(client: Client) -> None:
    fields = Form(client.post("/new/", posted(stake="five", **{"player-1": ""}))).fields
    assert [fields[f"player-{place}"] for place in range(4)] == ["Anne", "", "Chloé", "David"]


def test_the_first_empty_seat_says_how_many_players_are_missing(client: Client) -> None:
    given = posted(**{"player-1": "", "player-2": "", "player-3": ""})
    response = client.post("/new/", given)
    assert words_of(response).count("2 players are still missing.") == 1
    assert 'id="id_player-1_error"' in response.content.decode()
    assert not Session.objects.exists()


def test_an_option_of_a_seat_that_stays_empty_is_not_stored(client: Client) -> None:
    """Four seats at Mort offer what the player sitting out shares; three play without it."""
    given = posted(game="mort", rules="foster", **{"player-3": "", "option-sit_out_shares": "yes"})
    assert client.post("/new/", given | {"option-tournees": "1"}).status_code == 302
    assert Session.objects.get().stretch.options["sit_out_shares"] is False


def test_buttons_change_the_draft_without_starting(client: Client) -> None:
    response = client.post("/new/", posted(action="up:1", **{"player-3": ""}))
    assert response.status_code == 200
    assert "still missing" not in words_of(response)
    assert [Form(response).fields[f"player-{place}"] for place in range(4)] == ["Bruno", "Anne", "Chloé", ""]
    assert not Session.objects.exists()


def test_htmx_gets_only_the_form(client: Client) -> None:
    page = client.post("/new/", posted(action="add"), headers=HTMX).content.decode()
    assert page.lstrip().startswith('<form id="new_form"')
    assert "<body" not in page


def test_a_game_chosen_without_scripts_shows_its_options_before_it_starts(client: Client) -> None:
    """Without scripts, the options on the page are those of the previous game."""
    another = {"for": "tarot:fft", "game": "boston", "rules": "fft"}
    response = client.post("/new/", posted(**another))
    assert response.status_code == 422
    assert "These rules have options you haven’t seen yet. Check them, then start." in words_of(response)
    assert "This field is required." not in words_of(response)
    fields = Form(response).fields
    assert {name: fields[name] for name in SEATS} == SEATS
    usual = registry.get("boston").rules.rule_sets[fields["rules"]].options
    assert {f"option-{option.name}" for option in usual} <= fields.keys()
    assert client.post("/new/", {**fields, "action": "start"}).status_code == 302
    assert Session.objects.get().game == "boston"


def test_an_error_message_disappears_when_the_form_is_redrawn(client: Client) -> None:
    refused = client.post("/new/", posted(stake="five"))
    assert "“five” is not an amount of money." in words_of(refused)
    fields = {**Form(refused).fields, "stake": "0.05", "action": "redraw"}
    page = client.post("/new/", fields, headers=HTMX).content.decode()
    assert "is not an amount of money" not in page


def test_options_depend_on_the_number_of_players(client: Client) -> None:
    four = words_of(client.post("/new/", posted(action="redraw")))
    five = words_of(client.post("/new/", posted(action="add")))
    assert ("Five at the table" in four, "Five at the table" in five) == (False, True)


LINES = {
    "a choice": ({"player-4": "Emil"}, "Rules: Federation (FFT) · Five at the table: Called king"),
    "another choice": (
        {"player-4": "Emil", "option-five_players": "mort"},
        "Rules: Federation (FFT) · Five at the table: The dealer sits out",
    ),
    "a switch that is on": ({"option-round_to_ten": "yes"}, "Rules: Federation (FFT) · Round to tens"),
    "a switch that is off as usual": ({}, "Rules: Federation (FFT)"),
    "a switch that is usually on": (
        {"game": "solo_whist", "rules": "british", "option-grand": "no"},
        "British · Grand: no",
    ),
    "choices that are usual": (
        {"game": "jass", "rules": "schieber"},
        "Rules: Schieber · Cards: German pack · Multipliers: no Rules",
    ),
    "a number": ({"game": "mort", "rules": "foster", "option-tournees": "3"}, "Rules: Foster · Tournées: 3"),
    # followed by the heading inside the fold
    "a usual number": ({"game": "cayenne", "rules": "foster", "option-rubbers": "1"}, "Rules: Foster Rules"),
    "no stake": ({}, "Stake: none"),
    "a stake": ({"stake": "0,1", "currency": "CHF"}, "Stake: CHF\N{NO-BREAK SPACE}0.10 per point"),
    "a stake for each game": (
        {"game": "jass", "rules": "schieber", "stake": "0,5"},
        "Stake: €0.50 per game Stake per game",  # followed by the field inside the fold
    ),
    "a stake that is no amount": ({"stake": "five"}, "Stake: five"),
}


@pytest.mark.parametrize(("changes", "line"), LINES.values(), ids=LINES)
def test_rules_and_stake_are_a_line_each(client: Client, changes: dict[str, str], line: str) -> None:
    response = client.post("/new/", posted(action="redraw", **changes), headers=HTMX)
    assert " ".join(line.split()) in words_of(response)
    assert folds(response) == []


def folds(response: Any) -> list[str]:
    """Return the folds of the form that are open, by their IDs."""
    page = " ".join(response.content.decode().split())
    return re.findall(r'<details class="fold" id="([\w-]+)" open>', page)


@pytest.mark.parametrize(
    ("changes", "open_fold"),
    [
        ({"option-round_to_ten": "perhaps"}, "rules"),
        ({"for": "skat:isko"}, "rules"),
        ({"stake": "five"}, "money"),
        ({"currency": "Doubloons"}, "money"),
        ({"played_on": "tomorrow"}, "from-paper"),
    ],
)
def test_a_fold_with_an_error_is_open(client: Client, changes: dict[str, str], open_fold: str) -> None:
    given = posted(**changes)
    if "for" in changes:
        del given["option-round_to_ten"]
    response = client.post("/new/", given)
    assert response.status_code == 422
    assert folds(response) == [open_fold]


def test_without_scripts_the_rules_stay_unfolded_after_a_choice_among_them(client: Client) -> None:
    assert folds(client.post("/new/", posted(action="redraw"))) == ["rules"]
    assert folds(client.post("/new/", posted(action="add"))) == []


@pytest.mark.parametrize("slug", registry.slugs())
def test_doubt_about_a_source_stays_on_the_rules_page(client: Client, slug: str) -> None:
    assert not re.search(r"\w\*|\*\w|\* not", words_of(client.get(f"/new/?game={slug}")))


OPTIONS_OF_GAMES = [
    pytest.param(game.slug, rules, option, id=f"{rules}-{option.name}")
    for game in registry.all_games()
    for rules, rule_set in game.rules.rule_sets.items()
    for option in rule_set.options
    if not option.players
]


@pytest.mark.parametrize(("slug", "rules", "option"), OPTIONS_OF_GAMES)
def test_each_option_can_be_chosen(client: Client, slug: str, rules: str, option: Option) -> None:
    fields = Form(client.get(f"/new/?game={slug}"), "/new/").fields
    seats = {name: f"Name {name[-1]}" for name in fields if name.startswith("player-")}
    shown = client.post("/new/", fields | seats | {"rules": rules, "action": "redraw"})
    value = another_value(option)
    fields = Form(shown, "/new/").fields | {f"option-{option.name}": typed(value)}
    response = client.post("/new/", fields | {"action": "start"})
    assert response.status_code == 302
    assert Session.objects.get().stretch.options[option.name] == value


def another_value(option: Option) -> OptionValue:
    """Return a value other than the default."""
    if option.choices:
        return next(value for value, _words in option.choices if value != option.default)
    return not option.default if isinstance(option.default, bool) else option.high or int(option.default) + 1


FOSTER = {"payment": "each", "ramsch": "yes"}
"""The defaults for Skat by the book; in tournaments, payment differs and there is no Ramsch."""
OPTIONS = {
    "other rules, as they are usual": ("isko", FOSTER, {"payment": "sheet", "ramsch": "no"}),
    "other rules, and what was chosen": ("gucki_solo", FOSTER | {"ramsch": "no"}, {"payment": "each", "ramsch": "no"}),
    "the same rules": ("foster", FOSTER | {"payment": "sheet"}, {"payment": "sheet", "ramsch": "yes"}),
}


@pytest.mark.parametrize(("rules", "given", "shown"), OPTIONS.values(), ids=OPTIONS)
def test_choosing_other_rules_shows_their_options_and_keeps_the_rest(
    client: Client, rules: str, given: dict[str, str], shown: dict[str, str]
) -> None:
    options = {f"option-{name}": value for name, value in given.items()}
    response = client.post(
        "/new/", posted(game="skat", rules=rules, action="redraw", **{"for": "skat:foster"}, **options)
    )
    fields = Form(response, "/new/").fields
    assert {name: fields[f"option-{name}"] for name in shown} == shown
    assert fields["for"] == f"skat:{rules}"


def test_rules_chosen_without_seeing_their_options_use_the_defaults(client: Client) -> None:
    """Without scripts, the page still shows the options of the previous rules when the session is started."""
    options = {f"option-{name}": value for name, value in FOSTER.items()}
    chosen = posted(game="skat", rules="isko", **{"for": "skat:foster"}, **options)
    left = client.post("/new/", chosen)
    assert left.status_code == 422
    assert Form(left, "/new/").fields["option-payment"] == "sheet"
    assert client.post("/new/", chosen | {"option-contra": "no", "option-seeger": "no"}).status_code == 302
    assert Session.objects.get().stretch.options["payment"] == "sheet"


def test_choosing_another_game_drops_the_options_of_the_previous_one(client: Client) -> None:
    given = {"for": "skat:isko", "option-payment": "each"}
    response = client.post("/new/", posted(game="tarot", rules="", action="redraw", **given))
    assert "option-payment" not in response.content.decode()


def test_the_chosen_option_is_used(client: Client) -> None:
    client.post("/new/", posted(**{"player-4": "Emil", "first_dealer": "4", "option-five_players": "mort"}))
    assert Session.objects.get().stretch.options == {"five_players": "mort", "round_to_ten": False}


def test_known_players_are_offered_and_seated_with_a_tap() -> None:
    scorer = Scorer(players=("Zoé", "Yves", "Xenia", "Will"))
    client = browser(scorer)
    page = client.get("/new/")
    assert Form(page).fields["rules"] == "fft"  # as this browser played last
    assert all(f'value="seat:{name}"' in page.content.decode() for name in ("Zoé", "Yves", "Xenia", "Will"))
    stood_up = client.post("/new/", {**Form(page).fields, "action": "seat:Zoé"})
    assert Form(stood_up).fields["player-0"] == ""
    assert 'value="seat:Zoé" aria-pressed="false"' in " ".join(stood_up.content.decode().split())
    seated = client.post("/new/", {**Form(stood_up).fields, "action": "seat:Zoé"})
    assert Form(seated).fields["player-0"] == "Zoé"
    assert 'value="seat:Zoé" aria-pressed="true"' in " ".join(seated.content.decode().split())
    assert "Zoé" not in words_of(Client().get("/new/"))


def test_the_new_session_page_takes_as_many_queries_for_three_known_players_as_for_twelve() -> None:
    counts = []
    for number in (1, 3):
        device_id = device()
        for table in range(number):
            Scorer(device=device_id, players=[f"{name} {table}" for name in FOUR])
        client = browser(name=device_id)
        with CaptureQueriesContext(connection) as queries:
            client.get("/new/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


# From a document


def test_a_document_is_imported_from_a_file_or_text(client: Client) -> None:
    text = json.dumps(document())
    ways: list[dict[str, Any]] = [{"text": text}, {"file": SimpleUploadedFile("evening.json", text.encode())}]
    for number, given in enumerate(ways):
        response = client.post("/import/", {**given, "token": f"token-{number}"})
        assert "Anne" in words_of(client.get(response["Location"]))
    assert Session.objects.count() == 2


def test_importing_twice_creates_one_session(client: Client) -> None:
    for _ in range(2):
        client.post("/import/", {"text": json.dumps(document()), "token": "a-token"})
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file, or paste the text of a document."),
        ("Garde", "This is not JSON."),
        ("[]", "A session document is a JSON object."),
        ("[" * 100_000, "This is nested too deeply."),
        (json.dumps(document(game="piquet")), "game: There is no game “piquet”."),
        (json.dumps(document(hands=[{}, {}])), "Hand 1, call:"),
        (
            json.dumps(
                document(hands=[{"call": "passed"}, {"call": "garde", "taker": "Anne", "bouts": 2, "points": 92}])
            ),
            "Hand 2, points:",
        ),
        (json.dumps(document(players=["Anne", "Bruno", "Chloé", "\ud800"])), "that can’t be stored or shown."),
        (" " * 600_000 + "{}", "This is too long for a session document."),
    ],
)
def test_errors_in_a_document_are_reported_by_hand_and_field(client: Client, text: str, words: str) -> None:
    response = client.post("/import/", {"text": text, "token": "a-token"})
    assert response.status_code == 422
    assert words in words_of(response)
    assert not Session.objects.exists()


def test_a_file_that_is_not_text_is_refused(client: Client) -> None:
    file = SimpleUploadedFile("picture.json", b"\x89PNG\r\n\x1a\n\xff\xfe")
    response = client.post("/import/", {"file": file, "token": "a-token"})
    assert response.status_code == 422
    assert "This is not text in UTF-8." in words_of(response)


# The links


def test_the_scorer_link_asks_for_a_name_and_grants_access(client: Client) -> None:
    session = start()
    url = reverse("join", args=[session.scorer_token])
    question = words_of(client.get(url))
    assert all(name in question for name in (*FOUR, "Someone else"))
    assert session.accesses.count() == 1  # looking grants nothing
    response = client.post(url, {"label": "Bruno"})
    assert response["Location"] == reverse("session", args=[session.public_id])
    assert session.accesses.filter(role=Role.SCORER, label="Bruno").count() == 1
    assert client.get(url)["Location"] == response["Location"]  # a scorer is not asked again


@pytest.mark.parametrize("label", ["", "  ", "x" * 61, "\0"])
def test_a_scorer_without_a_name_is_asked_again(client: Client, label: str) -> None:
    session = start()
    response = client.post(reverse("join", args=[session.scorer_token]), {"label": label})
    assert response.status_code == 422
    assert session.accesses.count() == 1


def test_the_watch_link_shows_the_table_and_a_scorer_stays_a_scorer(client: Client) -> None:
    scorer = Scorer()
    url = reverse("watch", args=[scorer.session.watch_token])
    response = client.get(url, follow=True)
    assert response.status_code == 200
    browser(scorer).get(url)
    assert list(scorer.session.accesses.order_by("pk").values_list("role", flat=True)) == ["scorer", "watcher"]


def test_a_watcher_becomes_a_scorer_with_the_scorer_link() -> None:
    session = start()
    client = watcher_of(session)
    client.post(reverse("join", args=[session.scorer_token]), {"label": "Chloé"})
    assert client.get(reverse("close", args=[session.public_id])).status_code == 200


@pytest.mark.parametrize("name", ["join", "watch"])
def test_a_made_up_link_is_not_found(client: Client, name: str) -> None:
    start()
    assert client.get(reverse(name, args=["x" * 32])).status_code == 404
    assert Access.objects.count() == 1


def test_a_cookie_with_a_forged_signature_is_ignored() -> None:
    scorer = Scorer()
    client = Client()
    client.cookies[DEVICE_COOKIE] = scorer.access.device
    assert client.get(reverse("session", args=[scorer.session.public_id])).status_code == 404


# Again


def test_playing_again_takes_one_tap_and_starts_one_session() -> None:
    scorer = Scorer(stake=None)
    scorer.record()
    client = browser(scorer)
    first, second = (
        client.post(reverse("play_again", args=[scorer.session.public_id]), {"token": "t"}) for _ in range(2)
    )
    assert first["Location"] == second["Location"] != reverse("session", args=[scorer.session.public_id])
    new = Session.objects.exclude(pk=scorer.session.pk).get()
    assert [seat.name for seat in new.seats] == list(FOUR)
    assert new.stretch.first_dealer == 0  # David dealt, so Anne would
