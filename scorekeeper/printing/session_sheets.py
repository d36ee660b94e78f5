"""Printing of score sheets and rule cards, of sessions and of tables that may not exist yet.

Everything on paper is in the language of the paper; messages to the reader are in the reader's language.

Paper is left lying about, so the QR code of a sheet is the address of a page with access control, not a link that
grants access.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games import registry
from games.game import Game
from games.scoring.types import Table
from scorekeeper.clubs.models import Club
from scorekeeper.evenings.models import Evening, Round
from scorekeeper.play.formatting import in_words, notation_of_session, stake_in_words, tariff_name, value_in_words
from scorekeeper.play.ledger import SessionLedger, StretchLedger, combined, session_ledgers, with_installed_game
from scorekeeper.play.models import Session, Settlement
from scorekeeper.play.pages.summary import listed, summary, unfinished_in, unfinished_round
from scorekeeper.printing.forms import BLANK, CARD, FILLED, PrintChoices
from scorekeeper.printing.marked_sheets.code import options_that_differ
from scorekeeper.printing.marked_sheets.sheets import MARKED, with_boxes
from scorekeeper.printing.score_sheets import CarriedOver, PrintedSheet, ordinary_sheet, rule_card
from scorekeeper.printing.typesetting import CannotPrintError, Order, PageSetup, Sheet, on_paper
from scorekeeper.web.dates import evening_date, long_day
from scorekeeper.web.downloads import file_name
from scorekeeper.web.links import base_of

MOST_SHEETS = 60
MOST_HANDS, MOST_EXPLAINED = 2000, 600
"""The most hands in one file, without and with derivations: a few seconds, during which other print requests wait."""
MOST_PREVIEWED = 200


def qr_base(request: HttpRequest) -> str:
    """Return the base URL of this server for QR codes, empty if other machines can't reach it."""
    base, reachable = base_of(request)
    return base if reachable else ""


def typst_sheet(sheet: PrintedSheet, page_setup: PageSetup) -> Sheet:
    """Return a sheet for typesetting: with boxes for the camera if somebody asked for them and they fit."""
    return with_boxes(sheet, page_setup) or ordinary_sheet(sheet, page_setup)


def without_boxes(sheets: Iterable[Sheet], page_setup: PageSetup) -> list[str]:
    """Return a sentence for the reader if sheets were to have boxes for the camera and some have none."""
    if not page_setup.camera or all(sheet["kind"] == MARKED for sheet in sheets):
        return []
    return [_("The boxes that the camera reads don’t fit on this paper, so sheets are printed without them.")]


# Sessions


def sessions_print_order(sessions: Sequence[Session], choices: PrintChoices, base: str, *, title: str = "") -> Order:
    """Return the filled sheets of sessions, blank ones with the same names, or the rule cards.

    Raise `CannotPrintError` if there is nothing to print or too much.
    """
    if len(sessions) > MOST_SHEETS:
        words = _("You can print at most %(most)s sheets in one file; you asked for %(number)s.")
        raise CannotPrintError(words % {"most": MOST_SHEETS, "number": len(sessions)})
    installed = with_installed_game(sessions)
    by_key = session_ledgers(installed)
    ledgers = [by_key[session.pk] for session in installed]
    missing = _removed_games([session for session in sessions if session not in installed])
    if choices.what == FILLED:
        missing += filter(None, map(_missing, ledgers))
    if not installed:
        raise CannotPrintError(" ".join(missing) or _("There are no tables yet."))
    if choices.what == FILLED:
        _refuse_too_many(ledgers, choices)
    with translation.override(choices.language):
        sheets = _typst_sheets(installed, ledgers, choices, base)
        name = title
        if not title:
            slug, players = ledgers[0].rules.slug, ledgers[0].table.players
            title = _("%(what)s: %(result)s") % {"what": in_words(registry.get(slug).name), "result": listed(players)}
            name = f"{slug} {evening_date(installed[0].started_at):%Y-%m-%d} {' '.join(players)}"
    if choices.what == BLANK:
        missing += without_boxes(sheets, choices.page_setup)
    return Order(
        title=title,
        language=choices.language,
        sheets=sheets,
        name=file_name(name, "" if choices.what == FILLED else choices.what),
        missing=missing,
        previewed=_previewed(ledgers) if choices.what == FILLED else 2,
    )


def _removed_games(sessions: Sequence[Session]) -> list[str]:
    """Return a sentence on sessions that are not printed, since their game was removed."""
    if not sessions:
        return []
    names = [", ".join(seat.name for seat in session.people) for session in sessions]
    return [_("The game of these sessions is no longer installed: %(sessions)s.") % {"sessions": "; ".join(names)}]


def _missing(ledger: SessionLedger) -> str:
    """Return a sentence on what is not on a session's sheet, and why, or an empty string."""
    if not ledger.refusal:
        return ""
    words = _(
        "Hand %(number)s isn’t possible under the current rules, so it and all later hands are not on this sheet."
    )
    return words % {"number": ledger.refusal.number}


def _refuse_too_many(ledgers: Iterable[SessionLedger], choices: PrintChoices) -> None:
    hands = sum(len(ledger.counting) for ledger in ledgers)
    most = MOST_EXPLAINED if choices.appendix else MOST_HANDS
    if hands > most:
        words = _("You can print at most %(most)s hands in one file; you asked for %(number)s.")
        if choices.appendix:
            words = _("At most %(most)s hands can be explained in one file; you asked for %(number)s.")
        raise CannotPrintError(words % {"most": most, "number": hands})


def _previewed(ledgers: Iterable[SessionLedger]) -> int:
    """Return the number of filled sheets in the preview: only whole sheets, and 0 if the first one is too long."""
    counted = [len(stretch.counting) for ledger in ledgers for stretch in ledger.stretches]
    return next((n for n in range(min(4, len(counted)), 0, -1) if sum(counted[:n]) <= MOST_PREVIEWED), 0)


def _typst_sheets(
    sessions: Sequence[Session], ledgers: Sequence[SessionLedger], choices: PrintChoices, base: str
) -> list[Sheet]:
    """Return the sheets of sessions: a filled one for each stretch, or one with the players as they are now."""
    look = choices.page_setup
    if choices.what == CARD:
        return [rule_card(registry.get(ledger.rules.slug), ledger.table, look) for ledger in ledgers]
    played = zip(sessions, ledgers, strict=True)
    if choices.what == BLANK:
        return [typst_sheet(_blank(session, ledger, base), look) for session, ledger in played]
    standing = Settlement.objects.filter(session__in=sessions, withdrawn_at=None)
    settlements = {settled.session_id: settled for settled in standing}
    return [
        typst_sheet(_filled(session, ledger, stretch, settlements.get(session.pk), choices, base), look)
        for session, ledger in played
        for stretch in ledger.stretches
    ]


def _blank(session: Session, ledger: SessionLedger, base: str) -> PrintedSheet:
    """Return a blank sheet with the names of a session; before its first hand, a photo of it can be added there."""
    sheet = _sheet_of(session, ledger.table, base)
    return sheet if ledger.counting else replace(sheet, session=session.public_id)


def _filled(
    session: Session,
    ledger: SessionLedger,
    stretch: StretchLedger,
    settlement: Settlement | None,
    choices: PrintChoices,
    base: str,
) -> PrintedSheet:
    """Return the sheet of a stretch. The payments are on that of the last one.

    From the second stretch on, there is also what everybody has with the stretches before. The sheet of an open session
    can be continued by hand, unless hands are missing there or their derivations follow.
    """
    is_last = stretch is ledger.last
    goes_on = is_last and session.closed_at is None and not choices.appendix and not ledger.refusal
    sheet = replace(
        _sheet_of(session, stretch.table, base),
        session=session.public_id if goes_on else None,
        ledger=stretch.ledger,
        numbers=[hand.number for hand in stretch.counting if hand.scored],
        together=_together(ledger, stretch),
        appendix=choices.appendix,
        missing=" ".join(
            [
                *([_missing(ledger)] if is_last and ledger.refusal else []),
                *unfinished_in(stretch),
                *(unfinished_round(session, ledger) if is_last else []),
            ]
        ),
    )
    if not is_last or (len(ledger.stretches) > 1 and not settlement):
        return sheet
    result = summary(session, ledger, notation_of_session(session, in_counters=False), settlement)
    return replace(sheet, payments=result.payments or (), differences=result.differences)


def _sheet_of(session: Session, table: Table, base: str) -> PrintedSheet:
    """Return a sheet with the heading of a session, without hands."""
    game, evening = registry.get(session.game), session.evening
    day = evening.date if evening else evening_date(session.started_at)
    facts = [(_("Date"), long_day(day))]
    if session.club:
        facts.insert(0, (_("Club"), on_paper(session.club.name)))
    if session.round is not None:
        facts.append((_("Round"), str(session.round.number)))
    if session.table_number is not None:
        facts.append((_("Table"), str(session.table_number)))
    if session.stake:
        rule_set = game.rules.rule_set(table)
        facts.append((_("Stake"), stake_in_words(session.stake, session.currency, session.kitty, rule_set)))
    return PrintedSheet(
        game=game,
        table=table,
        names=table.players,
        subtitle=in_words(game.rules.rule_set(table).name),
        facts=[*facts, *_options(game, table)],
        base=base,
        path=reverse("session", args=[session.public_id]),
    )


def _together(ledger: SessionLedger, stretch: StretchLedger) -> list[CarriedOver]:
    """Return everybody's totals up to this stretch and after it; nothing for the first or the only one."""
    at = ledger.stretches.index(stretch)
    if at == 0:
        return []
    carried = _totals(ledger.stretches[:at])
    return [
        CarriedOver(name=ledger.names[person], before=carried.get(person, 0), total=total)
        for person, total in _totals(ledger.stretches[: at + 1]).items()
    ]


def _totals(stretches: Sequence[StretchLedger]) -> dict[int, int]:
    """Return what these first stretches have come to, by person."""
    come_to = combined(stretches)
    return dict(zip(come_to.people, come_to.settled, strict=True))


# Tables


def table_print_order(game: Game, table: Table, names: Sequence[str], choices: PrintChoices, **of_sheet: Any) -> Order:
    """Return a blank sheet or the rule card for a table; `of_sheet` are the arguments of `blank_sheet`."""
    rule_set = game.rules.rule_set(table)
    with translation.override(choices.language):
        title = f"{in_words(game.name)} · {in_words(rule_set.name)}"
        if choices.what == CARD:
            sheet = rule_card(game, table, choices.page_setup)
        else:
            sheet = typst_sheet(blank_sheet(game, table, names, **of_sheet), choices.page_setup)
    return Order(
        title=title,
        language=choices.language,
        sheets=[sheet],
        name=file_name(game.slug, rule_set.slug, choices.what),
        missing=without_boxes([sheet], choices.page_setup),
    )


def blank_sheet(
    game: Game,
    table: Table,
    names: Sequence[str],
    *,
    club: Club | None = None,
    evening: Evening | None = None,
    number: int | None = None,
    base: str = "",
    planned: int | None = None,
) -> PrintedSheet:
    """Return a blank sheet, with room to write what is not known; its QR code leads to the evening."""
    facts = [
        (_("Club"), on_paper(club.name) if club else ""),
        (_("Date"), long_day(evening.date) if evening else ""),
        (_("Table"), "" if number is None else str(number)),
    ]
    return PrintedSheet(
        game=game,
        table=table,
        names=names,
        subtitle=in_words(game.rules.rule_set(table).name),
        facts=[*facts, *_options(game, table)],
        base=base,
        path=reverse("evening", args=[evening.public_id]) if evening else "",
        planned=planned,
    )


def list_of_round(
    game: Game, table: Table, round_: Round, number: int, marks: Sequence[str], base: str
) -> PrintedSheet:
    """Return the list of a table in a round of a tournament: a row for each planned hand, and lines to sign.

    `marks` precede the names there: the start numbers, or nothing.
    """
    evening = round_.evening
    where = [_("Round %(number)s") % {"number": round_.number}, _("Table %(number)s") % {"number": number}]
    facts = [(_("Tournament"), on_paper(evening.name or evening.club.name)), (_("Date"), long_day(evening.date))]
    return PrintedSheet(
        game=game,
        table=table,
        names=table.players,
        subtitle=" · ".join([*where, in_words(game.rules.rule_set(table).name)]),
        facts=[*facts, *_options(game, table)],
        base=base,
        path=reverse("round", args=[evening.public_id, round_.number]),
        planned=round_.hands.get(str(table.size)),
        marks=marks,
    )


def _options(game: Game, table: Table) -> list[tuple[str, str]]:
    """Return as facts the club's own tariff, if any, and the options that are not at their default."""
    tariff_fact = [(_("Tariff"), on_paper(tariff_name(table.tariff)))] if table.tariff else []
    unusual = options_that_differ(game, table)
    return tariff_fact + [
        (in_words(option.label), value_in_words(option, table.options[option.name]))
        for option in game.rules.rule_set(table).options
        if option.name in unusual and (not option.players or table.size in option.players)
    ]
