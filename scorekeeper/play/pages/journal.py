"""The journal of a session, who changed what and when, and the page with its chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games import registry
from games.scoring.errors import RuleError
from games.scoring.replay import score_hand
from games.scoring.text import Amount, isolated
from scorekeeper.play import queries
from scorekeeper.play.access import access_of
from scorekeeper.play.formatting import Notation, in_words, note_in_words, sum_of_money, tariff_name, value_in_words
from scorekeeper.play.ledger import SessionLedger, StretchLedger
from scorekeeper.play.models import DEALS_KEPT, OF_CALL, OF_PAYMENTS, Change, Role, Session, Verb
from scorekeeper.play.money import gained
from scorekeeper.play.pages.charts import drawing
from scorekeeper.play.pages.shared import TablePage
from scorekeeper.play.pages.table_screen import rows
from scorekeeper.play.recording.hands import form_of_call
from scorekeeper.play.recording.write import OF_DETAILS


@dataclass(frozen=True, kw_only=True)
class JournalEntry:
    """One change.

    `what` is a sentence without its subject. `before` and `after` describe what was changed: the hand, the call or the
    totals.
    """

    who: str
    at: datetime
    what: str
    before: str = ""
    after: str = ""
    hand_number: int | None = None


def entries(ledger: SessionLedger, changes: Sequence[Change], notation: Notation) -> list[JournalEntry]:
    """Return the changes in words, in the same order."""
    return [_entry(ledger, change, notation) for change in changes]


def _entry(ledger: SessionLedger, change: Change, notation: Notation) -> JournalEntry:
    old = new = ""
    if change.hand_number is not None:
        stretch = ledger.at(change.hand_number)
        raws = [
            {name: value for name, value in (raw or {}).items() if name != DEALS_KEPT}
            for raw in (change.before, change.after)
        ]
        old, new = (_outcome(stretch, raw, notation) for raw in raws)
        if old == new and change.verb == Verb.AMEND:
            # The description of the hand doesn't show the change, but the lines of its derivation may.
            old, new = (_lines(stretch, change, raw, notation) for raw in raws)
    elif change.verb in (Verb.START, Verb.IMPORT) and ledger.table.tariff:
        new = gettext("played for %(tariff)s") % {"tariff": tariff_name(ledger.table.tariff)}
    elif change.verb in (Verb.START, Verb.PLAYERS) and change.after:
        new = _new_table(ledger, change.after)
    elif change.verb == Verb.CLOSE:
        new = _totals(ledger, change.after, notation)
    elif change.verb == Verb.REOPEN:
        old = _totals(ledger, change.before, notation)
    elif change.verb in OF_CALL:
        old, new = (call_in_words(ledger, call, notation) for call in (change.before, change.after))
    elif change.verb in OF_PAYMENTS and (payment := change.after or change.before):
        new = payment_in_words(ledger, payment, notation)
    return JournalEntry(
        who=change.who or gettext("Someone"),
        at=change.at,
        what=what(change),
        before=old if old != new else "",
        after=new,
        hand_number=change.hand_number if _is_there(ledger, change) else None,
    )


def _is_there(ledger: SessionLedger, change: Change) -> bool:
    """Return whether a change is one of a hand that was not undone."""
    return change.hand_number is not None and change.hand_number <= len(ledger.hands)


def call_in_play(session: Session, ledger: SessionLedger, notation: Notation) -> str:
    """Return the call of the hand being played, in words; empty if it was not announced."""
    call = session.called and {"number": ledger.next_number, "called": session.called}
    return call_in_words(ledger, call, notation)


def updates_in_words(ledger: SessionLedger, changes: Sequence[Change], notation: Notation) -> str:
    """Return the changes in one line of text, in the same order: "Bruno recorded hand 12 (Anne +198)"."""
    return " · ".join(_in_a_sentence(ledger, change, notation) for change in changes)


def _in_a_sentence(ledger: SessionLedger, change: Change, notation: Notation) -> str:
    who = change.who or gettext("Somebody")
    sentence = f"{who} {what(change)}"
    if change.verb == Verb.SET_CALL:
        parts = {"what": sentence, "result": call_in_words(ledger, change.after, notation)}
        return gettext("%(what)s: %(result)s") % parts
    scored = ledger.hand(change.hand_number).scored if change.hand_number and _is_there(ledger, change) else None
    if scored is None or change.verb in (Verb.VOID, Verb.UNDO) or not any(scored.entry.amounts):
        return sentence
    players = ledger.at(change.hand_number or 0).table.players
    gains = [
        f"{isolated(name)} {notation.words(Amount(amount, signed=True))}"
        for name, amount in zip(players, scored.entry.amounts, strict=True)
        if amount
    ]
    return f"{sentence} ({', '.join(gains)})"


WORDS = {
    Verb.START: _("started the session"),
    Verb.RECORD: _("recorded hand %(number)s"),
    Verb.INSERT: _("inserted hand %(number)s"),
    Verb.AMEND: _("amended hand %(number)s"),
    Verb.VOID: _("voided hand %(number)s"),
    Verb.UNVOID: _("restored hand %(number)s"),
    Verb.UNDO: _("undid hand %(number)s"),
    Verb.CLOSE: _("closed the session"),
    Verb.REOPEN: _("reopened the session"),
    Verb.SHUT_OUT: _("shut out %(name)s"),
    Verb.LET_IN: _("let %(name)s in again"),
    Verb.LOCK: _("locked the session"),
    Verb.UNLOCK: _("unlocked the session"),
    Verb.SET_CALL: _("set the call"),
    Verb.CLEAR_CALL: _("cleared the call"),
    Verb.TICK: _("ticked a payment as paid"),
    Verb.UNTICK: _("removed the tick from a payment"),
    Verb.DELETE: _("deleted the session"),
    Verb.UNDELETE: _("restored the session"),
    Verb.AGREE: _("agreed that the round is over"),
    Verb.TOGETHER: _("settled the night together"),
    Verb.APART: _("settled the sessions of the night separately again"),
}
RENEWED = {Role.SCORER: _("renewed the scorer link"), Role.WATCHER: _("renewed the watcher link")}


def what(change: Change) -> str:
    """Return what a change did, as a sentence without its subject."""
    if change.verb == Verb.IMPORT:
        hands = (change.after or {}).get("hands", 0)
        words = ngettext("imported the session with %(hands)s hand", "imported the session with %(hands)s hands", hands)
        return words % {"hands": hands}
    if change.verb in (Verb.START, Verb.PLAYERS) and change.after:
        return _changed_players(change.after)
    if change.verb in OF_DETAILS:
        return _details(change.before or {}, change.after or {})
    access = change.after or {}
    if change.verb == Verb.RENEW:
        return str(RENEWED[Role(access["role"])])
    name = access.get("label") or gettext("a watcher")
    words = _words(change) % {"number": change.hand_number, "name": name}
    if DEALS_KEPT in (change.before or {}):
        return gettext("%(what)s; the hands after it keep their dealers") % {"what": words}
    return words


def _words(change: Change) -> str:
    if change.verb == Verb.CLEAR_CALL and not change.before:
        return gettext("cleared the form")
    if hands := (change.after or {}).get("hands", ()):
        undone = change.verb == Verb.UNDO
        words = (
            gettext("swapped hands %(one)s and %(other)s back")
            if undone
            else gettext("swapped hands %(one)s and %(other)s")
        )
        return words % {"one": hands[0], "other": hands[1]}
    if change.verb == Verb.UNDO and "others" in (change.before or {}):
        return gettext("undid an exchange of people")
    if change.verb == Verb.UNDO and change.hand_number is None:
        return gettext("undid a change of players or rules")
    if change.verb == Verb.UNDO and change.after:
        return gettext("undid the latest change of hand %(number)s")
    return str(WORDS[Verb(change.verb)])


def _changed_players(after: Mapping[str, Any]) -> str:
    """Return what a change of players did: "changed the seats, changed the players: Bruno left, Emil joined"."""
    people = [gettext("%(name)s left") % {"name": isolated(name)} for name in after["left"]]
    people += [gettext("%(name)s joined") % {"name": isolated(name)} for name in after["joined"]]
    parts = [gettext("started the next game")] if after.get("next_game") else []
    parts += [gettext("changed the rules")] if after.get("options") else []
    # Older journals don't store `seats`; where nothing else changed, the seats did.
    parts += [gettext("changed the seats")] if after.get("seats") or not (people or parts) else []
    parts += [gettext("changed the players: %(changes)s") % {"changes": ", ".join(people)}] if people else []
    return ", ".join(parts)


def _new_table(ledger: SessionLedger, after: Mapping[str, Any]) -> str:
    """Return the options and the order of the seats that were changed: "Round to tens: Yes · Bruno, Anne, Chloé"."""
    parts = [_options(ledger, after["options"])] if after.get("options") else []
    parts += [", ".join(isolated(name) for name in after["seats"])] if after.get("seats") else []
    return " · ".join(parts)


def _options(ledger: SessionLedger, options: Mapping[str, Any]) -> str:
    """Return the new values of options: "Joker: yes, Penalty: 50"."""
    return ", ".join(
        f"{in_words(option.label)}: {value_in_words(option, options[option.name])}"
        for option in ledger.rules.rule_set(ledger.table).options
        if option.name in options
    )


def _details(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return what a change of the session's details did: "renamed Mrion to Marion, set the stake to €0.10"."""
    parts = _names_changed(before.get("names", []), after.get("names", []), after.get("others", []))
    if "currency" in after:
        stake = after["stake"] and sum_of_money(Decimal(after["stake"]), after["currency"])
        parts.append(
            gettext("set the stake to %(stake)s") % {"stake": stake} if stake else gettext("removed the stake")
        )
    if "kitty" in after:
        kitty = after["kitty"] and sum_of_money(Decimal(after["kitty"]["money"]), after["kitty"]["currency"])
        words = gettext("set the kitty to %(kitty)s each") if kitty else gettext("removed the kitty")
        parts.append(words % {"kitty": kitty})
    if "planned_hands" in after:
        hands = after["planned_hands"]
        words = (
            gettext("set the length of the list to %(hands)s") if hands else gettext("removed the length of the list")
        )
        parts.append(words % {"hands": hands})
    if "title" in after:
        words = gettext("set the title to “%(title)s”") if after["title"] else gettext("removed the title")
        parts.append(words % {"title": after["title"]})
    if "note" in after:
        parts.append(gettext("changed the note") if after["note"] else gettext("removed the note"))
    return ", ".join(parts)


def _names_changed(before: Sequence[str], after: Sequence[str], others: Sequence[int]) -> list[str]:
    """Return how names were changed; those at the places `others` are of another person than before."""
    renamed, instead = gettext("renamed %(before)s to %(after)s"), gettext("put %(after)s in the place of %(before)s")
    exchanged, parts = gettext("exchanged %(before)s and %(after)s"), []
    for place, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        words, back = renamed, old in after and before[after.index(old)] == new
        if place in others:
            words = exchanged if back else instead
        if not (place in others and back and after.index(old) < place):  # the two were named already
            parts.append(words % {"before": isolated(old), "after": isolated(new)})
    return parts


def _outcome(stretch: StretchLedger, raw: Mapping[str, Any] | None, notation: Notation) -> str:
    """Return a hand in one line, with its note; empty if there is none."""
    if not raw:
        return ""
    names = stretch.table.players
    words = in_words(registry.get(stretch.rules.slug).describe(stretch.table, raw), names, notation.words)
    note = note_in_words(raw.get("note", ""))
    return words if not note or note in words else f"{words} ({note})"


def call_in_words(ledger: SessionLedger, call: Mapping[str, Any] | None, notation: Notation) -> str:
    """Return a stored call in words; `call` has the hand's `number` and what was `called`. Empty if there is none."""
    if not call:
        return ""
    form = form_of_call(ledger, call["number"], call["called"])
    return in_words(form.called_in_words(), form.table.players, notation.words)


def payment_in_words(ledger: SessionLedger, payment: Mapping[str, Any], notation: Notation) -> str:
    """Return a stored payment in words: "David pays Anne 66, €3.30"."""
    sums = [notation.words(Amount(payment["amount"]))] if payment["amount"] is not None else []
    if payment["money"] is not None:
        sums.append(sum_of_money(Decimal(payment["money"]), payment["currency"]))
    # Older journals store people by seat.
    debtor, creditor = (
        isolated(ledger.names[seat] if isinstance(seat, int) else seat or "")
        for seat in (payment["debtor"], payment["creditor"])
    )
    words = gettext("%(debtor)s pays %(creditor)s %(sum)s")
    if payment["creditor"] is None:
        words = gettext("%(debtor)s pays %(sum)s into the kitty")
    elif payment["debtor"] is None:
        words = gettext("the kitty pays %(creditor)s %(sum)s back")
    return words % {"debtor": debtor, "creditor": creditor, "sum": ", ".join(sums)}


def _lines(stretch: StretchLedger, change: Change, raw: Mapping[str, Any] | None, notation: Notation) -> str:
    """Return a hand with the lines of its derivation, scored at its place in the stretch.

    The lines are left out if the rules refuse the hand.
    """
    names, words = stretch.table.players, _outcome(stretch, raw, notation)
    if raw is None or change.hand_number is None:
        return words
    state = stretch.state_before(change.hand_number)
    try:
        scored = score_hand(stretch.rules, stretch.table, state, (0,) * stretch.table.size, raw, stretch.naming)
    except RuleError:
        return words
    return "; ".join([words, *(in_words(line.label, names, notation.words) for line in scored.entry.lines)])


def _totals(ledger: SessionLedger, settled: Mapping[str, Any] | None, notation: Notation) -> str:
    """Return the result that a closing froze, as the page of the result had it."""
    if not settled:
        return ""
    names = settled.get("people", ledger.names)
    transfers = settled["transfers"]
    # Journals of version 1.0 store the payments, but not what they come to.
    gains = settled.get("gains") or gained(len(names), transfers or ())
    totals = settled["totals"] if transfers is None else gains
    return ", ".join(
        f"{name} {notation.words(Amount(total, signed=True))}" for name, total in zip(names, totals, strict=True)
    )


LATEST_CHANGES = 5
"""How many changes of the journal the page "How it went" shows."""


@require_safe
def journal(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who changed what and when, and what it was before, to everybody at the table."""
    page = TablePage.from_request(request, access_of(request, public_id))
    context = {
        **page.context,
        "changes": entries(page.ledger, queries.journal(page.session), page.notation),
    }
    return render(request, "play/journal.html", context)


@require_safe
def chart(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show how it went: the running totals as a chart, the latest hands, and the latest changes."""
    page = TablePage.from_request(request, access_of(request, public_id))
    context = {
        **page.context,
        "drawing": drawing(page.ledger),
        "rows": rows(page.session, page.ledger, page.notation),
        "changes": entries(page.ledger, queries.journal(page.session)[:LATEST_CHANGES], page.notation),
    }
    return render(request, "play/chart.html", context)
