"""The settings of the next version."""

from scorekeeper.settings import *  # noqa: F403 - all of them are meant
from scorekeeper.settings import INSTALLED_APPS as OURS

INSTALLED_APPS = [*OURS, "tests.upgrades.next_version"]
CHECKOUT = False  # as in a package, nothing is compiled and collected, which tests side by side would do in one folder
