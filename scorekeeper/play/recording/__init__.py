"""The scoring service: every write at a table. Each write is one verb and one transaction.

A write carries the revision that its caller saw and a token that can be spent only once: `recording.record(write, …)`,
with a `Write` of `recording.write`.
"""

from scorekeeper.play.recording.access import join, let_in, lock, renew_link, share_board, shut_out, unlock
from scorekeeper.play.recording.details import change_details, exchange_people
from scorekeeper.play.recording.hands import (
    amend,
    clear_call,
    insert,
    preview,
    record,
    set_call,
    swap,
    undo,
    unvoid,
    void,
)
from scorekeeper.play.recording.nights import settle_apart, settle_together, tick_payment_of_night
from scorekeeper.play.recording.players import change_players, play_on
from scorekeeper.play.recording.session import agree, close, delete, reopen, tick_payment, undelete

__all__ = [
    "agree",
    "amend",
    "change_details",
    "change_players",
    "clear_call",
    "close",
    "delete",
    "exchange_people",
    "insert",
    "join",
    "let_in",
    "lock",
    "play_on",
    "preview",
    "record",
    "renew_link",
    "reopen",
    "set_call",
    "settle_apart",
    "settle_together",
    "share_board",
    "shut_out",
    "swap",
    "tick_payment",
    "tick_payment_of_night",
    "undelete",
    "undo",
    "unlock",
    "unvoid",
    "void",
]
