"""No request makes the server fail: two thousand bad ones, with every kind of form, document and address.

The junk knows the fields: it starts from a form or document that would be accepted, and then fields are missing,
repeated, swapped, of the wrong type, out of range, much too long or made of odd characters. The test client raises any
exception of a view. `FUZZ=10` sends ten times as many requests; with `CI` set, they are the same each time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from itertools import count
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template import Template
from django.test import Client
from django.urls import reverse
from django.utils.http import urlencode
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from games import registry
from games.scoring import documents
from games.scoring.codec import encode_hand
from games.scoring.naming import Naming
from games.scoring.types import Table
from games.ui.forms import Position
from scorekeeper.devtools.everything.addresses import addresses as addresses_of
from scorekeeper.devtools.everything.club import Everything, everything
from scorekeeper.play import queries, recording
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Role, Session
from scorekeeper.play.pages import table_screen
from scorekeeper.play.recording.write import Write
from scorekeeper.reading.kept_pages import picture_url
from tests.fuzz_values import BODIES, HEADERS, JUNK, METHODS, ODD, PARTS, QUERIES
from tests.games import worked_examples
from tests.play.browsers import browser
from tests.play.tables import Scorer, device, fresh, start, token

pytestmark = pytest.mark.django_db

TIMES = int(os.environ.get("FUZZ", "1"))
ALL = 2_000
PER_GAME, STARTING, DOCUMENTS, ADDRESSES, LINKS = 65, 120, 200, 250, 200
GAMES = registry.slugs()

Request = tuple[str, str, Any, dict[str, str]]
"""Method, address, body and headers."""

odd = st.sampled_from(ODD) | st.text(max_size=12)


@pytest.fixture(autouse=True)
def plain_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Render as a server does: in tests, Django copies every context of every part of every page."""
    monkeypatch.setattr(Template, "_render", lambda template, context: template.nodelist.render(context))


def bombard(requests: st.SearchStrategy[Any], number: int, send: Callable[[Any], None]) -> None:
    """Send this many different requests, and check that they were sent."""
    number = number * TIMES
    sent = count()

    @settings(
        max_examples=number,
        derandomize=bool(os.environ.get("CI")),
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(requests)
    def one(request: Any) -> None:
        next(sent)
        send(request)

    one()
    assert next(sent) >= number


def test_two_thousand_requests_are_sent() -> None:
    assert 2 * (PER_GAME * len(GAMES) + DOCUMENTS + ADDRESSES) + STARTING + LINKS >= ALL


# Forms


Fields = dict[str, list[str]]
KINDS = ["junk", "junk", "junk", "drop", "twice", "swap", "other", "text", "add"]

# What is drawn from again and again is made once: to make it each time takes as long as to draw from it.
kinds = st.lists(st.sampled_from(KINDS), max_size=4)
junk = st.sampled_from(ODD)
words = st.text(max_size=12)
numbers = st.sampled_from([str(number) for number in range(-1, 15)])


@st.composite
def forms(draw: st.DrawFn, full_forms: Sequence[Mapping[str, str]], also: Sequence[str] = ()) -> Fields:
    """A complete form with up to four faults; some only come at the wrong time."""
    fields = {name: [value] for name, value in draw(st.sampled_from(full_forms)).items()}
    for kind in draw(kinds):
        name = draw(st.sampled_from(sorted({*fields, *also}) or ["x"]))
        if kind == "junk":
            fields[name] = [draw(junk)]
        elif kind == "text":
            fields[name] = [draw(words)]
        elif kind == "drop":
            fields.pop(name, None)
        elif kind == "twice":
            fields[name] = [*fields.get(name, []), draw(junk)]
        elif kind == "swap":
            other = draw(st.sampled_from(sorted(fields) or ["x"]))
            fields[name], fields[other] = fields.get(other, [""]), fields.get(name, [""])
        elif kind == "other":
            fields[name] = [draw(numbers)]
        else:
            fields[draw(st.sampled_from([f"{name}-0", f"{name}-half", f"{name}s", name.upper(), "", "call", "\0"]))] = [
                draw(junk)
            ]
    return fields


def post(client: Client, address: str, fields: Fields, *, htmx: bool, multipart: bool = False) -> Any:
    """Send a form as a browser would; no browser can send a lone surrogate."""
    clean = {key.encode("utf-8", "replace").decode(): values for key, values in fields.items()}
    headers = {"HX-Request": "true"} if htmx else {}
    if multipart:
        return client.post(address, clean, headers=headers)
    body = urlencode(clean, doseq=True)
    return client.post(address, body, content_type="application/x-www-form-urlencoded", headers=headers)


@cache
def played(slug: str) -> list[tuple[Table, list[dict[str, str]]]]:
    """Return tables of a game's worked examples with forms that record their hands."""
    tables: dict[str, tuple[Table, list[dict[str, str]]]] = {}
    for example in worked_examples.examples(slug):
        try:
            document = documents.load(json.dumps(example["document"]), registry.find_rules).single()
            ledger = document.ledger()
        except documents.DocumentError:
            continue
        table, naming = document.table, Naming(document.table.players, by_seat=True)
        _table, found = tables.setdefault(f"{table.rules} {table.players} {dict(table.options)}", (table, []))
        state = document.rules.opening(table)
        for number, scored in enumerate(ledger.hands, 1):
            raw = encode_hand(document.rules, table, scored.hand, naming)
            position = Position(rules=document.rules, table=table, state=state, number=number)
            form = table_screen.form_class(registry.get(slug), raw.get("call")).from_raw(position, raw)
            found.append(dict(form.data))
            state = scored.state
    return list(tables.values())


class Tables:
    """Tables of one game, each with some hands; a closed or finished one is replaced by a new one."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.clients: dict[int, tuple[Client, Scorer]] = {}

    def at(self, which: int) -> tuple[Client, Scorer]:
        if which in self.clients:
            scorer = self.clients[which][1]
            scorer.session.refresh_from_db()
            ledger = session_ledger(scorer.session)
            if not scorer.session.closed_at and not ledger.rules.over(ledger.table, ledger.state):
                return self.clients[which]
        table, _forms = played(self.slug)[which]
        arguments: dict[str, Any] = {"rules": table.rules, "players": table.players, "options": dict(table.options)}
        scorer = Scorer(game=self.slug, first_dealer=table.first_dealer, **arguments)
        one, other, *_more = registry.get(self.slug).rules.sharing(table)
        amounts = {str(seat): amount for seats, amount in ((one, 1), (other, -1)) for seat in seats}
        for _ in range(2):
            scorer.record({"call": "correction", "amounts": amounts, "note": "to begin with"})
        self.clients[which] = browser(scorer), scorer
        return self.clients[which]


WRITES = ["record", "preview"]
VERBS = ["amend", "amend_preview"] * 4 + ["void", "unvoid", "undo", "close", "reopen", "play_again"]
VERBS += ["renew_link", "shut_out", "let_in", "delete", "undelete"]


@pytest.mark.parametrize("verbs", [WRITES, VERBS], ids=["recording", "changing"])
@pytest.mark.parametrize("slug", GAMES)
def test_no_table_form_makes_the_server_fail(slug: str, verbs: list[str]) -> None:
    tables = Tables(slug)
    also = ["revision", "token", "dealer", "note", "call", "expected_dealer", "whom", "role", "again"]
    at_each = [forms(recorded or [{}], also) for _table, recorded in played(slug)]
    tables_of, verbs_of = st.integers(0, len(at_each) - 1), st.sampled_from(verbs)
    hands, ways = st.integers(0, 4), st.integers(0, 3)

    @st.composite
    def requests(draw: st.DrawFn) -> Any:
        which = draw(tables_of)
        fields = draw(at_each[which])
        return which, draw(verbs_of), draw(hands), fields, draw(ways)

    def send(request: Any) -> None:
        which, verb, number, fields, how = request
        client, scorer = tables.at(which)
        number = [number] if verb in ("amend", "amend_preview", "void", "unvoid", "scores_turned") else []
        full_form = {"revision": [str(scorer.session.revision)], "token": [token()], **fields}
        address = reverse(verb, args=[scorer.session.public_id, *number])
        response = post(client, address, full_form, htmx=how > 0, multipart=how == 1)
        assert response.status_code in (200, 302, 400, 403, 404, 409, 413, 422)
        if verb == "delete":  # everything else would be refused from then on
            restore = reverse("undelete", args=[scorer.session.public_id])
            restored = post(client, restore, {"revision": ["0"], "token": [token()]}, htmx=False)
            assert restored.status_code == 302

    bombard(requests(), PER_GAME, send)
    for _client, scorer in tables.clients.values():
        assert fresh(scorer.session).refusal is None


def test_no_new_session_form_makes_the_server_fail() -> None:
    seats = {f"player-{place}": name for place, name in enumerate(["Anne", "Bruno", "Chloé", "David", "Emil", "Zoé"])}
    full_forms = []
    for game in registry.all_games():
        for rules in game.rules.rule_sets.values():
            options = {
                f"option-{option.name}": str(option.default).lower().replace("false", "no").replace("true", "yes")
                for option in rules.options
            }
            size = {f"player-{place}": seats[f"player-{place}"] for place in range(min(rules.players))}
            full_form = {"game": game.slug, "rules": rules.slug, "first_dealer": "0", "stake": "0.05", "currency": "€"}
            full_forms.append({**full_form, "action": "start", "token": "once", **options, **size})
    also = [f"player-{place}" for place in range(14)]

    def send(request: Any) -> None:
        fields, htmx, multipart = request
        assert post(Client(), "/new/", fields, htmx=htmx, multipart=multipart).status_code in (200, 302, 413, 422)
        Session.objects.all().delete()  # in one long transaction PostgreSQL never learns how many there are

    bombard(st.tuples(forms(full_forms, also), st.booleans(), st.booleans()), STARTING, send)


# Documents


@cache
def whole_documents() -> list[Any]:
    return [example["document"] for slug in GAMES for example in worked_examples.examples(slug)]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to everything in a document."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inside for place in places(part, (*path, key)))]


breaks = st.lists(st.sampled_from(["put", "put", "drop", "add", "wrap", "move"]), min_size=1, max_size=3)
values = st.sampled_from(JUNK)
keys = st.sampled_from(["dealer", "note", "call", "x", "", "\ud800", "amounts", "taker"])
one_in_six, one_in_ten, few = st.integers(0, 5), st.integers(0, 9), st.integers(0, 3)
some_bytes, encodings = st.binary(max_size=4), st.sampled_from(["utf-16", "utf-32", "utf-8-sig"])


@st.composite
def broken_documents(draw: st.DrawFn) -> bytes:
    document = deepcopy(draw(st.sampled_from(whole_documents())))
    if isinstance(document, dict) and isinstance(document.get("hands"), list):
        document["hands"] = document["hands"][:6]
    for kind in draw(breaks):
        found = places(document)
        *way, last = draw(st.sampled_from(found[1:] or [("x",)]))
        inside = document
        for key in way:
            inside = inside[key]
        junk = deepcopy(draw(values))
        if not isinstance(inside, dict | list) or (isinstance(inside, list) and not isinstance(last, int)):
            document = {"format": junk}
        elif kind == "drop" and last in (inside if isinstance(inside, dict) else range(len(inside))):
            del inside[last]
        elif kind == "add" and isinstance(inside, dict):
            inside[draw(keys)] = junk
        elif kind == "wrap" and not (isinstance(inside, dict) and last not in inside):
            inside[last] = [inside[last]]
        elif kind == "move":
            inside[last] = deepcopy(document.get("players")) if isinstance(document, dict) else junk
        else:
            inside[last] = junk
    text = json.dumps(document).encode()
    if draw(one_in_six) == 0:
        cut = draw(st.integers(0, len(text)))
        text = text[:cut] + draw(some_bytes) + text[cut + draw(few) :]
    if draw(one_in_ten) == 0:
        text = text.decode("latin-1").encode(draw(encodings))
    return text


@pytest.mark.parametrize("as_file", [True, False], ids=["file", "text"])
def test_no_document_makes_the_server_fail(*, as_file: bool) -> None:
    client = Client()

    def send(text: bytes) -> None:
        given: Any = SimpleUploadedFile("a.json", text) if as_file else text.decode(errors="replace")
        response = client.post("/import/", {"file" if as_file else "text": given, "token": token()})
        assert response.status_code in (302, 422)
        if response.status_code == 302:  # what was accepted can be shown
            assert client.get(response["Location"]).status_code == 200
            Session.objects.all().delete()

    bombard(broken_documents(), DOCUMENTS, send)


# Addresses


either, pieces = st.booleans(), st.sampled_from(PARTS)
methods, bodies = st.sampled_from(METHODS), st.sampled_from(BODIES)
queried = st.lists(st.sampled_from(QUERIES), max_size=3)
headed = st.lists(st.sampled_from(sorted(HEADERS)), max_size=3, unique=True)
header = {name: st.sampled_from(given) for name, given in HEADERS.items()}


@st.composite
def addresses(draw: st.DrawFn, known: st.SearchStrategy[str]) -> Request:
    address = draw(known)
    if draw(either):
        parts = address.split("/")
        where = draw(st.integers(1, max(1, len(parts) - 1)))
        parts[where : where + 1] = [draw(pieces)]
        address = "/".join(parts)
    query = urlencode([(name, draw(odd).encode("utf-8", "replace")) for name in draw(queried)])
    headers = {name: draw(header[name]) for name in draw(headed)}
    full_form = f"{address}{'&' if '?' in address else '?'}{query}"
    return draw(methods), full_form, draw(bodies), headers


STATIC = ["/static/css/base.css", "/static/", "/static/../scorekeeper/settings.py", "/static/css/%00", "/favicon.ico"]


def every_address(rows: Everything) -> list[str]:
    """Every address of the app: with the rows of a club, without any, and with query parameters."""
    found = ["/board/nothing/", "/sheet/?s=1.abc", *STATIC]
    found += [f"/live/?t={rows.session.public_id}.1&board", "/print/?game=skat&rules=isko&players=3&player-0=Anne"]
    found += [reverse("rules", args=[slug]) for slug in GAMES]
    found += [picture_url(rows.session, 1), *addresses_of(rows, of_the_panel=False, printed=True).values()]
    return found


@pytest.mark.parametrize("proxy", [True, False], ids=["behind a proxy", "directly"])
def test_no_address_makes_the_server_fail(settings: Any, *, proxy: bool) -> None:
    rows = everything()
    scorer = Scorer(rows.session)
    scorer_browser, enforcing = browser(scorer), browser(scorer)
    enforcing.handler.enforce_csrf_checks = True
    stranger = Client()
    settings.TRUST_PROXY = proxy
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if proxy else None

    def send(request: tuple[Request, int]) -> None:
        (method, address, body, headers), who = request
        headers = dict(headers)
        content_type = headers.pop("Content-Type", "application/x-www-form-urlencoded")
        response = (scorer_browser, enforcing, stranger)[who].generic(
            method, address, body.encode("latin-1"), content_type=content_type, headers=headers
        )
        assert response.status_code < 500
        if response.streaming:
            b"".join(response)  # a file, which is closed at its end
        if method == "POST":
            scorer.session.refresh_from_db()
            if scorer.session.deleted_at:
                recording.undelete(Write(scorer.session, **scorer.now({})))
            if scorer.session.closed_at:
                recording.reopen(Write(scorer.session, **scorer.now({})))

    bombard(st.tuples(addresses(st.sampled_from(every_address(rows))), st.integers(0, 2)), ADDRESSES, send)


def test_no_link_or_cookie_makes_the_server_fail() -> None:
    session = start()
    signed = str(browser(name=device()).cookies["device"].value)
    secrets = {
        name: st.sampled_from([right, right, right[:-1], right + "A", right.swapcase(), "."]) | st.text(min_size=1)
        for name, right in (("join", session.scorer_token), ("watch", session.watch_token))
    }
    names, labels = st.sampled_from(sorted(secrets)), forms([{"label": "Bruno"}])
    cookies = st.sampled_from([signed, signed[:-1], signed[3:], signed.replace(":", ";"), ""]) | st.text(max_size=9)

    @st.composite
    def requests(draw: st.DrawFn) -> Any:
        name = draw(names)
        return name, draw(secrets[name]), draw(cookies), draw(labels)

    def send(request: Any) -> None:
        name, secret, cookie, fields = request
        client = Client()
        client.cookies["device"] = cookie.encode("utf-8", "replace").decode("latin-1")
        secret = secret.encode("utf-8", "replace").decode().replace("/", "-")
        address = f"/{name}/{urlencode({'': secret})[1:]}/"
        assert client.get(address).status_code in (200, 302, 404)
        assert post(client, address, fields, htmx=False).status_code in (302, 404, 405, 413, 422)

    bombard(requests(), LINKS, send)
    assert {access.role for access in queries.accesses(session)} <= {Role.SCORER, Role.WATCHER}
