"""The pages of the organisers' panel for clubs and their people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.models import Group, User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.scoring.text import can_be_a_name
from scorekeeper.clubs import services
from scorekeeper.clubs.models import Club, Organiser, Player
from scorekeeper.clubs.names import called, folded, tidy
from scorekeeper.clubs.panel import OfClubs, OfMyClubs
from scorekeeper.play.links import base_of, qr_code

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    ClubModelForm = forms.ModelForm[Club]
    PlayerModelForm = forms.ModelForm[Player]
    OrganiserModelForm = forms.ModelForm[Organiser]
    WithPassword = SetPasswordMixin[User]
else:
    ClubModelForm = PlayerModelForm = OrganiserModelForm = forms.ModelForm
    WithPassword = SetPasswordMixin

admin.site.unregister(Group)  # there are two kinds of people here: organisers and superusers


def name_of(text: str) -> str:
    """A name that can be seen on a score sheet."""
    text = tidy(text)
    if not can_be_a_name(text):
        raise ValidationError(_("There is a character in this that cannot be kept or seen."))
    return text


class MemberForm(PlayerModelForm):
    """Refuses a second person whom the table would call the same."""

    def clean_name(self) -> str:
        return name_of(self.cleaned_data["name"])

    def clean_nickname(self) -> str:
        return name_of(self.cleaned_data["nickname"]) if self.cleaned_data["nickname"] else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club = cleaned.get("club") or self.instance.club
        if club and cleaned.get("name") and not cleaned.get("guest", self.instance.guest):
            mine = folded(cleaned.get("nickname") or cleaned["name"])
            others = club.players.filter(guest=False, retired_at=None).exclude(pk=self.instance.pk)
            if any(folded(called(other)) == mine for other in others):
                place = "nickname" if cleaned.get("nickname") else "name"
                self.add_error(place, _("Another member is called the same; a nickname tells them apart."))
        return cleaned


class Retired(admin.SimpleListFilter):
    """Who comes, and who does no longer."""

    title = _("retired")
    parameter_name = "retired"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("no", _("No")), ("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("no", "yes"):
            return queryset
        return queryset.filter(retired_at__isnull=self.value() == "no")


@admin.register(Player)
class Members(OfClubs):
    form = MemberForm
    list_display = ("name", "nickname", "guest", "retired", "sessions")
    list_filter = ("guest", Retired, ("club", OfMyClubs))
    search_fields = ("name", "nickname")
    ordering = ("name", "pk")
    fields = ("club", "name", "nickname", "guest")
    actions = ("retire", "bring_back")

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        listed: QuerySet[Any] = rows.annotate(sat=Count("seats"))
        return listed

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Nobody moves to another club: what was played there would go along."""
        return ("club",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Who has played is retired instead."""
        if obj is None:
            return False  # nobody is deleted from a list
        return super().has_delete_permission(request, obj) and not obj.seats.exists()

    @admin.display(description=_("retired"), boolean=True, ordering="retired_at")
    def retired(self, player: Player) -> bool:
        return player.retired_at is not None

    @admin.display(description=_("sessions"), ordering="sat")
    def sessions(self, player: Any) -> int:
        return int(player.sat)

    @admin.action(description=_("Retire: no longer offered at the table"), permissions=["change"])
    def retire(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self._changed(request, list(players), services.retire, _("Retired."))

    @admin.action(description=_("Bring back: offered at the table again"), permissions=["change"])
    def bring_back(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self._changed(request, list(players), services.bring_back, _("Brought back."))

    def _changed(
        self, request: HttpRequest, players: list[Player], verb: Callable[[list[Player]], int], words: StrOrPromise
    ) -> None:
        number = verb(players)
        for player in players:
            self.log_change(request, player, str(words))
        told = ngettext("%(number)d person changed.", "%(number)d people changed.", number) % {"number": number}
        self.message_user(request, told, messages.SUCCESS)


class ClubForm(ClubModelForm):
    def clean_name(self) -> str:
        return name_of(self.cleaned_data["name"])


@admin.register(Club)
class Clubs(OfClubs):
    """One's own clubs: their name, and the link of their phones, which is renewed on a page of its own."""

    club_path = ""
    form = ClubForm
    list_display = ("name", "members", "phones", "link")
    readonly_fields = ("link", "phones")
    actions = None

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        members = Q(players__guest=False, players__retired_at=None)
        listed: QuerySet[Any] = rows.annotate(
            count_members=Count("players", filter=members, distinct=True),
            count_phones=Count("devices", distinct=True),
        )
        return listed

    def get_fields(self, request: HttpRequest, obj: Club | None = None) -> tuple[str, ...]:
        return ("name", "link", "phones") if obj else ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return request.user.is_superuser and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        obj.slug = obj.slug or services.free_slug(obj.name)
        super().save_model(request, obj, form, change)

    @admin.display(description=_("members"), ordering="count_members")
    def members(self, club: Any) -> int:
        return int(club.count_members)

    @admin.display(description=_("phones"), ordering="count_phones")
    def phones(self, club: Any) -> int:
        return int(club.count_phones)

    @admin.display(description=_("link of the phones"))
    def link(self, club: Club) -> SafeString:
        address = reverse("admin:clubs_club_link", args=[club.pk])
        return format_html('<a href="{}">{}</a>', address, _("Show or renew the link"))

    def get_urls(self) -> list[URLPattern]:
        link = path("<int:pk>/link/", self.admin_site.admin_view(self.link_page), name="clubs_club_link")
        return [link, *super().get_urls()]

    def link_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The link of the club's phones with its QR code; posted to, it is renewed."""
        club = self.get_object(request, str(pk))
        if club is None or not self.has_change_permission(request, club):
            raise Http404
        if request.method == "POST":
            services.renew_phones_link(club, let_all_go="let_all_go" in request.POST)
            self.log_change(request, club, gettext("Link of the phones renewed."))
            self.message_user(request, gettext("The link is renewed; the old one leads nowhere."), messages.SUCCESS)
            return redirect("admin:clubs_club_link", pk)
        base, reachable = base_of(request)
        url = base + reverse("join_club", args=[club.phones_token])
        context = {
            **self.admin_site.each_context(request),
            "title": _("Link of the phones"),
            "subtitle": club.name,
            "opts": self.opts,
            "club": club,
            "url": url,
            "qr": qr_code(url),
            "reachable": reachable,
        }
        return render(request, "admin/clubs/club/link.html", context)


class NewOrganiserForm(WithPassword, OrganiserModelForm):
    """An organiser with a new account."""

    username = forms.CharField(label=_("User name"), max_length=150, validators=[UnicodeUsernameValidator()])
    password1, password2 = SetPasswordMixin.create_password_fields()

    class Meta:
        model = Organiser
        fields = ("club",)

    def clean_username(self) -> str:
        username: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("There is an account of this name already."))
        return username

    def clean(self) -> dict[str, Any]:
        self.validate_passwords()
        cleaned = super().clean() or self.cleaned_data
        self.validate_password_for_user(User(username=cleaned.get("username", "")))
        return cleaned

    def _post_clean(self) -> None:
        """The account is still to be made: what could be wrong with the organiser, the fields have said."""
        if club := self.cleaned_data.get("club"):
            self.instance.club = club

    def save(self, commit: bool = True) -> Organiser:
        """What the panel saves."""
        self.instance.user = User(username=self.cleaned_data["username"])
        self.instance.user.set_password(self.cleaned_data["password1"])
        return self.instance

    def save_m2m(self) -> None:
        """The panel asks for this; an organiser has nothing of the kind."""


@admin.register(Organiser)
class Organisers(OfClubs):
    """Who looks after a club; an organiser is added with an account, or dismissed, never changed."""

    list_display = ("account", "club")
    list_filter = (("club", OfMyClubs),)
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
        """One has to be left; and nobody is dismissed from a list."""
        if obj is None:
            return False
        others = Organiser.objects.filter(club=obj.club_id).exclude(pk=obj.pk)
        return super().has_delete_permission(request, obj) and others.exists()

    def save_model(self, request: HttpRequest, obj: Organiser, form: Any, change: bool) -> None:
        obj.user.save()
        made = services.make_organiser(obj.club, obj.user)
        obj.pk, obj._state.adding, obj.user = made.pk, False, made.user

    def delete_model(self, request: HttpRequest, obj: Organiser) -> None:
        services.dismiss_organiser(obj)

    @admin.display(description=_("account"), ordering="user__username")
    def account(self, organiser: Organiser) -> str:
        return organiser.user.get_username()
