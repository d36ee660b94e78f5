"""A phone at the table, and what a person does with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from django.urls import reverse
from playwright.sync_api import BrowserContext, Error, Locator, Page, Response, Route, expect

from games.scoring.text import number_words
from scorekeeper.play.models import Session
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.e2e.recording.taps import LEAST, PLACE
from tests.play.tables import FOUR, Scorer
from tests.printing.printed import Printed

SETTLING = ".htmx-swapping, .htmx-settling"
ON_ITS_WAY = f".htmx-request, {SETTLING}"
"""htmx's marks on the page while it requests and while it swaps."""

LOOKS = 600
"""How many times to look, ten a second, before deciding that it can't be tapped or never comes: as long as `expect`."""


def is_written(response: Response) -> bool:
    return response.request.method == "POST" and "/preview/" not in response.url


def pdf_of(phone: Phone) -> Printed:
    """Return the PDF that the link of a printing page leads to."""
    address = phone.page.get_by_role("link", name="PDF to print").get_attribute("href")
    response = phone.context.request.get(f"{phone.site}{address}")
    assert response.headers["content-type"] == "application/pdf"
    return Printed(response.body())


@contextmanager
def unanswered(page: Page, pattern: str) -> Iterator[None]:
    """Hold back everything that the page sends to these addresses until the block ends, however long it takes."""
    routes: list[Route] = []
    is_over = False

    def hold(route: Route) -> None:
        if is_over:
            route.continue_()
        else:
            routes.append(route)

    page.route(pattern, hold)
    yield
    is_over = True
    for route in routes:
        route.continue_()


def held(page: Page, pattern: str, times: int | None = None) -> list[Route]:
    """Hold back requests from now on, as they come."""
    routes: list[Route] = []

    def hold(route: Route) -> None:
        routes.append(route)

    page.route(pattern, hold, times=times)
    return routes


def until(page: Page, well: Callable[[], bool]) -> None:
    """Wait for something that the page doesn't show, as long as for everything else."""
    for _look in range(LOOKS):
        if well():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it never came")


def choose(field: Locator) -> None:
    """Choose a field that something else may cover, once the page has its styles."""
    expect(field).to_be_attached()
    field.page.wait_for_load_state()
    field.check(force=True)


def unfold_line(page: Page, words: str) -> None:
    """Open a fold of the form of a new session, such as `Rules:`, by what its line begins with."""
    page.locator("summary", has_text=words).click()


def pick_game(page: Page, name: str) -> None:
    """Choose a game from a list or a form, by its name; first unfold the other games if it is one of them."""
    shown = page.get_by_role("link", name=name, exact=True).or_(page.get_by_role("radio", name=name, exact=True))
    if shown.count():
        shown.click(force=True)  # the text of a chip covers its button
        return
    page.locator("#more-games, .games .fold").locator("> summary").click()
    shown.or_(page.get_by_role("button", name=name, exact=True)).click()


def group_of_chips(page: Page, name: str) -> Locator:
    """Return a group of the form by its accessible name; one in which something must be chosen is a radio group."""
    return page.get_by_role("group", name=name, exact=True).or_(page.get_by_role("radiogroup", name=name, exact=True))


class Phone:
    """One browser, and the taps of its user."""

    def __init__(self, context: BrowserContext, site: str, *, javascript: bool, name: str) -> None:
        self.context, self.site, self.javascript, self.name = context, site, javascript, name
        self.page: Page = context.new_page()

    def belongs_to(self, scorer: Scorer) -> None:
        """Be the browser of this scorer: use the device name that the services were called with."""
        self.known_as(scorer.access.device)

    def known_as(self, device: str) -> None:
        value = signed_device(device)
        self.context.add_cookies([{"name": DEVICE_COOKIE, "value": value, "url": self.site, "httpOnly": True}])

    def open(self, name: str, *arguments: Any) -> Page:
        address = reverse(name, args=arguments)
        try:
            self.page.goto(address)
        except Error as error:
            # The previous page reloaded itself at that moment, as a table does when its session is closed.
            if "ERR_ABORTED" not in error.message and "interrupted by another navigation" not in error.message:
                raise
            self.page.goto(address)
        return self.page

    def sit_down(self, session: Session) -> Page:
        """Open the table screen."""
        return self.open("session", session.public_id)

    def sit_down_to_type(self, session: Session) -> Page:
        """Open the page for typing from paper, and wait until the line has the focus."""
        page = self.open("type", session.public_id)
        expect(page.locator("#line")).to_be_focused()
        return page

    # The form of a hand

    def chip(self, name: str, value: str = "1") -> Locator:
        return self.page.locator(f'#outcome [name="{name}"][value="{value}"]')

    def tap(self, name: str, value: str = "1") -> None:
        """Tap a chip, after opening the fold around it and scrolling if something covers it."""
        self.page.wait_for_load_state()  # a page without its styles shows nothing, but has positions
        expect(self.page.locator(SETTLING)).to_have_count(0)  # htmx scrolls to the new form only then
        chip = self.chip(name, value)
        place = chip.evaluate(PLACE)
        for _look in range(LOOKS):  # the form may just be replaced by the one for the next hand
            if place:
                break
            self.unfold(chip)
            chip.evaluate("chip => chip.scrollIntoView({block: 'center', behavior: 'instant'})")
            place = chip.evaluate(PLACE)
            if place is None:
                self.page.wait_for_timeout(100)
        assert place, f"{name} {value} cannot be tapped"
        self.tap_at(chip, place)

    def reach(self, name: str, value: str) -> None:
        """Tap a chip that is visible and large enough; fail if it is folded away or needs scrolling."""
        self.page.wait_for_load_state()
        chip = self.chip(name, value)
        for _look in range(LOOKS):  # the tap before, which makes it appear, may not have arrived yet
            place = chip.evaluate(PLACE)
            if place:
                break
            self.page.wait_for_timeout(100)
        assert place, f"{name} {value} has to be unfolded or scrolled to"
        assert min(place["width"], place["height"]) >= LEAST, f"{name} {value} is small"
        self.tap_at(chip, place)

    def tap_at(self, chip: Locator, place: Mapping[str, float]) -> None:
        """Tap a chip and wait until the page has noticed: the browser reports the tap before it makes a click of it."""
        is_chosen = chip.get_attribute("type") == "radio" or not chip.is_checked()
        self.page.touchscreen.tap(place["x"], place["y"])
        expect(chip).to_be_checked(checked=is_chosen)

    def unfold(self, field: Locator) -> None:
        folded = field.locator("xpath=ancestor::details[not(@open)][1]/summary")
        # It may also be on its way, and the fold around it opening.
        if not field.is_visible() and folded.count():
            folded.tap()

    def tap_all(self, hand: Mapping[str, Any], players: Sequence[str] = FOUR) -> None:
        """Tap the chips of a hand, given as in a session document."""
        for name, value in taps(hand, players):
            self.tap(name, value)
        if "note" in hand:
            note = self.page.get_by_label("Note")
            self.unfold(note)
            note.fill(hand["note"])

    def fill_in(self, hand: Mapping[str, Any], players: Sequence[str] = FOUR) -> None:
        """Fill in the same chips at once, for tests that are not about tapping."""
        if note := hand.get("note"):
            self.page.locator("#note").evaluate("(field, note) => { field.value = note; }", note)
        self.page.locator("#outcome").evaluate(
            """(form, taps) => {
                const chip = ([name, value]) => form.querySelector(`[name="${name}"][value="${value}"]`);
                const chips = taps.map(chip);
                for (const one of chips) one.checked = true;
                chips.at(-1).dispatchEvent(new Event("change", {bubbles: true}));
            }""",
            taps(hand, players),
        )

    def record(self) -> int:
        """Tap on save, wait for the answer, and return its status.

        The totals were predicted, so they cannot tell the old table from the new one.
        """
        self.page.wait_for_load_state()  # or this page might be taken for the answer
        another_page = nullcontext() if self.javascript else self.page.expect_event("load")
        with another_page, self.page.expect_response(is_written) as response:
            self.save.tap()
        expect(self.page.locator(ON_ITS_WAY)).to_have_count(0)
        return response.value.status

    @property
    def save(self) -> Locator:
        return self.page.locator("#save")

    def colour_of_save(self) -> str:
        """Return the colour that fills the save button."""
        filled = '(button) => getComputedStyle(button.firstElementChild, "::before").backgroundColor'
        colour: str = self.save.evaluate(filled)
        return colour

    def foresees(self, words: str, totals: Sequence[int]) -> None:
        """Check the text of the save button before it is tapped, and the totals above it."""
        if not self.javascript:
            self.page.locator("noscript .check").tap()
        expect(self.save).to_have_text(words)
        self.shows(totals)

    def shows(self, totals: Sequence[int]) -> None:
        """Check the totals in seat order."""
        expect(self.page.locator("#standings b")).to_have_text([number_words(total) for total in totals])

    def says(self, words: str) -> None:
        """Check the text beside the Undo button, and wait until htmx has found the buttons that came with it."""
        expect(self.page.locator("#status-message > *").first).to_be_visible()
        expect(self.page.locator("#status-message")).to_contain_text(words)
        expect(self.page.locator(SETTLING)).to_have_count(0)

    def ledger(self) -> list[str]:
        """Return the numbers of the hands in the ledger, newest first."""
        self.page.wait_for_load_state()  # the previous message may be there first
        return self.page.locator(".ledger .number").all_inner_texts()

    def ask_why(self, number: int) -> Locator:
        """Tap an amount of a hand and return its derivation."""
        expect(self.page.locator(SETTLING)).to_have_count(0)
        row = self.page.locator(f'.ledger .hand:has(.number:text-is("{number}"))')
        link, amount = row.locator("th a"), row.locator("td").last
        # The link covers its whole row; it is tapped on the amount once nothing moves any more.
        offset = link.evaluate(
            """(link, amount) => {
                const [from, to] = [link, amount].map(one => one.getBoundingClientRect());
                return {x: to.x + to.width / 2 - from.x, y: to.y + to.height / 2 - from.y};
            }""",
            amount.element_handle(),
        )
        link.tap(position=offset)
        why = self.page.get_by_role("article", name=f"Hand {number}")
        expect(why).to_be_visible()
        return why

    def complaint(self, group: str) -> Locator:
        """Return the place for an error message at a group of the form."""
        return self.page.locator(f"#e-{group}")

    def said(self, digits: str) -> Locator:
        """Return the place where the form says what a number that is entered as digits means."""
        return self.page.locator(f"#said-{digits}")

    def menu(self, words: str) -> None:
        """Follow a link in the menu of the session, unfolding *More* if it is there."""
        self.page.locator(".menu > summary").tap()
        expect(self.page.locator(".menu")).to_have_attribute("open", "")
        link = self.page.get_by_role("navigation", name="This session").get_by_role("link", name=words, exact=True)
        if not link.is_visible():
            self.page.locator(".menu__more > summary").tap()
        link.tap()

    def change_players(self, *, joins: str = "", leaves: str = "") -> None:
        """Go on with other players, on the page for that."""
        self.menu("Change players")
        if joins:
            self.page.get_by_label("Someone else").fill(joins)
        if leaves:
            choose(self.page.get_by_role("group", name="Who leaves").get_by_role("checkbox", name=leaves))
        self.page.get_by_role("button", name="Continue with these players").tap()
        expect(self.page.locator("#outcome")).to_be_attached()


def taps(hand: Mapping[str, Any], players: Sequence[str] = FOUR) -> list[tuple[str, str]]:
    """Return the chips of a hand in the order of the screen."""
    chips = [("call", hand["call"])]
    seat = {player: str(place) for place, player in enumerate(players)} | {None: "alone"}
    chips += [(name, seat[hand[name]]) for name in ("taker", "partner") if name in hand]
    if "bouts" in hand:
        chips.append(("bouts", str(hand["bouts"])))
    for name in ("points", "defence_points"):
        if name in hand:
            tens, units = divmod(hand[name], 10)
            chips += [("points-tens", f"{tens:g}"), ("points-units", f"{units:g}")]
            chips += [("defence_points", "1")] if name == "defence_points" else []
    if "petit_au_bout" in hand:
        chips.append(("petit_au_bout", hand["petit_au_bout"]))
    chips += [(f"poignees-{seat[player]}", size) for player, size in hand.get("poignees", {}).items()]
    for player, kinds in hand.get("miseres", {}).items():
        chips += [(f"miseres-{seat[player]}-{kind}", "1") for kind in kinds]
    chips += [(name, hand[name]) for name in ("slam_announced", "slam_made") if name in hand]
    if "dealer" in hand:
        chips.append(("dealer", seat[hand["dealer"]]))
    return chips
