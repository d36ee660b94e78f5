"""Moving a club to another server, in the panel: download the club's file, import a file.

The organisers of a club can download its file and import files into it. Only superusers can create a club by import.
"""

from __future__ import annotations

from tempfile import TemporaryFile
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.organisers import clubs_of
from scorekeeper.files.archive.club_files import jobs
from scorekeeper.files.archive.club_files.export import export
from scorekeeper.files.archive.club_files.jobs import Job, Stage
from scorekeeper.files.archive.club_files.progress import rows
from scorekeeper.files.archive.format import ArchiveError, exhaust
from scorekeeper.files.archive.records.report import ImportReport
from scorekeeper.files.archive.tables import snapshot
from scorekeeper.files.archive.writer import gzipped
from scorekeeper.organisers.panel import ClubScopedAdmin

AGAIN = 1
"""Seconds between two reloads of a page that shows progress."""
TITLES: dict[Stage, str | Promise] = {
    Stage.CHECKING: _("Checking the file"),
    Stage.CHECKED: _("Import preview"),
    Stage.IMPORTING: _("Importing"),
    Stage.DONE: _("Imported"),
    Stage.FAILED: _("Nothing was imported"),
}


class ClubFileForm(forms.Form):
    """The club file to import, and the club it goes into; superusers may leave that to the file."""

    file = forms.FileField(label=_("Club file"))
    into = forms.ModelChoiceField(Club.objects.none(), label=_("Import into"), required=True)

    def __init__(self, request: HttpRequest) -> None:
        posted = request.method == "POST"
        super().__init__(request.POST if posted else None, request.FILES if posted else None, label_suffix="")
        into = self.fields["into"]
        assert isinstance(into, forms.ModelChoiceField)
        into.queryset = clubs_of(request.user)
        if request.user.is_superuser:
            into.required, into.empty_label = False, gettext("the same club, or a new one if it isn’t here")
        elif (only := list(clubs_of(request.user)[:2])) and len(only) == 1:
            into.initial, into.empty_label = only[0], None


class ClubFilesAdmin(ClubScopedAdmin):
    """The pages for export and import, beside the list of clubs."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/export/", view(self.export_page), name="clubs_club_export"),
            path("<int:pk>/export/file.club", view(self.file_page), name="clubs_club_file"),
            path("import/", view(self.import_page), name="clubs_club_import"),
            path("import/<str:job>/", view(self.job_page), name="clubs_club_import_job"),
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
        with snapshot(), gzipped(file) as out:
            exhaust(export(club, out))
        file.seek(0)
        return FileResponse(
            file, as_attachment=True, filename=f"{club.slug}.club", content_type="application/octet-stream"
        )

    def import_page(self, request: HttpRequest) -> HttpResponse:
        """Take an upload and start to examine it."""
        if not self.has_module_permission(request):
            raise Http404
        form = ClubFileForm(request)
        if request.method == "POST" and form.is_valid():
            upload: UploadedFile[Any] = form.cleaned_data["file"]
            try:
                job = jobs.store_upload(upload, request.user, form.cleaned_data["into"])  # type: ignore[arg-type]  # signed in
            except ArchiveError as error:
                form.add_error("file", str(error))
            else:
                job.start()
                return redirect("admin:clubs_club_import_job", job.key)
        status = 422 if form.is_bound else 200
        return self._page(request, "import", title=gettext("Import a club"), form=form, status=status)

    def job_page(self, request: HttpRequest, job: str) -> HttpResponse:
        """Show progress, preview or result; a POST request confirms the import."""
        upload = jobs.find(job, request.user)
        if upload is None or not self._may_go_on(request, upload):
            raise Http404
        if request.method == "POST":
            if upload.confirm():
                upload.start(by=request.user.get_username())
            return redirect("admin:clubs_club_import_job", job)
        report = ImportReport.from_json(upload.note.report) if upload.note.report else None
        found_rows = list(rows(report)) if report else []
        answer = self._page(
            request, "import_job", title=TITLES[upload.stage], job=upload, report=report, rows=found_rows
        )
        if upload.runs:
            answer["Refresh"] = str(AGAIN)  # works without scripts
        return answer

    def _may_go_on(self, request: HttpRequest, job: Job) -> bool:
        """Return whether the sender of the file still organises the club."""
        if job.note.into is None:
            return bool(request.user.is_superuser)
        return self.has_module_permission(request) and clubs_of(request.user).filter(pk=job.note.into).exists()

    def _mine_or_404(self, request: HttpRequest, pk: int) -> Club:
        club: Club | None = self.get_object(request, str(pk))
        if club is None or not self.has_change_permission(request, club):
            raise Http404
        return club

    def _page(self, request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
        common = {**self.admin_site.each_context(request), "opts": self.opts}
        return render(request, f"admin/clubs/club/{name}.html", {**common, **context}, status=status)
