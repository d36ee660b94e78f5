"""Actions at the same moment: real threads, real connections, on the database the tests run on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from threading import Barrier, Thread

from django.db import connection


def at_once(actions: Sequence[Callable[[], str]]) -> Counter[str]:
    """Do all of this at the same time, each on its own connection; count the results."""
    barrier, outcomes = Barrier(len(actions)), []

    def run_at_barrier(action: Callable[[], str]) -> None:
        try:
            barrier.wait()
            outcomes.append(action())
        except Exception as error:
            outcomes.append(repr(error))
        finally:
            connection.close()

    threads = [Thread(target=run_at_barrier, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(outcomes)
