"""The settings of a server that gives a test time, on a busy machine.

Writers wait long for a locked database, also when the server is told to stop.
"""

from scorekeeper.database import locks
from scorekeeper.operations.serving import server
from scorekeeper.settings import *  # noqa: F403 - all of them are meant

locks.PATIENCE = 60.0
server.LAST_CALL = 60
