"""Phones that run one evening at the same moment: real threads, on the database the tests run on."""

from collections import Counter
from collections.abc import Callable

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.desk import attendance, rounds, settlement
from scorekeeper.desk.table_start import TableRefusedError
from scorekeeper.evenings.errors import EveningSettledError
from scorekeeper.evenings.models import Evening, EveningSettlement, Presence
from scorekeeper.play import recording
from scorekeeper.play.errors import ConflictError, SessionClosedError, TablesOpenError
from scorekeeper.play.models import Access, Role, Session, Verb
from scorekeeper.play.recording.write import Write, WriteResult
from tests.clubs.clubs import SampleClub
from tests.concurrency import at_once
from tests.desk.club_evening import TWELVE, ClubEvening
from tests.desk.rounds.club_rounds import drawn_round, keys, plan
from tests.play.tables import Scorer, device, token

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_settling_on_two_phones_at_once_settles_once() -> None:
    club_evening = ClubEvening()
    club_evening.played(*TWELVE[:4])
    seen = club_evening.preview_settlement().digest
    outcomes = at_once([lambda: str(settlement.settle(club_evening.evening, digest=seen).key)] * 6)
    assert list(outcomes.values()) == [6]
    assert EveningSettlement.objects.count() == 1


def test_settling_an_evening_and_reopening_its_session_exclude_each_other() -> None:
    for number in range(4):
        club_evening = ClubEvening(f"Club {number}")
        scorer = Scorer(club_evening.played(*TWELVE[:4]))
        seen, access = club_evening.preview_settlement().digest, scorer.access.pk

        def settle(club_evening: ClubEvening = club_evening, seen: str = seen) -> str:
            try:
                settlement.settle(club_evening.evening, digest=seen)
            except (ConflictError, TablesOpenError):
                return "not settled"
            return "settled"

        def reopen(access: int = access) -> str:
            own_access = Access.objects.select_related("session").get(pk=access)
            try:
                recording.reopen(Write(own_access.session, own_access, own_access.session.revision, token()))
            except EveningSettledError:
                return "not reopened"
            return "reopened"

        outcomes = at_once([settle, reopen])
        assert outcomes in (Counter(["settled", "not reopened"]), Counter(["not settled", "reopened"]))
        settled = Evening.objects.get(pk=club_evening.evening.pk).settled_at is not None
        assert settled is (Session.objects.get(pk=scorer.session.pk).closed_at is not None)


def test_a_guest_checked_in_many_times_at_once_is_one_person() -> None:
    club_evening = ClubEvening()
    outcomes = at_once([lambda: str(attendance.check_in(club_evening.evening, name="Zoé").pk)] * 6)
    assert list(outcomes.values()) == [6]
    assert Player.objects.filter(name="Zoé").count() == Presence.objects.count() == 1


def test_starting_tonights_evening_many_times_at_once_starts_one() -> None:
    sample_club = SampleClub()
    outcomes = at_once([lambda: str(attendance.begin_tonight(sample_club.club, "de").pk)] * 6)
    assert list(outcomes.values()) == [6]
    assert Evening.objects.count() == 1


def test_a_player_seated_on_two_phones_at_once_sits_at_one_table() -> None:
    club_evening = ClubEvening()

    def phone(*names: str) -> Callable[[], str]:
        round_ = drawn_round(club_evening, names)

        def write() -> str:
            try:
                rounds.start_tables(round_, device=club_evening.device, label="")
            except TableRefusedError:
                return "refused"
            return "started"

        return write

    assert at_once([phone(*TWELVE[:4]), phone(*TWELVE[3:7])]) == {"started": 1, "refused": 1}
    assert Session.objects.count() == 1


def test_a_draw_submitted_many_times_at_once_is_one_draft_and_starts_once() -> None:
    club_evening = ClubEvening()
    seats = [keys(club_evening, *TWELVE[:4])]
    drawn = at_once([lambda: str(rounds.draw(club_evening.evening, plan(), seats).pk)] * 6)
    assert list(drawn.values()) == [6]
    round_ = club_evening.evening.rounds.get()
    seen = rounds.version(round_)

    def start() -> str:
        started = rounds.start_tables(round_, seen=seen, device=club_evening.device, label="")
        return str([session.pk for session in started])

    assert list(at_once([start] * 6).values()) == [6]
    assert Session.objects.count() == 1


def test_changing_players_on_two_phones_at_once_happens_once() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start(*TWELVE[:4]))

    def phone(name: str) -> Callable[[], str]:
        def write() -> str:
            access = Access.objects.select_related("session").get(pk=scorer.access.pk)
            try:
                recording.change_players(Write(access.session, access, 0, token()), leaving=[0], joining=[name])
            except (ConflictError, SessionClosedError):
                return "too late"
            return "changed"

        return write

    assert at_once([phone(name) for name in TWELVE[4:7]]) == {"changed": 1, "too late": 2}
    assert Session.objects.get().changes.filter(verb=Verb.PLAYERS).count() == 1


def test_phones_that_agree_at_once_that_a_round_is_over_close_their_table_once() -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round({"4": 1}), *TWELVE[:4]))
    scorer.record()
    session, seen = scorer.session, scorer.session.revision
    others = [recording.join(session, device=device(), role=Role.SCORER, label=name) for name in ("Bruno", "Chloé")]
    taps = {access.pk: token() for access in (scorer.access, *others)}

    def agree(access: int) -> Callable[[], str]:
        def tap() -> str:
            own_access = Access.objects.select_related("session").get(pk=access)
            try:
                recording.agree(Write(own_access.session, own_access, seen, taps[access]))
            except ConflictError:
                return "conflict"
            return "agreed"

        return tap

    assert at_once([agree(access) for access in taps for _twice in range(2)]) == {"agreed": 6}
    verbs = Counter(session.changes.values_list("verb", flat=True))
    assert (verbs[Verb.AGREE], verbs[Verb.CLOSE]) == (3, 1)
    assert session.settlements.count() == 1


def test_a_last_agreement_that_its_own_double_overtakes_is_no_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    club_evening = ClubEvening()
    scorer = Scorer(club_evening.start_in_round(club_evening.begin_round({"4": 1}), *TWELVE[:4]))
    scorer.record()
    key, seen, is_locked = token(), scorer.session.revision, Write._is_locked

    def agree() -> WriteResult:
        access = Access.objects.select_related("session").get(pk=scorer.access.pk)
        return recording.agree(Write(access.session, access, seen, key))

    def after_its_double(write: Write) -> bool:
        monkeypatch.undo()
        agree()
        return is_locked(write)

    monkeypatch.setattr(Write, "_is_locked", after_its_double)
    assert agree().repeated
    assert scorer.session.settlements.count() == 1
