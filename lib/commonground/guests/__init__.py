"""Guests: agents of the public Codenames AI competition at our table, and ours in its framework.

The framework (https://github.com/CodenamesAICompetition/Game, single-team version) asks a *Codemaster* for clues
(`set_game_state`, `get_clue`) and a *Guesser* for cards (`set_board`, `set_clue`, `keep_guessing`, `get_answer`). Words are
upper-case; a revealed one is replaced by `*Red*`, `*Blue*`, `*Civilian*` or `*Assassin*`; a key is a list of those names
without stars.

It deals 8 red, 7 blue and 9 civilian cards where the paper has 9, 8 and 7. Our agents reckon with that: a Codemaster reads
the rules off the key, and a Guesser, who sees no key, is told them.

It deals cards that no embedding of ours has, and its Codemasters say words that none has: `Codemaster.of("SM_N", load_set("open"))`
and `Guesser.of(…)` play on all the same. At our table, `Attentive` does that for a guesser, and `play(…, cap=25)` ends a game
that nobody else would. `standin` is that table written here, for tests and for notebook 65.
"""

from commonground.guests.framework import THEIRS
from commonground.guests.hearing import Attentive
from commonground.guests.seats import Codemaster, Guesser
from commonground.guests.visiting import VisitingGuesser, VisitingSpymaster

__all__ = ["THEIRS", "Attentive", "Codemaster", "Guesser", "VisitingGuesser", "VisitingSpymaster"]
