"""Every write of members' logins: one verb, one transaction each.

A *login* is an account that an organiser has tied to a record of the club. It *waits* until its owner has opened a link
that is good once and has set a password, which nobody else knows. It stays on the record that it was given to: when
that is merged, whoever signs in is whom the record was merged into, and undoing the merge needs nothing here.

What is an organiser's or a superuser's account, or also of another club, is tied and untied here; its password is not
this club's to set.

Rows are locked in one order: the record, its account, the phones.
"""

from __future__ import annotations

import json

from django.contrib.admin.models import CHANGE
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User, update_last_login
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.text import slugify

from scorekeeper.clubs.models import Club, ClubDevice, Deed, Organiser, Player
from scorekeeper.clubs.queries import is_called
from scorekeeper.clubs.services import hold

LONGEST_USERNAME = 150


class UsernameTaken(Exception):  # noqa: N818 - what happened
    """There is an account of this name that cannot be tied; `player` is who has it, where that is one of the club."""

    def __init__(self, player: Player | None = None) -> None:
        super().__init__("taken")
        self.player = player


class CalledTheSame(Exception):  # noqa: N818 - what happened
    """The table calls another member so."""


class LinkUsed(Exception):  # noqa: N818 - what happened
    """A link for a password that has been used meanwhile."""


# Whose an account is


def is_members_alone(user: User) -> bool:
    """Whether an account can do nothing but look at a club's pages."""
    return user.is_active and not has_powers(user)


def has_powers(user: User) -> bool:
    """Whether somebody signs in to the panel with it."""
    return user.is_superuser or user.is_staff or bool(user.organises.all())


def may_renew(user: User, club: Club) -> bool:
    """Whether the club's organisers may let somebody set the password of this account."""
    return is_members_alone(user) and all(player.club_id == club.pk for player in user.players.all())


def waits(user: User) -> bool:
    """Whether no password has been set yet."""
    return not user.has_usable_password()


def free_username(player: Player) -> str:
    """A user name that no account has, after the name of a person."""
    short = slugify(player.name) or "member"
    alike = User.objects.filter(username__istartswith=short)
    taken = {name.casefold() for name in alike.values_list("username", flat=True)}
    found, number = short, 1
    while found in taken:
        number += 1
        found = f"{short}-{number}"
    return found


# What organisers do


def give(player: Player, username: str) -> None:
    """Tie an account to a record: that of an organiser of the club, or a new one, which waits; raises `UsernameTaken`.

    A record that has a login keeps it.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.user_id is None:
            player.user = _account(player, username)
            player.save(update_fields=["user"])


def _account(player: Player, username: str) -> User:
    found = User.objects.filter(username__iexact=username).first()
    if found is None:
        try:
            with transaction.atomic():
                return User.objects.create(username=username, password=make_password(None))
        except IntegrityError:  # somebody else was first
            raise UsernameTaken from None
    if not Organiser.objects.filter(club=player.club_id, user=found).exists():
        raise UsernameTaken
    if there := found.players.filter(club=player.club_id).first():
        raise UsernameTaken(there)
    return found


def renew(player: Player) -> None:
    """Let the login wait for another password: the one so far, and links that were given out, hold no longer."""
    with transaction.atomic():
        user = User.objects.select_for_update(of=("self",)).filter(players=player).first()
        if user is not None and player.club and may_renew(user, player.club):
            User.objects.filter(pk=user.pk).update(password=make_password(None))
            sign_phones_out(user.pk)


def take_away(player: Player) -> None:
    """Untie the login of a record and sign its phones out; an account that is of nothing else is deleted."""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        user = player.user
        if user is None:
            return
        player.user = None
        player.save(update_fields=["user"])
        if not has_powers(user) and not user.players.exists():
            user.delete()
        _sign_out(player.phones.all())


# What their owners do


def awaited(uid: int, token: str) -> User | None:
    """The account whose password a link lets set; None where the link is none, was used, or is too old."""
    user = User.objects.filter(pk=uid, players__isnull=False).first()
    if user is None or not default_token_generator.check_token(user, token) or not is_members_alone(user):
        return None
    return user


def set_password(user: User, *, token: str, password: str, device: str) -> None:
    """The password of a login that waits, which uses up the link, and this phone signed in; raises `LinkUsed`."""
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(user=user).order_by("pk").first()
        held = User.objects.select_for_update().filter(pk=user.pk).first()
        if player is None or held is None or awaited(held.pk, token) is None:
            raise LinkUsed
        _keep_password(held, password, device)
        sign_in(player, device)


def change_password(user: User, *, password: str, device: str) -> None:
    """Another password; all phones but this one are signed out."""
    with transaction.atomic():
        _keep_password(User.objects.select_for_update().get(pk=user.pk), password, device)


def _keep_password(user: User, password: str, device: str) -> None:
    """Written past `User.save`, which would sign out this phone as well."""
    User.objects.filter(pk=user.pk).update(password=make_password(password))
    sign_phones_out(user.pk, but=device)


def rename(player: Player, nickname: str, *, by: User) -> None:
    """What tables call a member from now on, as the member says; raises `CalledTheSame`."""
    with transaction.atomic():
        assert player.club is not None  # who has signed in is of a club
        hold(player.club)
        player.refresh_from_db(fields=["name", "nickname"])
        if player.nickname == nickname:
            return
        if is_called(player.club, nickname or player.name, but=player.pk):
            raise CalledTheSame
        Player.objects.filter(pk=player.pk).update(nickname=nickname)
        Deed.objects.create(
            club=player.club,
            who=by.get_username(),
            action=CHANGE,
            model="clubs.player",
            key=str(player.pk),
            name=player.name,
            said=json.dumps([{"changed": {"fields": ["Nickname"]}}]),
        )


def sign_in(player: Player, device: str) -> None:
    """From now on the browser is a phone of the player's club that knows who holds it.

    One that has joined by the link stays when its holder signs out. Another club it leaves.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.user is None:  # the login was taken away while its owner typed
            return
        update_last_login(User, player.user)
        ClubDevice.objects.filter(device=device).exclude(club=player.club_id).delete()
        new = {"club_id": player.club_id, "player": player, "by_link": False}
        phone, made = ClubDevice.objects.get_or_create(device=device, defaults=new)
        if not made and phone.player_id != player.pk:
            phone.player = player
            phone.save(update_fields=["player"])


def sign_out(device: str) -> None:
    """Nobody holds the browser any more; it belongs to the club on if it has joined by the link."""
    with transaction.atomic():
        _sign_out(ClubDevice.objects.filter(device=device, player__isnull=False))


def sign_phones_out(user: int, *, but: str = "") -> None:
    """Nobody is signed in with this account any more, on any phone but one."""
    with transaction.atomic():
        _sign_out(ClubDevice.objects.filter(player__user=user).exclude(device=but))


def _sign_out(phones: QuerySet[ClubDevice]) -> None:
    phones.filter(by_link=False).delete()
    phones.update(player=None)
