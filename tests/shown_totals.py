"""Read the totals and the money of a session off every place that shows them, person by person.

Amounts are read as a reader reads them: from the page, the file or what is printed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from html import unescape
from io import BytesIO, StringIO
from typing import Any

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scorekeeper.desk import settlement
from scorekeeper.desk.cash import cash_of
from scorekeeper.desk.document_export import document_of
from scorekeeper.desk.models import tournament_of
from scorekeeper.play import queries
from scorekeeper.play.formatting import Notation
from scorekeeper.play.ledger import session_ledger
from scorekeeper.play.models import Session
from scorekeeper.printing import evening_paper, session_sheets
from scorekeeper.printing.forms import FILLED, RESULT, SIGNING_LIST, PrintChoices
from scorekeeper.printing.result_picture import result_picture
from scorekeeper.printing.typesetting import PageSetup
from tests.api.api_client import Program
from tests.desk.club_evening import ClubEvening
from tests.files.spreadsheets.spreadsheet_files import csv_rows, fetched, xlsx_rows
from tests.play.browsers import Form

Totals = dict[str, int]
Money = dict[str, Decimal]

MINUS = "−"
TAGS = re.compile(r"<[^>]+>")
SEAT = re.compile(
    r'<span class="(?:scores__)?name[^>]*>(.*?)</span>\s*<b class="(?:gain|loss|even)[^>]*>(.*?)</b>', re.DOTALL
)
BESIDE_NAME = re.compile(r"<(abbr|em)\b.*?</\1>", re.DOTALL)
"""Who deals, and who leads."""
JOURNAL_LINE = re.compile(r'<li class="change-item.*?</li>', re.DOTALL)
RANKED = re.compile(r'<li class="ranked.*?</li>', re.DOTALL)
RANKED_NAME = re.compile(r'ranked__name">(.*?)</span>\s*<span class="ranked__total', re.DOTALL)
RANKED_TOTAL = re.compile(r"ranked__total[^>]*>(.*?)</span>", re.DOTALL)
RANKED_MONEY = re.compile(r"ranked__money[^>]*>(.*?)</span>", re.DOTALL)
ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
RANKING_ROW = re.compile(r"<tr >.*?</tr>", re.DOTALL)
FIGURE = re.compile(rf"([+{MINUS}-]?)\D*?([\d,]*\d(?:\.\d+)?)")


def plain(html: str) -> str:
    return " ".join(unescape(TAGS.sub(" ", html)).split())


def number(words: str) -> int:
    """Read a number of counters.

    >>> number("−1,391"), number("+66"), number("0")
    (-1391, 66, 0)
    """
    return int(money(words))


def money(words: str) -> Decimal:
    """Read an amount with its sign, whatever stands around it.

    >>> money("−€12.50"), money("+€0.0125")
    (Decimal('-12.50'), Decimal('0.0125'))
    """
    sign, figure = FIGURE.search(words).groups()  # type: ignore[union-attr]
    value = Decimal(figure.replace(",", ""))
    return -value if sign in (MINUS, "-") else value


def page(client: Client, name: str, *args: object, query: str = "") -> str:
    response = client.get(reverse(name, args=args) + query)
    assert response.status_code == 200, (name, response.status_code)
    return response.content.decode()


def without_zero(amounts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: amount for name, amount in amounts.items() if amount}


def summed(rows: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    sums: dict[str, Any] = {}
    for name, amount in rows:
        sums[name] = sums.get(name, 0) + amount
    return sums


# At the table


def by_player(amounts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what each player has, of which those of a side are shown together.

    >>> by_player({"Anne\N{NO-BREAK SPACE}+ Chloé": 30, "Bruno": -30})
    {'Anne': 30, 'Chloé': 30, 'Bruno': -30}
    """
    return {player: amount for names, amount in amounts.items() for player in re.split(r"\s\+ ", names)}


def on_the_table(client: Client, session: Session, name: str = "session") -> Totals:
    """The totals of those who sit at a table in play, on its page or between hands."""
    html = page(client, name, session.public_id)
    totals = html[html.index('aria-label="Totals"') :].partition("</ul>")[0]
    return by_player({plain(BESIDE_NAME.sub("", who)): number(plain(total)) for who, total in SEAT.findall(totals)})


def ranking(html: str) -> tuple[Totals, Money]:
    """The ranking of a result, or of what it would be."""
    totals, worth = {}, {}
    for row in RANKED.findall(html):
        name = plain(RANKED_NAME.search(row).group(1))  # type: ignore[union-attr]
        totals[name] = number(plain(RANKED_TOTAL.search(row).group(1)))  # type: ignore[union-attr]
        if found := RANKED_MONEY.search(row):
            worth[name] = money(plain(found.group(1)))
    return by_player(totals), by_player(worth)


def before_closing(client: Client, session: Session) -> tuple[Totals, Money]:
    return ranking(page(client, "close", session.public_id))


def on_the_result(client: Client, session: Session) -> tuple[Totals, Money]:
    return ranking(page(client, "session", session.public_id))


def in_the_journal(client: Client, session: Session) -> Totals:
    """The totals with which a session was last closed."""
    line = next(
        line for line in JOURNAL_LINE.findall(page(client, "journal", session.public_id)) if "closed the" in line
    )
    after = plain(line.partition("change-item__after")[2].partition(">")[2])
    return {
        name: number(total)
        for name, _space, total in (name_and_amount.rpartition(" ") for name_and_amount in after.split(", "))
    }


def on_the_picture(session: Session) -> tuple[Totals, Money]:
    settled = queries.settlement(session)
    assert settled
    drawn: Any = result_picture(session, session_ledger(session), settled, Notation()).sheets[0]
    rows = drawn["ranking"]
    worth = {row["name"]: money(row["money"]) for row in rows if row["money"]}
    return by_player({row["name"]: number(row["total"]) for row in rows}), by_player(worth)


def on_paper(session: Session) -> Totals:
    """The totals below the last sheet: those of all stretches in a box or, of a single one, the last bold row."""
    sheets: Any = session_sheets.sessions_print_order([session], CHOICES, "").sheets
    sheet = sheets[-1]
    rows = [row for box in sheet["boxes"] if box["title"] == "The session so far" for row in box["rows"]]
    if rows:
        return {name: number(total) for name, _before, _here, total in rows}
    (*_above, foot) = [row for line, row in sheet["special"].items() if line >= sheet["rows"] and row[0]["strong"]]
    words, columns = {cell["at"]: cell["words"] for cell in foot}, list(enumerate(sheet["columns"]))
    of_seats = (
        [at for at, column in columns if column["group"] == "Total"]
        or [at for at, column in columns if column["head"] == "Σ"]
        or [at for at, column in columns if column["head"] == "Points"]
    )
    names = [seat.name for seat in session.seats]
    of_seats *= len(names) // len(of_seats)  # two sides: partners, who sit opposite each other, share a column
    return {name: number(words[at]) for name, at in zip(names, of_seats, strict=True)}


CHOICES = PrintChoices(what=FILLED, page_setup=PageSetup(), language="en")


# In the club


def on_the_evening(of: ClubEvening) -> tuple[Totals, Money]:
    """The current standing of an evening with a single game."""
    html = page(of.phone, "evening", of.evening.public_id)
    table = html[html.index('<section id="standings"') :]
    rows = [[plain(cell) for cell in CELL.findall(row)] for row in ROW.findall(table[: table.index("</section>")])]
    head, *body = rows
    worth = {row[0]: money(row[1]) for row in body if row[1]} if "Money" in head else {}
    return {row[0]: number(row[-1]) for row in body}, worth


def printed_result(of: ClubEvening) -> Any:
    notice = PrintChoices(what=RESULT, page_setup=PageSetup(), language="en")
    return evening_paper.evenings_print_order([of.evening], notice, "").sheets[0]


def on_the_notice(of: ClubEvening) -> tuple[Totals, Money]:
    """What is printed for the notice board: the totals over all tables, and the balances."""
    sections = {section["title"]: section["rows"] for section in printed_result(of)["sections"]}
    worth = {row[1]: money(row[2]) for row in sections.pop("Balances", []) if row[0]}
    sections.pop("Who pays whom", None)
    over_all = next((rows for title, rows in sections.items() if title.endswith("all tables")), None)
    rows = over_all or next(iter(sections.values()))
    return {name: number(total) for _place, name, total in rows}, worth


def in_the_settlement(of: ClubEvening) -> Money:
    return {balance.name: balance.played for balance in of.preview_settlement().balances}


def in_the_standings(of: ClubEvening) -> Totals:
    html = page(of.phone, "standings")
    rows = [[plain(cell) for cell in CELL.findall(row)] for row in ROW.findall(html) if "standing__total" in row]
    return {row[1]: number(row[2]) for row in rows}


def on_the_members_pages(of: ClubEvening, names: Iterable[str]) -> Totals:
    """The sum above the list of a member's sessions."""
    found = {}
    for name in names:
        html = page(of.phone, "member_sessions", of.player(name).pk)
        figures = re.findall(r'<dd class="amount[^"]*">(.*?)</dd>', html, re.DOTALL)
        found[name] = number(plain(figures[2]))
    return found


# In the cash of an evening

CASH_ROW = re.compile(r"<tr>\s*<th scope=\"row\">.*?</tr>", re.DOTALL)
CASH_LINE = re.compile(r'<li class="cash-line".*?</li>', re.DOTALL)
CASH_NAME = re.compile(r'cash-line__name">.*?<b>(.*?)</b>', re.DOTALL)
CASH_ITEM = re.compile(
    r'<(?:button|p)[^>]*class="cash-item".*?cash-item__what">(.*?)</span>\s*<span class="amount[^>]*>(.*?)</span>',
    re.DOTALL,
)
REMAINS = re.compile(r"<dt>Remains for the (\w+)</dt>\s*<dd[^>]*>(.*?)</dd>", re.DOTALL)
STILL = re.compile(r"<p>Still to (pay|be paid):</p>(.*?)</ul>", re.DOTALL)
GOES_OUT = ("Prize", "Settlement: gets")


@dataclass
class ShownCash:
    """What the page says: the report with due, paid and open, what remains, and what is for each person."""

    report: dict[str, list[Decimal]]
    remains: Money
    persons: dict[str, Money]
    """What goes through the box, by name and by what it is for; what is paid out is negative."""
    paid: Money
    """What of it is ticked, by what it is for."""
    still: Money
    """What all together still pay, and still get."""


def in_the_cash(of: ClubEvening) -> ShownCash:
    html = page(of.phone, "evening_cash", of.evening.public_id)
    rows = [[plain(cell) for cell in CELL.findall(row)] for row in CASH_ROW.findall(html)]
    shown = ShownCash(
        report={what: [money(amount) for amount in amounts] for what, *amounts in rows},
        remains={what: money(plain(amount)) for what, amount in REMAINS.findall(html)},
        persons={},
        paid={},
        still={"pay": Decimal(0), "be paid": Decimal(0)},
    )
    for what, people in STILL.findall(html):
        shown.still[what] = sum((money(amount) for amount in re.findall(r"<b[^>]*>(.*?)</b>", people)), Decimal(0))
    for line in CASH_LINE.findall(html):
        name = plain(CASH_NAME.search(line).group(1))  # type: ignore[union-attr]
        shown.persons[name] = {}
        for words, figure in CASH_ITEM.findall(line):
            label = next(
                (label for label in shown.report if plain(words).removeprefix(name).strip().startswith(label)), None
            )
            if label is None:  # between two people
                continue
            amount = -money(plain(figure)) if label in GOES_OUT else money(plain(figure))
            shown.persons[name][label] = amount
            if "paid" in plain(words):
                shown.paid[label] = shown.paid.get(label, Decimal(0)) + amount
    return shown


def ticks_of_the_cash(of: ClubEvening) -> list[dict[str, str]]:
    """What can be ticked on the page, as its buttons post it."""
    shown = Form(of.phone.get(reverse("evening_cash", args=[of.evening.public_id])), "/payments/")
    return [fields for fields in shown.taps if "tick" in fields]


def on_the_list_to_sign(of: ClubEvening) -> Money:
    """The sums of the printed list, by column; what is paid out is negative as on the page."""
    of.evening.refresh_from_db()
    cash = cash_of(settlement.latest(of.evening), tournament_of(of.evening))
    choices = PrintChoices(what=SIGNING_LIST, page_setup=PageSetup(), language="en")
    printed: Any = evening_paper.signing_list_print_order(of.evening, cash, choices).sheets[0]
    (table,) = printed["sections"]
    sums = {what: money(amount) for what, amount in zip(table["head"], table["rows"][-1], strict=True) if "€" in amount}
    return {what: -amount if what in GOES_OUT else amount for what, amount in sums.items()}


def in_the_cash_files(of: ClubEvening, organiser: Client) -> dict[str, tuple[Money, Money]]:
    """The sums by column, and what remains, by the ending of the file."""
    found = {}
    for kind, read_rows in (("csv", csv_rows), ("xlsx", xlsx_rows)):
        url = reverse("admin:tournament_files", args=[of.evening.public_id])
        response: Any = organiser.get(url, {"file": f"cash.{kind}"})
        head, *lines = read_rows(response.content)
        (at,) = (place for place, line in enumerate(lines) if line[1] == "Sum")
        sums = {what: Decimal(str(amount)) for what, amount in zip(head[2:], lines[at][2:], strict=True)}
        remains = {line[1].removeprefix("Remains for the "): Decimal(str(line[-3])) for line in lines[at + 1 :]}
        found[kind] = sums, remains
    return found


def prizes_in_public(of: ClubEvening) -> Money:
    html = page(Client(), "public_result", of.evening.tournament.public_token)
    prizes = re.findall(r"<span>\d+\. (.*?)</span>\s*<b class=\"amount\">(.*?)</b>", html)
    return {plain(name): money(plain(amount)) for name, amount in prizes}


# In files and programs


def in_the_api(program: Program, session: Session) -> tuple[Totals, Money]:
    rows = program.get_json(f"sessions/{session.public_id}")["players"]
    totals = summed((row["name"], row["total"]) for row in rows)
    return totals, summed((row["name"], Decimal(row["money"])) for row in rows if row["money"] is not None)


def in_the_standings_of_the_api(program: Program) -> Totals:
    table = program.get_json("standings")
    return {row["name"]: row["total"] for part in ("ranked", "below", "guests") for row in table[part]}


def in_files(client: Client) -> dict[str, tuple[Totals, Money]]:
    """The results and standings as an organiser downloads them, by the name of the file."""
    found: dict[str, tuple[Totals, Money]] = {}
    for file in ("results.csv", "results.xlsx", "standings.csv", "standings.xlsx"):
        data = fetched(client, file)
        head, *rows = xlsx_rows(data) if file.endswith("xlsx") else csv_rows(data)
        named, total = head.index("Name"), head.index("Total") if "Total" in head else head.index("Points")
        worth: Money = {}
        if "Money" in head:
            at = head.index("Money")
            worth = summed((row[named], Decimal(str(row[at]))) for row in rows if row[at] not in ("", None))
        found[file] = (summed((row[named], int(row[total])) for row in rows), worth)
    return found


# In a tournament


def in_the_tournament(of: ClubEvening, program: Program, organiser: Client) -> dict[str, Totals]:
    """The totals of a ranking on the desk's page, in its files, by the API, on paper and by the command."""
    rows = [
        [plain(cell) for cell in CELL.findall(row)]
        for row in RANKING_ROW.findall(page(of.phone, "tournament_result", of.evening.public_id))
    ]
    names = sorted((player.name for player in of.club.players.all()), key=len, reverse=True)
    on_the_page = {next(name for name in names if row[1].startswith(name)): number(row[-1]) for row in rows}
    by_api = program.get_json(f"tournaments/{of.evening.public_id}/ranking")["entries"]
    found = {"page": on_the_page, "API": {row["name"]: row["total"] for row in by_api}}
    ranked = printed_result(of)["sections"][0]
    named, total = ranked["head"].index("Name"), ranked["head"].index("Total")
    found["paper"] = {row[named]: number(row[total]) for row in ranked["rows"]}
    document, answer = json.dumps(document_of(of.evening.tournament)).encode(), StringIO()
    call_command("tournament", "score", stdin=BytesIO(document), stdout=answer)
    found["command"] = {row["name"]: row["total"] for row in json.loads(answer.getvalue())["entries"]}
    for kind, read_rows in (("csv", csv_rows), ("xlsx", xlsx_rows)):
        response: Any = organiser.get(
            reverse("admin:tournament_files", args=[of.evening.public_id]), {"file": f"ranking.{kind}"}
        )
        head, *lines = read_rows(response.content)
        found[kind] = {line[head.index("Name")]: int(line[head.index("Total")]) for line in lines}
    return found
