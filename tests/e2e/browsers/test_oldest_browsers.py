"""The oldest supported browsers, as far as a new one can simulate them: features they lack are removed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from games import registry
from tests.e2e.conftest import Phones
from tests.e2e.phones import ON_ITS_WAY, Phone, held, until
from tests.e2e.tarot_hands import GARDE, PRISE, on_its_way, recorded
from tests.e2e.without_has import take_has_away
from tests.play.tables import FOUR, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

YOUNGER = """
    delete AbortSignal.timeout;
    delete Crypto.prototype.randomUUID;
    delete Element.prototype.ariaInvalid;
    delete HTMLElement.prototype.inert;
"""
"""Remove features that scripts might use, but the oldest browsers don't have."""


@pytest.fixture
def scorer(transactional_db: None) -> Scorer:
    """A table with one hand: Anne has 198, the others −66 each."""
    scorer = Scorer()
    scorer.record()
    return scorer


def older(context: BrowserContext) -> None:
    context.add_init_script(YOUNGER)


@pytest.fixture
def phone(phones: Phones, scorer: Scorer) -> Phone:
    phone = phones(scorer)
    older(phone.context)
    phone.sit_down(scorer.session)
    return phone


@pytest.mark.usefixtures("bad_wifi")
def test_after_a_lost_connection_hands_are_recorded_again(phone: Phone, scorer: Scorer) -> None:
    page = phone.page
    page.route("**/record/", lambda route: route.abort())
    phone.tap_all(PRISE)
    phone.save.tap()
    expect(page.locator("#waiting li")).to_have_count(1)
    page.unroute("**/record/")
    phone.says("Hand 2: Bruno +75")
    expect(page.locator("#waiting li")).to_have_count(0)
    phone.tap_all(GARDE)
    phone.save.tap()
    phone.says("Hand 3: Anne +198")
    assert recorded(scorer) == ["garde", "prise", "garde"]


def test_a_hand_being_sent_takes_no_taps(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    older(phone.context)
    page, route = on_its_way(phone, scorer)
    # A browser with `inert` lets no tap through, whatever scripts do, but it does let through a click by a script.
    phone.chip("call", "garde").evaluate("chip => chip.click()")
    page.get_by_role("button", name="Deutsch", include_hidden=True).evaluate("button => button.click()")
    expect(phone.chip("call", "prise")).to_be_checked()
    route.continue_()
    phone.says("Hand 2: Bruno +75")
    phone.chip("call", "garde").evaluate("chip => chip.click()")
    expect(phone.chip("call", "garde")).to_be_checked()
    assert recorded(scorer) == ["garde", "prise"]


# What is shown without `:has()`

WALK = """() => {
    const form = document.getElementById("outcome");
    for (const fold of form.querySelectorAll("details")) fold.open = true;
    const seen = (one) => one.checkVisibility({visibilityProperty: true});
    const chip = (one) => `${one.previousElementSibling.name}=${one.previousElementSibling.value}`;
    const legend = (one) => `${one.textContent.trim()}${getComputedStyle(one, "::after").content}`;
    const told = (one) => one.matches("legend") ? legend(one) : one.matches(".multiplier") ? one.className : chip(one);
    const parts = "input + span, legend, .multiplier";
    const shown = () => [...form.querySelectorAll(parts)].filter(seen).map(told).join("\\n");
    const choose = (one) => {
        one.checked = true;
        one.dispatchEvent(new Event("change", {bubbles: true}));
        return `After ${one.name}=${one.value}\\n${shown()}`;
    };
    const all = [...form.querySelectorAll("input[type=radio], input[type=checkbox]")];
    const first = all.filter(({name}) => name === (form.elements.call ? "call" : all[0].name));
    const others = all.filter((one) => !first.includes(one));
    const whole = new Map(first.map((one) => [choose(one).length, one])); // what is seen most of is chosen for the rest
    return [shown(), ...first.map(choose), choose(whole.get(Math.max(...whole.keys()))), ...others.map(choose)];
}"""
"""The visible chips, group names and icons after each first choice, and after one of them every other choice."""


TABLES = [
    *[(game.slug, rules, {}) for game in registry.all_games() for rules in game.rules.rule_sets],
    ("skat", "isko", {"ramsch": True, "contra": True}),
]


@pytest.mark.parametrize(("game", "rules", "options"), TABLES)
def test_a_form_shows_the_same_without_has(
    phones: Phones, transactional_db: None, game: str, rules: str, options: dict[str, bool]
) -> None:
    size = registry.get(game).rules.rule_sets[rules].players[0]
    table = Scorer(game=game, rules=rules, options=options, players=FOUR[:size])
    walked = []
    for old in (False, True):
        phone = phones(table)
        if old:
            take_has_away(phone.context)
        phone.page.route("**/preview/", lambda route: route.fulfill(status=204))
        phone.sit_down(table.session)
        walked.append(phone.page.evaluate(WALK))
    assert len(set(walked[0])) > 10
    steps = [[set(step.split("\n")) for step in steps] for steps in walked]
    assert [new ^ old for new, old in zip(*steps, strict=True) if new != old] == []


def test_without_has_the_save_button_shows_whether_there_is_something_to_record(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    take_has_away(phone.context)
    phone.sit_down(scorer.session)
    green = "rgb(29, 90, 59)"
    assert phone.colour_of_save() != green
    phone.tap_all(PRISE)
    expect(phone.save).to_have_text("Record: Bruno +75")
    expect(phone.page.locator(ON_ITS_WAY)).to_have_count(0)  # only then does the script mark what is chosen
    assert phone.colour_of_save() == green


# Scripts that a browser cannot read

SCRIPTS = ("app", "chosen", "live", "waiting")
TOO_NEW = "const newer = 1;\n}} what no browser can read yet {{"


@pytest.fixture
def unreadable(complaints: list[str]) -> Iterator[None]:
    """The browser reports for every page which scripts it can't read, sometimes after the page has been used."""
    yield
    assert complaints
    complaints.clear()


def broken(phone: Phone, scripts: tuple[str, ...]) -> None:
    for script in scripts:
        pattern = f"**/{script}.js"
        phone.page.route(pattern, lambda route: route.fulfill(body=TOO_NEW, content_type="text/javascript"))


@pytest.mark.usefixtures("unreadable")
@pytest.mark.parametrize("scripts", [*[(script,) for script in SCRIPTS], SCRIPTS], ids="+".join)
def test_hands_are_recorded_whichever_script_fails(phones: Phones, scorer: Scorer, scripts: tuple[str, ...]) -> None:
    phone = phones(scorer)
    broken(phone, scripts)
    page = phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    lost = held(page, "**/record/", times=1)
    phone.tap_all(GARDE)
    phone.save.tap()
    until(page, lambda: bool(lost))
    lost[0].abort()
    if {"live", "waiting"} & set(scripts):
        expect(phone.save).to_be_enabled()
        expect(page.locator("#waiting li")).to_have_count(0)  # what nothing would send does not wait
        phone.save.press("Enter")  # sooner than a second tap would count
    phone.says("Hand 3: Anne +198")
    assert recorded(scorer) == ["garde", "prise", "garde"]
    assert phone.ledger() == ["3", "2", "1"]


@pytest.mark.usefixtures("unreadable")
def test_hands_are_recorded_if_no_script_runs(phones: Phones, scorer: Scorer) -> None:
    phone = phones(scorer)
    broken(phone, (*SCRIPTS, "htmx*"))
    phone.sit_down(scorer.session)
    phone.tap_all(PRISE)
    phone.save.tap()
    phone.says("Hand 2: Bruno +75")
    assert recorded(scorer) == ["garde", "prise"]
