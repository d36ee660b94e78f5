"""Every address of the app. Those of one session stand under its public name, `/s/<public_id>/`."""

from django.urls import include, path
from django.views.i18n import set_language

from scorekeeper.play.views import hands, pages, rules, starting, table

of_a_session = [
    path("", table.session, name="session"),
    path("record/", table.record, name="record"),
    path("preview/", table.preview, name="preview"),
    path("undo/", table.undo, name="undo"),
    path("ledger/", table.ledger, name="ledger"),
    path("correction/", table.correction, name="correction"),
    path("hands/<int:number>/", hands.hand, name="hand"),
    path("hands/<int:number>/amend/", hands.amend, name="amend"),
    path("hands/<int:number>/amend/preview/", hands.amend_preview, name="amend_preview"),
    path("hands/<int:number>/void/", hands.void, name="void"),
    path("hands/<int:number>/restore/", hands.restore, name="restore"),
    path("journal/", pages.journal, name="journal"),
    path("chart/", pages.chart, name="chart"),
    path("share/", pages.share, name="share"),
    path("close/", pages.close, name="close"),
    path("reopen/", pages.reopen, name="reopen"),
    path("again/", starting.again, name="again"),
    path("export.json", pages.export, name="export"),
]

urlpatterns = [
    path("", starting.home, name="home"),
    path("new/", starting.new, name="new"),
    path("import/", starting.import_session, name="import"),
    path("games/", rules.games, name="games"),
    path("games/<slug:slug>/", rules.rules, name="rules"),
    path("join/<str:token>/", starting.join, name="join"),
    path("watch/<str:token>/", starting.watch, name="watch"),
    path("language/", set_language, name="set_language"),
    path("s/<str:public_id>/", include(of_a_session)),
]
