"""URLs of the app. Those of a session begin with its public ID: `/s/<public_id>/`."""

from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

import scorekeeper.web.converters  # noqa: F401 - the kinds of arguments below
from scorekeeper.play.views import (
    boards,
    change_players,
    counters,
    figures,
    hands,
    invite_links,
    new_session,
    pages,
    rules,
    scores,
    session_details,
    table,
    tablet_seating,
    what_if,
)

of_a_session = [
    path("", table.session, name="session"),
    path("record/", table.record, name="record"),
    path("preview/", table.preview, name="preview"),
    path("call/", table.set_call, name="set_call"),
    path("call/clear/", table.clear_call, name="clear_call"),
    path("updates/", table.updates, name="updates"),
    path("scores/", scores.scores, name="scores"),
    path("scores/<int:turns>/", scores.scores, name="scores_turned"),
    path("tablet-side/", tablet_seating.tablet_side, name="tablet_side"),
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
    path("share/", invite_links.share, name="share"),
    path("share/renew-link/", invite_links.renew_link, name="renew_link"),
    path("share/revoke-access/", invite_links.revoke_access, name="revoke_access"),
    path("share/restore-access/", invite_links.restore_access, name="restore_access"),
    path("close/", pages.close, name="close"),
    path("payments/", pages.payments, name="payments"),
    path("reopen/", pages.reopen, name="reopen"),
    path("play-again/", new_session.play_again, name="play_again"),
    path("details/", session_details.session_details, name="session_details"),
    path("change-players/", change_players.change_players, name="change_players"),
    path("export.json", pages.export, name="export"),
]

urlpatterns = [
    path("", new_session.home, name="home"),
    path("table/", new_session.phones_table, name="table"),
    path("new/", new_session.new, name="new"),
    path("import/", new_session.import_session, name="import"),
    path("games/", rules.games, name="games"),
    path("games/<slug:slug>/", rules.rules, name="rules"),
    path("games/<slug:slug>/glossary/", rules.glossary, name="glossary"),
    path("join/<secret:token>/", new_session.join, name="join"),
    path("watch/<secret:token>/", new_session.watch, name="watch"),
    path("board/", boards.board, name="board"),
    path("board/share/", boards.share, name="share_board"),
    path("board/<secret:token>/", boards.linked, name="linked_board"),
    path("language/", require_POST(set_language), name="set_language"),
    path("counters/", counters.counters, name="counters"),
    path("live/", pages.no_stream, name="live"),
    path("s/<secret:public_id>/", include(of_a_session)),
]
