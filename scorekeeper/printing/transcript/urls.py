"""URLs for typing a paper list into a session."""

from django.urls import include, path

from scorekeeper.printing.transcript import draft_views, totals_page, views

of_a_session = [
    path("", views.type_lines, name="type"),
    path("preview/", views.preview, name="type_preview"),
    path("undo/", views.undo, name="type_undo"),
    path("sheet/", draft_views.record_drafts, name="type_drafts"),
    path("sheet/done/", draft_views.rows_done, name="type_rows_done"),
    path("sheet/thrown-away/", draft_views.throw_away, name="type_throw_away"),
    path("totals/<int:number>/", totals_page.written_totals, name="written_totals"),
    path("hands/<int:number>/amend/", views.amend, name="type_amend"),
    path("hands/<int:number>/amend/preview/", views.amend_preview, name="type_amend_preview"),
    path("hands/<int:number>/void/", views.void, name="type_void"),
]

urlpatterns = [path("s/<secret:public_id>/type/", include(of_a_session))]
