"""Quotation marks and spaces as a language has them."""

import re

WRONG = {
    # A narrow space that does not break before : ; ! ? » and after «, typographic apostrophes and quotation marks.
    "fr": re.compile(r"(?<!\u202f)[;!?»]|(?<!\u202f):(?!//)|«(?!\u202f)|[\"'“”]"),
    "de": re.compile(r"[\"'”]|„[^“]*$|^[^„]*“| [:;!?]"),
}
"""What no text of a language contains."""
