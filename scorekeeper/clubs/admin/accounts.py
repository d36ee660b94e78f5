"""All accounts, which superusers alone see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth import admin as accounts
from django.contrib.auth.models import User

from scorekeeper.clubs.panel import Forgiving

if TYPE_CHECKING:
    UserAdmin = accounts.UserAdmin[User]
else:
    UserAdmin = accounts.UserAdmin

admin.site.unregister(User)


@admin.register(User)
class Accounts(Forgiving, UserAdmin):
    """Django's, in a list like those of the clubs."""
