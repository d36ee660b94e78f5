"""URLs of the app. Those of a session begin with its public ID: `/s/<public_id>/`."""

from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

import scorekeeper.web.converters  # noqa: F401 - the kinds of arguments below
from scorekeeper.play.views import (
    boards,
    changing,
    counters,
    figures,
    hands,
    pages,
    rules,
    sharing,
    starting,
    table,
    turning,
    what_if,
)

of_a_session = [
    path("", table.session, name="session"),
    path("record/", table.record, name="record"),
    path("preview/", table.preview, name="preview"),
    path("call/", table.set_call, name="set_call"),
    path("call/take-back/", table.take_back_call, name="take_back_call"),
    path("news/", table.news, name="news"),
    path("turn/", turning.turn, name="turn"),
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
    path("tariff/", figures.figures, name="session_tariff"),
    path("what-if/", what_if.what_if, name="what_if"),
    path("share/", sharing.share, name="share"),
    path("share/renew/", sharing.renew, name="renew"),
    path("share/shut-out/", sharing.shut_out, name="shut_out"),
    path("share/let-in/", sharing.let_in, name="let_in"),
    path("close/", pages.close, name="close"),
    path("reopen/", pages.reopen, name="reopen"),
    path("again/", starting.again, name="again"),
    path("change-players/", changing.change_players, name="change_players"),
    path("export.json", pages.export, name="export"),
]

urlpatterns = [
    path("", starting.home, name="home"),
    path("table/", starting.phones_table, name="table"),
    path("new/", starting.new, name="new"),
    path("import/", starting.import_session, name="import"),
    path("games/", rules.games, name="games"),
    path("games/<slug:slug>/", rules.rules, name="rules"),
    path("games/<slug:slug>/words/", rules.words, name="words"),
    path("join/<secret:token>/", starting.join, name="join"),
    path("watch/<secret:token>/", starting.watch, name="watch"),
    path("board/", boards.board, name="board"),
    path("board/share/", boards.share, name="share_board"),
    path("board/<secret:token>/", boards.linked, name="linked_board"),
    path("language/", require_POST(set_language), name="set_language"),
    path("counters/", counters.counters, name="counters"),
    path("live/", pages.no_stream, name="live"),
    path("s/<secret:public_id>/", include(of_a_session)),
]
