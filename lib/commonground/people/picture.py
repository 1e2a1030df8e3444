"""A match as the page draws it: plain dictionaries, and nothing in them that the person may not see yet."""

import math
from typing import Any

from commonground.game import Clue, Colour
from commonground.people.match import Match
from commonground.people.setup import GUESSER, SPYMASTER

NAMES = {colour: colour.name.lower() for colour in Colour}


def picture(match: Match) -> dict[str, Any]:
    """All that the page shows of a match."""
    turns = [_turn(match, number) for number in range(len(match.believed))]
    return {
        "role": match.setup.role,
        "agent": match.agent.name,
        "set": match.setup.embeddings,
        "seed": match.setup.seed,
        "own": bool(match.setup.words),
        "over": match.over,
        "won": bool(match.record and match.record.won),
        "headline": headline(match),
        "turn": len(match.believed),
        "cards": _cards(match),
        "columns": math.isqrt(match.board.rules.cards - 1) + 1,  # about as many rows
        "clue": _clue(match.clue),
        "may_stop": match.setup.role == GUESSER and bool(match.picks) and not match.over,
        "left": {
            NAMES[colour]: count - match.revealed.count(colour) for colour, count in match.board.rules.counts.items()
        },
        "beliefs": beliefs(match),
        "turns": turns,
    }


def headline(match: Match) -> str:
    """Whose move it is, or how it ended, in a sentence."""
    if match.record:
        turns = f"{len(match.record.turns)} turns" if len(match.record.turns) > 1 else "one turn"
        return f"You {'win' if match.record.won else 'lose'} in {turns}: {match.record.ending}."
    if match.setup.role == SPYMASTER:
        return "Your turn: give a clue for the red cards."
    clue = match.clue
    assert clue is not None, "a guesser is asked after a clue"
    if not match.picks:
        return f"Your turn: which cards go with “{clue.word}”?"
    left = clue.number - len(match.picks)
    more = f"{left} more" if left > 0 else "one more"
    return f"Red! You may pick {more}, or stop."


def beliefs(match: Match) -> list[dict[str, Any]]:
    """What the agent believes now, and before the last turn that taught it something."""
    now = match.agent.beliefs()
    # a spymaster learns when a turn is over, a guesser when it hears the clue: either way from the last turn that is over
    past = [*match.believed, now] if match.over else match.believed
    before = past[-2] if len(past) > 1 else now
    return [
        {"name": name, "title": title, "now": now[name], "before": before[name]} for name, title in match.models.items()
    ]


def _cards(match: Match) -> list[dict[str, Any]]:
    """The cards with the colours that the person may see: a spymaster sees them all, a guesser at the end."""
    all_seen = match.over or match.setup.role == SPYMASTER
    return [
        {
            "word": word,
            "shown": shown is not None,
            "colour": NAMES[colour] if all_seen or shown is not None else None,
        }
        for word, colour, shown in zip(match.board.words, match.board.key, match.revealed, strict=True)
    ]


def _turn(match: Match, number: int) -> dict[str, Any]:
    """A turn of the story. What a spymaster expected of the turn under way would give the answer away."""
    finished = number < len(match.history)
    turn = match.history[number] if finished else None
    picks = turn.guesses if turn else match.picks
    seen = finished or match.setup.role == SPYMASTER
    return {
        "number": number + 1,
        "over": finished,
        "clue": _clue(turn.clue if turn else match.clue),
        "picks": [{"word": match.board.words[card], "colour": NAMES[match.board.key[card]]} for card in picks],
        "believed": match.believed[number],
        "thoughts": list(match.thoughts[number]) if seen else [],
    }


def _clue(clue: Clue | None) -> dict[str, Any] | None:
    return {"word": clue.word, "number": clue.number} if clue else None
