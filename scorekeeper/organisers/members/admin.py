"""The members' list in the panel, the form of a member, and adding several by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminDateWidget, AdminEmailInputWidget, AdminTextInputWidget
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.scoring.documents import LONGEST_NAME
from scorekeeper.clubs import duplicates, personal_data, queries, services
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Club, Merge, PersonalData, Player
from scorekeeper.clubs.name_fields import LinesField, checked_name
from scorekeeper.clubs.names import display_name, folded, turned_round, typed_name
from scorekeeper.clubs.organisers import clubs_of, hide_single_choice
from scorekeeper.organisers import merging
from scorekeeper.organisers.members.logins import LoginsAdmin
from scorekeeper.organisers.members.name_order import PeopleList
from scorekeeper.organisers.panel import MomentFilter, MyClubsFilter, asks_first
from scorekeeper.play.models import Session
from scorekeeper.web.request_params import number_of

if TYPE_CHECKING:
    PlayerModelForm = forms.ModelForm[Player]
else:
    PlayerModelForm = forms.ModelForm


class SuggestionInput(AdminTextInputWidget):
    """A text field that offers what was entered before."""

    def __init__(self, suggestions: Sequence[str]) -> None:
        super().__init__()
        self.suggestions = suggestions

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        listed = f"{name}-suggestions"
        field = super().render(name, value, {**(attrs or {}), "list": listed}, renderer)
        options = format_html_join(
            "", '<option value="{}"></option>', ((suggestion,) for suggestion in self.suggestions)
        )
        return format_html('{}<datalist id="{}">{}</datalist>', field, listed, options)


def _personal(name: str, widget: forms.Widget) -> Any:
    """Return the form field for a column of personal data; `MemberForm` runs the column's own checks."""
    column: Any = PersonalData._meta.get_field(name)
    return column.formfield(widget=widget)


class MemberForm(PlayerModelForm):
    """Refuses a second member with the same display name or number, and stores personal data in its own row."""

    federation_number = _personal("federation_number", AdminTextInputWidget(attrs={"autocomplete": "off"}))
    email = _personal("email", AdminEmailInputWidget(attrs={"autocomplete": "off"}))
    phone_number = _personal("phone_number", AdminTextInputWidget(attrs={"autocomplete": "off", "type": "tel"}))
    entered_on = _personal("entered_on", AdminDateWidget())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = personal_data.personal_data_of(self.instance)
        for name in personal_data.FIELDS:
            self.initial.setdefault(name, getattr(stored, name))

    def clean_name(self) -> str:
        return checked_name(turned_round(self.cleaned_data["name"]))

    def clean_nickname(self) -> str:
        return _tidied(self.cleaned_data["nickname"])

    def clean_member_number(self) -> str:
        return _tidied(self.cleaned_data["member_number"])

    def clean_category(self) -> str:
        return _tidied(self.cleaned_data["category"])

    def clean_federation_number(self) -> str:
        return _tidied(self.cleaned_data["federation_number"])

    def clean_phone_number(self) -> str:
        return _tidied(self.cleaned_data["phone_number"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club = cleaned.get("club") or self.instance.club
        self._check_personal_data(cleaned)
        if club is None:
            return cleaned
        services.lock(club)
        self._require_own_name(club, cleaned)
        self._require_own_number(club, cleaned.get("member_number"))
        return cleaned

    def _check_personal_data(self, cleaned: dict[str, Any]) -> None:
        valid = {name: cleaned[name] for name in personal_data.FIELDS if name in cleaned}
        try:
            PersonalData(**valid).clean_fields(exclude={"player", *personal_data.FIELDS} - {*valid})
        except ValidationError as error:
            self.add_error(None, error)  # each at its field

    def _require_own_name(self, club: Club, cleaned: dict[str, Any]) -> None:
        if not cleaned.get("name") or cleaned.get("guest", self.instance.guest):
            return
        if queries.is_called(club, cleaned.get("nickname") or cleaned["name"], but=self.instance.pk):
            place = "nickname" if cleaned.get("nickname") else "name"
            self.add_error(place, _("Another member has the same name. Add a nickname to tell you apart."))

    def _require_own_number(self, club: Club, number: str | None) -> None:
        others = club.players.filter(merged_into=None).exclude(pk=self.instance.pk)
        if number and (other := others.filter(member_number=number).first()):
            words = gettext("Member number %(number)s belongs to %(name)s.")
            self.add_error("member_number", words % {"number": number, "name": other})

    def store_personal_data(self) -> None:
        """Store what the form says; call it when the player is saved."""
        values = {name: self.cleaned_data[name] for name in personal_data.FIELDS if name in self.cleaned_data}
        personal_data.store(self.instance, values)


def _tidied(text: str) -> str:
    return checked_name(text) if text else ""


MOST = 300


class ManyForm(forms.Form):
    """Names of new members. Lines that can't be added stay in the field, with errors; `names` has the others."""

    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none())
    names_typed = LinesField(
        label=_("Names, one per line"),
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs
        hide_single_choice(field)
        self.names: list[str] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club, typed = cleaned.get("club"), cleaned.get("names_typed", "")
        if club is None or not typed:
            return cleaned
        lines = [line for line in typed.splitlines() if line.strip()]
        if len(lines) > MOST:
            self.add_error("names_typed", _("Too many names at once."))
            return cleaned
        services.lock(club)
        members = club.players.filter(guest=False, retired_at=None, merged_into=None)
        names = {folded(display_name(player)): player.name for player in members}
        refused = {line: fault for line in lines if (fault := self._fault(line, names))}
        if refused:
            self.data = {**self.data, "club": club.pk, "names_typed": "\n".join(refused)}
            self.add_error("names_typed", [f"{line[:LONGEST_NAME]}: {fault}" for line, fault in refused.items()])
        return cleaned

    def _fault(self, line: str, names: dict[str, str]) -> str:
        """Return what is wrong with a line, if anything; otherwise add its name to `names`."""
        name = typed_name(line)
        if len(name) > LONGEST_NAME:
            return gettext("A name can have at most %(longest)d characters.") % {"longest": LONGEST_NAME}
        try:
            name = checked_name(name)
        except ValidationError as error:
            return " ".join(error.messages)
        if listed := names.get(folded(name)):
            return gettext("%(name)s is already listed.") % {"name": listed}
        names[folded(name)] = name
        self.names.append(name)
        return ""


class RetiredFilter(MomentFilter):
    """A filter by whether someone is retired."""

    title = _("retired")
    parameter_name = "retired"
    moment = "retired_at"


class CategoryFilter(admin.SimpleListFilter):
    """A filter by the categories that the listed clubs have."""

    title = _("category")
    parameter_name = "category"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(name, name) for name in queries.categories(clubs_of(request.user))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(category=self.value()) if self.value() else queryset


MOST_DELETED = 500
"""The most people whose personal data is deleted at once: their keys are in a URL, then in the fields of a form."""

NAMES: Any = (None, {"fields": ("club", "name", "nickname", "guest")})
LOGIN = (None, {"fields": ("login",)})
IN_THE_CLUB: Any = (_("In the club"), {"fields": personal_data.CLUB_FIELDS})
PERSONAL: Any = (
    _("Personal data"),
    {
        "fields": personal_data.FIELDS,
        "description": _(
            "Only organisers see this. It isn’t shown on the club’s pages, on printed lists or in the API."
        ),
    },
)


@admin.register(Player)
class MemberAdmin(LoginsAdmin):
    form = MemberForm
    list_display = ("name", "nickname", "member_number", "category", "guest", "retired", "sessions")
    list_filter = ("guest", RetiredFilter, CategoryFilter, ("club", MyClubsFilter))
    search_fields = ("name", "nickname", "member_number", "personal_data__federation_number")
    ordering = ("name", "pk")
    fieldsets = (NAMES, IN_THE_CLUB, PERSONAL)
    actions = ("retire", "bring_back", "merge", "delete_personal_data")
    change_list_template = "admin/clubs/player/change_list.html"

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Leave out merged records, which are in the list of merges; count the sessions at which each person sat."""
        members: QuerySet[Any] = rows.filter(merged_into=None)
        sessions = Session.objects.listed().filter(stretches__seats__player=OuterRef("pk"))
        of_player = sessions.order_by().values("stretches__seats__player")
        sat = Subquery(of_player.annotate(number=Count("pk", distinct=True)).values("number"))
        counted: QuerySet[Any] = members.annotate(sat=Coalesce(sat, 0))
        return counted

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[PeopleList]:
        return PeopleList

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Offer a login and a record to people of a club; those of the home table have none."""
        if obj is None:
            return self.fieldsets
        if obj.club_id is None:
            return (NAMES,)
        return (NAMES, LOGIN, IN_THE_CLUB, PERSONAL)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "category":
            kwargs["widget"] = SuggestionInput(queries.categories(clubs_of(request.user)))
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def change_view(self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None) -> Any:
        """Offer to delete personal data where there is any."""
        player = self.get_object(request, object_id)
        url = personal_data_url([player.pk]) if player and personal_data.known_labels([player]) else ""
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "personal_data_url": url})

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        form.store_personal_data()

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> tuple[str, ...]:
        """Keep the club of a player fixed, because what was played there would move along."""
        return ("club", "login") if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Refuse to delete players who have played, or were part of a settlement; they can be retired."""
        if obj is None:
            return False  # no deletion from the list
        is_allowed = super().has_delete_permission(request, obj)
        return is_allowed and not (
            obj.seats.exists()
            or obj.presences.exists()
            or obj.debts.exists()
            or obj.claims.exists()
            or Merge.objects.filter(Q(kept=obj) | Q(gone=obj)).exists()
        )

    @admin.display(description=_("retired"), boolean=True, ordering="retired_at")
    def retired(self, player: Player) -> bool:
        return player.retired_at is not None

    @admin.display(description=_("sessions"), ordering="sat")
    def sessions(self, player: Any) -> int:
        return int(player.sat)

    @admin.action(description=_("Retire: no longer offered at the table"), permissions=["change"])
    @asks_first(_("These people are no longer offered at the table. You can restore them."))
    def retire(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self._changed(request, list(players), services.retire, AuditAction.RETIRED)

    @admin.action(description=_("Restore: offered at the table again"), permissions=["change"])
    def bring_back(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self._changed(request, list(players), services.bring_back, AuditAction.BROUGHT_BACK)

    @admin.action(description=_("Merge two records of one person …"), permissions=["change"])
    def merge(self, request: HttpRequest, players: QuerySet[Player]) -> HttpResponse | None:
        """Redirect to the page that shows what would move."""
        chosen = list(players.order_by("pk")[:3])
        if len(chosen) != 2:
            self.message_user(request, gettext("Choose two people to merge."), messages.ERROR)
            return None
        return redirect(merge_url(*chosen))

    @admin.action(description=_("Delete personal data …"), permissions=["change"])
    def delete_personal_data(self, request: HttpRequest, players: QuerySet[Player]) -> HttpResponse | None:
        """Redirect to the page that shows what would be deleted."""
        keys = list(players.order_by("pk").values_list("pk", flat=True)[: MOST_DELETED + 1])
        if len(keys) > MOST_DELETED:
            message = gettext("Choose at most %(number)d people at once.") % {"number": MOST_DELETED}
            self.message_user(request, message, messages.ERROR)
            return None
        return redirect(personal_data_url(keys))

    def _changed(
        self, request: HttpRequest, players: list[Player], verb: Callable[[list[Player]], int], action: AuditAction
    ) -> None:
        number = verb(players)
        for player in players:
            self.log_change(request, player, audit_message(action))
        message = ngettext("%(number)d person changed.", "%(number)d people changed.", number) % {"number": number}
        self.message_user(request, message, messages.SUCCESS)

    # Other pages

    def get_urls(self) -> list[URLPattern]:
        def view(function: Callable[..., HttpResponse]) -> Any:
            return self.admin_site.admin_view(function)

        return [
            path("add-several/", view(self.add_several_page), name="clubs_player_add_several"),
            path("duplicates/", view(self.duplicates_page), name="clubs_player_duplicates"),
            path("merge/", view(self.merge_page), name="clubs_player_merge"),
            path("personal-data/", view(self.personal_data_page), name="clubs_player_personal_data"),
            *super().get_urls(),
        ]

    def _page(self, request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
        common = {**self.admin_site.each_context(request), "opts": self.opts}
        return render(request, f"admin/clubs/player/{name}.html", {**common, **context}, status=status)

    @transaction.atomic
    def add_several_page(self, request: HttpRequest) -> HttpResponse:
        """Add many members, one name a line; lines that can't be added stay in the form."""
        if not self.has_add_permission(request):
            raise Http404
        initial = self.get_changeform_initial_data(request)
        form = ManyForm(request.POST or None, initial=initial, clubs=clubs_of(request.user))
        is_whole = form.is_valid()
        if form.names:
            players = services.add_members(form.cleaned_data["club"], form.names)
            for player in players:
                self.log_addition(request, player, [{"added": {}}])
            message = ngettext("%(number)d member added.", "%(number)d members added.", len(players))
            self.message_user(request, message % {"number": len(players)}, messages.SUCCESS)
        if is_whole:
            return redirect("admin:clubs_player_changelist")
        status = 422 if form.is_bound else 200
        return self._page(request, "add_several", form=form, title=gettext("Add several members"), status=status)

    def duplicates_page(self, request: HttpRequest) -> HttpResponse:
        """List likely duplicates."""
        if not self.has_view_permission(request):
            raise Http404
        people = list(self.get_queryset(request).exclude(club=None).select_related("club").order_by("pk"))
        pairs = duplicates.likely(people, apart=merging.sat_together)
        with_urls = [(pair, merge_url(pair.one, pair.other)) for pair in pairs]
        return self._page(request, "duplicates", pairs=with_urls, title=gettext("Likely duplicates"))

    def merge_page(self, request: HttpRequest) -> HttpResponse:
        """Show what merging two records would move; a POST request merges them."""
        data = request.GET if request.method != "POST" else request.POST
        both = [self.get_object(request, str(number_of(data.get(place, "")))) for place in ("one", "other")]
        one, other = both
        if one is None or other is None or not all(self.has_change_permission(request, player) for player in both):
            return self._merged_already(request, data)
        problem = ""
        try:
            if request.method == "POST":
                kept, gone = (one, other) if data.get("kept") == str(one.pk) else (other, one)
                merging.merge(kept, gone, by=request.user.get_username())
                self.log_change(request, kept, audit_message(AuditAction.MERGED, name=gone))
                self.message_user(
                    request, gettext("%(gone)s has been merged into %(kept)s.") % {"gone": gone, "kept": kept}
                )
                return redirect("admin:clubs_player_change", kept.pk)
            moves = [merging.preview(one, other), merging.preview(other, one)]
        except merging.CannotMergeError as error:
            problem, moves = str(error), []
        context = {"one": one, "other": other, "moves": moves, "likelier": duplicates.likelier(one, other)}
        title = gettext("Merge two people")
        return self._page(request, "merge", **context, title=title, problem=problem, status=422 if problem else 200)

    def _merged_already(self, request: HttpRequest, data: QueryDict) -> HttpResponse:
        """Redirect to the merged player after a second tap or the back button; 404 if the two were not merged."""
        two = [number_of(data.get(place, "")) for place in ("one", "other")]
        merges = Merge.objects.filter(club__in=clubs_of(request.user), kept__merged_into=None)
        merge = merges.filter(kept__in=two, gone__in=two, undone_at=None).first()
        if merge is None:
            raise Http404
        return redirect("admin:clubs_player_change", merge.kept_id)

    @transaction.atomic
    def personal_data_page(self, request: HttpRequest) -> HttpResponse:
        """Show whose personal data would be deleted; a POST request deletes it."""
        data = request.GET if request.method != "POST" else request.POST
        keys = [number_of(key) for key in data.getlist("pk")]
        chosen = list(self.get_queryset(request).filter(pk__in=keys, club__isnull=False).order_by("name", "pk"))
        known = personal_data.known_labels(chosen)
        people = [(player, known[player.pk]) for player in chosen if player.pk in known]
        if not self.has_change_permission(request) or not chosen:
            raise Http404
        if request.method != "POST":
            title = gettext("Delete personal data")
            return self._page(request, "delete_personal_data", people=people, chosen=chosen, title=title)
        players = [player for player, _fields in people]
        personal_data.delete(players)
        for player in players:
            self.log_change(request, player, audit_message(AuditAction.PERSONAL_DATA_DELETED))
        message = ngettext(
            "Personal data of %(number)d person deleted.", "Personal data of %(number)d people deleted.", len(players)
        )
        self.message_user(request, message % {"number": len(players)}, messages.SUCCESS)
        if len(keys) == 1:
            return redirect("admin:clubs_player_change", keys[0])
        return redirect("admin:clubs_player_changelist")


def personal_data_url(keys: Iterable[int]) -> str:
    """Return the address of the page that deletes these players' personal data."""
    return f"{reverse('admin:clubs_player_personal_data')}?{urlencode([('pk', key) for key in keys])}"


def merge_url(one: Player, other: Player) -> str:
    return f"{reverse('admin:clubs_player_merge')}?one={one.pk}&other={other.pk}"
