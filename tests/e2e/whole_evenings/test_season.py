"""An organiser's season: thirty names, an evening of six tables, one settlement, the standings.

The evening is played for 0.10 a counter, and everybody there pays 1.00 into the kitty. The amounts of each hand are
noted beside it, from its game's worked examples; `TOTALS` is their sum, seat by seat, worked out by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.models import Player
from scorekeeper.desk.pages import seat_draw
from scorekeeper.evenings.models import Evening, EveningSettlement
from scorekeeper.play.models import Session
from tests.clubs.clubs import SampleClub
from tests.e2e.conftest import Phones
from tests.e2e.panel import sign_in
from tests.e2e.phones import Phone
from tests.play.tables import GARDE, Scorer

pytestmark = pytest.mark.django_db(transaction=True)

# Who sits where, in alphabetical order, as the seat draw of this test leaves them.
TABLES = {
    "tarot:fft": ("Anne Arnaud", "Bruno Braun", "Chloé Clair", "David Dahl"),
    "skat:foster": ("Edith Ebert", "Fritz Falk", "Greta Gans", "Hans Hofer"),
    "boston:decimal": ("Ida Imhof", "Jules Jost", "Karla Kern", "Louis Lang"),
    "solo_whist:foster": ("Marie Moser", "Nils Nagel", "Olga Ott", "Paul Perrin"),
    "cayenne:foster": ("Quentin Quast", "Rosa Roth", "Simon Sauer", "Tilda Thoma"),
    "mort:foster": ("Ulla Unger", "Victor Vogt", "Wanda Weiss", "Xavier Xanten"),
}
IN_TIME = [name for people in TABLES.values() for name in people]
LATE = "Yann Yvon"
AT_HOME = ["Zeno Zander", "Zita Zorn", "Zoé Zimmer"]
DOUBLES = {"Anne A.": "Anne Arnaud", "Brunno Braun": "Bruno Braun"}

HANDS: dict[str, list[dict[str, Any]]] = {
    # Anne's garde by 8, +198 and −66 each, is tapped; then Bruno is short by 7: (25 + 7) × 1 = 32 to each.
    "tarot": [{"call": "prise", "taker": 1, "bouts": 2, "points": 34}],
    # Hearts solo with 3, schneider announced and made, 60 from each of three; clubs solo with 1, 24 from each.
    "skat": [
        {"call": "solo", "declarer": 0, "suit": "hearts", "matadors": 3, "card_points": 91, "announced": "schneider"},
        {"call": "solo", "declarer": 1, "suit": "clubs", "matadors": 1, "card_points": 61},
    ],
    # Five bid, four taken, 10 to each; a little misère made, 20 from each.
    "boston": [
        {"call": "tricks", "bidder": 0, "bid": 5, "tricks": 4},
        {"call": "little_misere", "bidder": 1, "made": True},
    ],
    # A proposal of just eight, 5 each; a solo with 7 tricks, 10 + 2 from each, which is corrected to 6, 10 + 1.
    "solo_whist": [
        {"call": "proposal", "caller": 0, "partner": 2, "tricks": 8},
        {"call": "solo", "caller": 1, "tricks": 7},
    ],
    # 3 × 8 and 4 + 2 × 8 at nullo against the first and the third: two quadruples and the rubber, 24.
    "cayenne": [
        {"cayenne": "hearts", "trump": "nullo", "tricks": 9},
        {"cayenne": "clubs", "trump": "nullo", "tricks": 8},
    ],
    # Vivant wins a double, 8 + 2 + 4 − 2 = 12 from each of the two; the fourth sits out.
    "mort": [{"tricks": 10}, {"tricks": 5}, {"tricks": 10}],
}
FIFTH = {"call": "prise", "taker": 4, "partner": 0, "bouts": 2, "points": 41}
"""Just made: 25 from each of three, two thirds for Yann, a third for Anne."""


def at(table: str, *totals: int) -> dict[str, int]:
    return dict(zip(TABLES[table], totals, strict=True))


TOTALS = {
    **at("tarot:fft", 198 + 32 + 25, -66 - 96 - 25, -66 + 32 - 25, -66 + 32 - 25),
    LATE: 50,
    **at("skat:foster", 180 - 24, -60 + 72, -60 - 24, -60 - 24),
    **at("boston:decimal", -30 - 20, 10 + 60, 10 - 20, 10 - 20),
    **at("solo_whist:foster", 5 - 11, -5 + 33, 5 - 11, -5 - 11),
    **at("cayenne:foster", -24, 24, -24, 24),
    **at("mort:foster", 24, -12, -12, 0),
}
"""Of the whole evening, with the corrected hand."""

PAID = Decimal("80.30")
"""What changes hands in all: to Anne 24.50, Yann 4.00, Edith 14.60, Fritz 0.20, Jules 6.00, Nils 1.80, to Rosa, Tilda
and Ulla 1.40 each, and 25.00 to the kitty."""


def in_order(evening: Evening, people: Sequence[int], sizes: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Seat everybody in the order of the page instead of drawing lots, so that the seats are known."""
    rest = list(people)
    tables = [[rest.pop(0) for _seat in range(size)] for size in sizes]
    return tables, rest


def test_an_organiser_runs_a_club_through_a_season(phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_draw, "draw_lots", in_order)
    sample_club = SampleClub(members=())
    sample_club.organiser("marion")
    phone = phones()
    sign_in(phone, "marion")

    thirty_members_are_typed_in(phone.page)
    doubles_are_merged(phone.page)
    assert sample_club.club.players.filter(merged_into=None).count() == 28
    a_season_is_begun(phone.page)
    this_phone_runs_evenings(phone.page)

    evening = an_evening_is_begun(phone.page)
    come(phone.page, IN_TIME)
    tables = tables_are_drawn(phone, TABLES)
    hands_are_recorded(phone, tables)

    phone.open("evening", evening)
    come(phone.page, [LATE])
    tables["tarot, five"] = late_one_sits_down_as_fifth(phone, tables["tarot"])

    a_hand_is_corrected_in_the_panel(phone, tables["solo_whist"])
    is_closed_by_its_own_people(phone, tables["tarot, five"])
    the_others_are_closed_in_the_panel(phone.page)
    the_evening_is_settled_once(phone, evening)
    is_settled_as_reckoned_by_hand(phone.page, TOTALS, PAID)
    the_settlement_is_withdrawn_and_made_again(phone.page)
    is_settled_as_reckoned_by_hand(phone.page, TOTALS, PAID)
    # Bruno, who owes most, has lost 18.70 and pays 1.00 more; the kitty is to get most.
    bruno = phone.page.locator("button.cash-item").filter(has_text="Bruno")
    expect(bruno).to_have_text(["Bruno Braun Into the kitty £19.70"])
    the_season_stands(phone, TOTALS)


# Members


def thirty_members_are_typed_in(page: Page) -> None:
    page.goto("/admin/clubs/player/")
    page.get_by_role("link", name="Add several").tap()
    page.get_by_label("Names, one per line").fill("\n".join([*IN_TIME, LATE, *AT_HOME, *DOUBLES]))
    page.get_by_role("button", name="Add them").tap()
    expect(page.locator(".messagelist")).to_contain_text("30 members added.")


def doubles_are_merged(page: Page) -> None:
    """One from the list of likely duplicates, the other by ticking the two."""
    page.get_by_role("link", name="Likely duplicates").tap()
    expect(page.locator(".pairs li")).to_have_count(2)
    page.locator(".pairs li", has_text="Brunno Braun").get_by_role("link", name="Compare and merge").tap()
    merge(page, "Brunno Braun")

    page.goto("/admin/clubs/player/?q=Anne")
    for name in ("Anne A.", DOUBLES["Anne A."]):
        row = page.locator("#result_list tbody tr").filter(has=page.get_by_role("link", name=name, exact=True))
        row.locator(".action-select").check()
    act(page, "merge")
    merge(page, "Anne A.")

    page.goto("/admin/clubs/player/duplicates/")
    expect(page.locator("#content")).to_contain_text("No similar names found.")


def merge(page: Page, duplicate: str) -> None:
    """A preview first shows what would move."""
    kept = DOUBLES[duplicate]
    expect(page.get_by_role("radio", name=f"Keep {kept}")).to_be_checked()
    expect(page.get_by_role("group", name=f"Keep {kept}")).to_contain_text(f"From {duplicate} it takes over:")
    page.get_by_role("button", name="Merge").tap()
    expect(page.locator(".messagelist")).to_contain_text(f"{duplicate} has been merged into {kept}.")


def act(page: Page, action: str) -> None:
    """Run an action on the ticked rows of a list in the panel."""
    page.locator("select[name=action]").select_option(action)
    page.locator("button[name=index]").tap()


# The evening


def a_season_is_begun(page: Page) -> None:
    """Nobody is ranked in it before two evenings."""
    page.goto("/admin/standings/season/add/")
    page.locator("#id_name").fill("Winter")
    page.locator("#id_starts").fill((timezone.localdate() - timedelta(days=7)).isoformat())
    page.locator("#id_minimum").fill("2")
    page.locator("[name=_save]").tap()
    expect(page.locator(".messagelist")).to_contain_text("Winter")


def this_phone_runs_evenings(page: Page) -> None:
    page.goto("/admin/clubs/clubdevice/")
    page.get_by_role("button", name="Use this browser for the club").tap()
    expect(page.locator(".messagelist")).to_contain_text("This browser now runs the evenings of “Coupe-file”.")


def an_evening_is_begun(page: Page) -> str:
    page.goto("/club/")
    page.get_by_role("link", name="Evenings").first.tap()
    page.get_by_label("Into the kitty").fill("1")
    page.get_by_role("button", name="Start the evening").tap()
    expect(page.locator("#people")).to_contain_text("0 people")
    return Evening.objects.get().public_id


def come(page: Page, names: Sequence[str]) -> None:
    already = page.locator("#attendees > .person").count()
    for name in names:
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page.get_by_role("status")).to_contain_text(f"{name} is present")
    expect(page.locator("#people")).to_contain_text(f"{already + len(names)} people")


def tables_are_drawn(phone: Phone, tables: Mapping[str, Sequence[str]]) -> dict[str, Session]:
    page = phone.page
    page.get_by_role("link", name="Draw tables").tap()
    page.get_by_label("Game").select_option("tarot:fft")
    page.get_by_label("Stake per point").fill("0,10")
    page.get_by_role("button", name="Draw").tap()
    for number, (game, people) in enumerate(tables.items(), 1):
        table = page.get_by_role("region", name=f"Table {number}")
        expect(table.locator("label.chip")).to_have_text(people)
        table.get_by_label("Game").select_option(game)
    page.get_by_role("button", name=f"Start {len(tables)} tables").tap()
    expect(page.locator("section.link")).to_have_count(len(tables))
    return {session.game: session for session in Session.objects.all()}


def hands_are_recorded(phone: Phone, tables: Mapping[str, Session]) -> None:
    """The first by taps, the others as the phones of the tables would."""
    phone.sit_down(tables["tarot"])
    phone.tap_all({**GARDE, "taker": "Anne Arnaud"}, TABLES["tarot:fft"])
    phone.foresees("Record: Anne Arnaud +198", [198, -66, -66, -66])
    assert phone.record() == 200
    phone.shows([198, -66, -66, -66])
    tables["tarot"].refresh_from_db()
    for game, session in tables.items():
        scorer = Scorer(session)
        for hand in HANDS[game]:
            scorer.record(hand)


def late_one_sits_down_as_fifth(phone: Phone, table: Session) -> Session:
    phone.sit_down(table)
    phone.shows([198 + 32, -66 - 96, -66 + 32, -66 + 32])
    phone.menu("Change players")
    phone.page.get_by_role("group", name="Who joins").get_by_label(LATE).check()
    expect(phone.page.locator("#change_then")).to_contain_text(LATE)
    phone.page.get_by_role("button", name="Continue with these players").tap()
    expect(phone.page.locator("#standings")).to_contain_text("Yann")
    table = Session.objects.get(pk=table.pk)
    assert [seat.name for seat in table.seats] == [*TABLES["tarot:fft"], LATE]
    Scorer(table).record(FIFTH)
    return table


def a_hand_is_corrected_in_the_panel(phone: Phone, table: Session) -> None:
    """Correct Nils' solo to one trick less: 33 instead of 36."""
    page = phone.page
    page.goto("/admin/")
    page.get_by_role("link", name="Solo Whist").tap()
    page.locator(".scroll-x").get_by_role("link", name="2", exact=True).tap()
    page.get_by_role("link", name="Amend").tap()
    phone.tap("tricks", "6")
    phone.shows([5 - 11, -5 + 33, 5 - 11, -5 - 11])
    phone.save.tap()
    expect(page.locator("tfoot .amount")).to_have_text(["−6", "28", "−6", "−16"])


def is_closed_by_its_own_people(phone: Phone, table: Session) -> None:
    page = phone.page
    phone.sit_down(table)
    phone.menu("Close and settle")
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Close the session?")


def the_others_are_closed_in_the_panel(page: Page) -> None:
    """Their phones have gone home."""
    page.goto("/admin/play/session/?open=yes")
    page.locator("#action-toggle").check()
    act(page, "close")
    page.get_by_role("button", name="Close and settle").tap()  # on the page that asks
    expect(page.locator(".messagelist")).to_contain_text("Closed. 5 sessions.")


# The settlement


def the_evening_is_settled_once(phone: Phone, evening: str) -> None:
    """Another open page, a reload and the back button don't lead to a second settlement."""
    page = phone.open("evening", evening)
    page.get_by_role("link", name="Settle the evening").tap()
    page.wait_for_url("**/cash/")
    before = phone.context.new_page()
    before.goto(page.url)
    for phone_page in (page, before):
        phone_page.get_by_role("button", name="Settle the evening").tap()
        expect(phone_page.get_by_text("Something wrong?")).to_be_visible()
        expect(phone_page.get_by_role("alert")).to_have_count(0)
    before.close()
    page.reload()
    payments = page.locator(".cash-item").all_inner_texts()
    page.go_back()
    expect(page.get_by_text("Settle the evening", exact=True)).to_have_count(0)
    page.go_forward()
    assert page.locator(".cash-item").all_inner_texts() == payments
    assert EveningSettlement.objects.count() == 1


def the_settlement_is_withdrawn_and_made_again(page: Page) -> None:
    page.get_by_text("Something wrong?").tap()
    page.get_by_role("button", name="Withdraw the settlement").tap()
    page.get_by_role("link", name="Settle the evening").tap()
    expect(page.get_by_text("Settled earlier, on")).to_be_visible()
    page.get_by_role("button", name="Settle the evening").tap()
    expect(page.get_by_text("Something wrong?")).to_be_visible()


def is_settled_as_reckoned_by_hand(page: Page, totals: Mapping[str, int], changes_hands: Decimal) -> None:
    """What everybody has won at 0.10 a counter, less the 1.00 paid into the kitty."""
    played = {name: total * Decimal("0.10") for name, total in totals.items()}
    owed = {**{name: money - 1 for name, money in played.items()}, "The kitty": Decimal(len(totals))}
    expect(page.locator("#cash_report tfoot td").first).to_have_text(f"£{len(totals)}.00")
    shown = {"The kitty": Decimal(len(totals))}
    for line in page.locator(".cash-line").all():
        name = line.locator("b").first.inner_text()
        expect(line.locator(".cash-line__parts")).to_contain_text(f"at the tables {signed(played[name], '£')}")
        whats, amounts = line.locator(".cash-item__what"), line.locator(".cash-item .amount")
        shown[name] = Decimal(0)
        for what, amount in zip(whats.all_inner_texts(), amounts.all_inner_texts(), strict=True):
            shown[name] += Decimal(amount.lstrip("£")) * (1 if what.endswith(" pays") else -1)
    assert shown == owed
    payments = EveningSettlement.objects.get(withdrawn_at=None).payments.all()
    names: dict[int | None, str] = {None: "The kitty", **dict(Player.objects.values_list("pk", "name"))}
    paid = dict.fromkeys(owed, Decimal(0))
    for payment in payments:
        assert payment.money
        paid[names[payment.creditor_id]] += payment.money
        paid[names[payment.debtor_id]] -= payment.money
    assert paid == owed
    assert sum(payment.money or 0 for payment in payments) == changes_hands
    expect(page.locator("button.cash-item")).to_have_count(len(payments))


# The standings


def the_season_stands(phone: Phone, totals: Mapping[str, int]) -> None:
    page = phone.page
    page.goto("/club/")
    page.locator("#main").get_by_role("link", name="Standings").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Winter")
    # One evening has been played, by all. Those at whose table somebody came late have played three hands:
    # 255 ÷ 3, −59 ÷ 3, −187 ÷ 3.
    everybody = rows(page.get_by_role("region", name="Not ranked yet"))
    assert [row[:6] for row in everybody if row[1] in TABLES["tarot:fft"]] == [
        ["", "Anne Arnaud", "+255", "+85.0", "1", "3"],
        ["", "Chloé Clair", "−59", "−19.7", "1", "3"],
        ["", "David Dahl", "−59", "−19.7", "1", "3"],
        ["", "Bruno Braun", "−187", "−62.3", "1", "3"],
    ]
    assert [row[1] for row in everybody[:3]] == sorted(totals, key=totals.__getitem__, reverse=True)[:3]
    assert {row[1]: row[2] for row in everybody} == {name: signed(total) for name, total in totals.items()}
    page.get_by_role("link", name="+255").first.tap()
    expect(page.locator(".share__amount")).to_have_text(["+255"])

    page.go_back()
    page.get_by_role("link", name="Skat", exact=True).first.tap()
    page.get_by_role("link", name="Seeger-Fabian points").tap()
    expect(page.get_by_role("columnheader", name="Seeger-Fabian points").first).to_be_visible()
    # Two games won, of 60 and of 24, and 50 more for each; who deals at a table of four does not play.
    assert [row[1:] for row in rows(page.get_by_role("region", name="Not ranked yet"))] == [
        ["Edith Ebert", "+110", "+110.0", "1", "1"],
        ["Fritz Falk", "+74", "+37.0", "1", "2"],
        ["Greta Gans", "0", "0.0", "1", "2"],
        ["Hans Hofer", "0", "0.0", "1", "1"],
    ]


def rows(table: Locator) -> list[list[str]]:
    """Return the content of each row, once all are there."""
    expect(table).to_be_visible()
    table.page.wait_for_load_state()
    return [row.locator("th, td").all_inner_texts() for row in table.locator("tbody tr").all()]


def signed(amount: int | Decimal, of: str = "") -> str:
    sign = "−" if amount < 0 else "+" if amount > 0 else ""
    return f"{sign}{of}{abs(amount)}"
