"""The organisers' panel: Django's admin, restricted to each user's own clubs.

`ClubScopedAdmin` enforces this. The admin of a club's model derives from it, and `club_path` says how rows belong to a
club; rows, choices, filters and actions are restricted by it. What organisers may do doesn't depend on Django's
permissions. Superusers see everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.templatetags.admin_urls import add_preserved_filters
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.core.exceptions import FieldDoesNotExist, PermissionDenied
from django.db import DatabaseError, transaction
from django.db.models import ForeignKey, Model, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.accounts.passwords import LimitedSignInForm
from scorekeeper.clubs import audit_notes
from scorekeeper.clubs.models import AuditEntry, Club
from scorekeeper.clubs.organisers import clubs_of, hide_single_choice, looks_after_one
from scorekeeper.clubs.queries import club_phone
from scorekeeper.desk import tonight
from scorekeeper.organisers import club_overview
from scorekeeper.web.cookies import device_id
from scorekeeper.web.request_params import number_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise

    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


KEY = re.compile(r"[0-9]{1,18}")
"""A primary key as forms post it; longer ones exceed what databases hold."""


class SignIn(LimitedSignInForm, AdminAuthenticationForm):
    """The sign-in form for organisers. The error doesn't tell which of the reasons it is."""

    error_messages = {
        **LimitedSignInForm.error_messages,
        "invalid_login": _(
            "The user name or the password is wrong, or this is not an organiser’s account. Capital letters matter."
        ),
    }


class Autocompletion(AutocompleteJsonView):
    """Django's view, without its error for fields that aren't columns, such as reverse relations."""

    def process_request(self, request: HttpRequest) -> Any:
        term, model_admin, source_field, to_field = super().process_request(request)
        if not source_field.concrete:
            raise PermissionDenied
        return term.replace("\0", ""), model_admin, source_field, to_field  # PostgreSQL refuses the null character


class Panel(admin.AdminSite):
    """The admin site without sign-in, which `scorekeeper.organisers.site` adds."""

    site_header = _("Scorekeeper for organisers")
    site_title = _("Scorekeeper")
    index_title = _("Your club")
    login_form = SignIn
    enable_nav_sidebar = False
    index_template = "admin/front_page.html"

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.pages: list[URLPattern] = []  # added by apps, for pages that belong to no list

    def get_urls(self) -> list[Any]:
        return [*self.pages, *super().get_urls()]

    def app_index(self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None) -> Any:
        """Lead to the front page, which lists the pages of all apps."""
        return redirect("admin:index")

    def autocomplete_view(self, request: HttpRequest) -> Any:
        return Autocompletion.as_view(admin_site=self)(request)

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Show what to do tonight, next, and in general; then the open tables, the season, and all other pages.

        Organisers of several clubs see neither first steps nor a season: those of all clubs would take a long page.
        """
        clubs = clubs_of(request.user)
        by_name = list(clubs.order_by("name", "pk"))
        only = by_name[0] if len(by_name) == 1 else None
        tables, more = tonight.open_tables(clubs)
        evenings, phone = tonight.evenings(clubs), club_phone(device_id(request))
        begun = {found.evening.club_id for found in evenings}
        apps = self.get_app_list(request)
        context = {
            "tables": tables,
            "more_tables": more,
            "evenings": evenings,
            "not_begun": [club for club in by_name if club.pk not in begun],
            "to_come": tonight.to_come(clubs),
            "clubs": by_name,
            "runs_all": phone is not None and phone.runs and only is not None and phone.club_id == only.pk,
            "first_steps": club_overview.first_steps(only) if only else None,
            "left_to_do": club_overview.left_to_do(clubs),
            "season_overview": club_overview.season_overview(only) if only else None,
            "pages": sorted(chain.from_iterable(map(itemgetter("models"), apps)), key=itemgetter("name")),
            "server_warnings": club_overview.server_warnings(request.user),
        }
        return super().index(request, {**(extra_context or {}), **context})


def without_windows(field: Any) -> Any:
    """Return a field without the buttons that open another window, which phones don't have."""
    if field is not None and isinstance(field.widget, RelatedFieldWidgetWrapper):
        field.widget = field.widget.widget
    return field


Action = Callable[[Any, HttpRequest, QuerySet[Any]], HttpResponse | None]


def asks_first(words: StrOrPromise) -> Callable[[Action], Action]:
    """Make an action of a list ask before it is carried out; `words` say what it does and whether it can be undone."""

    def decorated(action: Action) -> Action:
        @wraps(action)
        def asking(admin: PanelAdmin, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
            title = vars(asking)["short_description"]  # set by `admin.action`
            return admin.unconfirmed(request, title=title, words=words, rows=rows) or action(admin, request, rows)

        return asking

    return decorated


MOST_NAMED = 20
"""How many of the rows are named in a question; of more, their number is given."""
INVALID_LOOKUPS = (ValueError, OverflowError, TypeError, IndexError, DatabaseError)
"""What a list raises for invalid filters or dates in its URL; Django itself handles some of them."""


class PanelAdmin(ModelAdmin):
    """A list that ignores invalid query parameters and refuses invalid rows, and says what was done in our words."""

    object_history_template = "admin/history.html"
    show_facets = admin.ShowFacets.NEVER
    deletion: ClassVar[StrOrPromise] = _("This can’t be undone.")
    """What the page says that asks before rows are deleted."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return super().changelist_view(
            request, {"title": capfirst(str(self.opts.verbose_name_plural)), **(extra_context or {})}
        )

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        return self._after_saving(request, obj) or self.response_post_save_add(request, obj)

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        return self._after_saving(request, obj) or self.response_post_save_change(request, obj)

    def _after_saving(self, request: HttpRequest, obj: Any) -> HttpResponse | None:
        """Say what was saved, without Django's nouns, and return the page that a button asks for."""
        self.message_user(request, gettext("“%(name)s” was saved.") % {"name": obj}, messages.SUCCESS)
        if "_addanother" in request.POST:
            return self._redirect("add", request)
        return self._redirect("change", request, obj.pk) if "_continue" in request.POST else None

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> Any:
        context = {**(extra_context or {}), "title": gettext("Delete"), "deletion": self.deletion}
        return super().delete_view(request, object_id, context)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        self.message_user(request, gettext("“%(name)s” was deleted.") % {"name": obj_display}, messages.SUCCESS)
        return self._redirect("changelist", request)

    @admin.action(description=_("Delete"), permissions=["delete"])
    def delete_selected(self, request: HttpRequest, rows: QuerySet[Any]) -> HttpResponse | None:
        """Delete rows that nothing protects, in place of Django's action."""
        if page := self.unconfirmed(request, title=gettext("Delete"), words=self.deletion, rows=rows):
            return page
        number = len(rows)
        self.log_deletions(request, rows)
        self.delete_queryset(request, rows)
        words = ngettext("%(number)d deleted.", "%(number)d deleted.", number)
        self.message_user(request, words % {"number": number}, messages.SUCCESS)
        return None

    def unconfirmed(
        self,
        request: HttpRequest,
        *,
        title: StrOrPromise,
        words: StrOrPromise,
        rows: QuerySet[Any] | None = None,
    ) -> HttpResponse | None:
        """Return the page that asks and then posts the same form again, or None if that was done."""
        if "confirmed" in request.POST:
            return None
        number = rows.count() if rows is not None else 0
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "words": words,
            "rows": [self.row_name(row) for row in rows[:MOST_NAMED]] if rows is not None else [],
            "others": max(number - MOST_NAMED, 0),
            "fields": [(name, value) for name, values in request.POST.lists() for value in values],
        }
        return render(request, "admin/confirmation.html", context)

    def row_name(self, obj: Any) -> str:
        """Return the row's name in questions and in the audit log."""
        return str(obj)

    def _redirect(self, page: str, request: HttpRequest, *key: int) -> HttpResponse:
        """Return a page of this model, which leads back to the list as it was filtered."""
        address = reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_{page}", args=key)
        filters: dict[str, Any] = {"preserved_filters": self.get_preserved_filters(request), "opts": self.opts}
        return redirect(add_preserved_filters(filters, address))

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Return the list; without query parameters any error is ours and is raised."""
        if not request.GET:
            return super().get_changelist_instance(request)
        try:
            with transaction.atomic():  # a database error must not break later queries
                return super().get_changelist_instance(request)
        except INVALID_LOOKUPS as error:
            raise IncorrectLookupParameters(error) from error

    def response_action(self, request: HttpRequest, queryset: QuerySet[Any], *args: Any, **kwargs: Any) -> Any:
        if all(KEY.fullmatch(key) for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
            return super().response_action(request, queryset, *args, **kwargs)
        self.message_user(request, gettext("Your choice is not in this list."), messages.WARNING)
        return None

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> Any:
        """Return Django's history, with each entry in the reader's language."""
        response = super().history_view(request, object_id, extra_context)
        for entry in (getattr(response, "context_data", None) or {}).get("action_list", ()):
            entry.change_message = audit_notes.in_words(entry.change_message)
        return response


class ClubScopedAdmin(PanelAdmin):
    """Restricts a model to the user's own clubs, whichever way rows are requested."""

    club_path: ClassVar[str] = "club"
    """The lookup path from the model to its club; empty for the club itself."""
    list_per_page = 50
    show_full_result_count = False

    # Rows

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the user's rows; all parts of the admin start from this, from lists to deletion."""
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return self.narrowed(rows)
        return self.narrowed(rows.filter(**{f"{self.club_path or 'pk'}__in": clubs_of(request.user)}))

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows to list; overridden by subclasses."""
        return rows

    # Choices

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Any] | None:
        """Offer and accept only rows of the user's own clubs."""
        if not request.user.is_superuser:
            kwargs["queryset"] = self.choices_for(db_field.remote_field.model, request)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = without_windows(super().formfield_for_dbfield(db_field, request, **kwargs))
        if db_field.related_model is Club and field is not None:
            hide_single_choice(field)
        return field

    def choices_for(self, model: type[Model], request: HttpRequest) -> QuerySet[Any]:
        if model is Club:
            return clubs_of(request.user)
        try:
            model._meta.get_field("club")
        except FieldDoesNotExist:
            return model._default_manager.none()
        return model._default_manager.filter(club__in=clubs_of(request.user))

    def posted_club(self, request: HttpRequest) -> Club | None:
        """Return the club of the user for which a form was posted, or None; then a message may ask for it."""
        if request.method != "POST" or not self.has_module_permission(request):
            return None
        club = clubs_of(request.user).filter(pk=number_of(request.POST.get("club", ""))).first()
        if club is None:
            self.message_user(request, gettext("Choose the club."), messages.ERROR)
        return club

    # Audit log

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return self._copy_to_audit_log(request, obj, super().log_addition(request, obj, message))

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return self._copy_to_audit_log(request, obj, super().log_change(request, obj, message))

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        """Log deletions; runs before them, while the club is still known. A deleted club takes its log along."""
        deleted = list(queryset)
        entries: Any = super().log_deletions(request, deleted)  # type: ignore[arg-type]  # a list will do
        for obj, entry in zip(deleted, entries if isinstance(entries, list) else [entries], strict=True):
            if not isinstance(obj, Club):
                self._copy_to_audit_log(request, obj, entry)
        return entries

    def _copy_to_audit_log(self, request: HttpRequest, obj: Any, entry: Any) -> Any:
        """Copy a log entry of the admin to the club's audit log."""
        if club := self.club_of(obj):
            AuditEntry.objects.create(
                club=club,
                who=request.user.get_username(),
                action=entry.action_flag,
                model=obj._meta.label_lower,
                key=str(obj.pk),
                name=self.row_name(obj)[:200],
                message=entry.change_message,
            )
        return entry

    # Permissions

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

    def club_of(self, obj: Any) -> Club | None:
        """Return the club that a row belongs to."""
        for step in filter(None, self.club_path.split("__")):
            obj = getattr(obj, step)
        return obj if isinstance(obj, Club) else None


class MyClubsFilter(admin.RelatedOnlyFieldListFilter):
    """A filter by club that offers the user's own."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, StrOrPromise]]:
        return [(str(club.pk), club.name) for club in clubs_of(request.user)]

    def has_output(self) -> bool:
        return len(self.lookup_choices) > 1


class MomentFilter(admin.SimpleListFilter):
    """A filter by whether something has happened: whether the field `moment` has a time."""

    moment = ""
    answers: tuple[tuple[str, StrPromise], ...] = (("no", _("No")), ("yes", _("Yes")))
    without_moment = "no"
    """The answer for rows without a time."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [*self.answers]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in ("no", "yes"):
            return queryset
        return queryset.filter(**{f"{self.moment}__isnull": self.value() == self.without_moment})
