"""The number of taps that the most common hands of each game take on a phone, counted in a browser.

Each hand is entered with real touches on its chips, in the order of the screen. Chips that the form has preselected are
not tapped. A chip in a closed fold costs an extra tap; one that is out of sight is scrolled to, which is reported. The
clicks that reach the page are counted, and the session must then contain exactly that hand.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from playwright.sync_api import Locator, Page

from games.common_hands import CommonHand
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Session
from scorekeeper.play.recording.start import start_session

LISTEN = """
    window.taps = 0;
    window.keys = 0;
    addEventListener("click", (event) => { taps += event.isTrusted; }, true);
    addEventListener("keydown", () => { keys += 1; }, true);
"""
"""Counts the clicks and keys; clicks made by scripts don't count."""
UNCHOSEN = """(form, wanted) => [...form.querySelectorAll("[type=radio], [type=checkbox]")]
    .filter((chip) => wanted[chip.name] === chip.value && !chip.checked)
    .map((chip) => [chip.name, chip.value])"""
"""Returns the wanted chips that are not chosen yet, in the order of the screen."""
PLACE = """(target) => {
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && (target === hit || target.contains(hit)) ? {x, y, width: box.width, height: box.height} : null;
}"""
"""Returns the centre and the size of a target, or null if its centre is covered or off the screen."""
LEAST = 44
"""The smallest width and height of a tap target, in CSS pixels."""


@dataclass(frozen=True)
class PreparedHand:
    """A hand to be entered as the first of a session that was started for it; `chips` are those it needs."""

    hand: CommonHand
    session: Session
    chips: Mapping[str, str]

    @property
    def path(self) -> str:
        return reverse("session", args=[self.session.public_id])

    def recorded(self) -> bool:
        """Return whether the session has this hand and nothing else."""
        self.session.refresh_from_db()
        return [scored.raw for scored in session_ledger(self.session).hands] == [self.hand.raw]


@dataclass(frozen=True)
class TapResult:
    """The taps and keys that a hand took, and the chips that had to be scrolled to or are too small."""

    taps: int
    keys: int
    scrolled: Sequence[str]
    small: Sequence[str]


def prepare_hand(hand: CommonHand, device: str) -> PreparedHand:
    """Start a session at the hand's table, without any hands."""
    table = hand.document.table
    session = start_session(
        device=device,
        game=hand.document.rules.slug,
        rules=table.rules,
        options=dict(table.options),
        players=table.players,
        first_dealer=table.first_dealer,
        stake=None,
        currency="€",
        token=secrets.token_urlsafe(12),
        label=table.players[0],
    )
    return PreparedHand(hand, session, {name: str(value) for name, value in hand.chips.items()})


ONCE_TAPPABLE = "target => Promise.all(target.getAnimations().map(({finished}) => finished))"
"""Wait until the moment is over in which a new button takes no taps."""


def enter(page: Page, site: str, prepared: PreparedHand) -> TapResult:
    """Enter the hand, from the empty ledger until the ledger shows it."""
    page.goto(site + prepared.path)
    page.evaluate(LISTEN)
    form, scrolled, small = page.locator("#outcome"), list[str](), list[str]()
    for name, value in form.evaluate(UNCHOSEN, prepared.chips):
        # Looked up in a fold as well, which has no #outcome in it.
        _tap(page, page.locator(f'[name="{name}"][value="{value}"]'), f"{name} {value}", scrolled, small)
    _tap(page, page.locator("#save"), "save", scrolled, small)
    page.locator(".ledger .number").first.wait_for()
    taps, keys = page.evaluate("[taps, keys]")
    return TapResult(taps, keys, scrolled, small)


def _tap(page: Page, target: Locator, name: str, scrolled: list[str], small: list[str]) -> None:
    """Tap the centre of a target, after opening the fold around it and scrolling to it if necessary."""
    fold = page.locator("details:not([open])").filter(has=target)
    if fold.count():
        _tap(page, fold.first.locator("> summary"), f"the fold of {name}", scrolled, small)
    target.evaluate(ONCE_TAPPABLE)
    place = target.evaluate(PLACE)
    if place is None:
        target.evaluate("target => target.scrollIntoView({block: 'center'})")
        place = target.evaluate(PLACE)
        scrolled.append(name)
    if place is None:
        raise RuntimeError(f"{name} cannot be tapped: something covers it")
    if min(place["width"], place["height"]) < LEAST:
        small.append(name)
    before = page.evaluate("taps")
    page.touchscreen.tap(place["x"], place["y"])
    page.wait_for_function("before => taps > before", arg=before)  # what it unfolds or offers may be the next target
