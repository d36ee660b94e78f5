"""The kinds of lines in a club's archive, in order: rows come before those that refer to them.

To add a kind, add its class here. Files with unknown kinds are refused.
"""

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.files.archive.records.audit_log import AuditEntryRecord
from scorekeeper.files.archive.records.base import RecordType
from scorekeeper.files.archive.records.clubs import ClubRecord, HouseRulesRecord, SeasonRecord
from scorekeeper.files.archive.records.evenings import EveningRecord
from scorekeeper.files.archive.records.people import MergeRecord, PersonalDataRecord, PlayerRecord
from scorekeeper.files.archive.records.sessions import SessionRecord
from scorekeeper.files.archive.records.tariffs import TariffRecord
from scorekeeper.files.archive.rows import RowType

RECORDS: Sequence[type[RecordType]] = (
    ClubRecord,
    PlayerRecord,
    PersonalDataRecord,
    TariffRecord,
    HouseRulesRecord,
    SeasonRecord,
    EveningRecord,
    SessionRecord,
    MergeRecord,
    AuditEntryRecord,
)


def _with_nested(rows: RowType) -> Iterator[tuple[str, RowType]]:
    yield rows.kind, rows
    for one in rows.nested.values():
        yield from _with_nested(one)


CLUB_ROWS: Mapping[str, RowType] = dict(pair for each in RECORDS for pair in _with_nested(each.rows))
"""What a club's archive holds of each model's rows; models not listed here are left out."""
