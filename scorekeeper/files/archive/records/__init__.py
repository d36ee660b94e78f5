"""The kinds of lines in a club file, in order: rows come before those that refer to them.

To add a kind, add its class here. Files with unknown kinds are refused.
"""

from collections.abc import Sequence

from scorekeeper.files.archive.records.audit_log import AuditEntryKind
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.clubs import ClubKind, HouseRulesKind, SeasonKind
from scorekeeper.files.archive.records.evenings import EveningKind
from scorekeeper.files.archive.records.people import MergeKind, PlayerKind
from scorekeeper.files.archive.records.sessions import SessionKind
from scorekeeper.files.archive.records.tariffs import TariffKind

KINDS: Sequence[type[RecordType]] = (
    ClubKind,
    PlayerKind,
    TariffKind,
    HouseRulesKind,
    SeasonKind,
    EveningKind,
    SessionKind,
    MergeKind,
    AuditEntryKind,
)
