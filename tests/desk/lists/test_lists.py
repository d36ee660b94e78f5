"""The lists of a round: typed, confirmed, disputed and opened again."""

from __future__ import annotations

from typing import Any

import pytest

from games.scoring.errors import Code, RuleError
from scorekeeper.clubs.models import AuditEntry
from scorekeeper.desk import lists
from scorekeeper.desk.audit_notes import in_words
from scorekeeper.desk.models import TableList
from scorekeeper.desk.result.day_list import day_list
from scorekeeper.desk.result.ranking_document import ranking_document
from scorekeeper.desk.stored_result import read_stored
from scorekeeper.evenings.errors import ResultStandsError
from scorekeeper.evenings.models import Round
from scorekeeper.play.errors import ConflictError, NotThereError
from scorekeeper.play.evening_tables import LIST_IS_CONFIRMED
from tests.desk.lists.list_desk import TAROT, WON, ListDesk
from tests.play.tables import GARDE

pytestmark = pytest.mark.django_db


class Desk(ListDesk):
    """A tournament of four whose first round is published."""

    def __init__(self, **changes: Any) -> None:
        super().__init__(tables=1, **changes)

    @property
    def totals(self) -> list[int]:
        """The totals of the ranking, in the order of the start numbers."""
        entries = ranking_document(day_list(read_stored(self.tournament)))["entries"]
        return [entry["total"] for entry in sorted(entries, key=lambda entry: entry["number"])]

    def type_list(self, results: Any = WON) -> TableList:
        return lists.type_list(self.tournament, self.round, 1, results, by="Rosa")

    def confirm(self, seen: Any = WON, *, by: str = "Bruno") -> TableList:
        return lists.confirm(self.tournament, self.round, 1, seen=seen, by=by)

    def confirm_what_is_proposed(self) -> TableList:
        return self.confirm(lists.proposed(self.round, 1))


NOTHING = [0, 0, 0, 0]


def last_entry() -> tuple[str, str]:
    entry = AuditEntry.objects.latest("pk")
    return entry.who, in_words(entry)


def test_a_typed_list_counts_once_it_is_confirmed() -> None:
    desk = Desk()
    desk.type_list()
    assert desk.totals == NOTHING
    desk.confirm()
    assert desk.totals == [1522, 331, 1020, 185]
    assert last_entry() == ("Bruno", "confirmed the list of round 1, table 1")


def test_there_is_nothing_to_confirm_before_the_table_has_played() -> None:
    with pytest.raises(RuleError) as refused:
        Desk().confirm()
    assert refused.value.code == Code.REQUIRED


def test_a_disputed_list_does_not_count_until_it_is_corrected_and_confirmed() -> None:
    desk = Desk()
    desk.type_list()
    lists.dispute(desk.round, 1, reason="Anne’s grand was lost.", by="Bruno")
    assert last_entry() == ("Bruno", "disputed the list of round 1, table 1: Anne’s grand was lost.")
    assert desk.totals == NOTHING
    desk.type_list()
    assert TableList.objects.get().disputed_at is None
    desk.confirm()
    assert desk.totals == [1522, 331, 1020, 185]


def test_a_dispute_needs_a_reason_and_comes_before_the_confirmation() -> None:
    desk = Desk()
    with pytest.raises(RuleError) as refused:
        lists.dispute(desk.round, 1, reason=" ", by="Bruno")
    assert (refused.value.code, refused.value.field) == (Code.REQUIRED, "reason")
    desk.type_list()
    desk.confirm()
    with pytest.raises(ConflictError):
        lists.dispute(desk.round, 1, reason="Too late", by="Bruno")


def test_a_confirmed_list_is_changed_only_after_it_was_opened_again_with_a_reason() -> None:
    desk = Desk()
    desk.type_list()
    desk.confirm()
    with pytest.raises(ConflictError):
        desk.type_list()
    with pytest.raises(RuleError) as refused:
        lists.open_again(desk.round, 1, reason="", by="Rosa")
    assert (refused.value.code, refused.value.field) == (Code.REQUIRED, "reason")
    lists.open_again(desk.round, 1, reason="Added wrongly", by="Rosa")
    assert last_entry() == ("Rosa", "opened the list of round 1, table 1, again: Added wrongly")
    assert desk.totals == NOTHING
    desk.type_list()


def test_a_closed_session_proposes_its_list_and_is_not_changed_once_it_is_confirmed() -> None:
    desk = Desk(**TAROT)
    scorer = desk.played()
    assert desk.totals == NOTHING
    desk.confirm_what_is_proposed()
    assert desk.totals == [198, -66, -66, -66]
    with pytest.raises(ResultStandsError) as refused:
        scorer.reopen()
    assert refused.value.message == LIST_IS_CONFIRMED


def test_an_open_session_has_no_list_yet() -> None:
    desk = Desk(**TAROT)
    desk.scorer().record(GARDE)
    with pytest.raises(RuleError) as refused:
        desk.confirm_what_is_proposed()
    assert refused.value.message == lists.NOT_OVER


def test_a_table_that_the_round_does_not_have_takes_no_list() -> None:
    desk = Desk()
    for write in (
        lambda: lists.type_list(desk.tournament, desk.round, 9, WON),
        lambda: lists.dispute(desk.round, 9, reason="Nobody", by="Rosa"),
    ):
        with pytest.raises(NotThereError):
            write()


def test_a_round_that_is_not_published_takes_no_list() -> None:
    desk = Desk()
    Round.objects.update(published_at=None)
    with pytest.raises(ConflictError):
        desk.type_list()
