"""Evenings with their presences and sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import Count, ForeignKey, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.forms import BaseInlineFormSet, ModelChoiceField
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.scoring.errors import RuleError
from scorekeeper.clubs.dates import in_our_time
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.name_fields import validate_visible
from scorekeeper.desk.tonight import to_do
from scorekeeper.evenings.errors import EveningSettledError, ResultStandsError
from scorekeeper.evenings.models import CENT, Evening, Presence
from scorekeeper.evenings.queries import lock_evening, refuse_when_final
from scorekeeper.organisers.members.name_order import by_name
from scorekeeper.organisers.panel import MomentFilter, MyClubsFilter, without_windows
from scorekeeper.organisers.printing import PrintingAdmin
from scorekeeper.play.evening_tables import TABLES_IN_ORDER, refuse_seated
from scorekeeper.play.form_fields import MOST_MONEY
from scorekeeper.play.formatting import game_name, in_words
from scorekeeper.play.models import Seat, Session
from scorekeeper.printing.evening_paper import evenings_print_order
from scorekeeper.printing.forms import BLANK, FILLED, RESULT, PrintChoices
from scorekeeper.printing.typesetting import Order
from scorekeeper.web.dates import long_day, this_evening

if TYPE_CHECKING:
    Inline = admin.TabularInline[Any, Any]
    InlineFormSet = BaseInlineFormSet[Presence, Evening, forms.ModelForm[Presence]]
    EveningModelForm = forms.ModelForm[Evening]
    PresenceModelForm = forms.ModelForm[Presence]
else:
    Inline = admin.TabularInline
    InlineFormSet = BaseInlineFormSet
    EveningModelForm = PresenceModelForm = forms.ModelForm


class EveningInline(Inline):
    """Rows of an evening; permissions depend only on the evening, which the page has checked to be the user's."""

    template = "admin/evenings/evening/tabular.html"
    writes: ClassVar[bool] = True
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._open(obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._open(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._open(obj)

    def _open(self, evening: Evening | None) -> bool:
        return self.writes and evening is not None and evening.settled_at is None


class PresenceFormSet(InlineFormSet):
    """Presences, with the checks of the evening's own page: players who have played stay, nobody is listed twice."""

    def add_fields(self, form: forms.ModelForm[Presence], index: int | None) -> None:
        """Label each field, because the header of a table is no label."""
        super().add_fields(form, index)
        for field in form.fields.values():
            field.widget.attrs.setdefault("aria-label", str(field.label))

    def clean(self) -> None:
        super().clean()
        for form in self.deleted_forms:
            played = Seat.objects.of(self.instance.sessions.not_deleted())
            if played.filter(player=form.instance.player_id).exists():
                words = _("%(name)s has played at one of this evening’s tables.")
                raise ValidationError(words, params={"name": form.instance.player})
        present = set(self.instance.presences.values_list("player_id", flat=True))
        for form in self.forms:
            if form not in self.deleted_forms:
                self._check(form, present)

    def _check(self, form: Any, present: set[int]) -> None:
        arrived, departed, player = (form.cleaned_data.get(name) for name in ("came_at", "left_at", "player"))
        if player and form.instance._state.adding and player.pk in present:
            form.add_error("player", _("%(name)s is already listed.") % {"name": player})
        if arrived and departed and departed < arrived:
            form.add_error("left_at", _("Nobody can leave before they arrive."))
        if player and departed and "left_at" in form.changed_data:
            try:
                refuse_seated(self.instance, [player])
            except RuleError as error:
                form.add_error("left_at", in_words(error.message))


class PresenceForm(PresenceModelForm):
    """A presence; the person can't be changed, only added as another row."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("came_at", "left_at"):
            if name in self.fields:
                self.fields[name].validators.append(in_our_time)
        if not self.instance._state.adding and "player" in self.fields:
            player = self.fields["player"]
            assert isinstance(player, forms.ModelChoiceField)
            player.disabled = True
            player.choices = [(self.instance.player_id, str(self.instance.player))]  # instead of 200 people a row


class PresenceInline(EveningInline):
    model = Presence
    form = PresenceForm
    formset = PresenceFormSet
    verbose_name_plural = _("attendance")
    fields = ("player", "came_at", "left_at")
    club: Any = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("player").order_by("came_at", "pk")

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        self.club = obj.club if obj else None
        return super().get_formset(request, obj, **kwargs)

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        """Offer players of the evening's own club, even to superusers."""
        if db_field.name == "player":
            kwargs["queryset"] = Player.objects.filter(club=self.club, merged_into=None)
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        return by_name(field) if field and db_field.name == "player" else field

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return without_windows(super().formfield_for_dbfield(db_field, request, **kwargs))


class SessionInline(EveningInline):
    model = Session
    writes = False
    verbose_name_plural = _("sessions")
    readonly_fields = ("round", "table_number", "game_name", "names", "started_at", "closed_at")
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        sessions = super().get_queryset(request) & Session.objects.not_deleted()
        return sessions.select_related("round").prefetch_related("stretches__seats").order_by(*TABLES_IN_ORDER)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the columns, with that of the round at an evening that has rounds."""
        return self.readonly_fields if obj and obj.rounds.exists() else self.readonly_fields[1:]

    @admin.display(description=pgettext_lazy("of cards", "game"))
    def game_name(self, session: Session) -> SafeString:
        address = reverse("admin:play_session_change", args=[session.pk])
        return format_html('<a href="{}">{}</a>', address, game_name(session.game))

    @admin.display(description=_("players"))
    def names(self, session: Session) -> str:
        return ", ".join(seat.name for seat in session.people)


class SettledFilter(MomentFilter):
    title = _("settled")
    parameter_name = "settled"
    moment = "settled_at"
    answers = MomentFilter.answers[::-1]


Checks = list[Callable[[Any], None]]


class EveningAdminForm(EveningModelForm):
    """Validates as the evening's own page does; a settled evening has fewer fields."""

    class Meta:
        localized_fields = ("kitty", "rounding")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        money: Checks = [MinValueValidator(CENT), MaxValueValidator(MOST_MONEY)]
        checks: dict[str, Checks] = {"date": [in_our_time], "name": [validate_visible], "currency": [validate_visible]}
        checks |= {"kitty": money, "rounding": money}
        for name, validators in checks.items():
            if name in self.fields:
                self.fields[name].validators += validators


def _number(rows: QuerySet[Any]) -> Coalesce:
    """Return the number of an evening's rows, to sort by: a subquery, because two joins would multiply the counts."""
    of_evening = rows.filter(evening=OuterRef("pk")).order_by().values("evening")
    return Coalesce(Subquery(of_evening.annotate(number=Count("pk")).values("number")), 0)


@admin.register(Evening)
class EveningAdmin(PrintingAdmin):
    """Evenings; a settled evening's terms and presences can't be changed."""

    form = EveningAdminForm
    list_display = ("day", "name", "club", "count_there", "count_sessions", "is_settled")
    list_filter = (SettledFilter, ("club", MyClubsFilter))
    search_fields = ("name", "presences__player__name")
    date_hierarchy = "date"
    ordering = ("-date", "-pk")
    fields = ("club", ("date", "name"), ("kitty", "rounding", "currency"), "settled_at")
    inlines = (PresenceInline, SessionInline)
    what = (FILLED, BLANK, RESULT)
    actions = ("print_chosen",)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        counted: QuerySet[Any] = rows.select_related("club").annotate(
            people=_number(Presence.objects.all()), tables=_number(Session.objects.listed())
        )
        return counted

    def printable(self, rows: Sequence[Evening], choices: PrintChoices, base: str) -> Order:
        return evenings_print_order(rows, choices, base)

    def row_name(self, obj: Evening) -> str:
        return obj.name_in_audit_log()

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"date": this_evening(), **super().get_changeform_initial_data(request)}

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj else ()  # the choice of people depends on the club

    def get_readonly_fields(self, request: HttpRequest, obj: Evening | None = None) -> tuple[str, ...]:
        if obj is None:
            return ("settled_at",)
        settled = ("date", "kitty", "rounding", "currency") if obj.settled_at else ()
        return ("club", "settled_at", *settled)

    def has_delete_permission(self, request: HttpRequest, obj: Evening | None = None) -> bool:
        """Refuse to delete a tournament, or an evening with sessions or settlements, even withdrawn ones."""
        if obj is None:
            return False
        return super().has_delete_permission(request, obj) and not (
            obj.sessions.exists() or obj.settlements.exists() or obj.settled_at or hasattr(obj, "tournament")
        )

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> Any:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except EveningSettledError:  # settled from a phone while this form was open
            self.message_user(
                request,
                gettext("This evening has been settled in the meantime, so nothing was changed."),
                messages.ERROR,
            )
            return redirect("admin:evenings_evening_change", object_id)
        except ResultStandsError as error:
            self.message_user(request, in_words(error.message), messages.ERROR)
            return redirect("admin:evenings_evening_change", object_id)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        evening = context.get("original")
        return super().render_change_form(
            request, {**context, "to_do": to_do(evening) if evening else None}, *args, **kwargs
        )

    def save_model(self, request: HttpRequest, obj: Evening, form: Any, change: bool) -> None:
        if change:
            locked = lock_evening(obj)
            if "date" in form.changed_data:
                refuse_when_final(locked)
        super().save_model(request, obj, form, change)

    @admin.display(description=_("date"), ordering="date")
    def day(self, evening: Evening) -> str:
        return long_day(evening.date)

    @admin.display(description=_("attendance"), ordering="people")
    def count_there(self, evening: Any) -> int:
        return int(evening.people)

    @admin.display(description=_("sessions"), ordering="tables")
    def count_sessions(self, evening: Any) -> int:
        return int(evening.tables)

    @admin.display(description=_("settled"), boolean=True, ordering="settled_at")
    def is_settled(self, evening: Evening) -> bool:
        return evening.settled_at is not None
