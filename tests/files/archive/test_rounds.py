"""Rounds and tournaments of a club that moves: nothing is lost, and what is impossible is refused with its place."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import AuditEntry, Club, Merge, Player
from scorekeeper.evenings.models import Evening, Round, RoundSeat
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.records.report import ImportReport, Verdict
from scorekeeper.organisers import merging
from scorekeeper.play.models import Session
from scorekeeper.tournaments.models import TableList, Tournament, TournamentEntry
from tests.evenings.club_evening import ClubEvening
from tests.files.archive.moved import (
    counts,
    emptied,
    file_of,
    imported_or_refused,
    lines_of,
    moved,
    packed,
    resealed,
    unpacked,
)
from tests.files.evening import NAMES, NOON, in_two_rounds
from tests.games.strategies import spoilt

pytestmark = pytest.mark.django_db

Lines = list[dict[str, Any]]
Change = Callable[[Lines], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "file.club"


def cup() -> Club:
    """A club with a tournament of two rounds."""
    club_evening = ClubEvening(members=(*NAMES, "Emil", "Émile"))
    in_two_rounds(club_evening)
    return club_evening.club


def tournament_of(lines: Lines) -> dict[str, Any]:
    """Return the line of the evening that is a tournament."""
    return next(line for line in lines if line.get("name") == "Cup")


def imported(lines: Lines, path: Path, change: Change = lambda lines: None) -> ImportReport:
    """Import a file of these lines after a change, which the lines themselves don't get."""
    changed = deepcopy(lines)
    change(changed)
    return unpacked(resealed(changed, path))


def verdicts(report: ImportReport) -> dict[tuple[str, Verdict], int]:
    return {(kind, one): number for (kind, one), number in report.counts.items() if kind in ("round", "tournament")}


# There


def test_everything_but_the_links_is_moved(path: Path) -> None:
    club = cup()
    before = Tournament.objects.get()
    path.write_bytes(packed(club))
    there = lines_of(path.read_bytes())
    assert not [one for one in (before.sign_up_token, before.public_token) if one in path.read_text()]
    emptied()
    foreseen = unpacked(path, writes=False)
    assert verdicts(foreseen) == {("round", Verdict.NEW): 2, ("tournament", Verdict.NEW): 1}
    assert unpacked(path) == foreseen
    after = Tournament.objects.get()
    assert (after.terms, after.created_at) == (before.terms, before.created_at)
    assert not {after.sign_up_token, after.public_token} & {before.sign_up_token, before.public_token, ""}
    assert Session.objects.get().round == Round.objects.get(number=1)
    assert [str(seat) for seat in RoundSeat.objects.filter(table=None)] == ["Émile"]
    AuditEntry.objects.filter(model="clubs.club").delete()
    assert lines_of(packed(Club.objects.get())) == there


def test_importing_a_file_twice_duplicates_nothing(path: Path) -> None:
    moved(cup(), path)
    before = counts()
    report = unpacked(path)
    assert (report.changes, {verdict for _kind, verdict in report.counts}) == (0, {Verdict.SAME})
    assert counts() == before


def test_a_merge_of_players_in_a_tournament_is_moved_and_can_be_undone(path: Path) -> None:
    club = cup()
    merging.merge(club.players.get(name="Emil"), club.players.get(name="Émile"), by="marion")
    club = moved(club, path)
    emil, emile = club.players.get(name="Emil"), club.players.get(name="Émile")
    assert (emil.round_seats.count(), emil.entries.get().name, emile.round_seats.count()) == (2, "Émile", 0)
    merging.unmerge(Merge.objects.get())
    assert (emil.round_seats.count(), emile.round_seats.count(), emile.entries.get().number) == (0, 2, 5)


# Into an evening that exists


def without_rounds(lines: Lines) -> None:
    """As if the first three had entered, and nothing had been played."""
    evening = tournament_of(lines)
    evening["rounds"] = []
    del evening["tournaments"][0]["entries"][3:]
    lines[:] = [line for line in lines if line.get("kind") != "play.session"]


def without_lists(lines: Lines) -> None:
    for one in tournament_of(lines)["rounds"]:
        one["lists"] = []


def test_a_tournament_played_at_its_origin_since_is_played_here_too(path: Path) -> None:
    lines = lines_of(file_of(cup))
    early = path.with_name("early")
    imported(lines, early, without_rounds)
    TournamentEntry.objects.filter(number=1).update(fee_paid_at=NOON)
    report = imported(lines, path)
    assert verdicts(report) == {("round", Verdict.NEW): 2, ("tournament", Verdict.LONGER): 1}
    assert Session.objects.get().round == Round.objects.get(number=1)
    assert list(Tournament.objects.get().entries.values_list("number", "fee_paid_at")) == [
        (1, NOON), (2, NOON), (3, None), (4, None), (5, None),
    ]  # fmt: skip
    assert verdicts(unpacked(path)) == {("round", Verdict.SAME): 2, ("tournament", Verdict.DIFFERS): 1}


def test_lists_written_at_the_origin_since_are_added(path: Path) -> None:
    lines = lines_of(file_of(cup))
    imported(lines, path.with_name("early"), without_lists)
    Round.objects.filter(number=2).update(minutes=30)
    report = imported(lines, path)
    assert verdicts(report) == {("round", Verdict.LONGER): 2, ("tournament", Verdict.SAME): 1}
    assert [one.confirmed_by for one in TableList.objects.order_by("round__number")] == ["Chloé Clair", ""]
    assert verdicts(unpacked(path)) == {
        ("round", Verdict.SAME): 1,
        ("round", Verdict.DIFFERS): 1,
        ("tournament", Verdict.SAME): 1,
    }


def other_seats() -> None:
    first = Round.objects.get(number=1)
    first.seats.get(table=None).delete()


def another_entry() -> None:
    other = Player.objects.get(name="Emil")
    TournamentEntry.objects.create(tournament=Tournament.objects.get(), number=6, player=other, name="Emil")


def settled() -> None:
    Evening.objects.filter(name="Cup").update(settled_at=NOON)


@pytest.mark.parametrize("happens", [other_seats, another_entry, settled])
def test_nothing_is_added_to_a_tournament_that_has_diverged_or_is_settled(
    path: Path, happens: Callable[[], None]
) -> None:
    lines = lines_of(file_of(cup))

    def early(lines: Lines) -> None:
        without_lists(lines)
        del tournament_of(lines)["rounds"][1]
        lines[:] = [line for line in lines if line.get("kind") != "play.session"]

    imported(lines, path.with_name("early"), early)
    happens()
    before = counts()
    report = imported(lines, path, of_session({"round": 2}))
    assert report.of("round", Verdict.DIFFERS) == 2
    assert report.of("tournament", Verdict.NEW, Verdict.LONGER) == 0
    after = counts()
    for model in ("evenings.Round", "evenings.RoundSeat", "tournaments.TournamentEntry", "tournaments.TableList"):
        assert after[model] == before[model]
    assert Session.objects.get().round is None


def test_two_players_who_are_one_here_are_not_in_one_round(path: Path) -> None:
    lines = lines_of(file_of(cup))
    imported(lines, path.with_name("early"), without_rounds_and_entries)
    merging.merge(Player.objects.get(name="Émile"), Player.objects.get(name="David Dahl"), by="")
    with pytest.raises(ArchiveError, match=r"tournaments\[0\]\.entries\[4\]\.player: Émile appears twice: two people"):
        imported(lines, path)
    assert not Round.objects.exists()


def without_rounds_and_entries(lines: Lines) -> None:
    without_rounds(lines)
    tournament_of(lines)["tournaments"] = []


# Impossible values


def put(*path: Any) -> Change:
    """Set the last item of the path in the evening's place that the others lead to."""
    *way, name, value = path

    def change(lines: Lines) -> None:
        here: Any = tournament_of(lines)
        for step in way:
            here = here[step]
        here[name] = value

    return change


def twice(*way: Any) -> Change:
    """Repeat the first item of a list."""

    def change(lines: Lines) -> None:
        here: Any = tournament_of(lines)
        for step in way:
            here = here[step]
        here.insert(0, here[0])

    return change


def of_session(value: Any) -> Change:
    return lambda lines: next(line for line in lines if line.get("kind") == "play.session").update(value)


ROUND, TOURNAMENT = ("rounds", 0), ("tournaments", 0)
UNTRUE: dict[str, tuple[Change, str]] = {
    "a round twice": (twice("rounds"), r"rounds\[1\]\.number: this is in the file twice\."),
    "round 0": (put(*ROUND, "number", 0), r"rounds\[0\]\.number: this has the wrong format\."),
    "hands that are a word": (put(*ROUND, "hands", {"4": "many"}), r"rounds\[0\]\.hands\.4: this is not a whole"),
    "a tariff that is a word": (put(*ROUND, "tariff", "own"), r"rounds\[0\]\.tariff: this has the wrong format\."),
    "a stake of nothing": (put(*ROUND, "stake", "0"), r"rounds\[0\]\.stake: this has the wrong format\."),
    "somebody who is not in the file": (
        put(*ROUND, "seats", 1, "player", "x"),
        r"rounds\[0\]\.seats\[1\]\.player: the file has no person with this name\.",
    ),
    "somebody who is seated twice": (twice(*ROUND, "seats"), r"rounds\[0\]\.seats\[1\]\.player: Anne Arnaud appears"),
    "somebody who is not entered": (
        lambda lines: tournament_of(lines)["tournaments"][0]["entries"].pop(),
        r"rounds\[0\]\.seats\[4\]\.player: Émile is not entered in this tournament\.",
    ),
    "two in one place": (put(*ROUND, "seats", 1, "place", 0), r"rounds\[0\]\.seats\[1\]\.place: this is in the file t"),
    "a table without a place": (put(*ROUND, "seats", 1, "place", None), r"rounds\[0\]\.seats\[1\]\.place: this has th"),
    "a list twice": (twice(*ROUND, "lists"), r"rounds\[0\]\.lists\[1\]\.table: this is in the file twice\."),
    "a list of three": (
        lambda lines: tournament_of(lines)["rounds"][0]["lists"][0]["results"].pop(),
        r"rounds\[0\]\.lists\[0\]\.results: this has the wrong format\.",
    ),
    "a list without points": (
        put(*ROUND, "lists", 0, "results", 0, {}),
        r"rounds\[0\]\.lists\[0\]\.results\[0\]: “points” is missing\.",
    ),
    "an empty list that is confirmed": (
        put(*ROUND, "lists", 0, "results", None),
        r"rounds\[0\]\.lists\[0\]\.results: this must not be empty\.",
    ),
    "a list that is confirmed and disputed": (
        put(*ROUND, "lists", 0, "disputed_at", NOON.isoformat()),
        r"rounds\[0\]\.lists\[0\]\.disputed_at: this has the wrong format\.",
    ),
    "two tournaments": (twice("tournaments"), r"tournaments\[1\]: this is in the file twice\."),
    "terms without rounds": (put(*TOURNAMENT, "terms", {}), r"tournaments\[0\]\.terms\.rounds: "),
    "an unknown option": (put(*TOURNAMENT, "options", {"dog": 1}), r"tournaments\[0\]\.options\.dog: "),
    "a start number twice": (
        put(*TOURNAMENT, "entries", 1, "number", 1),
        r"tournaments\[0\]\.entries\[1\]\.number: this is in the file twice\.",
    ),
    "a name twice": (
        put(*TOURNAMENT, "entries", 1, "name", "Anne Arnaud"),
        r"tournaments\[0\]\.entries\[1\]\.name: this is in the file twice\.",
    ),
    "start number 0": (put(*TOURNAMENT, "entries", 1, "number", 0), r"tournaments\[0\]\.entries\[1\]\.number: this h"),
    "a session of a round that there is not": (of_session({"round": 3}), r"round: the file has no entry with this"),
    "a session of a round without an evening": (of_session({"evening": None}), r"round: the file has no entry with"),
}  # fmt: skip


@pytest.mark.parametrize("what", UNTRUE)
def test_impossible_values_are_reported_by_line_and_field(path: Path, what: str) -> None:
    change, sentence = UNTRUE[what]
    lines = lines_of(file_of(cup))
    change(lines)
    file = resealed(lines, path)
    for writes in (False, True):
        with pytest.raises(ArchiveError, match=rf"^Line \d+, {sentence}"):
            unpacked(file, writes=writes)
    assert not Club.objects.exists()


def test_a_tournament_whose_game_is_gone_is_moved_unchanged(path: Path) -> None:
    club = cup()
    Tournament.objects.update(game="gone", terms={"rounds": "many"})
    moved(club, path)
    assert Tournament.objects.get().terms == {"rounds": "many"}


def test_a_draft_may_seat_somebody_whose_entry_was_deleted(path: Path) -> None:
    club = cup()
    Round.objects.update(published_at=None)
    TournamentEntry.objects.filter(name="Émile").delete()
    moved(club, path)
    assert RoundSeat.objects.filter(player__name="Émile").count() == 2


@given(data=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_rounds_and_tournament_are_either_imported_or_refused(path: Path, data: st.DataObject) -> None:
    lines = lines_of(file_of(cup))
    evening = tournament_of(lines)
    name = data.draw(st.sampled_from(["rounds", "tournaments"]))
    evening[name] = data.draw(spoilt(evening[name]))
    imported_or_refused(lines, path)
