"""Organisers: added with an account, or dismissed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import services
from scorekeeper.clubs.models import Organiser
from scorekeeper.clubs.name_fields import UserNameField
from scorekeeper.organisers.panel import ClubScopedAdmin, MyClubsFilter

if TYPE_CHECKING:
    OrganiserModelForm = forms.ModelForm[Organiser]
    WithPassword = SetPasswordMixin[User]
else:
    OrganiserModelForm = forms.ModelForm
    WithPassword = SetPasswordMixin


class NewOrganiserForm(WithPassword, OrganiserModelForm):
    """An organiser with a new account."""

    username = UserNameField(label=_("User name"), max_length=150, validators=[UnicodeUsernameValidator()])
    password1, password2 = SetPasswordMixin.create_password_fields()

    class Meta:
        model = Organiser
        fields = ("club",)

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("There is already an account with this name."))
        return username

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        cleaned = super().clean() or self.cleaned_data
        self.validate_password_for_user(User(username=cleaned.get("username", "")))
        return cleaned

    def _post_clean(self) -> None:
        """Skip the model's validation, because the account doesn't exist yet; the fields have checked everything."""
        if club := self.cleaned_data.get("club"):
            self.instance.club = club

    def save(self, commit: bool = True) -> Organiser:
        """Return the organiser with an unsaved account; the admin saves both."""
        self.instance.user = User(username=self.cleaned_data["username"])
        self.instance.user.set_password(self.cleaned_data["password1"])
        return self.instance

    def save_m2m(self) -> None:
        """Do nothing; the admin calls this, but an organiser has no many-to-many fields."""


@admin.register(Organiser)
class OrganiserAdmin(ClubScopedAdmin):
    """The organisers of a club; added with an account or dismissed, never changed."""

    list_display = ("account", "club")
    list_filter = (("club", MyClubsFilter),)
    search_fields = ("user__username",)
    actions = None

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("user", "club").order_by("user__username", "pk")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **kwargs, **({} if obj else {"form": NewOrganiserForm}))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("account", "club") if obj else ("club", "username", "password1", "password2")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("account", "club") if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Organiser | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Organiser | None = None) -> bool:
        """Refuse to dismiss the last organiser of a club, and to dismiss any from the list."""
        if obj is None:
            return False
        others = Organiser.objects.filter(club=obj.club_id).exclude(pk=obj.pk)
        return super().has_delete_permission(request, obj) and others.exists()

    def save_model(self, request: HttpRequest, obj: Organiser, form: Any, change: bool) -> None:
        obj.user.save()
        organiser = services.make_organiser(obj.club, obj.user)
        obj.pk, obj._state.adding, obj.user = organiser.pk, False, organiser.user

    def delete_model(self, request: HttpRequest, obj: Organiser) -> None:
        services.dismiss_organiser(obj)

    @admin.display(description=_("account"), ordering="user__username")
    def account(self, organiser: Organiser) -> str:
        return organiser.user.get_username()
