"""Rate limits: the meters, whose they are, and what somebody who has to wait is told."""

import itertools
import json
import re
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from scorekeeper.environment import rate
from scorekeeper.play import recording
from scorekeeper.play.models import Access, Session
from scorekeeper.web import throttling
from scorekeeper.web.errors import later
from scorekeeper.web.throttling import RateLimitedError
from tests.clocks import Clock
from tests.external_programs import settings_with
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.new_sessions import document, posted
from tests.play.tables import GARDE, Scorer, device, start
from tests.web.rate_limits import limits


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Empty rate limits and a clock that the test controls."""
    throttling.forget()
    clock = Clock()
    monkeypatch.setattr("scorekeeper.web.throttling.time.monotonic", clock)
    return clock


# The environment


@pytest.mark.parametrize(
    ("given", "meant"), [("60/h", (60, 3600)), ("5/10m", (5, 600)), ("1/s", (1, 1)), ("off", None), ("", (7, 60))]
)
def test_a_rate_is_parsed(monkeypatch: pytest.MonkeyPatch, given: str, meant: tuple[int, int] | None) -> None:
    monkeypatch.setenv("SOME_RATE", given)
    assert rate("SOME_RATE", default="7/m") == meant


@pytest.mark.parametrize("given", ["60", "0/h", "60/d", "-1/h", "1e3/h", "60 an hour", "60/0m", "Off"])
def test_an_invalid_rate_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("SOME_RATE", given)
    with pytest.raises(ImproperlyConfigured, match="SOME_RATE is"):
        rate("SOME_RATE", default="7/m")


def test_the_limits_of_a_big_night_can_be_raised_or_turned_off(tmp_path: Path) -> None:
    assert all(settings_with(tmp_path)["LIMITS"].values())
    found = settings_with(tmp_path, LIMIT_STARTS="500/h", LIMIT_JOINS="off")["LIMITS"]
    assert (found["starts"], found["joins"]) == ([500, 3600], None)


# A meter


def test_a_burst_is_allowed_and_then_a_steady_rate(clock: Clock) -> None:
    with limits(writes=(3, 60)):
        for _ in range(3):
            throttling.spend("writes", "a")
        with pytest.raises(RateLimitedError) as refused:
            throttling.spend("writes", "a")
        assert refused.value.wait == 20
        clock.now += 19
        with pytest.raises(RateLimitedError) as refused:
            throttling.spend("writes", "a")
        assert refused.value.wait == 1
        clock.now += 1
        throttling.spend("writes", "a")
        with pytest.raises(RateLimitedError):
            throttling.spend("writes", "a")
        clock.now += 60
        for _ in range(3):
            throttling.spend("writes", "a")


def test_a_refused_attempt_does_not_extend_the_wait(clock: Clock) -> None:
    with limits(writes=(1, 60)):
        throttling.spend("writes", "a")
        for _ in range(100):
            with pytest.raises(RateLimitedError):
                throttling.spend("writes", "a")
        clock.now += 60
        throttling.spend("writes", "a")


def test_every_caller_and_action_has_its_own_limit(clock: Clock) -> None:
    with limits(writes=(1, 60), misses=(1, 60)):
        throttling.spend("writes", "a")
        throttling.spend("writes", "b")
        throttling.spend("misses", "a", on="links")
        throttling.spend("misses", "a", on="tables")
        for limit, meter in (("writes", ""), ("misses", "links"), ("misses", "tables")):
            with pytest.raises(RateLimitedError):
                throttling.spend(limit, "a", on=meter)


def test_checking_a_limit_does_not_count(clock: Clock) -> None:
    with limits(misses=(1, 60)):
        for _ in range(3):
            throttling.require_room("misses", "a")
        throttling.spend("misses", "a")
        with pytest.raises(RateLimitedError):
            throttling.require_room("misses", "a")
        clock.now += 60
        throttling.require_room("misses", "a")


def test_a_disabled_limit_counts_nothing(clock: Clock) -> None:
    with limits():
        for _ in range(1000):
            throttling.spend("writes", "a")
            throttling.require_room("misses", "a")
    assert not throttling._meters


def test_memory_is_limited_and_recent_callers_are_kept(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "MOST_METERS", 3)
    with limits(writes=(1, 60)):
        for key in "abcd":
            throttling.spend("writes", key)
        assert [key for _limit, key in throttling._meters] == ["b", "c", "d"]


# Whose meter it is


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("somewhere", ""),
    ],
)
def test_the_address_of_a_caller(address: str, counted_as: str) -> None:
    assert throttling.caller(RequestFactory().get("/", REMOTE_ADDR=address)) == counted_as


@pytest.mark.parametrize(
    ("forwarded", "counted_as"),
    [
        ("198.51.100.1", "198.51.100.1"),
        ("6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("6.6.6.6,unknown", "192.0.2.7"),
        ("198.51.100.1:4711", "198.51.100.1"),
        ("[2001:db8::1]:4711", "2001:db8::"),
        ("", "192.0.2.7"),
    ],
)
def test_only_a_trusted_proxy_may_name_the_caller(forwarded: str, counted_as: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR="192.0.2.7", headers={"X-Forwarded-For": forwarded})
    with override_settings(TRUST_PROXY=False):
        assert throttling.caller(request) == "192.0.2.7"
    with override_settings(TRUST_PROXY=True):
        assert throttling.caller(request) == counted_as


# What is limited

pages = pytest.mark.django_db


@pages
def test_starting_sessions_is_limited_by_address_not_by_browser(clock: Clock) -> None:
    scorer = Scorer()
    ways = [
        lambda: Client().post("/new/", posted(token=device())),
        lambda: Client().post("/import/", {"text": "{}"}),
        lambda: browser(scorer).post(reverse("play_again", args=[scorer.session.public_id]), {"token": device()}),
    ]
    with limits(starts=(3, 60)):
        assert [way().status_code for way in ways] == [302, 422, 302]
        assert [way().status_code for way in ways] == [429, 429, 429]
        elsewhere = Client(REMOTE_ADDR="192.0.2.9").post("/new/", posted(token=device()))
    assert elsewhere.status_code == 302
    assert Session.objects.count() == 4


@pages
def test_imports_are_limited_by_their_bytes(clock: Clock) -> None:
    def imported(**extra: str) -> int:
        return Client().post("/import/", {"text": json.dumps(document(**extra)), "token": device()}).status_code

    with limits(imports=(5000, 86400)):
        assert imported(game="canasta", note="x" * 3000) == 422  # what is refused takes no room
        assert [imported() for _time in range(2)] == [302, 302]
        assert imported(note="x" * 5000) == 429
        assert imported() == 302
    assert Session.objects.count() == 3


@pages
def test_an_incomplete_form_starts_nothing_and_does_not_count(clock: Clock) -> None:
    with limits(starts=(1, 60)):
        for _ in range(3):
            assert Client().post("/new/", posted(rules="classic", **{"player-1": ""})).status_code == 422
            assert Client().post("/new/", posted(action="add")).status_code == 200
        assert Client().post("/new/", posted()).status_code == 302


@pages
@pytest.mark.parametrize("name", ["join", "watch", "linked_board"])
def test_wrong_links_are_limited_and_the_right_one_still_opens_at_the_same_address(clock: Clock, name: str) -> None:
    session, board = start(), recording.share_board(device())
    secrets = {"join": session.scorer_token, "watch": session.watch_token, "linked_board": board.token}
    with limits(misses=(2, 60)):
        wrong = [Client().get(reverse(name, args=[f"guess-{number}"])) for number in range(4)]
        assert [response.status_code for response in wrong] == [404, 404, 429, 429]
        assert "no-store" in wrong[-1].headers["Cache-Control"]  # it has the link in it, to try again
        assert Client().get(reverse(name, args=[secrets[name]])).status_code in (200, 302)
        clock.now += 30
        assert Client().get(reverse(name, args=["guess"])).status_code == 404


@pages
def test_guessing_tables_is_limited_without_affecting_players(clock: Clock) -> None:
    scorer = Scorer()
    url = reverse("session", args=[scorer.session.public_id])
    with limits(misses=(2, 60)):
        assert [Client().get(url).status_code for _ in range(3)] == [404, 404, 429]
        assert Client().get("/s/no-such-one/").status_code == 429
        assert browser(scorer).get(url).status_code == 200
        assert watcher_of(scorer.session).get(url).status_code == 200
        # and a valid link still lets in others at the address of somebody who guesses
        assert Client().get(reverse("watch", args=[scorer.session.watch_token])).status_code == 302


@pages
def test_ten_phones_at_one_address_never_reach_a_limit(clock: Clock) -> None:
    scorer = Scorer()
    with limits(misses=(2, 600)):
        for _ in range(10):
            phone = Client()
            joined = phone.get(reverse("watch", args=[scorer.session.watch_token]))
            assert [phone.get(joined["Location"]).status_code for _ in range(5)] == [200] * 5


@pages
@pytest.mark.parametrize("name", ["join", "watch"])
def test_joining_is_limited_but_returning_is_not(clock: Clock, name: str) -> None:
    session = start()
    url = reverse(name, args=[session.scorer_token if name == "join" else session.watch_token])

    def come_in(client: Client) -> int:
        return (client.post(url, {"label": "Bruno"}) if name == "join" else client.get(url)).status_code

    known = Client()
    with limits(joins=(2, 60)):
        assert [come_in(client) for client in (known, Client(), Client())] == [302, 302, 429]
        assert known.get(url).status_code == 302
    assert Access.objects.filter(session=session).count() == 3


@pages
def test_writing_is_limited_per_browser(clock: Clock) -> None:
    scorer, other = Scorer(), Scorer()
    urls = [reverse("preview", args=[writer.session.public_id]) for writer in (scorer, other)]
    with limits(writes=(2, 60)):
        client = browser(scorer)
        assert [client.post(urls[0], {"call": "passed"}).status_code for _ in range(3)] == [200, 200, 429]
        assert browser(other).post(urls[1], {"call": "passed"}).status_code == 200
        assert client.get(reverse("session", args=[scorer.session.public_id])).status_code == 200


# The message


@pages
def test_a_limited_request_says_how_long_to_wait_and_keeps_the_input(clock: Clock) -> None:
    with limits(starts=(1, 3600)):
        Client().post("/new/", posted())
        response = Client().post("/new/", posted(**{"player-1": '"Zoé" <b>'}))
    assert response.status_code == 429
    assert response["Retry-After"] == "3600"
    assert "Too many requests" in words_of(response)
    assert "Try again in 60 minutes" in words_of(response)
    assert Form(response).fields == posted(**{"player-1": '"Zoé" <b>'})
    throttling.forget()
    again = Client().post("/new/", Form(response).fields)
    assert again.status_code == 302
    assert Session.objects.latest("pk").seats[1].name == '"Zoé" <b>'


FORM = "http://testserver/print/?game=tarot"
BACK = {
    "a form": ("post", {"Referer": FORM}, FORM, "Back"),
    "a page": ("get", {}, "/print/?game=mort", "Try again"),
}


@pages
@pytest.mark.parametrize("of", BACK)
def test_a_limited_request_has_a_way_back(rf: RequestFactory, of: str) -> None:
    method, headers, address, words = BACK[of]
    page = later(getattr(rf, method)("/print/?game=mort", headers=headers)).content.decode()
    assert re.search(rf'<a class="button[^"]*" href="{re.escape(address)}">\s*{words}\s*</a>', page)


@pages
@pytest.mark.parametrize("referer", ["https://evil.example/", "javascript:alert(1)", "//evil.example/", ""])
def test_the_way_back_never_leads_to_another_site(rf: RequestFactory, referer: str) -> None:
    page = later(rf.post("/print/", headers={"Referer": referer})).content.decode()
    assert re.findall(r'href="((?!/static/)[^"]*)"', page) == ["/", "/", "/games/", "/print/", "/guide/"]


@pages
def test_htmx_shows_the_limit_where_messages_appear(clock: Clock) -> None:
    scorer = Scorer()
    data = {"call": "garde", "taker": "0", "bouts": "2", "points-tens": "4", "points-units": "9", "revision": "0"}
    url = reverse("record", args=[scorer.session.public_id])
    with limits(writes=(1, 30)):
        client = browser(scorer)
        assert client.post(url, {**data, "token": "a"}, headers=HTMX).status_code == 200
        response = client.post(url, {**data, "token": "b", "revision": "1"}, headers=HTMX)
    assert (response.status_code, response["Retry-After"]) == (429, "30")
    assert (response["HX-Retarget"], response["HX-Reswap"]) == ("#status-message", "outerHTML")
    page = response.content.decode()
    assert page.lstrip().startswith('<p class="status-message"')
    assert "Nothing was recorded. Try again in 30 seconds." in words_of(response)
    assert scorer.session.hands.count() == 1


@pages
def test_a_refused_part_of_a_page_is_not_replaced_by_a_whole_page(clock: Clock) -> None:
    with limits(misses=(1, 30)):
        first, second = (Client().get("/s/no-such-one/hands/1/", headers=HTMX) for _ in range(2))
    assert (first.status_code, second.status_code) == (404, 429)
    assert (second["HX-Reswap"], second.content) == ("none", b"")


@pages
@pytest.mark.parametrize(("language", "words"), [("fr", "Trop de requêtes"), ("de", "Zu viele Anfragen")])
def test_the_message_is_in_the_readers_language(clock: Clock, language: str, words: str) -> None:
    with limits(starts=(1, 60)):
        responses = [Client().post("/import/", headers={"Accept-Language": language}) for _ in range(2)]
    assert words in words_of(responses[1])


@pages
def test_every_page_with_an_htmx_form_has_a_place_for_messages() -> None:
    scorer = Scorer()
    scorer.record(GARDE)
    client = browser(scorer)
    addresses = ["/new/", reverse("session", args=[scorer.session.public_id])]
    addresses += [reverse("amend", args=[scorer.session.public_id, 1])]
    for address in itertools.chain(addresses, [reverse("correction", args=[scorer.session.public_id])]):
        page = client.get(address).content.decode()
        assert "hx-post=" in page
        assert page.count('id="status-message"') == 1, address
