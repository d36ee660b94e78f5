"""A whole evening of French Tarot on one phone, from the home page to who pays whom.

Every figure is worked out from the rules page. With four players the taker gets three times S, what one defender pays:
S = ±(25 + the points above or below) × 1, 2, 4 or 6, the petit au bout 10 × the same, slams and poignées as printed.
"""

import io
import json
from pathlib import Path
from typing import Any

from django.core.management import call_command
from playwright.sync_api import expect

from tests.e2e.conftest import Phones
from tests.e2e.phones import Phone, pick_game, unfold_line
from tests.play.tables import FOUR

Played = tuple[str, dict[str, Any], str, tuple[int, int, int, int]]

BEFORE: list[Played] = [
    # Who deals, what is tapped, what the button says, the totals after it.
    # One bout needs 51 points: just made, 25.
    ("David", {"call": "prise", "taker": "Anne", "bouts": 1, "points": 51}, "Anne +75", (75, -25, -25, -25)),
    # (25 + 8) × 2 = 66
    ("Anne", {"call": "garde", "taker": "Bruno", "bouts": 2, "points": 49}, "Bruno +198", (9, 173, -91, -91)),
    # (25 + 4) × 4 = 116
    ("Bruno", {"call": "garde_sans", "taker": "Chloé", "bouts": 0, "points": 60}, "Chloé +348", (-107, 57, 257, -207)),
    # −(25 + 6) × 6 = −186
    ("Chloé", {"call": "garde_contre", "taker": "David", "bouts": 3, "points": 30}, "David −558", (79, 243, 443, -765)),
    ("David", {"call": "passed"}, "no change", (79, 243, 443, -765)),
    # The same dealer deals again after a misdeal.
    ("Anne", {"call": "misdeal"}, "no change", (79, 243, 443, -765)),
    ("Anne", {"call": "petit_sec"}, "no change", (79, 243, 443, -765)),
    (
        "Bruno",  # 66 + 20 for the petit at a garde + 20 for the poignée = 106
        {
            "call": "garde",
            "taker": "Anne",
            "bouts": 2,
            "points": 49,
            "petit_au_bout": "attack",
            "poignees": {"Anne": "simple"},
        },
        "Anne +318",
        (397, 137, 337, -871),
    ),
    (
        "Chloé",  # −(25 + 6) × 2 − 20 − 30, for a poignée goes to the camp that wins: −112
        {
            "call": "garde",
            "taker": "Bruno",
            "bouts": 1,
            "points": 45,
            "petit_au_bout": "defence",
            "poignees": {"Chloé": "double"},
        },
        "Bruno −336",
        (509, -199, 449, -759),
    ),
    (
        "David",  # 25 + 55 + 400
        {
            "call": "prise",
            "taker": "Chloé",
            "bouts": 3,
            "points": 91,
            "slam_announced": "grand",
            "slam_made": "grand",
        },
        "Chloé +1440",
        (29, -679, 1889, -1239),
    ),
    # 91 − 40 = 51, which one bout needs: 25 × 2
    (
        "Anne",
        {"call": "garde", "taker": "David", "bouts": 1, "defence_points": 40},
        "David +150",
        (-21, -729, 1839, -1089),
    ),
    (
        "Bruno",  # −(25 + 3)
        {"call": "prise", "taker": "Anne", "bouts": 2, "points": 38, "note": "Chloé counted twice"},
        "Anne −84",
        (-105, -701, 1867, -1061),
    ),
    (
        "Chloé",  # (25 + 46) × 4 + 200
        {"call": "garde_sans", "taker": "Bruno", "bouts": 2, "points": 87, "slam_made": "grand"},
        "Bruno +1452",
        (-589, 751, 1383, -1545),
    ),
    (
        "David",  # (25 + 5) × 2 − 200: the contract is made, but the announcement is missed
        {"call": "garde", "taker": "Chloé", "bouts": 1, "points": 56, "slam_announced": "grand"},
        "Chloé −420",
        (-449, 891, 963, -1405),
    ),
    (
        "Anne",  # −(25 + 44) − 200
        {"call": "prise", "taker": "David", "bouts": 0, "points": 12, "slam_made": "defence"},
        "David −807",
        (-180, 1160, 1232, -2212),
    ),
    # (25 + 20) × 2, but that was a typing error: it was 31 points.
    ("Bruno", {"call": "garde", "taker": "Anne", "bouts": 2, "points": 61}, "Anne +270", (90, 1070, 1142, -2302)),
    # (25 + 14) × 2
    ("Chloé", {"call": "garde", "taker": "Bruno", "bouts": 1, "points": 65}, "Bruno +234", (12, 1304, 1064, -2380)),
    # 25 × 6
    (
        "David",
        {"call": "garde_contre", "taker": "Chloé", "bouts": 2, "points": 41},
        "Chloé +450",
        (-138, 1154, 1514, -2530),
    ),
]

# Hand 16 with 31 points: −(25 + 10) × 2 = −70 where it said 90, so 480 less for Anne and 160 more for the others.
AMENDED = (-618, 1314, 1674, -2370)

# 25 + 9, undone at once: the form still has it, the next hand takes its number, and Anne deals again.
UNDONE: Played = (
    "Anne",
    {"call": "prise", "taker": "David", "bouts": 2, "points": 50},
    "David +102",
    (-652, 1280, 1640, -2268),
)

AFTER: list[Played] = [
    (
        "Anne",  # −(25 + 11) − 40
        {"call": "prise", "taker": "Bruno", "bouts": 1, "points": 40, "poignees": {"David": "triple"}},
        "Bruno −228",
        (-542, 1086, 1750, -2294),
    ),
    # 25 × 2
    ("Bruno", {"call": "garde", "taker": "Chloé", "bouts": 3, "points": 36}, "Chloé +150", (-592, 1036, 1900, -2344)),
]
VOIDED = (-542, 1086, 1750, -2294)
CORRECTED = (-572, 1036, 1900, -2364)  # 20 from David to Anne
LAST: list[Played] = [
    (
        "Chloé",  # (25 + 21) × 2 + 20 + 30
        {
            "call": "garde",
            "taker": "David",
            "bouts": 2,
            "points": 62,
            "petit_au_bout": "attack",
            "poignees": {"David": "double"},
        },
        "David +426",
        (-714, 894, 1758, -1938),
    ),
    (
        "David",  # (25 + 34) × 4 + 40; Bruno dealt, though it was not his turn
        {
            "call": "garde_sans",
            "taker": "Anne",
            "bouts": 3,
            "points": 70,
            "petit_au_bout": "attack",
            "dealer": "Bruno",
        },
        "Anne +828",
        (114, 618, 1482, -2214),
    ),
]
FINAL = (114, 618, 1482, -2214)
DEALER_AFTER = "Chloé"  # comes after Bruno


def test_evening_of_tarot(phones: Phones, tmp_path: Path) -> None:
    phone = phones()
    start(phone)
    for number, played in enumerate(BEFORE, 1):
        play(phone, number, played)
    amend_the_wrong_hand(phone)
    undo_the_last(phone)
    for number, played in enumerate(AFTER, 19):
        play(phone, number, played)
    void_and_restore(phone)
    correct_by_hand(phone)
    for number, played in enumerate(LAST, 22):
        play(phone, number, played)
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(f"Hand 24 · {DEALER_AFTER} deals")
    ask_why(phone)
    close(phone)
    scored = score(phone, tmp_path)
    assert scored["totals"] == dict(zip(FOUR, FINAL, strict=True))
    assert len(scored["hands"]) == 23


def start(phone: Phone) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="New session").tap()
    pick_game(page, "French Tarot")
    unfold_line(page, "Rules:")
    page.get_by_label("Federation (FFT)").tap()
    for place, name in enumerate(FOUR):
        page.locator(f'[name="player-{place}"]').fill(name)
    unfold_line(page, "Stake:")
    page.get_by_label("Stake per point").fill("0.05")
    page.get_by_role("button", name="Start the session").tap()
    expect(page.get_by_text("No hands yet")).to_be_visible()
    phone.shows((0, 0, 0, 0))


def play(phone: Phone, number: int, played: Played) -> None:
    dealer, hand, result, totals = played
    expect(phone.page.get_by_role("heading", level=1)).to_contain_text(f"Hand {number} · {dealer} deals")
    phone.tap_all(hand)
    phone.foresees(f"Record: {result}", totals)
    phone.save.tap()
    phone.says(f"Hand {number}: {result}")
    phone.shows(totals)
    assert phone.ledger()[0] == str(number)


def amend_the_wrong_hand(phone: Phone) -> None:
    page = phone.page
    phone.ask_why(16)
    page.get_by_role("link", name="Amend").tap()
    expect(page.get_by_text("Recorded as: Garde by Anne, 61 points, 2 bouts")).to_be_visible()
    phone.tap("points-tens", "3")
    phone.foresees("Amend: Anne −210", AMENDED)
    expect(page.get_by_text("No other hand changes.")).to_be_visible()
    phone.save.tap()
    phone.says("Hand 16: Anne −210")
    phone.shows(AMENDED)


def undo_the_last(phone: Phone) -> None:
    play(phone, 19, UNDONE)
    phone.page.get_by_role("button", name="Undo").tap()
    phone.says("Hand 19 was undone.")
    phone.foresees(f"Record: {UNDONE[2]}", UNDONE[3])  # it can be recorded again


def void_and_restore(phone: Phone) -> None:
    page = phone.page
    phone.ask_why(20)
    page.get_by_role("link", name="Void").tap()
    phone.shows(VOIDED)  # the preview
    page.get_by_role("button", name="Void hand 20").tap()
    phone.says("Hand 20 is voided.")
    phone.shows(VOIDED)
    phone.ask_why(20)
    page.get_by_role("button", name="Restore").tap()
    phone.says("Hand 20: Chloé +150")
    phone.shows(AFTER[1][3])


def correct_by_hand(phone: Phone) -> None:
    page = phone.page
    phone.menu("Correction by hand")
    page.get_by_role("textbox", name="Anne").fill("+20")
    page.get_by_role("textbox", name="David").fill("-20")
    page.get_by_label("Reason").fill("Played out of turn")
    phone.foresees("Record: Anne +20", CORRECTED)
    phone.save.tap()
    phone.says("Hand 21: Anne +20")
    phone.shows(CORRECTED)


def ask_why(phone: Phone) -> None:
    """Tap an amount: the derivation, each line with its paragraph."""
    why = phone.ask_why(22)
    expect(why).to_contain_text("(25 + 21) × 2, Garde made by 21")
    expect(why).to_contain_text("10 × 2, petit au bout to the attack")
    expect(why).to_contain_text("Double poignée by David")
    expect(why.get_by_role("link", name="Petit au bout")).to_have_attribute("href", "/games/tarot/#petit-au-bout")


def close(phone: Phone) -> None:
    page = phone.page
    page.goto(page.url.partition("hands/")[0])
    phone.menu("Close and settle")
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Chloé wins")
    expect(page.locator(".ranked__name")).to_have_text(["Chloé", "Bruno", "Anne", "David"])
    expect(page.locator(".ranked__total")).to_have_text(["+1482", "+618", "+114", "−2214"])
    expect(page.locator(".ranked__money")).to_have_text(["£74.10", "£30.90", "£5.70", "−£110.70"])
    expect(page.locator(".payment")).to_have_count(3)
    for name, amount, money in (("Chloé", "1482", "£74.10"), ("Bruno", "618", "£30.90"), ("Anne", "114", "£5.70")):
        paid = page.locator(".payment", has_text=f"David pays {name}")
        expect(paid).to_contain_text(amount)
        expect(paid).to_contain_text(money)


def score(phone: Phone, folder: Path) -> dict[str, Any]:
    """Return what the `score` command prints for the document that the summary exports."""
    with phone.page.expect_download() as download:
        phone.page.get_by_role("link", name="Export").tap()
    file = folder / "session.json"
    download.value.save_as(file)
    printed = io.StringIO()
    call_command("score", str(file), stdout=printed)
    scored: dict[str, Any] = json.loads(printed.getvalue())
    return scored
