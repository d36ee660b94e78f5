"""Moving a club to another server, in the panel: download the club's file, import a file.

The organisers of a club can download its file. An import makes a new club, so only superusers can do it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Any

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.files.archive.club_files import ClubIsHereError, ImportedClub, export, import_club, imported_since
from scorekeeper.files.archive.format import ArchiveError
from scorekeeper.files.archive.tables import snapshot
from scorekeeper.organisers.panel import ClubScopedAdmin
from scorekeeper.web.downloads import file_name


class ClubFileForm(forms.Form):
    """The file of the club to import, and when the page was opened: a double tap sends it twice."""

    file = forms.FileField(label=_("Club file"))
    opened_at = forms.DateTimeField(
        initial=lambda: timezone.now().isoformat(), widget=forms.HiddenInput, required=False
    )


class ClubFilesAdmin(ClubScopedAdmin):
    """The pages for export and import, beside the list of clubs."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/export/", view(self.export_page), name="clubs_club_export"),
            path("<int:pk>/export/file.club", view(self.file_page), name="clubs_club_file"),
            path("import/", view(self.import_page), name="clubs_club_import"),
            *super().get_urls(),
        ]

    def export_link(self, club: Club) -> SafeString:
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:clubs_club_export", args=[club.pk]), _("Move to another server")
        )

    export_link.short_description = _("Club file")  # type: ignore[attr-defined]

    def export_page(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what the file includes and what it doesn't, with the download link."""
        club = self._mine_or_404(request, pk)
        return self._page(request, "export", title=gettext("Move to another server"), subtitle=club.name, club=club)

    def file_page(self, request: HttpRequest, pk: int) -> FileResponse:
        """Send everything of the club, from one snapshot."""
        club = self._mine_or_404(request, pk)
        file = TemporaryFile()  # noqa: SIM115 - the answer closes it
        with snapshot():
            export(club, file)
        file.seek(0)
        return FileResponse(
            file, as_attachment=True, filename=f"{file_name(club.name)}.club", content_type="application/octet-stream"
        )

    def import_page(self, request: HttpRequest) -> HttpResponse:
        """Import an uploaded file, or say why not."""
        if not request.user.is_superuser:
            raise Http404
        posted = request.method == "POST"
        form = ClubFileForm(request.POST if posted else None, request.FILES if posted else None, label_suffix="")
        if form.is_valid():
            try:
                imported = self._imported(form.cleaned_data, by=request.user.get_username())
            except ArchiveError as error:
                form.add_error("file", str(error))
            else:
                messages.success(request, str(imported))
                return redirect("admin:clubs_club_change", imported.club.pk)
        status = 422 if form.is_bound else 200
        return self._page(request, "import", title=gettext("Import a club"), form=form, status=status)

    def _imported(self, sent: Mapping[str, Any], *, by: str) -> ImportedClub:
        """Import an uploaded file; on a double tap, return the import of the first tap."""
        with NamedTemporaryFile(suffix=".club") as file:
            for chunk in sent["file"].chunks():
                file.write(chunk)
            file.flush()
            try:
                return import_club(Path(file.name), by=by)
            except ClubIsHereError as error:
                opened_at = sent["opened_at"]
                first = imported_since(opened_at, error.club, by=by) if opened_at else None
                if first is None:
                    raise
                return first

    def _mine_or_404(self, request: HttpRequest, pk: int) -> Club:
        club: Club | None = self.get_object(request, str(pk))
        if club is None or not self.has_change_permission(request, club):
            raise Http404
        return club

    def _page(self, request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
        common = {**self.admin_site.each_context(request), "opts": self.opts}
        return render(request, f"admin/clubs/club/{name}.html", {**common, **context}, status=status)
