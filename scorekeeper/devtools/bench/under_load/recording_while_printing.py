"""Benchmark of recording hands while the largest file is printed, which must not delay them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from statistics import median

from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club, ClubDevice
from scorekeeper.devtools.bench.timing import verdict
from scorekeeper.devtools.bench.under_load.phones import RecordingPhone, Wire
from scorekeeper.devtools.demo_data.tarot_evening import table_with
from scorekeeper.devtools.sandbox.server import running_server
from scorekeeper.evenings.models import Evening
from scorekeeper.play.models import Session
from scorekeeper.printing.jobs.session_sheets import MOST_HANDS, MOST_SHEETS
from scorekeeper.printing.typesetting.pages import PAPERS

EVERY = 0.1
"""Seconds between two hands, much faster than anybody plays."""
AIM = 100
"""Milliseconds that the slowest hand may take."""
UNLIKE = tuple(product(PAPERS, ("en", "fr", "de")))
"""The combinations of paper and language, one for each round, so that the typesetter has nothing cached."""


def measure_recording(rounds: int) -> Iterator[str]:
    """Yield how long the file took, and the hands with and without printing."""
    device = secrets.token_hex(16)
    session = table_with(0, device)
    evening = _evening(device)
    with running_server() as server:
        before, printed, meanwhile = asyncio.run(_rounds(server.port, device, evening, session, rounds))
    yield f"{MOST_SHEETS} sheets of {MOST_HANDS // MOST_SHEETS} hands, from the server: {median(printed):.1f} s"
    yield f"a hand while nothing is printed: {_times(before)}"
    yield f"a hand while these are printed:  {_times(meanwhile)}; aim {AIM} ms: {verdict(max(meanwhile), AIM)}"


def _times(milliseconds: Sequence[float]) -> str:
    return f"median {median(milliseconds):.1f} ms, worst {max(milliseconds):.1f} ms"


def _evening(device: str) -> Evening:
    """Create an evening with as many tables and hands as fit in one file, and make the phone one of its club's."""
    tables = [table_with(MOST_HANDS // MOST_SHEETS, device).pk for _table in range(MOST_SHEETS)]
    club = Club.objects.create(name="Red Lion Card Club")
    ClubDevice.objects.create(club=club, device=device)
    evening = Evening.objects.create(club=club, date=timezone.localdate())
    Session.objects.filter(pk__in=tables).update(club=club, evening=evening)
    return evening


async def _rounds(
    port: int, device: str, evening: Evening, session: Session, rounds: int
) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    """Return the milliseconds of hands alone, the seconds of each file, and the milliseconds of hands meanwhile."""
    writer, printer = RecordingPhone(port, device, session.public_id), Wire(port, device)
    path = reverse("print_evening_pdf", args=[evening.public_id])
    loop = asyncio.get_running_loop()
    await writer.start()
    await writer.evening(20, EVERY)
    before, printed = len(writer.durations), list[float]()
    for paper, language in islice(cycle(UNLIKE), rounds):
        began = loop.time()
        url = f"{path}?what=filled&paper={paper}&language={language}"
        printing = asyncio.create_task(printer.ask("GET", url, htmx=False))
        while not printing.done():
            await asyncio.sleep(EVERY)
            await writer.record()
        answer = await printing
        assert answer.status.startswith("200"), answer.status
        printed.append(loop.time() - began)
    assert not writer.problems, writer.problems
    took = [seconds * 1000 for seconds in writer.durations]
    return took[:before], printed, took[before:]
