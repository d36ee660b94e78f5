"""The example in the documentation gives the ranking beside it."""

import json
import re
from pathlib import Path

from tests.tournaments.documents import score

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tournaments.md"


def test_the_documented_document_has_the_documented_ranking() -> None:
    document, ranking, error = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.S)]
    assert score(document) == ranking
    del document["rounds"][0]["tables"][0]["results"]["Anne"]["won"]
    assert score(document) == error
