"""The colours of the app, as its stylesheet defines them."""

import re
from pathlib import Path

from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"


def schemes() -> dict[str, dict[str, str]]:
    """Return the colours by name, light and dark."""
    by_day, by_night = re.findall(r":root \{(.*?)\}", (CSS / "tokens.css").read_text(), re.DOTALL)[:2]
    day, club_evening = (dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block)) for block in (by_day, by_night))
    assert day.keys() == club_evening.keys()
    return {"day": day, "night": club_evening}
