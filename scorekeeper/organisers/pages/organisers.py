"""Organisers: added with an account, or dismissed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.member_pages import password_rules
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

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = password_rules()

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
    """The organisers of a club; added with an account or dismissed by another one, never changed."""

    list_filter = (("club", MyClubsFilter),)
    search_fields = ("user__username",)
    actions = None
    deletion = _("This can’t be undone. The phones that run evenings stay under “Phones”; remove this person’s there.")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        others = Organiser.objects.filter(club=OuterRef("club")).exclude(pk=OuterRef("pk"))
        listed: QuerySet[Any] = rows.select_related("user", "club").annotate(others=Exists(others))
        return listed.order_by("user__username", "pk")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, **kwargs, **({} if obj else {"form": NewOrganiserForm}))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("account", "club") if obj else ("club", "username", "password1", "password2")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("account", "club") if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Organiser | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to dismiss oneself, the last organiser of a club, and several at once from the list."""
        if obj is None:
            return False
        goes_along = not hasattr(obj, "others")  # with its club or its account
        if not goes_along and (not obj.others or obj.user_id == request.user.pk):
            return False
        return super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Organiser, form: Any, change: bool) -> None:
        obj.user.save()
        organiser = services.make_organiser(obj.club, obj.user)
        obj.pk, obj._state.adding, obj.user = organiser.pk, False, organiser.user

    def delete_model(self, request: HttpRequest, obj: Organiser) -> None:
        services.dismiss_organiser(obj)

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the columns, with a link to the question before the removal of anybody but the user."""

        @admin.display(description=_("Remove"))
        def removal(organiser: Organiser) -> SafeString | str:
            if not self.has_delete_permission(request, organiser):
                return ""
            address = reverse("admin:clubs_organiser_delete", args=[organiser.pk])
            return format_html('<a href="{}">{}</a>', address, _("Remove"))

        return ["account", removal, "club"]

    @admin.display(description=_("account"), ordering="user__username")
    def account(self, organiser: Organiser) -> str:
        return organiser.user.get_username()
