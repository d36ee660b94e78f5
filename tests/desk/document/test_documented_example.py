"""The example in the documentation gives the ranking beside it."""

import json
import re

from tests.desk.documents import score
from tests.external_programs import ROOT

PAGE = ROOT / "docs" / "tournaments.md"


def test_the_documented_document_has_the_documented_ranking() -> None:
    document, ranking, error = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE.read_text(), re.S)]
    assert score(document) == ranking
    del document["rounds"][0]["tables"][0]["results"]["Anne"]["won"]
    assert score(document) == error
