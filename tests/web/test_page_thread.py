"""Work that can wait uses the thread of the pages after requests, one at a time."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from scorekeeper.web import page_thread

TURNS = 10
"""More turns of the event loop than any step here takes."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let work wait for as long as a test may take, unless the test says otherwise."""
    monkeypatch.setattr(page_thread, "PATIENCE", 600.0)


def run(scenario: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: in this one, Playwright's event loop runs if a browser's test came before."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


async def idle() -> None:
    for _turn in range(TURNS):
        await asyncio.sleep(0)


async def work(name: str, done: list[str], end: asyncio.Event) -> None:
    await page_thread.free()
    with page_thread.used():
        done.append(name)
        await end.wait()


def test_work_begins_at_once_if_nobody_uses_the_thread() -> None:
    run(page_thread.free())


def test_work_waits_for_every_request_and_then_goes_one_by_one() -> None:
    async def scenario() -> None:
        done, ends = list[str](), [asyncio.Event() for _ in range(2)]
        with ExitStack() as first, ExitStack() as second:
            first.enter_context(page_thread.used())
            second.enter_context(page_thread.used())
            tasks = [asyncio.create_task(work(str(at), done, end)) for at, end in enumerate(ends)]
            await idle()
            first.close()
            await idle()
            assert done == [], "another request is still there"
            second.close()
            await idle()
            assert done == ["0"], "whoever waits longest is first, and alone"
            with page_thread.used():  # a request that comes meanwhile
                ends[0].set()
                await idle()
                assert done == ["0"]
            await idle()
            assert done == ["0", "1"]
        ends[1].set()
        await asyncio.gather(*tasks)

    run(scenario())


def test_work_waits_no_longer_than_its_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_thread, "PATIENCE", 0.0)

    async def scenario() -> None:
        with page_thread.used():  # and never ends
            await page_thread.free()

    run(asyncio.wait_for(scenario(), 60))


def test_cancelled_work_gives_its_turn_to_others() -> None:
    async def scenario() -> None:
        done, end = list[str](), asyncio.Event()
        end.set()
        with page_thread.used():
            given_up, other = (asyncio.create_task(work(name, done, end)) for name in ("given up", "other"))
            await idle()
            given_up.cancel()  # and has no time to say so before the thread is free
        await other
        assert done == ["other"]
        assert given_up.cancelled()

    run(scenario())
