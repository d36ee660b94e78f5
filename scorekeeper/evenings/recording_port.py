"""What sessions need to know of their evening: implements `scorekeeper.play.recording.ports.Evenings`."""

from scorekeeper.evenings.attendance import (
    lock,
    lock_of,
    present_for,
    refuse_change,
    refuse_return,
    refuse_seated_elsewhere,
    seat,
    seat_again,
    tonight,
    unsettled,
)
from scorekeeper.evenings.queries import free
from scorekeeper.evenings.tables.table_numbers import number_at

__all__ = [
    "free",
    "lock",
    "lock_of",
    "number_at",
    "present_for",
    "refuse_change",
    "refuse_return",
    "refuse_seated_elsewhere",
    "seat",
    "seat_again",
    "tonight",
    "unsettled",
]
