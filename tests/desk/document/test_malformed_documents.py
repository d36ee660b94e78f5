"""Whatever a document contains, it gets an answer: a ranking, or an error that can be printed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.desk.document.changed_documents import DELETED, PLAYED, SKAT, TAROT, changed
from tests.desk.documents import score, seat
from tests.fuzz_values import JUNK, ODD
from tests.property_tests import examples

DOCUMENTS = [SKAT, PLAYED, TAROT]
VALUES = [*ODD, *JUNK, DELETED]


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Yield the path of every part of a document."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        own = f"{path}{key}"
        yield own
        yield from paths(member, f"{own}.")


@given(
    st.sampled_from(DOCUMENTS).flatmap(
        lambda document: st.tuples(st.just(document), st.sampled_from([*paths(document)]))
    ),
    st.data(),
)
@examples(100)
def test_a_malformed_value_never_breaks_the_program(place: tuple[Any, str], data: st.DataObject) -> None:
    document, path = place
    malformed = changed(document, path, data.draw(st.sampled_from(VALUES)))
    for answer in (score(malformed), seat(malformed)):
        json.dumps(answer, allow_nan=False)
        if "error" in answer:
            assert answer["error"]["message"]
