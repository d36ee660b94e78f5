"""Every write to members' logins: one verb, one transaction each.

A *login* is an account that an organiser has tied to a player record of the club. It *waits* until its owner has opened
a one-time link and set a password, which nobody else knows. The login stays on its record even if that is merged:
signing in then counts as the record it was merged into, so undoing the merge changes nothing here.

An account that also belongs to an organiser, a superuser or another club can be tied and untied here, but this club
can't set its password.

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

from scorekeeper.clubs.models import AuditEntry, Club, ClubDevice, Organiser, Player
from scorekeeper.clubs.queries import is_called
from scorekeeper.clubs.services import lock

LONGEST_USERNAME = 150


class UsernameTakenError(Exception):
    """An account with this name exists and can't be tied; `player` is its owner if it belongs to this club."""

    def __init__(self, player: Player | None = None) -> None:
        super().__init__("taken")
        self.player = player


class DisplayNameTakenError(Exception):
    """Another member has the same name at the table."""


class LoginLinkUsedError(Exception):
    """The password link was used in the meantime."""


# What an account is used for


def is_members_alone(user: User) -> bool:
    """Return whether an account is active and can do no more than a member."""
    return user.is_active and not has_powers(user)


def has_powers(user: User) -> bool:
    """Return whether the account can sign in to the panel."""
    return user.is_superuser or user.is_staff or bool(user.organises.all())


def may_renew(user: User, club: Club) -> bool:
    """Return whether the club's organisers may make a new password link for this account."""
    return is_members_alone(user) and all(player.club_id == club.pk for player in user.players.all())


def waits(user: User) -> bool:
    """Return whether no password has been set yet."""
    return not user.has_usable_password()


def free_username(player: Player) -> str:
    """Return an unused user name based on a player's name."""
    short = slugify(player.name) or "member"
    alike = User.objects.filter(username__istartswith=short)
    used = {name.casefold() for name in alike.values_list("username", flat=True)}
    username, number = short, 1
    while username in used:
        number += 1
        username = f"{short}-{number}"
    return username


# What organisers do


def give(player: Player, username: str) -> None:
    """Tie an account to a record: an organiser's of this club, or a new one, which waits.

    A record that has a login keeps it. Raises `UsernameTakenError`.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.user_id is None:
            player.user = _account(player, username)
            player.save(update_fields=["user"])


def _account(player: Player, username: str) -> User:
    account = User.objects.filter(username__iexact=username).first()
    if account is None:
        try:
            with transaction.atomic():
                return User.objects.create(username=username, password=make_password(None))
        except IntegrityError:  # another request was first
            raise UsernameTakenError from None
    if not Organiser.objects.filter(club=player.club_id, user=account).exists():
        raise UsernameTakenError
    if holder := account.players.filter(club=player.club_id).first():
        raise UsernameTakenError(holder)
    return account


def renew(player: Player) -> None:
    """Make the login wait for a new password.

    The old password and earlier links stop working, and phones are signed out. Does nothing unless the club may renew
    the account (`may_renew`).
    """
    with transaction.atomic():
        user = User.objects.select_for_update(of=("self",)).filter(players=player).first()
        if user is not None and player.club and may_renew(user, player.club):
            User.objects.filter(pk=user.pk).update(password=make_password(None))
            sign_phones_out(user.pk)


def take_away(player: Player) -> None:
    """Untie a record's login and sign its phones out; delete the account if nothing else uses it."""
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
    """Return the account whose password a link can set, or None if the link is wrong, used or expired."""
    user = User.objects.filter(pk=uid, players__isnull=False).first()
    if user is None or not default_token_generator.check_token(user, token) or not is_members_alone(user):
        return None
    return user


def set_password(user: User, *, token: str, password: str, device: str) -> None:
    """Set the first password of a login, which uses up the link, and sign this phone in.

    Raises `LoginLinkUsedError`.
    """
    hashed = make_password(password)  # first, since nobody else can write while a transaction is open
    with transaction.atomic():
        player = Player.objects.select_for_update().filter(user=user).order_by("pk").first()
        held = User.objects.select_for_update().filter(pk=user.pk).first()
        if player is None or held is None or awaited(held.pk, token) is None:
            raise LoginLinkUsedError
        _keep_password(held, hashed, device)
        sign_in(player, device)


def change_password(user: User, *, password: str, device: str) -> None:
    """Change the password; sign out all phones but this one."""
    hashed = make_password(password)
    with transaction.atomic():
        _keep_password(User.objects.select_for_update().get(pk=user.pk), hashed, device)


def _keep_password(user: User, hashed: str, device: str) -> None:
    """Store the hash of a password without `User.save`, which would sign out this phone as well."""
    User.objects.filter(pk=user.pk).update(password=hashed)
    sign_phones_out(user.pk, but=device)


def rename(player: Player, nickname: str, *, by: User) -> None:
    """Set the nickname that a member chose, and write it to the journal; raises `DisplayNameTakenError`."""
    with transaction.atomic():
        assert player.club is not None  # a login belongs to a club's record
        lock(player.club)
        player.refresh_from_db(fields=["name", "nickname"])
        if player.nickname == nickname:
            return
        if is_called(player.club, nickname or player.name, but=player.pk):
            raise DisplayNameTakenError
        Player.objects.filter(pk=player.pk).update(nickname=nickname)
        AuditEntry.objects.create(
            club=player.club,
            who=by.get_username(),
            action=CHANGE,
            model="clubs.player",
            key=str(player.pk),
            name=player.name,
            message=json.dumps([{"changed": {"fields": ["Nickname"]}}]),
        )


def sign_in(player: Player, device: str) -> None:
    """Make the browser a phone of the player's club, with the player signed in.

    A phone that joined by link stays in the club after signing out. A phone of another club leaves that club.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if player.user is None:  # the login was taken away meanwhile
            return
        update_last_login(User, player.user)
        ClubDevice.objects.filter(device=device).exclude(club=player.club_id).delete()
        new = {"club_id": player.club_id, "player": player, "by_link": False}
        phone, is_new = ClubDevice.objects.get_or_create(device=device, defaults=new)
        if not is_new and phone.player_id != player.pk:
            phone.player = player
            phone.save(update_fields=["player"])


def sign_out(device: str) -> None:
    """Sign this browser out. It stays in the club if it joined by link."""
    with transaction.atomic():
        _sign_out(ClubDevice.objects.filter(device=device, player__isnull=False))


def sign_phones_out(user: int, *, but: str = "") -> None:
    """Sign out all phones of this account except one."""
    with transaction.atomic():
        _sign_out(ClubDevice.objects.filter(player__user=user).exclude(device=but))


def _sign_out(phones: QuerySet[ClubDevice]) -> None:
    phones.filter(by_link=False).delete()
    phones.update(player=None)
