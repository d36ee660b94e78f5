"""The merges of a club, which can be undone."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Merge
from scorekeeper.organisers import merging
from scorekeeper.organisers.panel import ClubScopedAdmin, MomentFilter, MyClubsFilter


class UndoneFilter(MomentFilter):
    title = _("undone")
    parameter_name = "undone"
    moment = "undone_at"


@admin.register(Merge)
class MergeAdmin(ClubScopedAdmin):
    """Merges, made on the page for two people, undone here, never changed."""

    list_display = ("gone", "kept", "merged_at", "merged_by", "undone_at")
    list_filter = (UndoneFilter, ("club", MyClubsFilter))
    search_fields = ("gone__name", "kept__name")
    ordering = ("-merged_at", "-pk")
    fields = readonly_fields = ("club", "gone", "kept", "merged_at", "merged_by", "undone_at")
    actions = ("undo",)

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.select_related("kept", "gone", "club")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Merge | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Merge | None = None) -> bool:
        return False

    @admin.action(description=_("Undo: separate the two people"), permissions=["view"])
    def undo(self, request: HttpRequest, merges: QuerySet[Merge]) -> None:
        """Undo merges, newest first, so that chains come apart in order."""
        for merge in merges.order_by("-merged_at", "-pk"):
            try:
                undone = merging.unmerge(merge)
            except merging.CannotMergeError as error:
                self.message_user(request, f"{merge}: {error}", messages.ERROR)
                continue
            words = gettext("%(gone)s and %(kept)s had already been separated.")
            if undone:
                self.log_change(request, merge, audit_message(AuditAction.UNDONE))
                words = gettext("%(gone)s and %(kept)s are separate again.")
                if merging.played_since(merge):
                    stays = gettext("Sessions played since the merge stay with %(kept)s.")
                    self.message_user(request, stays % {"kept": merge.kept}, messages.WARNING)
            level = messages.SUCCESS if undone else messages.INFO
            self.message_user(request, words % {"gone": merge.gone, "kept": merge.kept}, level)
