"""The settings of a server that gives a test time: writers wait long for a locked database, also at its end."""

from scorekeeper.database import locks
from scorekeeper.operations import server
from scorekeeper.settings import *  # noqa: F403 - all of them are meant

locks.PATIENCE = 60.0
server.LAST_CALL = 60
