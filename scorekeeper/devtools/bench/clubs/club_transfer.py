"""Benchmark of moving a club to another server: writing its archive, and reading it into an empty database."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TextIO

from django.conf import settings
from django.core.management import call_command

from games import registry
from games.scoring import documents
from scorekeeper.clubs.models import Club
from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.demo_data.example_hands import session_of
from scorekeeper.devtools.demo_data.insertion import insert_club
from scorekeeper.devtools.demo_data.prepared_sessions import PreparedSession, prepare_session
from scorekeeper.files.archive.club_files.export import export
from scorekeeper.files.archive.club_files.import_ import ClubImport
from scorekeeper.files.archive.club_files.progress import run_with_progress
from scorekeeper.files.archive.writer import gzipped
from scorekeeper.play.ledger import ledgers
from scorekeeper.play.models import Hand, Session

SESSIONS, HANDS = 1000, 40
AIM = 30
"""Seconds that either direction may take."""
BEGINNINGS = range(0, 32, 4)
"""Positions in the worked examples at which sessions start, so that they differ."""
NAMES = ("Anne", "Bruno", "Chloé", "David", "Emma")
MEMBERS = 60


def moved(sessions: int, terminal: TextIO) -> Iterator[str]:
    """Yield how long each direction took; progress is shown on `terminal`."""
    of = list(_of_forty_hands())
    random = Random(7)  # noqa: S311 - the same club every time
    insert_club("Transfer", members=MEMBERS, hands=sessions * HANDS, device=secrets.token_hex(16), random=random, of=of)
    club = Club.objects.get()
    counts = _held()
    with TemporaryDirectory(prefix="transfer-", dir=settings.DATA_DIR) as folder:
        file = Path(folder) / "file.club"
        with open(file, "wb") as raw, gzipped(raw) as archive:
            took = _timed(export(club, archive), terminal)
        yield _line("written to a file", took, f"{file.stat().st_size / 1e6:.1f} MB")
        call_command("flush", interactive=False, verbosity=0)
        ledgers.forget()
        foreseen = ClubImport(file)
        yield _line("looked through beforehand", _timed(foreseen.steps(), terminal))
        club_import = ClubImport(file, writes=True)
        took = _timed(club_import.steps(), terminal)
        yield _line("read into an empty database", took, f"{counts[0]:,} sessions, {counts[1]:,} hands, all replayed")
    if _held() != counts or club_import.report != foreseen.report:
        raise AssertionError(f"{counts} went out and {_held()} came in")


def _of_forty_hands() -> Iterator[PreparedSession]:
    """Yield sessions of every game and number of players, by the last rule set for that number."""
    for game in registry.all_games():
        sets = list(game.rules.rule_sets.values())
        for size in sorted({size for one in sets for size in one.players if size <= len(NAMES)}):
            rules = next(one.slug for one in reversed(sets) if size in one.players)
            for begin in BEGINNINGS:
                ledger = session_of(game.slug, rules, NAMES[:size], HANDS, begin=begin)
                if len(ledger.hands) == HANDS:
                    yield prepare_session(documents.read(documents.session_document(ledger), registry.find_rules))


def _held() -> tuple[int, int]:
    return Session.objects.count(), Hand.objects.count()


def _timed(steps: Iterable[tuple[int, int]], terminal: TextIO) -> tuple[float, float]:
    """Return the seconds of wall-clock and CPU time that the steps take."""
    began, busy = perf_counter(), process_time()
    run_with_progress(terminal, steps)
    return perf_counter() - began, process_time() - busy


def _line(label: str, took: tuple[float, float], details: str = "") -> str:
    times = f"{took[0]:6.1f} s{took[1]:6.1f} s cpu"
    return f"{label:28}{times}   aim {AIM} s: {verdict(took[0], AIM)}{details and f'   {details}'}"
