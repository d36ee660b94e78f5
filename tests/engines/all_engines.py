"""The browser engines by name."""

from tests.engines.chromium import Chromium
from tests.engines.engine import Engine
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit

ENGINES: dict[str, type[Engine]] = {one.name: one for one in (Chromium, Firefox, WebKit)}
