"""The ASGI application that `manage.py serve` runs: Django's WSGI application, wrapped.

It works in one thread, so SQLite has one writer and one connection that stays open, and a page costs half of what
Django's own ASGI handler takes. What the wrapper of asgiref lacks is added here: the thread is free again before a
phone with bad reception has taken its answer, and every answer is closed, which tells Django that it is finished.
"""

from collections.abc import Iterable, Iterator
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope
from asgiref.wsgi import WsgiToAsgi, WsgiToAsgiInstance

from scorekeeper.wsgi import application as django


def pages(environ: WSGIEnvironment, start_response: StartResponse) -> Iterator[bytes]:
    """Django's answer, closed when it has been read, or when nobody wants the rest."""
    answer: Any = django(environ, start_response)
    try:
        yield from answer
    finally:
        answer.close()


class Exchange(WsgiToAsgiInstance):
    """One request, answered in Django's thread and sent outside of it."""

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        self.send = send
        await super().__call__(scope, receive, send)

    async def run_wsgi_app(self, body: Any) -> None:
        answer: list[ASGISendEvent] = []
        self.sync_send = answer.append
        await super().run_wsgi_app(body)
        for message in joined(answer):
            await self.send(message)


def joined(answer: Iterable[Any]) -> Iterator[Any]:
    """The head of an answer and its body in one piece."""
    body = []
    for message in answer:
        if message["type"] == "http.response.body":
            body.append(message.get("body", b""))
        else:
            yield message
    yield {"type": "http.response.body", "body": b"".join(body)}


class Pages(WsgiToAsgi):
    """Every request an exchange of its own."""

    async def __call__(self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        await Exchange(self.wsgi_application, self.duplicate_header_limit)(scope, receive, send)


application = Pages(pages)
