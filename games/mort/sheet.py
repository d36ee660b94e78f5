"""Score sheet of Mort: for each game its seating, the deals, and the settlement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.families.whist.marker import tricks_of
from games.families.whist.sheet import MARKER, REMARKS, SLAMS, TRICKS, SidesSheet, side_cells, side_columns
from games.mort.hand import BOTH_SIDES
from games.mort.marker import FOUR, MortState, games_to_play, next_turn, roles, work
from games.mort.tariff import ADDITIONS, CLASS_WORDS, DEALERS, POINTS, SLAMMED, Side
from games.mort.tariff import CLASS as CLASSES
from games.mort.tariff import CONSOLED as FOR_CONSOLATION
from games.scoring.text import Amount, Text, joined
from games.scoring.text import message as _
from games.scoring.types import Correction, SeatNumber, State
from games.ui.sheet import NUMBER, WHAT, CardPart, SheetColumn, SheetHand, SheetRow, Value, gain

CLASS, CONSOLED, NET = "class", "consolation", "net"

DEALS: Mapping[int, int] = {3: 8, 4: 6}
"""The rows of a game on a blank sheet, by number of players: more deals are rare, and a tournée fits on a page."""
TOURNEES = 4
"""The most tournées on a blank sheet; a longer session needs another sheet."""

_SHARES: Mapping[str, float] = {TRICKS: 0.85, MARKER: 0.95, SLAMS: 1.2}


class MortSheet(SidesSheet):
    """A sheet with a heading for each game, then its deals: each side's tricks and marker, and the settlement."""

    side_names = {side.value.value: side.said for side in BOTH_SIDES}

    @property
    def hands(self) -> int:  # type: ignore[override] # by the number of tournées
        return len(self._to_be_played) * DEALS[self.table.size]

    @property
    def _to_be_played(self) -> range:
        """The numbers of the games on a blank sheet."""
        usual = TOURNEES * self.table.size
        games = -(-self.planned // DEALS[self.table.size]) if self.planned else usual
        return range(1, min(games_to_play(self.table), games) + 1)

    # The columns

    def columns(self) -> Sequence[SheetColumn]:
        heads = {CLASS: _("Class"), CONSOLED: _("Cons."), NET: _("Net")}
        return [
            SheetColumn(name=NUMBER, share=0.65),
            replace(REMARKS, share=2.3),
            *(column for side in BOTH_SIDES for column in side_columns(side.value, side.label, _SHARES)),
            *(SheetColumn(name=name, head=head, group=_("Settlement"), share=0.95) for name, head in heads.items()),
            *self.seat_columns(),
        ]

    def explained(self) -> Sequence[Text]:
        return (
            _("The ring marks who deals: Vivant, Right, Vivant for Mort, Left."),
            _(
                "The result of a game is the winners’ marker, the class, {consolation} for consolation and {slam} for "
                "each of their slams, less the losers’ marker and {slam} for each of theirs.",
                consolation=self._consolation,
                slam=self._slam,
            ),
            _("The class depends on the losers’ marker: triple at 0, double at 1 or 2, simple at 3 or 4."),
            self._settled(),
        )

    def _settled(self) -> Text:
        if self._shares:
            return _("Vivant and the player sitting out win or lose that once, and so does each adversary.")
        return _("Vivant wins or loses that twice, each adversary once.")

    @property
    def _shares(self) -> bool:
        """Whether a player sits out and yet wins and loses with Vivant."""
        return self.table.size == FOUR and self.table.options["sit_out_shares"] is True

    @property
    def _consolation(self) -> int:
        return self.table.figures[ADDITIONS, FOR_CONSOLATION, POINTS]

    @property
    def _slam(self) -> int:
        return self.table.figures[ADDITIONS, SLAMMED, POINTS]

    # The rows

    def blank(self) -> Sequence[SheetRow]:
        state = self.rules.opening(self.table)
        rows: list[SheetRow] = []
        for game in self._to_be_played:
            state = state._replace(game=game)
            rows += [self._heading(state, {}), *self._deals(state)]
            state = state._replace(turn=DEALERS[0])
        return rows

    def _deals(self, state: MortState) -> Iterator[SheetRow]:
        """Yield the blank rows for the deals of a game."""
        seating, turn = roles(self.table, state), state.turn
        for number in range(1, DEALS[self.table.size] + 1):
            yield SheetRow(cells={NUMBER: number}, dealer=seating.seat(turn), out=self.struck_out(state), begins=False)
            turn = next_turn(turn)

    def _heading(self, state: MortState, carried: Mapping[str, Value]) -> SheetRow:
        """Return the heading of a game: its number, and each player's role."""
        seating, size = roles(self.table, state), self.table.size
        labels: dict[SeatNumber, Value] = {seating.vivant: "Vivant", seating.right: _("Right"), seating.left: _("Left")}
        words = _("Game {number}", number=state.game)
        if games_to_play(self.table) > size:
            words = _("{game}, tournée {tournee}", game=words, tournee=(state.game - 1) // size + 1)
        return SheetRow(
            cells={WHAT: words, **{gain(seat): role for seat, role in labels.items()}},
            carried=carried,
            out=seating.sits_out,
            strong=True,
            across=True,
            begins=True,
            heads=True,
        )

    def struck_out(self, state: State) -> tuple[SeatNumber, ...]:
        """As for any sheet, unless the player who sits out shares with Vivant."""
        return () if self._shares else super().struck_out(state)

    def filled(self, hands: Sequence[SheetHand]) -> Sequence[SheetRow]:
        rows: list[SheetRow] = []
        game, totals = 0, (0,) * self.table.size
        for hand in hands:
            state = hand.before
            assert isinstance(state, MortState)
            if state.game != game and not isinstance(hand.scored.hand.outcome, Correction):
                rows.append(self._heading(state, self.amounts((), totals)))
                game = state.game
            rows.append(self.row(hand))
            totals = hand.scored.totals
        return rows

    def row(self, hand: SheetHand) -> SheetRow:
        return replace(super().row(hand), begins=False)

    def played_cells(self, hand: SheetHand, outcome: Any) -> Mapping[str, Value]:
        before, after = hand.before, hand.scored.state
        assert isinstance(before, MortState)
        assert isinstance(after, MortState)
        worked, last = work(before.marker, outcome), after.ended
        cells = side_cells(TRICKS, tricks_of(Side.VIVANT, outcome.tricks)) | side_cells(MARKER, worked.marker)
        if worked.slam:
            cells |= side_cells(SLAMS, {worked.slam: self._slam})
        if last:
            worth = self.table.figures[CLASSES, last.game_class, POINTS]
            cells |= {CLASS: worth, CONSOLED: self._consolation, NET: Amount(last.net)}
        won = [CLASS_WORDS[last.game_class]] if last else []
        return {WHAT: joined([*won, *self.revokes(outcome)]), **cells}

    # The tariff

    def card(self) -> Sequence[CardPart]:
        seats = CardPart(title=_("Seats, games and the deal"), sentences=(_SEATS, _DEAL, self._settled()))
        return [seats, *super().card()]


_SEATS = _(
    "In the first game the players are, in the order of the cut, Vivant, Right and Left; a fourth sits out. With each "
    "game, the roles move on by one player."
)
_DEAL = _("Vivant deals the first hand of his game; then the deal rotates: Right, Vivant for Mort, Left.")
