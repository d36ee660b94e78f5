"""The commonest hand of each game, recorded in one of the engines: they take turns, since either costs time."""

from __future__ import annotations

import pytest

from games import common_hands, registry
from scorekeeper.web.cookies import DEVICE_COOKIE, signed_device
from tests.e2e.page_checks import HALF_BEHIND_THE_BAR
from tests.e2e.recording.taps import UNCHOSEN, prepare_hand
from tests.engines.all_engines import ENGINES
from tests.engines.connection import Connection
from tests.engines.engine import Engine
from tests.play.tables import device

IN_TURN = [
    pytest.param(slug, list(ENGINES)[place % len(ENGINES)], id=slug) for place, slug in enumerate(registry.slugs())
]
CHIPS = f"(wanted) => ({UNCHOSEN})(document.getElementById('outcome'), wanted)"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("slug", "engine"), IN_TURN, indirect=["engine"])
def test_the_commonest_hand_is_recorded(engine: type[Engine], connection: Connection, slug: str) -> None:
    name = device()
    prepared = prepare_hand(common_hands.common_hands(slug).hands[0], name)
    with engine() as page:
        page.remember(connection.url, DEVICE_COOKIE, signed_device(name))
        page.go(connection.url + prepared.path)
        page.sees("#save")
        for field, value in page.run(CHIPS, prepared.chips):
            page.tap(f'#outcome .chip:has([name="{field}"][value="{value}"])')
        assert page.run(HALF_BEHIND_THE_BAR) == []
        page.tap("#save")
        page.sees(".ledger .hand")
    assert prepared.recorded()
