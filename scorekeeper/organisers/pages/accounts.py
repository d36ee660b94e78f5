"""All accounts, for superusers only; deactivating or deleting one signs its phones out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth import admin as accounts
from django.contrib.auth.forms import AdminPasswordChangeForm, UserCreationForm
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse

from scorekeeper.accounts import logins
from scorekeeper.organisers.panel import PanelAdmin

if TYPE_CHECKING:
    UserAdmin = accounts.UserAdmin[User]
    PasswordForm = AdminPasswordChangeForm[User]
else:
    UserAdmin = accounts.UserAdmin
    PasswordForm = AdminPasswordChangeForm

admin.site.unregister(User)


class NewPasswordForm(PasswordForm):
    """A new password, without the choice of other ways to sign in: there are none."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("usable_password", None)


@admin.register(User)
class AccountAdmin(PanelAdmin, UserAdmin):
    """Django's admin of users, with lists like those of the clubs; a new password signs phones out by itself.

    Organisers' rights don't depend on single permissions, so these are left out; join and sign-in dates are read-only.
    """

    add_form, add_form_template, change_password_form = UserCreationForm, None, NewPasswordForm
    add_fieldsets = ((None, {"fields": ("username", "password1", "password2")}),)
    actions = ("delete_selected",)
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "password", "email")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser", *readonly_fields)}),
    )

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Show the accounts to superusers; Django would look up single permissions on every page of the panel."""
        return bool(request.user.is_superuser)

    def response_post_save_add(self, request: HttpRequest, obj: User) -> HttpResponseRedirect:
        """Go on to what a new account may do."""
        return HttpResponseRedirect(reverse("admin:auth_user_change", args=[obj.pk]))

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
