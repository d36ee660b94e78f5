"""Clubs: their names, who may start sessions, and the link for their phones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import services
from scorekeeper.clubs.audit_notes import AuditAction, audit_message
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.name_fields import checked_name
from scorekeeper.organisers.pages.club_files import ClubFilesAdmin
from scorekeeper.play.recording.access import remove_phones
from scorekeeper.web.links import base_of, qr_code

if TYPE_CHECKING:
    ClubModelForm = forms.ModelForm[Club]
else:
    ClubModelForm = forms.ModelForm


class ClubForm(ClubModelForm):
    def clean_name(self) -> str:
        return checked_name(self.cleaned_data["name"])


@admin.register(Club)
class ClubAdmin(ClubFilesAdmin):
    """The user's clubs: names, and the link for phones, which is renewed on a page of its own."""

    club_path = ""
    form = ClubForm
    change_list_template = "admin/clubs/club/change_list.html"
    list_display = ("name", "members", "phones", "starters", "link")
    readonly_fields = ("link", "phones", "export_link")
    actions = None

    def narrowed(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        members = Q(players__guest=False, players__retired_at=None)
        clubs: QuerySet[Any] = rows.annotate(
            count_members=Count("players", filter=members, distinct=True),
            count_phones=Count("devices", distinct=True),
        )
        return clubs

    def get_fields(self, request: HttpRequest, obj: Club | None = None) -> tuple[str, ...]:
        return ("name", "starters", "link", "phones", "export_link") if obj else ("name",)

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

    @admin.display(description=_("phone link"))
    def link(self, club: Club) -> SafeString:
        address = reverse("admin:clubs_club_link", args=[club.pk])
        return format_html('<a href="{}">{}</a>', address, _("Show or renew the link"))

    def get_urls(self) -> list[URLPattern]:
        link = path("<int:pk>/link/", self.admin_site.admin_view(self.link_page), name="clubs_club_link")
        return [link, *super().get_urls()]

    def link_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the link for the club's phones with its QR code; a POST request renews it."""
        club = self.get_object(request, str(pk))
        if club is None or not self.has_change_permission(request, club):
            raise Http404
        if request.method == "POST":
            return self._renew(request, club)
        base, reachable = base_of(request)
        url = base + reverse("join_club", args=[club.phones_token])
        context = {
            **self.admin_site.each_context(request),
            "title": _("Phone link"),
            "subtitle": club.name,
            "opts": self.opts,
            "club": club,
            "url": url,
            "qr": qr_code(url),
            "reachable": reachable,
        }
        return render(request, "admin/clubs/club/link.html", context)

    def _renew(self, request: HttpRequest, club: Club) -> HttpResponse:
        """Renew the link and, if that was asked for, remove all phones."""
        phones = list(club.devices.all()) if "let_all_go" in request.POST else []
        title, words = gettext("Renew the link"), gettext("The old link stops working, and this can’t be undone.")
        if phones:
            title = gettext("Renew the link and remove all phones")
            removed = ngettext(
                "%(number)d phone loses access at once and has to join again with the new link.",
                "%(number)d phones lose access at once and have to join again with the new link.",
                len(phones),
            )
            words = f"{words} {removed % {'number': len(phones)}}"
        if page := self.unconfirmed(request, title=title, words=words):
            return page
        services.renew_phones_link(club)
        self.log_change(request, club, audit_message(AuditAction.CLUB_LINK))
        done = gettext("The link has been renewed. The old one no longer works.")
        if phones:
            remove_phones(phones)
            self.log_change(request, club, audit_message(AuditAction.PHONES_REMOVED, number=len(phones)))
            removed = ngettext("%(number)d phone was removed.", "%(number)d phones were removed.", len(phones))
            done = f"{done} {removed % {'number': len(phones)}}"
        self.message_user(request, done, messages.SUCCESS)
        return redirect("admin:clubs_club_link", club.pk)
