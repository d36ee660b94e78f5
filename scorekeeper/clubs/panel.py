"""The organisers' panel: Django's admin, in which everybody sees their own clubs and nothing else.

`OfClubs` is the border. A model of a club is registered with an admin that has it, and says by `club_path` how its rows
belong to a club; rows, choices, filters and actions are then narrowed by it, and what an organiser may do does not hang
on Django's permissions. Superusers see everything.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import FieldDoesNotExist, PermissionDenied
from django.db import DatabaseError, transaction
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest
from django.urls import URLPattern
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import panel_notes
from scorekeeper.clubs.models import Club, Deed
from scorekeeper.clubs.passwords import CountedForm

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


KEY = re.compile(r"[0-9]{1,18}")
"""A row's key as a form posts it; more digits no database holds."""


def clubs_of(user: User | AnonymousUser) -> QuerySet[Club]:
    """The clubs that somebody looks after; all, for a superuser."""
    if user.is_active and user.is_superuser:
        return Club.objects.all()
    if not user.is_active or user.pk is None:
        return Club.objects.none()
    return Club.objects.filter(organisers__user=user)


def looks_after_one(request: HttpRequest) -> bool:
    """Whether whoever asks is an organiser or a superuser; asked of the database once a request."""
    if request.user.is_superuser:
        return True
    if not hasattr(request, "looks_after_one"):
        request.looks_after_one = clubs_of(request.user).exists()  # type: ignore[attr-defined]
    found: bool = request.looks_after_one  # type: ignore[attr-defined]
    return found


class SignIn(CountedForm, AdminAuthenticationForm):
    """For those who look after a club."""


class Autocompletion(AutocompleteJsonView):
    """Django's, which fails for a field at which nothing is chosen, such as the way back from a choice."""

    def process_request(self, request: HttpRequest) -> Any:
        term, model_admin, source_field, to_field = super().process_request(request)
        if not source_field.concrete:
            raise PermissionDenied
        return term.replace("\0", ""), model_admin, source_field, to_field  # PostgreSQL takes no such character


class Panel(admin.AdminSite):
    """The site; `scorekeeper.clubs.panel_config.PanelConfig` makes it the only one."""

    site_header = _("Scorekeeper: the organisers")
    site_title = _("Scorekeeper")
    index_title = _("Your club")
    login_form = SignIn
    enable_nav_sidebar = False
    index_template = "admin/tonight.html"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.pages: list[URLPattern] = []  # of whichever app has some that belong to no list

    def get_urls(self) -> list[Any]:
        return [*self.pages, *super().get_urls()]

    def autocomplete_view(self, request: HttpRequest) -> Any:
        return Autocompletion.as_view(admin_site=self)(request)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The lists of the panel below tonight's tables."""
        from scorekeeper.play import tonight  # the panel is made before models are

        mine = clubs_of(request.user)
        tables, more = tonight.open_tables(mine)
        evenings = tonight.evenings_of(mine, timezone.localdate())
        shown = {"tables": tables, "more_tables": more, "evenings": evenings, "several": mine.count() > 1}
        return super().index(request, {**(extra_context or {}), **shown})


def without_windows(field: Any) -> Any:
    """A choice without the buttons that open another window: on a phone there is none."""
    if field is not None and isinstance(field.widget, RelatedFieldWidgetWrapper):
        field.widget = field.widget.widget
    return field


NOT_TO_BE_ASKED = (ValueError, OverflowError, TypeError, IndexError, DatabaseError)
"""What a list raises that is asked for what its filters and days cannot be; Django itself sees to some of it."""


class Forgiving(ModelAdmin):
    """A list whose address was made up is shown as it is without that, and rows that were made up are refused."""

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Without anything in the address, what goes wrong is ours and stays an error."""
        if not request.GET:
            return super().get_changelist_instance(request)
        try:
            with transaction.atomic():  # what the database refused must not spoil what is asked next
                return super().get_changelist_instance(request)
        except NOT_TO_BE_ASKED as error:
            raise IncorrectLookupParameters(error) from error

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *place: Any, **named: Any) -> Any:
        if all(KEY.fullmatch(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            return super().response_action(request, queryset, *place, **named)
        self.message_user(request, gettext("What was chosen is not in this list."), messages.WARNING)
        return None


class OfClubs(Forgiving):
    """Rows of one's own clubs, and nothing else, by whatever way they are asked for."""

    club_path: ClassVar[str] = "club"
    """From the model to its club, as in a lookup; empty for the club itself."""
    list_per_page = 50
    show_full_result_count = False

    # Rows

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Everything of the admin begins here: lists, pages, actions, autocompletion, history, deletion."""
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return self.narrowed(rows)
        return self.narrowed(rows.filter(**{f"{self.club_path or 'pk'}__in": clubs_of(request.user)}))

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """What is listed of the rows, for whoever it is."""
        return rows

    # Choices

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        """A choice offers, and takes, rows of one's own clubs."""
        if not request.user.is_superuser:
            kwargs["queryset"] = self.choices_for(db_field.remote_field.model, request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return without_windows(super().formfield_for_dbfield(db_field, request, **kwargs))

    def choices_for(self, model: type[Model], request: HttpRequest) -> QuerySet[Any]:
        if model is Club:
            return clubs_of(request.user)
        try:
            model._meta.get_field("club")
        except FieldDoesNotExist:
            return model._default_manager.none()
        return model._default_manager.filter(club__in=clubs_of(request.user))

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Whoever has one club need not choose it."""
        mine = list(clubs_of(request.user)[:2])
        return {**({"club": mine[0].pk} if len(mine) == 1 else {}), **super().get_changeform_initial_data(request)}

    # What was done

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return self._told(request, obj, super().log_addition(request, obj, message))

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return self._told(request, obj, super().log_change(request, obj, message))

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Comes before the deletion, so that the club is still known; with a club its journal goes."""
        gone = list(queryset)
        entries: Any = super().log_deletions(request, gone)  # type: ignore[arg-type]  # a list will do
        for obj, entry in zip(gone, entries if isinstance(entries, list) else [entries], strict=True):
            if not isinstance(obj, Club):
                self._told(request, obj, entry)
        return entries

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> Any:
        """Django's, of which each line is read in the reader's language."""
        response = super().history_view(request, object_id, extra_context)
        for entry in (getattr(response, "context_data", None) or {}).get("action_list", ()):
            entry.change_message = panel_notes.in_words(entry.change_message)
        return response

    def _told(self, request: HttpRequest, obj: Any, entry: Any) -> Any:
        """The panel's log entry, told to the club's journal as well."""
        if club := self.club_of(obj):
            Deed.objects.create(
                club=club,
                who=request.user.get_username(),
                action=entry.action_flag,
                model=self.opts.label_lower,
                key=str(obj.pk),
                name=self.name_of_row(obj)[:200],
                said=entry.change_message,
            )
        return entry

    # What may be done

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request) and looks_after_one(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._mine(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._mine(request, None)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._mine(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._mine(request, obj)

    def _mine(self, request: HttpRequest, obj: Any) -> bool:
        if not self.has_module_permission(request):
            return False
        if obj is None or request.user.is_superuser:
            return True
        club = self.club_of(obj)
        return club is not None and clubs_of(request.user).filter(pk=club.pk).exists()

    def name_of_row(self, obj: Any) -> str:
        """What the journal calls a row."""
        return str(obj)

    def club_of(self, obj: Any) -> Club | None:
        """The club that a row belongs to."""
        for step in filter(None, self.club_path.split("__")):
            obj = getattr(obj, step)
        return obj if isinstance(obj, Club) else None


class OfMyClubs(admin.RelatedOnlyFieldListFilter):
    """A filter by club, which offers one's own."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, StrOrPromise]]:
        return [(str(club.pk), club.name) for club in clubs_of(request.user)]

    def has_output(self) -> bool:
        return len(self.lookup_choices) > 1
