"""Pages of a club, which its phones show."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Player
from scorekeeper.play.models import Session
from scorekeeper.standings.models import Season
from tests.desk.club_evening import ClubEvening


def addresses(club_evening: ClubEvening, going: Session, member: Player) -> dict[str, str]:
    """Return pages of a club, one of its tables, one of its members and its current evening."""
    club, evening = club_evening.club, club_evening.evening.public_id
    season = Season.objects.create(club=club, name="Winter", starts=timezone.localdate(), minimum=2, best=1)
    standings, sessions = reverse("standings"), reverse("member_sessions", args=[member.pk])
    return {
        "joining": reverse("join_club", args=[club.phones_token]),
        "club": reverse("club"),
        "its phone": reverse("club_phone"),
        "standings": standings,
        "standings of a season": f"{standings}?season={season.pk}",
        "standings of skat": f"{standings}?game=skat&by=points&minimum=2",
        "championship": reverse("championship"),
        "championship of a season": f"{reverse('championship')}?season={season.pk}&scoring=per_cent",
        "members": reverse("members"),
        "member": reverse("member", args=[member.pk]),
        "his sessions": sessions,
        "his sessions of a season": f"{sessions}?season={season.pk}",
        "his gardes": f"{sessions}?game=tarot&call=garde",
        "evenings": reverse("evenings"),
        "dates": reverse("dates"),
        "change players": reverse("change_players", args=[going.public_id]),
        "person": reverse("evening_person", args=[evening, member.pk]),
        **{name: reverse(name, args=[evening]) for name in ("evening", "evening_details", "evening_draw")},
        **{name: reverse(name, args=[evening]) for name in ("evening_links", "evening_cash")},
    }
