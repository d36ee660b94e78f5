"""All accounts, for superusers only; deactivating or deleting one signs its phones out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth import admin as accounts
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from scorekeeper.accounts import logins
from scorekeeper.organisers.panel import PanelAdmin

if TYPE_CHECKING:
    UserAdmin = accounts.UserAdmin[User]
else:
    UserAdmin = accounts.UserAdmin

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(PanelAdmin, UserAdmin):
    """Django's admin of users, with lists like those of the clubs; a new password signs phones out by itself.

    Organisers' rights don't depend on single permissions, so these are left out; join and sign-in dates are read-only.
    """

    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser", *readonly_fields)}),
    )

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Show the accounts to superusers; Django would look up single permissions on every page of the panel."""
        return bool(request.user.is_superuser)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            logins.sign_phones_out(obj.pk)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        logins.sign_phones_out(obj.pk)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            logins.sign_phones_out(user.pk)
        super().delete_queryset(request, queryset)
