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

from scorekeeper.play import queries, recording
from scorekeeper.play.errors import AccessRevokedError, ConflictError, LastScorerError, NotThereError
from scorekeeper.play.models import Access, Role, Session
from scorekeeper.play.recording.write import Write
from scorekeeper.play.urls import of_a_session
from tests.play.browsers import HTMX, Form, browser, watcher_of, words_of
from tests.play.tables import GARDE, Scorer, device, token

pytestmark = pytest.mark.django_db


def second(scorer: Scorer, label: str = "Bruno") -> Access:
    return recording.join(scorer.session, device=device(), role=Role.SCORER, label=label)


def now(scorer: Scorer) -> dict[str, Any]:
    return {"session": scorer.session, "access": scorer.access, "revision": scorer.session.revision, "token": token()}


def share(scorer: Scorer) -> str:
    return reverse("share", args=[scorer.session.public_id])


def verbs(scorer: Scorer) -> list[str]:
    return [change.verb for change in queries.journal(scorer.session)]


# The services


@pytest.mark.parametrize(("role", "column"), [(Role.SCORER, "scorer_token"), (Role.WATCHER, "watch_token")])
def test_renewing_one_link_changes_its_secret_and_not_the_other_links(role: Role, column: str) -> None:
    scorer = Scorer()
    before = {name: getattr(scorer.session, name) for name in ("scorer_token", "watch_token")}
    recording.renew_link(Write(**now(scorer)), role=role)
    stored = Session.objects.get(pk=scorer.session.pk)
    for name, old in before.items():
        assert (getattr(stored, name) != old) is (name == column)
        assert getattr(scorer.session, name) == getattr(stored, name)
    assert verbs(scorer) == ["renew", "start"]


def test_only_two_links_exist() -> None:
    with pytest.raises(NotThereError):
        recording.renew_link(Write(**now(Scorer())), role="organiser")


def test_a_browser_that_was_shut_out_writes_nothing_until_it_joins_again() -> None:
    scorer = Scorer(label="Anne")
    bruno = second(scorer)
    recording.shut_out(Write(**now(scorer)), access_pk=bruno.pk)
    bruno.refresh_from_db()
    late = Write(scorer.session, bruno, 1, token())
    with pytest.raises(AccessRevokedError):
        recording.record(late, raw=GARDE)
    for role in (Role.SCORER, Role.WATCHER):
        with pytest.raises(AccessRevokedError):
            recording.join(scorer.session, device=bruno.device, role=role, label="Bruno")
    recording.let_in(Write(**now(scorer)), access_pk=bruno.pk)
    bruno.refresh_from_db()
    recording.record(replace(late, revision=2), raw=GARDE)
    assert verbs(scorer) == ["record", "let_in", "shut_out", "start"]


def test_the_last_scorer_cannot_be_shut_out() -> None:
    scorer = Scorer()
    recording.join(scorer.session, device=device(), role=Role.WATCHER)
    with pytest.raises(LastScorerError):
        recording.shut_out(Write(**now(scorer)), access_pk=scorer.access.pk)
    bruno = second(scorer)
    recording.shut_out(Write(**now(scorer)), access_pk=scorer.access.pk)
    with pytest.raises(LastScorerError):
        recording.shut_out(Write(session=scorer.session, access=bruno, revision=1, token=token()), access_pk=bruno.pk)


def test_two_scorers_who_shut_each_other_out_do_not_both_succeed() -> None:
    scorer = Scorer()
    bruno = second(scorer)
    recording.shut_out(Write(**now(scorer)), access_pk=bruno.pk)
    with pytest.raises(ConflictError):  # requested before, with the access read before
        recording.shut_out(
            Write(session=Session.objects.get(pk=scorer.session.pk), access=bruno, revision=0, token=token()),
            access_pk=scorer.access.pk,
        )
    assert Access.objects.filter(shut_out_at=None).get() == scorer.access


@pytest.mark.parametrize("verb", [recording.shut_out, recording.let_in])
def test_browsers_at_another_table_cannot_be_shut_out_or_readmitted(verb: Callable[..., Any]) -> None:
    scorer, other = Scorer(), Scorer()
    stranger = second(other)
    recording.shut_out(Write(**now(other)), access_pk=second(other).pk)
    for access_pk in (stranger.pk, other.session.accesses.get(shut_out_at__isnull=False).pk, 0, -1):
        with pytest.raises(NotThereError):
            verb(Write(**now(scorer)), access_pk=access_pk)


def test_shutting_out_works_at_a_busy_table() -> None:
    scorer = Scorer()
    bruno = second(scorer)
    statements = now(scorer)
    scorer.record()
    scorer.record()
    recording.shut_out(Write(**statements), access_pk=bruno.pk)
    assert verbs(scorer) == ["shut_out", "record", "record", "start"]


def test_shutting_out_waits_for_a_concurrent_write(monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = Scorer()
    bruno = second(scorer)
    commit = Write._commit

    def overtaken(*given: Any) -> Any:
        monkeypatch.setattr(Write, "_commit", commit)
        other = Session.objects.get(pk=scorer.session.pk)
        recording.record(Write(other, scorer.access, 0, token()), raw=GARDE)
        return commit(*given)

    monkeypatch.setattr(Write, "_commit", overtaken)
    recording.shut_out(Write(**now(scorer)), access_pk=bruno.pk)
    assert verbs(scorer) == ["shut_out", "record", "start"]


def test_a_link_renewed_by_somebody_else_is_not_renewed_again() -> None:
    scorer = Scorer()
    statements = now(scorer)
    recording.renew_link(Write(**now(scorer)), role=Role.SCORER)
    renewed = scorer.session.scorer_token
    with pytest.raises(ConflictError):
        recording.renew_link(Write(**statements), role=Role.SCORER)
    assert Session.objects.get(pk=scorer.session.pk).scorer_token == renewed


def test_a_double_tap_renews_once_and_shuts_out_once() -> None:
    scorer = Scorer()
    bruno = second(scorer)
    renewing, shutting = now(scorer), now(scorer)
    for _ in range(2):
        recording.renew_link(Write(**renewing), role=Role.SCORER)
    shutting["revision"] = 1
    for _ in range(2):
        recording.shut_out(Write(**shutting), access_pk=bruno.pk)
    assert verbs(scorer) == ["shut_out", "renew", "start"]


@pytest.mark.parametrize("verb", ["record", "void", "unvoid", "undo", "close", "reopen"])
def test_a_token_used_for_a_link_works_for_nothing_else(verb: str) -> None:
    scorer = Scorer()
    scorer.record()
    if verb == "unvoid":
        scorer.void(1)
    if verb == "reopen":
        scorer.close()
    spent = now(scorer)
    recording.renew_link(Write(**spent), role=Role.SCORER)
    number = {"number": 1} if verb in ("void", "unvoid") else {}
    with pytest.raises(ConflictError):
        getattr(scorer, verb)(token=spent["token"], **number)
    assert verbs(scorer)[0] == "renew"


def test_undo_undoes_the_latest_hand_and_not_a_renewed_link() -> None:
    scorer = Scorer()
    scorer.record()
    recording.renew_link(Write(**now(scorer)), role=Role.SCORER)
    recording.shut_out(Write(**now(scorer)), access_pk=second(scorer).pk)
    assert scorer.undo().hand_number == 1
    assert verbs(scorer)[0] == "undo"
    assert scorer.totals == (0, 0, 0, 0)


def test_access_to_a_closed_table_can_be_revoked_too() -> None:
    scorer = Scorer()
    scorer.close()
    recording.renew_link(Write(**now(scorer)), role=Role.WATCHER)
    recording.shut_out(Write(**now(scorer)), access_pk=second(scorer).pk)
    scorer.session.refresh_from_db()
    assert scorer.session.closed_at is not None


def test_watchers_cannot_renew_links() -> None:
    scorer = Scorer()
    watcher = recording.join(scorer.session, device=device(), role=Role.WATCHER)
    write = Write(**{**now(scorer), "access": watcher})
    with pytest.raises(PermissionDenied):
        recording.renew_link(write, role="scorer")
    with pytest.raises(PermissionDenied):
        recording.shut_out(write, access_pk=scorer.access.pk)


# The page


def test_the_page_lists_who_has_access_with_role_and_time() -> None:
    scorer = Scorer(label="Anne")
    second(scorer)
    watcher_of(scorer.session)
    granted_at = timezone.localtime(scorer.access.granted_at)
    words = words_of(browser(scorer).get(share(scorer)))
    assert f"Anne records · this browser · since {granted_at.day} {granted_at:%b %Y, %H:%M}" in words
    assert "Bruno records · since" in words
    assert "1 browser is watching Someone watches · since" in words


@pytest.mark.parametrize(("role", "name"), [("scorer", "join"), ("watcher", "watch")])
def test_a_renewed_link_replaces_the_old_one_which_looks_like_an_unknown_one(role: str, name: str) -> None:
    scorer = Scorer()
    client, column = browser(scorer), "scorer_token" if role == "scorer" else "watch_token"
    old = reverse(name, args=[getattr(scorer.session, column)])
    fields = Form(client.get(share(scorer)), "renew-link").fields
    page = client.post(reverse("renew_link", args=[scorer.session.public_id]), {**fields, "role": role}, follow=True)
    assert f"The {role} link has been renewed." in words_of(page)
    scorer.session.refresh_from_db()
    new = reverse(name, args=[getattr(scorer.session, column)])
    assert new in page.content.decode()
    old_link_page, unknown_link_page = Client().get(old), Client().get(reverse(name, args=["A" * 32]))
    for page in (old_link_page, unknown_link_page):
        page.headers.pop("Expires", None)  # it has the second
    assert (old_link_page.status_code, old_link_page.content, dict(old_link_page.headers)) == (
        404,
        unknown_link_page.content,
        dict(unknown_link_page.headers),
    )
    assert "This link is not valid" in words_of(old_link_page)
    assert "Ask at the table for the new one." in words_of(old_link_page)
    assert Client().get(new).status_code in (200, 302)
    assert client.get(reverse("session", args=[scorer.session.public_id])).status_code == 200


def test_the_message_stays_until_the_next_action() -> None:
    scorer = Scorer(label="Anne")
    bruno, client = second(scorer), browser(scorer)
    page = client.post(
        reverse("shut_out", args=[scorer.session.public_id]), {"revision": 0, "token": "t", "whom": bruno.pk}
    )
    assert "Bruno is shut out." in words_of(client.get(page["Location"]))
    assert "Let in again" in words_of(client.get(page["Location"]))
    scorer.session.refresh_from_db()
    scorer.record()
    assert "Bruno is shut out." not in words_of(client.get(page["Location"]))
    assert "shut out Bruno" in words_of(client.get(reverse("journal", args=[scorer.session.public_id])))


def test_the_page_refuses_to_shut_out_the_last_scorer_and_says_why() -> None:
    scorer = Scorer()
    page = browser(scorer).get(share(scorer)).content.decode()
    assert "Leave this table" not in page
    forged = {"revision": 0, "token": "t", "whom": scorer.access.pk}
    response = browser(scorer).post(reverse("shut_out", args=[scorer.session.public_id]), forged)
    assert response.status_code == 422
    assert "Nobody would be left to record." in words_of(response)


def test_who_shuts_their_own_browser_out_is_led_home() -> None:
    scorer = Scorer(label="Anne")
    second(scorer)
    client = browser(scorer)
    fields = {"revision": 0, "token": "t", "whom": scorer.access.pk}
    assert client.post(reverse("shut_out", args=[scorer.session.public_id]), fields)["Location"] == "/"
    assert scorer.session.public_id not in client.get("/").content.decode()


def test_watchers_are_offered_no_links_to_renew_and_nobody_to_shut_out() -> None:
    scorer = Scorer()
    page = watcher_of(scorer.session).get(share(scorer)).content.decode()
    for name in ("renew_link", "shut_out", "let_in"):
        assert reverse(name, args=[scorer.session.public_id]) not in page


def test_the_page_takes_as_many_queries_for_three_people_as_for_one() -> None:
    counts = []
    for number in (1, 3):
        scorer = Scorer()
        for _ in range(number):
            second(scorer)
            watcher_of(scorer.session)
            recording.shut_out(Write(**now(scorer)), access_pk=second(scorer).pk)
        client = browser(scorer)
        with CaptureQueriesContext(connection) as captured:
            client.get(share(scorer))
        counts.append(len(captured))
    assert counts[0] == counts[1]


# What a shut-out browser sees


def shut_out_browser(scorer: Scorer) -> Client:
    bruno = second(scorer)
    recording.shut_out(Write(**now(scorer)), access_pk=bruno.pk)
    return browser(name=bruno.device)


NAMES = [str(route.name) for route in of_a_session]


def test_a_browser_that_was_shut_out_gets_a_message_at_every_address() -> None:
    scorer = Scorer()
    scorer.record()
    client = shut_out_browser(scorer)
    for name in NAMES:
        responses = [method(address(name, scorer.session.public_id)) for method in (client.get, client.post)]
        refused = [response for response in responses if response.status_code != 405]
        assert refused, name
        for response in refused:
            assert response.status_code == 403, name
            assert "Someone at the table has shut this browser out." in words_of(response), name


def test_its_input_stays_on_the_screen_beside_the_message() -> None:
    scorer = Scorer()
    client = shut_out_browser(scorer)
    data = {"call": "passed", "revision": "1", "token": "t"}
    response = client.post(reverse("record", args=[scorer.session.public_id]), data, headers=HTMX)
    assert (response.status_code, response["HX-Retarget"]) == (403, "#status-message")
    assert "you can no longer record" in words_of(response)
    assert "<form" not in response.content.decode()  # the current form stays there


def test_automatic_requests_lead_to_the_page_with_the_message() -> None:
    scorer = Scorer()
    client = shut_out_browser(scorer)
    table = reverse("session", args=[scorer.session.public_id])
    assert client.get(f"{table}?revision=0", headers=HTMX)["HX-Redirect"] == table


def test_the_links_do_not_readmit_it() -> None:
    scorer = Scorer()
    client = shut_out_browser(scorer)
    join, watch = (
        reverse(name, args=[secret])
        for name, secret in (("join", scorer.session.scorer_token), ("watch", scorer.session.watch_token))
    )
    responses = [client.get(join), client.post(join, {"label": "Anne"}), client.get(watch)]
    assert [response.status_code for response in responses] == [403] * 3
    assert "shut this browser out" in words_of(responses[0])
    assert scorer.session.accesses.filter(shut_out_at=None).count() == 1
    assert scorer.session.public_id not in client.get("/").content.decode()


# What a stranger can find out


def address(name: str, public_id: str) -> str:
    [route] = [route for route in of_a_session if route.name == name]
    return reverse(name, args=[public_id, *([1] if {"number", "turns"} & route.pattern.converters.keys() else [])])


def tampered() -> Client:
    client = browser(Scorer())
    client.cookies["device"] = client.cookies["device"].value[:-1] + "~"
    return client


STRANGERS: dict[str, Callable[[], Client]] = {
    "a browser with a table of its own": lambda: browser(Scorer()),
    "a cookie that was tampered with": tampered,
}


REQUESTS = [*product(("GET", "POST"), ({}, HTMX)), ("HEAD", {}), ("PUT", {}), ("OPTIONS", {})]


@pytest.mark.parametrize("stranger", STRANGERS)
def test_strangers_get_the_same_response_for_existing_and_unknown_tables(stranger: str) -> None:
    scorer = Scorer()
    scorer.record()
    client = STRANGERS[stranger]()
    data = {"revision": "1", "token": "t", "whom": str(scorer.access.pk), "role": "scorer", "call": "passed"}
    found_nothing = set()
    for name, (method, extra) in product(NAMES, REQUESTS):
        there, nowhere = (
            client.generic(
                method,
                address(name, public_id) + "?revision=1&hand=1&before=2",
                "&".join(f"{key}={value}" for key, value in data.items()) if method == "POST" else "",
                content_type="application/x-www-form-urlencoded",
                headers=extra,
            )
            for public_id in (scorer.session.public_id, "x" * len(scorer.session.public_id))
        )
        assert there.status_code in (404, 405), name
        for response in (there, nowhere):
            response.headers.pop("Expires", None)  # the second of each answer
        assert (there.status_code, there.content, sorted(there.headers.items())) == (
            nowhere.status_code,
            nowhere.content,
            sorted(nowhere.headers.items()),
        ), name
        assert not there.cookies, name
        found_nothing |= {name} if there.status_code == 404 else set()
    assert found_nothing == {*NAMES}  # wrong methods are refused before anything is read
    assert verbs(scorer) == ["record", "start"]


def test_both_cases_take_the_same_queries() -> None:
    scorer = Scorer()
    client = browser(Scorer())
    for name in NAMES:
        statements = []
        for public_id in (scorer.session.public_id, "x" * 12):
            with CaptureQueriesContext(connection) as captured:
                client.post(address(name, public_id))
                client.get(address(name, public_id))
            statements.append([query["sql"].replace(public_id, "…") for query in captured])
        assert statements[0] == statements[1], name
        assert statements[0], name
