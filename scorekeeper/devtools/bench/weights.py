"""The weight of pages over the wire, at the first view and later."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from games import registry
from games.scoring.codec import decode_hand, encode_hand
from games.scoring.naming import Naming
from scorekeeper.devtools.bench.browser import BenchAnswer, Browser, files_of, form_of
from scorekeeper.devtools.bench.measurements import ordinary_hand
from scorekeeper.devtools.demo_data.example_hands import sessions
from scorekeeper.devtools.demo_data.tarot_evening import FOUR, evening
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Access, Session
from scorekeeper.play.recording import services, session_start
from scorekeeper.play.recording.transaction import Write

FIRST_VIEW = 60_000
"""The aim: bytes of the first view of any page, with all its files."""
AMENDED = 14
"""The number of the hand whose pages are weighed: an amended garde with the petit au bout."""


@dataclass(frozen=True)
class Weight:
    """Bytes of a page with all its files (None for a fragment), and of what is fetched again at later views."""

    name: str
    first: int | None
    after: int


def weigh(browser: Browser, device: str) -> list[Weight]:
    """Weigh the pages of a session of 50 hands, one of them amended, and what htmx fetches at the table."""
    session, other = _played(device, 50), _played(device, 25)
    services.close(Write(other, **_now(other)))
    pages = {
        "home": reverse("home"),
        "new session": reverse("new"),
        "session, 50 hands": reverse("session", args=[session.public_id]),
        "one hand": reverse("hand", args=[session.public_id, AMENDED]),
        "amend": reverse("amend", args=[session.public_id, AMENDED]),
        "journal": reverse("journal", args=[session.public_id]),
        "chart": reverse("chart", args=[session.public_id]),
        "share": reverse("share", args=[session.public_id]),
        "close": reverse("close", args=[session.public_id]),
        "summary, 25 hands": reverse("session", args=[other.public_id]),
    }
    for game in registry.all_games():
        pages |= {f"{game.name}: {name}": path for name, path in _of_game(game.slug, device)}
    weights = [first_view(browser, name, path) for name, path in pages.items()]
    for name, verb in (("a preview, by htmx", "preview"), ("a hand recorded, by htmx", "record")):
        values = form_of(browser.get(pages["session, 50 hands"]).text, "outcome") | ordinary_hand(1)
        answer = browser.ready("POST", reverse(verb, args=[session.public_id]), values, htmx=True)()
        weights.append(Weight(name, None, answer.size))
    return weights


def _of_game(slug: str, device: str) -> Iterator[tuple[str, str]]:
    """Yield the table of a game after fifty hands, or fewer if it ends earlier, and its rules."""
    longest = max(sessions(slug, 50), key=lambda session: len(session.hands), default=None)
    if longest is not None:
        session = session_start.import_document(device=device, document=longest, token=secrets.token_urlsafe(12))
        yield "the table", reverse("session", args=[session.public_id])
    yield "the rules", reverse("rules", args=[slug])


def first_view(browser: Browser, name: str, path: str) -> Weight:
    """Weigh a page as a browser without a cache loads it, with its files and those that they load."""
    page = browser.get(path)
    files: dict[str, BenchAnswer] = {}
    wanted = files_of(page.text, path)
    while wanted:
        address = wanted.pop()
        files[address] = browser.get(address)
        if address.endswith(".css"):
            wanted |= files_of(files[address].text, address) - files.keys()
    again = [file for file in files.values() if "immutable" not in file.headers_by_name.get("cache-control", "")]
    return Weight(
        name,
        page.size + sum(file.size for file in files.values()),
        page.size + sum(file.size for file in again),
    )


def _played(device: str, hands: int) -> Session:
    """Create a session hand by hand, so that its journal is complete."""
    session = session_start.start_session(
        device=device,
        game="tarot",
        rules="fft",
        options={},
        players=FOUR,
        first_dealer=len(FOUR) - 1,
        stake=None,
        currency="€",
        token=secrets.token_urlsafe(12),
        label=FOUR[0],
    )
    for hand in evening(hands):
        ledger = ledgers.of(session)
        decoded, _state = decode_hand(ledger.rules, ledger.table, ledger.state, hand, Naming(FOUR))
        raw = encode_hand(ledger.rules, ledger.table, decoded, ledger.naming)
        services.record(Write(session, **_now(session)), raw=raw)
    amended = ledgers.of(session).hand(AMENDED).raw
    services.amend(Write(session, **_now(session)), number=AMENDED, raw={**amended, "points": 60})
    return session


def _now(session: Session) -> dict[str, Any]:
    access: Access = session.accesses.get()
    return {"access": access, "revision": session.revision, "token": secrets.token_urlsafe(12)}
