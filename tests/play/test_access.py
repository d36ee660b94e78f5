"""Access: renewed links, browsers that are shut out and let in again, and what a stranger can find out."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scorekeeper.play import queries
from scorekeeper.play.errors import AccessRevokedError, ConflictError, LastScorerError, NotThereError
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording import services
from scorekeeper.play.recording.transaction import Write
from scorekeeper.play.urls import of_a_session
from tests.play.browsers import Form, browser, watcher_of, words_of
from tests.play.tables import GARDE, Scribe, device, token

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def second(scribe: Scribe, label: str = "Bruno") -> Access:
    return services.join(scribe.session, device=device(), role=Role.SCORER, label=label)


def now(scribe: Scribe) -> dict[str, Any]:
    return {"session": scribe.session, "access": scribe.access, "revision": scribe.session.revision, "token": token()}


def share(scribe: Scribe) -> str:
    return reverse("share", args=[scribe.session.public_id])


def told(scribe: Scribe) -> list[str]:
    return [change.verb for change in queries.journal(scribe.session)]


# The services


@pytest.mark.parametrize(("role", "column"), [(Role.SCORER, "scorer_token"), (Role.WATCHER, "watch_token")])
def test_a_renewed_link_has_another_secret_and_the_other_link_keeps_its_own(role: Role, column: str) -> None:
    scribe = Scribe()
    before = {name: getattr(scribe.session, name) for name in ("scorer_token", "watch_token")}
    services.renew_link(Write(**now(scribe)), role=role)
    stored = Session.objects.get(pk=scribe.session.pk)
    for name, old in before.items():
        assert (getattr(stored, name) != old) is (name == column)
        assert getattr(scribe.session, name) == getattr(stored, name)
    assert told(scribe) == ["renew", "start"]


def test_there_is_no_third_link() -> None:
    with pytest.raises(NotThereError):
        services.renew_link(Write(**now(Scribe())), role="organiser")


def test_whoever_is_shut_out_writes_nothing_until_let_in_again() -> None:
    scribe = Scribe(label="Anne")
    bruno = second(scribe)
    services.revoke_access(Write(**now(scribe)), access_pk=bruno.pk)
    bruno.refresh_from_db()
    late = Write(scribe.session, bruno, 1, token())
    with pytest.raises(AccessRevokedError):
        services.record(late, raw=GARDE)
    for role in (Role.SCORER, Role.WATCHER):
        with pytest.raises(AccessRevokedError):
            services.join(scribe.session, device=bruno.device, role=role, label="Bruno")
    services.restore_access(Write(**now(scribe)), access_pk=bruno.pk)
    bruno.refresh_from_db()
    services.record(replace(late, revision=2), raw=GARDE)
    assert told(scribe) == ["record", "let_in", "shut_out", "start"]


def test_the_last_who_writes_is_not_shut_out() -> None:
    scribe = Scribe()
    services.join(scribe.session, device=device(), role=Role.WATCHER)
    with pytest.raises(LastScorerError):
        services.revoke_access(Write(**now(scribe)), access_pk=scribe.access.pk)
    bruno = second(scribe)
    services.revoke_access(Write(**now(scribe)), access_pk=scribe.access.pk)
    with pytest.raises(LastScorerError):
        services.revoke_access(
            Write(session=scribe.session, access=bruno, revision=1, token=token()), access_pk=bruno.pk
        )


def test_two_who_shut_each_other_out_are_not_both_out() -> None:
    scribe = Scribe()
    bruno = second(scribe)
    services.revoke_access(Write(**now(scribe)), access_pk=bruno.pk)
    with pytest.raises(ConflictError):  # requested before, with the access read before
        services.revoke_access(
            Write(session=Session.objects.get(pk=scribe.session.pk), access=bruno, revision=0, token=token()),
            access_pk=scribe.access.pk,
        )
    assert Access.objects.filter(shut_out_at=None).get() == scribe.access


@pytest.mark.parametrize("verb", [services.revoke_access, services.restore_access])
def test_nobody_at_another_table_is_shut_out_or_let_in(verb: Callable[..., Any]) -> None:
    scribe, other = Scribe(), Scribe()
    stranger = second(other)
    services.revoke_access(Write(**now(other)), access_pk=second(other).pk)
    for whom in (stranger.pk, other.session.accesses.get(shut_out_at__isnull=False).pk, 0, -1):
        with pytest.raises(NotThereError):
            verb(Write(**now(scribe)), access_pk=whom)


def test_a_table_that_is_written_on_all_the_time_keeps_nobody_in() -> None:
    scribe = Scribe()
    bruno = second(scribe)
    asked = now(scribe)
    scribe.record()
    scribe.record()
    services.revoke_access(Write(**asked), access_pk=bruno.pk)
    assert told(scribe) == ["shut_out", "record", "record", "start"]


def test_somebody_who_writes_at_the_same_moment_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe()
    bruno = second(scribe)
    commit = Write._commit

    def overtaken(*given: Any) -> Any:
        monkeypatch.setattr(Write, "_commit", commit)
        other = Session.objects.get(pk=scribe.session.pk)
        services.record(Write(other, scribe.access, 0, token()), raw=GARDE)
        return commit(*given)

    monkeypatch.setattr(Write, "_commit", overtaken)
    services.revoke_access(Write(**now(scribe)), access_pk=bruno.pk)
    assert told(scribe) == ["shut_out", "record", "start"]


def test_a_link_that_somebody_else_renewed_meanwhile_is_not_renewed_again() -> None:
    scribe = Scribe()
    asked = now(scribe)
    services.renew_link(Write(**now(scribe)), role=Role.SCORER)
    renewed = scribe.session.scorer_token
    with pytest.raises(ConflictError):
        services.renew_link(Write(**asked), role=Role.SCORER)
    assert Session.objects.get(pk=scribe.session.pk).scorer_token == renewed


def test_a_double_tap_renews_once_and_shuts_out_once() -> None:
    scribe = Scribe()
    bruno = second(scribe)
    renewing, shutting = now(scribe), now(scribe)
    for _ in range(2):
        services.renew_link(Write(**renewing), role=Role.SCORER)
    shutting["revision"] = 1
    for _ in range(2):
        services.revoke_access(Write(**shutting), access_pk=bruno.pk)
    assert told(scribe) == ["shut_out", "renew", "start"]


@pytest.mark.parametrize("verb", ["record", "void", "restore", "undo", "close", "reopen"])
def test_a_token_that_was_spent_on_a_link_does_nothing_else(verb: str) -> None:
    scribe = Scribe()
    scribe.record()
    if verb == "restore":
        scribe.void(1)
    if verb == "reopen":
        scribe.close()
    spent = now(scribe)
    services.renew_link(Write(**spent), role=Role.SCORER)
    number = {"number": 1} if verb in ("void", "restore") else {}
    with pytest.raises(ConflictError):
        getattr(scribe, verb)(token=spent["token"], **number)
    assert told(scribe)[0] == "renew"


def test_undo_takes_back_the_latest_hand_and_no_link() -> None:
    scribe = Scribe()
    scribe.record()
    services.renew_link(Write(**now(scribe)), role=Role.SCORER)
    services.revoke_access(Write(**now(scribe)), access_pk=second(scribe).pk)
    assert scribe.undo().hand_number == 1
    assert told(scribe)[0] == "void"
    assert scribe.totals == (0, 0, 0, 0)


def test_a_closed_table_is_shut_to_people_as_well() -> None:
    scribe = Scribe()
    scribe.close()
    services.renew_link(Write(**now(scribe)), role=Role.WATCHER)
    services.revoke_access(Write(**now(scribe)), access_pk=second(scribe).pk)
    scribe.session.refresh_from_db()
    assert scribe.session.closed_at is not None


def test_who_only_watches_renews_nothing() -> None:
    scribe = Scribe()
    watcher = services.join(scribe.session, device=device(), role=Role.WATCHER)
    write = Write(**{**now(scribe), "access": watcher})
    with pytest.raises(PermissionDenied):
        services.renew_link(write, role="scorer")
    with pytest.raises(PermissionDenied):
        services.revoke_access(write, access_pk=scribe.access.pk)


# The page


def test_the_page_says_who_has_access_in_which_role_and_since_when() -> None:
    scribe = Scribe(label="Anne")
    second(scribe)
    watcher_of(scribe.session)
    came = timezone.localtime(scribe.access.granted_at)
    words = words_of(browser(scribe).get(share(scribe)))
    assert f"Anne records · this browser · since {came.day} {came:%b %Y, %H:%M}" in words
    assert "Bruno records · since" in words
    assert "1 browser watches Someone watches · since" in words


@pytest.mark.parametrize(("role", "name"), [("scorer", "join"), ("watcher", "watch")])
def test_a_link_is_renewed_on_the_page_and_the_old_one_answers_like_one_that_never_was(role: str, name: str) -> None:
    scribe = Scribe()
    client, column = browser(scribe), "scorer_token" if role == "scorer" else "watch_token"
    old = reverse(name, args=[getattr(scribe.session, column)])
    fields = Form(client.get(share(scribe)), "renew-link").fields
    page = client.post(reverse("renew_link", args=[scribe.session.public_id]), {**fields, "role": role}, follow=True)
    assert f"The {role} link has been renewed." in words_of(page)
    scribe.session.refresh_from_db()
    new = reverse(name, args=[getattr(scribe.session, column)])
    assert new in page.content.decode()
    gone, never = Client().get(old), Client().get(reverse(name, args=["A" * 32]))
    assert (gone.status_code, gone.content, dict(gone.headers)) == (404, never.content, dict(never.headers))
    assert "This link is not valid" in words_of(gone)
    assert "Ask at the table for the new one." in words_of(gone)
    assert Client().get(new).status_code in (200, 302)
    assert client.get(reverse("session", args=[scribe.session.public_id])).status_code == 200


def test_what_was_done_is_said_until_something_else_is() -> None:
    scribe = Scribe(label="Anne")
    bruno, client = second(scribe), browser(scribe)
    page = client.post(
        reverse("revoke_access", args=[scribe.session.public_id]), {"revision": 0, "token": "t", "whom": bruno.pk}
    )
    assert "Bruno is shut out." in words_of(client.get(page["Location"]))
    assert "Let in again" in words_of(client.get(page["Location"]))
    scribe.session.refresh_from_db()
    scribe.record()
    assert "Bruno is shut out." not in words_of(client.get(page["Location"]))
    assert "shut out Bruno" in words_of(client.get(reverse("journal", args=[scribe.session.public_id])))


def test_the_page_refuses_to_shut_out_the_last_and_says_why() -> None:
    scribe = Scribe()
    page = browser(scribe).get(share(scribe)).content.decode()
    assert "Leave this table" not in page
    forged = {"revision": 0, "token": "t", "whom": scribe.access.pk}
    response = browser(scribe).post(reverse("revoke_access", args=[scribe.session.public_id]), forged)
    assert response.status_code == 422
    assert "Nobody could record any more." in words_of(response)


def test_whoever_leaves_is_led_home() -> None:
    scribe = Scribe(label="Anne")
    second(scribe)
    client = browser(scribe)
    fields = {"revision": 0, "token": "t", "whom": scribe.access.pk}
    assert client.post(reverse("revoke_access", args=[scribe.session.public_id]), fields)["Location"] == "/"
    assert scribe.session.public_id not in client.get("/").content.decode()


def test_who_watches_is_offered_nothing_to_renew_and_nobody_to_shut_out() -> None:
    scribe = Scribe()
    page = watcher_of(scribe.session).get(share(scribe)).content.decode()
    for name in ("renew_link", "revoke_access", "restore_access"):
        assert reverse(name, args=[scribe.session.public_id]) not in page


def test_the_page_asks_as_much_for_three_people_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        scribe = Scribe()
        for _ in range(number):
            second(scribe)
            watcher_of(scribe.session)
            services.revoke_access(Write(**now(scribe)), access_pk=second(scribe).pk)
        client = browser(scribe)
        with CaptureQueriesContext(connection) as asked:
            client.get(share(scribe))
        counts.append(len(asked))
    assert counts[0] == counts[1]


# What a shut-out browser sees


def shut_out_browser(scribe: Scribe) -> Client:
    bruno = second(scribe)
    services.revoke_access(Write(**now(scribe)), access_pk=bruno.pk)
    return browser(name=bruno.device)


@pytest.mark.parametrize("name", [str(route.name) for route in of_a_session])
def test_a_browser_that_was_shut_out_is_told_so_at_every_address(name: str) -> None:
    scribe = Scribe()
    scribe.record()
    client = shut_out_browser(scribe)
    answers = [method(address(name, scribe.session.public_id)) for method in (client.get, client.post)]
    found = [answer for answer in answers if answer.status_code != 405]
    assert found
    for answer in found:
        assert answer.status_code == 403
        assert "Someone at the table has shut this browser out." in words_of(answer)


def test_what_it_had_typed_stays_on_the_screen_beside_the_sentence() -> None:
    scribe = Scribe()
    client = shut_out_browser(scribe)
    data = {"call": "passed", "revision": "1", "token": "t"}
    response = client.post(reverse("record", args=[scribe.session.public_id]), data, headers=HTMX)
    assert (response.status_code, response["HX-Retarget"]) == (403, "#status-message")
    assert "you can no longer record" in words_of(response)
    assert "<form" not in response.content.decode()  # the current form stays there


def test_what_asks_by_itself_leads_to_the_page_that_says_so() -> None:
    scribe = Scribe()
    client = shut_out_browser(scribe)
    table = reverse("session", args=[scribe.session.public_id])
    assert client.get(f"{table}?revision=0", headers=HTMX)["HX-Redirect"] == table


def test_the_links_do_not_let_it_back_in() -> None:
    scribe = Scribe()
    client = shut_out_browser(scribe)
    join, watch = (
        reverse(name, args=[secret])
        for name, secret in (("join", scribe.session.scorer_token), ("watch", scribe.session.watch_token))
    )
    answers = [client.get(join), client.post(join, {"label": "Anne"}), client.get(watch)]
    assert [answer.status_code for answer in answers] == [403] * 3
    assert "shut this browser out" in words_of(answers[0])
    assert scribe.session.accesses.filter(shut_out_at=None).count() == 1
    assert scribe.session.public_id not in client.get("/").content.decode()


# What a stranger can find out


def address(name: str, public_id: str) -> str:
    [route] = [route for route in of_a_session if route.name == name]
    return reverse(name, args=[public_id, *([1] if "number" in route.pattern.converters else [])])


def tampered() -> Client:
    client = browser(Scribe())
    client.cookies["device"] = client.cookies["device"].value[:-1] + "~"
    return client


STRANGERS: dict[str, Callable[[], Client]] = {
    "no cookie": Client,
    "a browser with a table of its own": lambda: browser(Scribe()),
    "a cookie that was tampered with": tampered,
}


@pytest.mark.parametrize("stranger", STRANGERS)
@pytest.mark.parametrize("name", [str(route.name) for route in of_a_session])
def test_a_table_that_is_there_answers_a_stranger_like_one_that_is_not(name: str, stranger: str) -> None:
    scribe = Scribe()
    scribe.record()
    client = STRANGERS[stranger]()
    data = {"revision": "1", "token": "t", "whom": str(scribe.access.pk), "role": "scorer", "call": "passed"}
    for method, extra in product(("GET", "HEAD", "POST", "PUT", "OPTIONS"), ({}, HTMX)):
        there, nowhere = (
            client.generic(
                method,
                address(name, public_id) + "?revision=1&hand=1&before=2",
                "&".join(f"{key}={value}" for key, value in data.items()) if method == "POST" else "",
                content_type="application/x-www-form-urlencoded",
                headers=extra,
            )
            for public_id in (scribe.session.public_id, "x" * len(scribe.session.public_id))
        )
        assert there.status_code in (404, 405)
        assert (there.status_code, there.content, sorted(there.headers.items())) == (
            nowhere.status_code,
            nowhere.content,
            sorted(nowhere.headers.items()),
        )
        assert not there.cookies
    assert told(scribe) == ["record", "start"]


@pytest.mark.parametrize("name", [str(route.name) for route in of_a_session])
def test_the_database_is_asked_the_same_for_both(name: str) -> None:
    scribe = Scribe()
    client = browser(Scribe())
    asked = []
    for public_id in (scribe.session.public_id, "x" * 12):
        with CaptureQueriesContext(connection) as queries_asked:
            client.post(address(name, public_id))
            client.get(address(name, public_id))
        asked.append([query["sql"].replace(public_id, "…") for query in queries_asked])
    assert asked[0] == asked[1]
    assert asked[0]
