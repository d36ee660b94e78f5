"""A club moves to another installation with everything it has, and a second import duplicates nothing."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.utils import timezone

from scorekeeper.clubs.models import AuditEntry, Club, ClubDevice, HouseRules, Merge, Organiser, Player
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.evenings.money import settlement
from scorekeeper.files.archive.club_files.import_ import ClubImport
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.records import CLUB_ROWS
from scorekeeper.files.archive.records.report import Verdict
from scorekeeper.organisers import merging
from scorekeeper.play import queries, stretches
from scorekeeper.play.models import Access, Change, Hand, Session, Settlement
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.printing.models import WrittenTotal
from scorekeeper.standings.models import Result, Season
from scorekeeper.standings.standings import Terms, standings
from tests.accounts.member_logins import with_login
from tests.evenings.club_evening import ClubEvening
from tests.files.archive.moved import counts, emptied, lines_of, moved, packed, resealed, unpacked
from tests.files.evening import in_two_stretches
from tests.play.tables import FOUR, GARDE, PASSED, fresh

pytestmark = pytest.mark.django_db

TWICE = (396, -132, -132, -132)
"""The totals after two of Anne's gardes."""
PEOPLE = (*FOUR, "Emil", "Émile")


class Full(ClubEvening):
    """A club with one of everything that is moved, and of everything that stays."""

    def __init__(self, name: str = "Coupe-file") -> None:
        super().__init__(name, PEOPLE, kitty=Decimal("0.50"))
        self.open = self.table(*FOUR, stake=Decimal("0.05"))
        self.open.record()
        self.open.record(PASSED)
        self.open.amend(2, {**GARDE, "points": 60})
        self.open.amend(2, GARDE)
        self.open.record()
        self.open.void(3)
        WrittenTotal.objects.create(session=self.open.session, hand_number=1, place=0, total=198)
        self.settled = self.begin(day=date(2026, 11, 6), name="Before", kitty=Decimal("0.50"))
        self.closed = self.played("Anne", "Bruno", "Chloé", "Emil", evening=self.settled.public_id)
        self.again = self.played("Anne", "Bruno", "Chloé", "Émile", evening=self.settled.public_id)
        self.settle_evening()
        settlement.withdraw(self.settled, settlement=settlement.standing(self.settled).pk)  # type: ignore[union-attr]
        self.settle_evening()
        merging.merge(self.player("Emil"), self.player("Émile"), by="marion")
        HouseRules.objects.create(club=self.club, game="tarot", rules="fft", options={}, currency="CHF")
        Season.objects.create(club=self.club, name="2026/27", starts=date(2026, 9, 1), best=20)
        self.member("Zoé", "Zo", guest=True, retired=True)
        self.organiser("marion")
        with_login(self.player("Anne"), "anne")

    def settle_evening(self) -> None:
        self.settled.refresh_from_db()
        tables = settlement.tables_of(self.settled, settlement.sessions_of(self.settled))
        settlement.settle(self.settled, digest=settlement.preview_settlement(self.settled, tables).digest, by="phone")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.club"


# There


def test_exporting_an_imported_club_gives_the_same_file(path: Path) -> None:
    there = lines_of(packed(Full().club))
    path.write_bytes(packed(Club.objects.get()))
    emptied()
    unpacked(path)
    AuditEntry.objects.filter(model="clubs.club").delete()  # that it was read in
    assert lines_of(packed(Club.objects.get())) == there


def test_hands_changes_and_settlements_are_moved_and_the_ledger_is_the_same(path: Path) -> None:
    full = Full()
    club = moved(full.club, path)
    session = Session.objects.get(public_id=full.open.session.public_id)
    assert fresh(session).totals == TWICE
    amended = {number for number, replaces in session.hands.values_list("number", "replaces") if replaces}
    voided = set(session.hands.exclude(voided_at=None).values_list("number", flat=True))
    assert (session.hands.count(), amended, voided) == (5, {2}, {3})
    assert [change.verb for change in queries.journal(session)] == [
        "void", "record", "amend", "amend", "record", "record", "start",
    ]  # fmt: skip
    assert (session.club, session.evening, session.revision) == (club, Evening.objects.get(name=""), 6)
    assert [seat.player.name for seat in session.seats.all()] == list(FOUR)
    assert WrittenTotal.objects.get().session == session
    assert Settlement.objects.filter(session__public_id=full.closed.public_id).get().totals == [198, -66, -66, -66]


def test_a_settled_evening_keeps_its_amounts_and_withdrawn_settlements(path: Path) -> None:
    full = Full()
    club = moved(full.club, path)
    evening = club.evenings.get(name="Before")
    withdrawn, stands = (settlement.of_frozen(row) for row in evening.settlements.order_by("pk"))
    assert evening.settled_at == stands.settled_at
    assert [(one.name, one.amount) for one in stands.balances] == [
        ("Anne", Decimal("19.30")), ("Emil", Decimal("-3.80")), ("Émile", Decimal("-3.80")),
        ("Bruno", Decimal("-7.10")), ("Chloé", Decimal("-7.10")),
    ]  # fmt: skip
    assert {club.players.get(pk=one.player).name for one in stands.balances} == {
        "Anne",
        "Bruno",
        "Chloé",
        "Emil",
        "Émile",
    }
    assert sorted(stands.sessions) == sorted(evening.sessions.values_list("pk", flat=True))
    assert [sum(one.tables.values()) for one in stands.balances] == [one.played for one in stands.balances]
    assert withdrawn.kitty == stands.kitty == Decimal("2.50")


def added_up(club: Club) -> list[tuple[str, int]]:
    return [(row.name, row.total) for row in standings(Terms(club=club, minimum=0)).ranked]


def test_the_standings_are_the_same_after_moving(path: Path) -> None:
    full = Full()
    there = added_up(full.club)
    club = moved(full.club, path)
    assert added_up(club) == there
    assert there[0] == ("Anne", 396)
    assert Result.objects.filter(session__club=club).count() == 8


def test_a_merge_is_moved_and_can_be_undone(path: Path) -> None:
    full = Full()
    club = moved(full.club, path)
    merged_away = club.players.get(name="Émile")
    assert (merged_away.merged_into, merged_away.seats.count()) == (club.players.get(name="Emil"), 0)
    assert merging.unmerge(Merge.objects.get())
    assert [seat.session.public_id for seat in merged_away.seats.all()] == [full.again.public_id]
    assert merged_away.presences.get().evening.name == "Before"


def test_logins_organisers_phones_and_links_are_not_moved(path: Path) -> None:
    full = Full()
    session, phones_token = full.open.session, full.club.phones_token
    tokens = {session.scorer_token, session.watch_token, session.creation_token, phones_token}
    tokens |= set(Change.objects.values_list("token", flat=True)) | {full.device, full.open.access.device}
    file = packed(full.club).decode()
    assert not [token for token in tokens if token in file]
    assert "marion" not in {line.get("username") for line in lines_of(file.encode())}
    assert "pbkdf2" not in file
    club = moved(full.club, path)
    assert (Organiser.objects.count(), ClubDevice.objects.count(), Access.objects.count()) == (0, 0, 0)
    assert not Player.objects.exclude(user=None).exists()
    arrived = Session.objects.get(public_id=session.public_id)
    assert not {arrived.scorer_token, arrived.watch_token, arrived.creation_token, club.phones_token} & tokens


def test_the_audit_log_records_who_imported_the_file(path: Path) -> None:
    full = Full()
    path.write_bytes(packed(full.club))
    emptied()
    unpacked(path, by="marion")
    entry = AuditEntry.objects.get(model="clubs.club")
    assert (entry.who, entry.name) == ("marion", "Coupe-file")
    assert entry.message == '[{"noted": ["read_in", {"people": "7", "evenings": "2", "sessions": "3"}]}]'


def test_the_preview_matches_the_import_and_writes_nothing(path: Path) -> None:
    full = Full()
    path.write_bytes(packed(full.club))
    emptied()
    foreseen = unpacked(path, writes=False)
    assert not Club.objects.exists()
    assert unpacked(path) == foreseen


@pytest.mark.parametrize("done", [0, 3, 12, 20, 30])
def test_an_interrupted_import_leaves_nothing(path: Path, done: int) -> None:
    path.write_bytes(packed(Full().club))
    emptied()
    before = counts()
    steps = ClubImport(path, writes=True).steps()
    assert len(list(islice(steps, done))) == done
    steps.close()  # type: ignore[attr-defined]  # a generator
    assert counts() == before


STAYS_BEHIND = {"clubs.organiser", "clubs.clubdevice", "clubs.removedphone", "play.access", "play.board"}
"""Phones and their rights, and permissions; everything of these apps stays."""
APPS_THAT_STAY = {"accounts", "api", "reading", "welcome"}


def test_every_model_is_in_a_club_file_or_left_out_on_purpose() -> None:
    """Every new model must be listed as moved or not."""
    apps_of_ours = [app for app in apps.get_app_configs() if app.name.startswith("scorekeeper.")]
    labels = {
        model._meta.label_lower for app in apps_of_ours if app.label not in APPS_THAT_STAY for model in app.get_models()
    }
    assert labels == CLUB_ROWS.keys() | STAYS_BEHIND
    assert not CLUB_ROWS.keys() & STAYS_BEHIND


# Twice


def test_importing_a_file_twice_duplicates_nothing(path: Path) -> None:
    moved(Full().club, path)
    before, packed_lines = counts(), lines_of(packed(Club.objects.get()))
    report = unpacked(path)
    assert report.changes == 0
    assert {verdict for _kind, verdict in report.counts} == {Verdict.SAME}
    assert counts() == before
    assert lines_of(packed(Club.objects.get())) == packed_lines


def test_importing_an_old_file_again_does_not_revert_changes_made_here(path: Path) -> None:
    full = Full()
    moved(full.club, path)
    session = Session.objects.get(public_id=full.open.session.public_id)
    access = services.join(session, device="d" * 32, role="scorer")
    services.record(Write(session, access, session.revision, "t" * 16), raw=GARDE)
    before = counts()
    report = unpacked(path)
    assert report.of("session", Verdict.OLDER) == 1
    assert report.changes == 0
    assert counts() == before
    assert fresh(session).totals == (594, -198, -198, -198)


def test_a_session_continued_at_its_origin_is_updated(path: Path) -> None:
    full = Full()
    early = packed(full.club)
    full.open.record()
    path.write_bytes(packed(full.club))
    emptied()
    first = path.with_name("early")
    first.write_bytes(early)
    unpacked(first)
    session = Session.objects.get(public_id=full.open.session.public_id)
    access = services.join(session, device="d" * 32, role="scorer")
    link = session.scorer_token
    assert fresh(session).totals == TWICE
    report = unpacked(path)
    assert report.of("session", Verdict.LONGER) == 1
    assert report.names["session", Verdict.LONGER][0].endswith("Anne, Bruno, Chloé, David")
    session.refresh_from_db()
    assert fresh(session).totals == (594, -198, -198, -198)
    assert (session.scorer_token, session.accesses.get()) == (link, access)
    assert unpacked(path).changes == 0


def test_a_session_continued_in_both_places_is_kept_and_named(path: Path) -> None:
    full = Full()
    early = path.with_name("early")
    early.write_bytes(packed(full.club))
    full.open.record({**GARDE, "points": 60})
    path.write_bytes(packed(full.club))
    emptied()
    unpacked(early)
    session = Session.objects.get(public_id=full.open.session.public_id)
    access = services.join(session, device="d" * 32, role="scorer")
    services.record(Write(session, access, session.revision, "t" * 16), raw=GARDE)
    report = unpacked(path)
    assert report.of("session", Verdict.PARTED) == 1
    assert "Anne, Bruno, Chloé, David" in report.names["session", Verdict.PARTED][0]
    assert fresh(session).totals == (594, -198, -198, -198)


def test_an_evening_settled_at_its_origin_is_settled_here_too(path: Path) -> None:
    club_evening = ClubEvening(members=FOUR)
    session = club_evening.played(*FOUR)
    early = path.with_name("early")
    early.write_bytes(packed(club_evening.club))
    club_evening.settle()
    path.write_bytes(packed(club_evening.club))
    emptied()
    unpacked(early)
    assert Evening.objects.get().settled_at is None
    assert unpacked(path).of("evening", Verdict.LONGER) == 1
    frozen = EveningSettlement.objects.get()
    assert Evening.objects.get().settled_at == frozen.settled_at
    assert frozen.sessions == [Session.objects.get(public_id=session.public_id).pk]
    assert settlement.of_frozen(frozen).balances[0].amount == Decimal("9.90")
    assert unpacked(path).changes == 0


def test_a_settlement_made_here_is_kept_whatever_the_file_says(path: Path) -> None:
    club_evening = ClubEvening(members=FOUR)
    scorer = club_evening.table(*FOUR, stake=Decimal("0.05"))
    scorer.record()
    scorer.close()
    early = path.with_name("early")
    early.write_bytes(packed(club_evening.club))
    scorer.reopen()
    scorer.record()
    scorer.close()
    path.write_bytes(packed(club_evening.club))
    emptied()
    unpacked(early)
    evening = Evening.objects.get()
    tables = settlement.tables_of(evening, settlement.sessions_of(evening))
    settlement.settle(evening, digest=settlement.preview_settlement(evening, tables).digest)
    report = unpacked(path)
    assert report.of("evening", Verdict.OLDER) == 1
    assert report.of("session", Verdict.PARTED) == 1
    assert Settlement.objects.get().totals == [198, -66, -66, -66]


# Matching


def test_players_are_matched_by_name_if_the_name_is_unique(path: Path) -> None:
    path.write_bytes(packed(Full().club))
    emptied()
    other = ClubEvening("Elsewhere", ("ANNE", "Bruno", "bruno"))
    report = unpacked(path, into=other.club)
    assert report.names["player", Verdict.MATCHED] == ["ANNE"]
    assert sorted(report.names["player", Verdict.NEW]) == ["Bruno", "Chloé", "David", "Emil", "Zoé", "Émile"]
    session = Session.objects.get(closed_at=None)
    assert (session.club, session.seats.get(place=0).player) == (other.club, other.player("ANNE"))
    before = counts()
    Player.objects.filter(name="ANNE").update(name="Anne Arnaud")
    assert unpacked(path, into=other.club).changes == 0
    assert counts() == before


def test_differences_are_kept_and_reported(path: Path) -> None:
    club = moved(Full().club, path)
    club.players.filter(name="Anne").update(nickname="Nan")
    HouseRules.objects.update(currency="€")
    Season.objects.update(best=None)
    Evening.objects.filter(name="Before").update(name="Renamed")
    Club.objects.update(name="Of Another Name")
    Presence.objects.filter(evening__name="").update(left_at=timezone.now())
    report = unpacked(path)
    numbers = {kind: number for (kind, verdict), number in report.counts.items() if verdict is Verdict.DIFFERS}
    assert numbers == {"club": 1, "player": 1, "house_rules": 1, "season": 1, "evening": 1}
    assert report.changes == 0
    assert (HouseRules.objects.get().currency, Season.objects.get().best) == ("€", None)
    assert club.players.get(name="Anne").nickname == "Nan"


def test_a_player_merged_here_gets_new_data_under_either_name(path: Path) -> None:
    club_evening = ClubEvening(members=(*FOUR, "Emil"))
    early = path.with_name("early")
    early.write_bytes(packed(club_evening.club))
    club_evening.table("Anne", "Bruno", "Chloé", "Emil")
    path.write_bytes(packed(club_evening.club))
    emptied()
    unpacked(early)
    merging.merge(Player.objects.get(name="David"), Player.objects.get(name="Emil"), by="")
    unpacked(path)
    assert Session.objects.get().seats.get(place=3).player.name == "David"


def test_two_players_who_are_one_here_do_not_sit_at_one_table(path: Path) -> None:
    club_evening = ClubEvening(members=FOUR)
    early = path.with_name("early")
    early.write_bytes(packed(club_evening.club))
    club_evening.table(*FOUR)
    path.write_bytes(packed(club_evening.club))
    emptied()
    unpacked(early)
    merging.merge(Player.objects.get(name="Anne"), Player.objects.get(name="Bruno"), by="")
    with pytest.raises(ArchiveError, match=r"^Line 8, seats\[1\]\.player: Anne sits at this table twice"):
        unpacked(path)
    assert not Session.objects.exists()


def test_a_club_of_the_same_name_is_separate_unless_chosen_as_the_target(path: Path) -> None:
    path.write_bytes(packed(Full().club))
    emptied()
    ClubEvening("coupe-FILE", ())
    with pytest.raises(ArchiveError, match="A different club here is also called “Coupe-file”"):
        unpacked(path)
    assert not Player.objects.exists()


def test_data_of_another_club_here_is_not_taken_over(path: Path) -> None:
    full = Full()
    path.write_bytes(packed(full.club))
    other = ClubEvening("Elsewhere", ())
    with pytest.raises(ArchiveError, match=r"^Line 3: here, Anne belongs to another club\.$"):
        unpacked(path, into=other.club)
    lines = [line for line in lines_of(packed(full.club)) if line.get("kind") in (None, "clubs.club")]
    theirs = resealed([*lines, {**line_of(full, "evenings.evening"), "presences": [], "settlements": []}], path)
    with pytest.raises(ArchiveError, match=r"^Line 3, public_id: here, this evening belongs to another club\.$"):
        unpacked(theirs, into=other.club)
    assert not other.club.players.exists()


def line_of(full: Full, kind: str) -> dict[str, Any]:
    return next(line for line in lines_of(packed(full.club)) if line.get("kind") == kind)


def test_a_session_without_a_club_here_is_not_taken_over(path: Path) -> None:
    full = Full()
    path.write_bytes(packed(full.club))
    Session.objects.update(club=None, evening=None)
    with pytest.raises(ArchiveError, match=r"public_id: here, this session belongs to another club\.$"):
        unpacked(path)


# Totals


def test_a_session_that_scores_differently_here_is_refused_by_name(path: Path) -> None:
    full = Full()
    lines = lines_of(packed(full.club))
    at = next(number for number, line in enumerate(lines) if line.get("public_id") == full.open.session.public_id)
    lines[at]["totals"] = [1, -1, 0, 0]
    emptied()
    sentence = r"totals: .*: Anne, Bruno, Chloé, David are 396, -132, -132, -132 here and 1, -1, 0, 0 in the file"
    for writes in (False, True):
        with pytest.raises(ArchiveError, match=sentence):
            unpacked(resealed(lines, path), writes=writes)
    assert not Club.objects.exists()


def test_sessions_that_cannot_be_scored_are_moved_unchanged(path: Path) -> None:
    full = Full()
    Hand.objects.filter(session=full.open.session).update(outcome={**GARDE, "points": 92})
    Session.objects.filter(pk=full.closed.pk).update(game="gone")
    moved(full.club, path)
    assert Hand.objects.filter(session__public_id=full.open.session.public_id).first().outcome["points"] == 92  # type: ignore[union-attr]
    assert Session.objects.get(game="gone").results.count() == 4


def test_a_session_of_several_stretches_keeps_its_result_and_its_ticks(path: Path) -> None:
    club_evening = ClubEvening(members=PEOPLE)
    scorer = club_evening.table(*FOUR, stake=Decimal("0.05"), evening="")
    in_two_stretches(scorer)
    before = stretches.of(scorer.session)
    moved(club_evening.club, path)
    after = stretches.of(Session.objects.get(public_id=scorer.session.public_id))
    totals = {(one.name, one.total) for one in before.people}
    assert {(one.name, one.total) for one in after.people} == totals
    assert after.ticked() == before.ticked() != set()


def test_a_session_that_follows_another_still_follows_it(path: Path) -> None:
    club_evening = ClubEvening(members=FOUR)
    scorer = club_evening.table(*FOUR)
    scorer.record()
    scorer.close()
    after = club_evening.start(*FOUR)
    Session.objects.filter(pk=after.pk).update(follows=scorer.session)
    moved(club_evening.club, path)
    followed = Session.objects.get(public_id=after.public_id).follows
    assert followed is not None
    assert followed.public_id == scorer.session.public_id
