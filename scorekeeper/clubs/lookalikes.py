"""Letters of other alphabets that look like Latin ones: “Аnna” with a Cyrillic capital looks like “Anna”.

The pairs come from Unicode's list of confusable characters (confusables.txt of UTS #39), for Cyrillic and Greek, which
get into names through another keyboard layout. A small letter may look like a different one than its capital.
"""

from __future__ import annotations

import unicodedata

from scorekeeper.clubs.collation import base_letters

CYRILLIC = str.maketrans("АВЕЅІЈКМНОРСТУХѴҮӀԌԜЬагеорсухѕіјѡѵүһҽӏԁԛԝ", "ABESIJKMHOPCTYXVYIGWbareopcyxsijwvyheidqw")
GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϜͿαγινορσυϳ", "ABEZHIKMNOPTYXFJayivopouj")
LATIN = CYRILLIC | GREEK


def skeleton(text: str) -> str:
    """Return base letters that are equal for two texts that look the same.

    >>> skeleton("\N{CYRILLIC CAPITAL LETTER A}nna") == skeleton("Anna")
    True
    """
    return base_letters(unicodedata.normalize("NFKD", text).translate(LATIN))
