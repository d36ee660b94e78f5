"""The headers of every kind of answer, forms that are too large, and what an imported file may not do."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse

from scorekeeper.play import recording
from scorekeeper.play.models import Session
from scorekeeper.play.recording.write import Write
from scorekeeper.web.cookies import DEVICE_COOKIE
from scorekeeper.web.errors import TOO_LARGE
from tests.play.browsers import HTMX, browser, words_of
from tests.play.new_sessions import document, posted
from tests.play.tables import GARDE, Scorer, start

pytestmark = pytest.mark.django_db


def seated() -> tuple[Client, str]:
    """Return a browser at a table with a hand, and the table's address."""
    scorer = Scorer()
    scorer.record(GARDE)
    return browser(scorer), reverse("session", args=[scorer.session.public_id])


def page() -> Any:
    client, table = seated()
    return client.get(table)


def partial() -> Any:
    client, table = seated()
    return client.get(table, headers=HTMX)


def download() -> Any:
    client, table = seated()
    return client.get(f"{table}export.json")


def refused() -> Any:
    client, table = seated()
    return client.post(f"{table}record/", {"call": "garde", "revision": "1"}, headers=HTMX)


def forged() -> Any:
    return Client(enforce_csrf_checks=True).post("/new/", posted())


def shut_out() -> Any:
    scorer = Scorer()
    bruno = recording.join(scorer.session, device="b" * 32, role="scorer", label="Bruno")
    recording.shut_out(Write(scorer.session, scorer.access, 0, "t"), access_pk=bruno.pk)
    return browser(name=bruno.device).get(reverse("session", args=[scorer.session.public_id]))


def encrypted() -> Any:
    with override_settings(SECURE_SSL_REDIRECT=True):
        return Client().get("/")


def with_cookie() -> Client:
    """A browser whose forms are checked for their tokens."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    return client


def no_form() -> Any:
    client = with_cookie()
    return client.generic("POST", "/new/", b"x", content_type="multipart/form-data; boundary=")


def too_large() -> Any:
    return with_cookie().post("/new/", {"x": "y" * 2**20})


def too_many() -> Any:
    return with_cookie().post(
        "/new/", {f"field-{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    )


def not_kept() -> Any:
    data: dict[str, Any] = {TOO_LARGE: True}
    return Client(**data).post("/new/")


ANSWERS: dict[str, tuple[int, Callable[[], Any]]] = {
    "a page": (200, page),
    "a part of a page": (200, partial),
    "a file": (200, download),
    "a static file": (200, lambda: Client().get("/static/css/base.css")),
    "a static file that is not there": (404, lambda: Client().get("/static/css/nothing.css")),
    "a redirect": (302, lambda: Client().post("/new/", posted())),
    "a redirect to https": (301, encrypted),
    "a slash that is missing": (301, lambda: Client().get("/games")),
    "a form that is refused": (422, refused),
    "a form that is forged": (403, forged),
    "a browser that is shut out": (403, shut_out),
    "a page that is not there": (404, lambda: Client().get("/nowhere/")),
    "a link that is none": (404, lambda: Client().get("/join/nothing/")),
    "another method": (405, lambda: Client().delete("/new/")),
    "another host": (400, lambda: Client().get("/", headers={"Host": "evil.example"})),
    "a form that is no form": (400, no_form),
    "a form that is too large": (413, too_large),
    "too many fields": (413, too_many),
    "a body that was not kept": (413, not_kept),
}

every_answer = pytest.mark.parametrize("kind", ANSWERS)


@every_answer
def test_every_response_forbids_framing_sniffing_and_foreign_scripts(kind: str) -> None:
    status, ask = ANSWERS[kind]
    response = ask()
    assert response.status_code == status
    headers = dict(response.headers)
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    # A script or a style obeys the policy of the page that loads it.
    assert ("camera=()" in headers.get("Permissions-Policy", "")) == (kind != "a static file")
    policy = dict(directive.split(" ", 1) for directive in headers["Content-Security-Policy"].split("; "))
    assert policy == {
        "default-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "object-src": "'none'",
    }
    response.close()


@every_answer
def test_responses_reveal_neither_the_software_nor_a_forged_host(kind: str) -> None:
    response = ANSWERS[kind][1]()
    assert not {"Server", "X-Powered-By"} & {*response.headers}
    assert response.streaming or b"evil.example" not in response.content
    response.close()


@pytest.mark.parametrize("https", [False, True])
def test_every_cookie_is_http_only_and_same_site(*, https: bool) -> None:
    prefix = "__Host-" if https else ""
    secure = {"CSRF_COOKIE_SECURE": https, "LANGUAGE_COOKIE_SECURE": https}
    with override_settings(HTTPS=https, CSRF_COOKIE_NAME=f"{prefix}csrftoken", **secure):
        client = Client()
        client.get("/new/")
        client.post("/new/", posted())
        client.post("/language/", {"language": "de", "next": "/"})
    assert {*client.cookies} == {prefix + DEVICE_COOKIE, f"{prefix}csrftoken", "django_language"}
    for name, cookie in client.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert bool(cookie["secure"]) is https, name
        assert (cookie["path"], cookie["domain"]) == ("/", "")


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"]
)
def test_choosing_a_language_redirects_to_no_other_site(elsewhere: str) -> None:
    assert Client().post("/language/", {"language": "de", "next": elsewhere})["Location"] == "/"


# Messages


@pytest.mark.parametrize(
    ("kind", "english", "german"),
    [
        ("a form that is too large", "Too large", "Das ist zu groß"),
        ("too many fields", "Too large", "Das ist zu groß"),
        ("a body that was not kept", "Too large", "Das ist zu groß"),
        ("a form that is forged", "Nothing was recorded", "Es wurde nichts eingetragen"),
        ("another host", "Unknown address", "Unbekannte Adresse"),
        ("a link that is none", "This link is not valid", "Dieser Link ist ungültig"),
        ("a browser that is shut out", "has been shut out", "wurde ausgesperrt"),
    ],
)
def test_errors_have_a_message(kind: str, english: str, german: str) -> None:
    ask = ANSWERS[kind][1]
    assert english in words_of(ask())
    with override_settings(LANGUAGE_CODE="de"):
        assert german in words_of(ask())


def test_an_unknown_host_is_told_what_to_configure() -> None:
    response = Client().get("/", headers={"Host": "my-laptop.example"})
    assert "Use one of the addresses that the server printed when it started" in words_of(response)
    assert "ALLOWED_HOSTS" in words_of(response)


@pytest.mark.parametrize("host", ["evil.example", "localhost:80@evil.example", "localhost evil", "[::1", "a" * 5000])
def test_an_invalid_host_is_refused(host: str) -> None:
    assert Client().get("/", headers={"Host": host}).status_code == 400


def test_a_forged_host_appears_in_no_link() -> None:
    scorer = Scorer()
    url = reverse("share", args=[scorer.session.public_id])
    page = browser(scorer).get(url, headers={"X-Forwarded-Host": "evil.example", "Host": "localhost"})
    assert page.status_code == 200
    assert "evil.example" not in page.content.decode()


def test_htmx_gets_errors_beside_the_form() -> None:
    scorer = Scorer()
    client = browser(scorer)
    client.handler.enforce_csrf_checks = True
    client.cookies["csrftoken"] = "a" * 32
    url = reverse("record", args=[scorer.session.public_id])
    for data, status, words in (
        ({"call": "passed"}, 403, "This page was open for too long"),
        ({"call": "x" * 2**20}, 413, "Nothing was recorded"),
    ):
        response = client.post(url, data, headers=HTMX)
        assert (response.status_code, response["HX-Retarget"]) == (status, "#status-message")
        assert words in words_of(response)
        assert "<html" not in response.content.decode()


@pytest.mark.parametrize("address", ["/nowhere/", "/static/", "/s/nothing/record/"])
@pytest.mark.parametrize("sent", ["a form that cannot be read", "one that is too large"])
def test_a_malformed_form_to_an_unknown_address_is_not_a_server_error(address: str, sent: str) -> None:
    body, charset = (b"a=b", "utf-16") if sent == "a form that cannot be read" else (b"x" * 2**21, "utf-8")
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    assert with_cookie().generic("POST", address, body, content_type=kind).status_code in (400, 404, 413)


def test_an_empty_form_at_the_scorer_link_asks_for_a_name() -> None:
    assert Client().post(reverse("join", args=[start().scorer_token])).status_code == 422


# Files


def bomb(depth: int) -> str:
    return "[" * depth + "1" + "]" * depth


def with_hand(**fields: Any) -> bytes:
    return json.dumps(document(hands=[{"call": "garde", "taker": "Anne", "bouts": 2, "points": 49, **fields}])).encode()


def with_players(*first: str) -> bytes:
    return json.dumps(document(players=[*first, "B", "C", "D"][:4], hands=[])).encode()


WHOLE = json.dumps(document())
FAR = {"call": "correction", "amounts": {"Anne": 10**30, "Bruno": -(10**30)}, "note": "x"}

MENDED = ("bytes that are no text", "text")
"""A text field contains text whatever was sent: invalid bytes become �."""

HARMFUL: dict[str, bytes] = {
    "nested a hundred thousand times": bomb(100_000).encode(),
    "nested as deep as can be read": WHOLE.replace("49", bomb(900)).encode(),
    "objects nested as deep": ('{"a":' * 900 + "1" + "}" * 900).encode(),
    "a number of many digits": WHOLE.replace("49", "9" * 300_000).encode(),
    "a number of as many digits as can be read": WHOLE.replace("49", "9" * 4_000).encode(),
    "a number beyond floats": WHOLE.replace("49", "1e999").encode(),
    "a large float": WHOLE.replace("49", "1e308").encode(),
    "a number that is none": WHOLE.replace("49", "NaN").encode(),
    "a name that stands twice": WHOLE.replace('"version"', '"game": "skat", "version"').encode(),
    "a zero byte": WHOLE.replace("Anne", "An\0ne").encode(),
    "a zero byte, escaped": WHOLE.replace("Anne", "An\\u0000ne").encode(),
    "half of a pair": WHOLE.replace("Anne", "\\ud800").encode(),
    "half of a pair as a field": with_hand(**{"\ud800": 1}),
    "half of a pair as a call": with_hand(call="\udfff"),
    "half of a pair as a player": with_hand(taker="\udfff"),
    "half of a pair as a game": json.dumps(document(game="\ud800")).encode(),
    "half of a pair as a rule set": json.dumps(document(rules="\ud800")).encode(),
    "half of a pair as an option": json.dumps(document(options={"\ud800": 1})).encode(),
    "half of a pair as a top-level field": json.dumps(document(**{"\ud800": 1})).encode(),
    "half of a pair in a note": with_hand(note="\ud800"),
    "bytes that are no text": WHOLE.encode().replace(b"Anne", b"\xff\xfe\xfd"),
    "the mark of another encoding": b"\xff\xfe" + WHOLE.encode(),
    "a name that turns what follows": with_players("\u202eAnne"),
    "a name that isolates what follows": with_players("Anne\u2066"),
    "a name that shows nothing": with_players("\u200b"),
    "two players of one name": with_players("Anne", "Anne"),
    "a note that turns what follows": with_hand(note="\u202e"),
    "more hands than a document has room for": b'{"hands": [' + b"1," * 240_000 + b"1]}",
    "amounts beyond all measure": json.dumps(document(hands=[FAR])).encode(),
    "only the mark of an encoding": b"\xef\xbb\xbf",
    "nothing but white space": b" \n\t",
}


@pytest.mark.parametrize("kind", HARMFUL)
def test_a_malicious_document_is_refused_with_a_message(kind: str) -> None:
    raw = HARMFUL[kind]
    ways = {"file": SimpleUploadedFile("a.json", raw), "text": raw.decode(errors="replace")}
    for way, given in ways.items():
        if (kind, way) != MENDED:
            response = Client().post("/import/", {way: given, "token": "t"})
            assert response.status_code == 422, way
            assert 'role="alert"' in response.content.decode(), way
    assert not Session.objects.exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32"])
def test_a_document_is_read_in_any_unicode_encoding(encoding: str) -> None:
    file = SimpleUploadedFile("a.json", WHOLE.encode(encoding))
    assert Client().post("/import/", {"file": file, "token": "t"}).status_code == 302


@pytest.mark.parametrize("label", ["\u200b", "\u202e", "An\x07ne"])
def test_an_invisible_or_unstorable_scorer_name_is_refused(label: str) -> None:
    session = start()
    response = Client().post(reverse("join", args=[session.scorer_token]), {"label": label})
    assert response.status_code == 422
    assert session.accesses.count() == 1


@pytest.mark.parametrize("currency", ["\u202e€", "€\x07", "\u200b"])
def test_a_currency_cannot_hide_or_reverse_text(currency: str) -> None:
    assert Client().post("/new/", posted(currency=currency, stake="1")).status_code == 422
