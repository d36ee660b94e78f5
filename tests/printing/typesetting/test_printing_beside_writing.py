"""Printing has its own threads: while much is printed, hands are recorded and pages are shown."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest
from django.urls import get_resolver

from scorekeeper.printing import typesetting as typesetter
from scorekeeper.printing.urls import is_printed
from tests.play.live_pages import PATIENCE, in_the_pages, run_in_event_loop, until
from tests.play.tables import Scorer
from tests.web.page_threads import addresses, got


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Event]:
    """A typesetter that has begun, and then waits until it may continue."""
    begun, released = Event(), Event()
    printed = typesetter.pdf

    def pdf(order: typesetter.Order) -> bytes:
        begun.set()
        assert released.wait(PATIENCE)
        return printed(order)

    monkeypatch.setattr(typesetter, "pdf", pdf)
    return begun, released


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_recorded_and_a_page_shown_while_typesetting_runs(held: tuple[Event, Event]) -> None:
    scorer, (begun, released) = Scorer(), held
    scorer.record()
    table = f"/s/{scorer.session.public_id}/"

    async def scenario() -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                printing = asyncio.create_task(got(scorer, f"{table}print/sheet.pdf"))
                await until(begun.is_set)
                await in_the_pages(scorer.record)
                status, page = await got(scorer, table)
                assert (status, b"396" in page) == (200, True)  # 2 × 198
                assert not printing.done()
                released.set()
                status, document = await printing
                assert (status, document[:4]) == (200, b"%PDF")
        finally:
            released.set()

    run_in_event_loop(scenario)


def test_exactly_the_printing_views_are_known_to_the_server() -> None:
    found = dict(addresses(get_resolver()))
    printed = {address for address, view in found.items() if "output" in view.default_args}
    assert {"/s/<secret:public_id>/print/sheet.pdf", "/admin/evenings/evening/print/1.svg"} < printed
    pictures = {"/s/<secret:public_id>/result.png", "/watch/<secret:token>/result.png"}
    assert {address for address in found if is_printed(address)} == printed | pictures
