"""Translation between ASGI and WSGI: one request to a WSGI application, and its answer as ASGI messages.

asgiref has a wrapper for this, but it sends the answer through the event loop piece by piece. Here the caller decides
where the messages go.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from io import SEEK_END
from typing import IO, Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

Message = dict[str, Any]


def exchange(application: WSGIApplication, scope: Any, body: IO[bytes], send: Callable[[Message], Any]) -> None:
    """Run a WSGI application on one request, and call `send` with each message of its answer.

    The answer is closed at the end, and also if `send` fails. That tells Django that the request is finished.
    """
    start: list[Message] = []

    def start_response(status: str, headers: list[tuple[str, str]], error: Any = None, /) -> Any:
        # Django puts a space before a Set-Cookie value, and Python's HTTP/1.1 servers refuse to send that.
        encoded = [(name.lower().encode("ascii"), value.strip().encode("latin1")) for name, value in headers]
        start[:] = [{"type": "http.response.start", "status": int(status.partition(" ")[0]), "headers": encoded}]

    answer: Any = application(environ(scope, body), start_response)
    with closing(answer):
        send(start[0])
        for piece in answer:
            send({"type": "http.response.body", "body": piece, "more_body": True})
        send({"type": "http.response.body"})


def environ(scope: Any, body: IO[bytes]) -> WSGIEnvironment:
    """Return the environment of a request, as PEP 3333 describes it.

    The length is that of the body as it was read, whatever the request says: a body in chunks announces none.
    """
    length = body.seek(0, SEEK_END)
    body.seek(0)
    host, port = scope.get("server") or ("localhost", 80)
    wsgi_environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("ascii"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "CONTENT_LENGTH": str(length),
    }
    if scope.get("client"):
        wsgi_environ["REMOTE_ADDR"] = scope["client"][0]
    for name, value in scope["headers"]:
        if name in (b"content-length", b"transfer-encoding"):
            continue
        key = name.decode("latin1").upper().replace("-", "_")
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        text = value.decode("latin1")
        wsgi_environ[key] = f"{wsgi_environ[key]},{text}" if key in wsgi_environ else text
    return wsgi_environ
