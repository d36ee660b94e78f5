"""The settings in a checkout that is prepared already: `prepare` leaves its files to the servers that read them."""

from scorekeeper.settings import *  # noqa: F403 - all of them are meant

CHECKOUT = False  # as in a package, nothing is compiled and collected
