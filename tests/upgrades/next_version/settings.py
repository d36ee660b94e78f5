"""The settings of the next version."""

from tests.prepared_settings import *  # noqa: F403 - all of them are meant
from tests.prepared_settings import INSTALLED_APPS as OURS

INSTALLED_APPS = [*OURS, "tests.upgrades.next_version"]
