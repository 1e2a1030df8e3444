"""A match as the page draws it: plain dictionaries, and nothing in them that the person may not see yet."""

import math
from dataclasses import asdict
from typing import Any

from commonground.game import Clue, Colour
from commonground.game.legality import objection
from commonground.people import characters, stakes, story
from commonground.people.match import Match
from commonground.people.setup import GUESSER, SPYMASTER

EXAMPLES = ("ocean", "music", "kitchen", "winter")  # of clues
NAMES = {colour: colour.name.lower() for colour in Colour}


def picture(match: Match) -> dict[str, Any]:
    """All that the page shows of a match."""
    setup = match.setup
    return {
        "role": setup.role,
        "agent": asdict(characters.of_agent(setup.agent, setup.partner, match.known.entries)),
        "set": setup.embeddings,
        "seed": setup.seed,
        "own": bool(setup.words),
        "over": match.over,
        "headline": headline(match),
        "turn": len(match.believed),
        "cards": _cards(match),
        "columns": math.isqrt(match.board.rules.cards - 1) + 1,  # about as many rows
        "clue": _clue(match.clue),
        "example": example(match) if setup.role == SPYMASTER else "",
        "may_stop": setup.role == GUESSER and bool(match.picks) and not match.over,
        "left": {
            NAMES[colour]: count - match.revealed.count(colour) for colour, count in match.board.rules.counts.items()
        },
        "par": match.par,
        "met": bool(setup.prior),
        "beliefs": beliefs(match),
        "turns": [_turn(match, number) for number in range(len(match.believed))],
        "reveals": story.reveals(match),
        "ending": ending(match),
    }


def headline(match: Match) -> str:
    """Whose move it is, or how it ended, in a sentence."""
    if match.record:
        turns = f"{len(match.record.turns)} turns" if len(match.record.turns) > 1 else "one turn"
        return f"You {'win' if match.record.won else 'lose'} in {turns}: {match.record.ending}."
    if match.setup.role == SPYMASTER:
        return "Your turn: give a clue for red cards."
    clue = match.clue
    assert clue is not None, "a guesser is asked after a clue"
    if not match.picks:
        cards = f"{clue.number} cards go" if clue.number > 1 else "card goes"
        return f"Which {cards} with “{clue.word}”?"
    left = clue.number - len(match.picks)
    more = f"{left} more, and one extra" if left > 0 else "One extra card"
    return f"{match.board.words[match.picks[-1]].upper()} is {story.COLOURS[Colour.RED]} {more}, or stop."


def example(match: Match) -> str:
    """A clue that could be typed on this board."""
    known, words = next(iter(match.known.values())), match.board.words
    return next(word for word in (*EXAMPLES, *map(str, known.words)) if word in known and not objection(word, words))


def ending(match: Match) -> dict[str, Any] | None:
    """How a game that is over went: the paper's score, stars, the turn that decided it."""
    if match.record is None:
        return None
    return {
        "won": match.record.won,
        "why": match.record.ending,
        "turns": len(match.record.turns),
        "score": stakes.score(match.record),
        "par": stakes.against_par(match.record, match.par),
        "stars": stakes.stars(match.record, match.par),
        "turning": story.turning_point(match),
    }


def beliefs(match: Match) -> list[dict[str, Any]]:
    """What the agent believes now, before the last turn that taught it something, and of somebody it has never met."""
    now = match.agent.beliefs()
    # a spymaster learns when a turn is over, a guesser when it hears the clue: either way from the last turn that is over
    past = [*match.believed, now] if match.over else match.believed
    before = past[-2] if len(past) > 1 else now
    unmet = match.unmet
    return [
        asdict(characters.of_model(name, match.known.entries))
        | {"now": now[name], "before": before.get(name, 0.0), "unmet": unmet[name]}
        for name in now
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
    """A turn of the story. What a spymaster meant and expected would give red cards away until the game is over."""
    finished = number < len(match.history)
    turn = match.history[number] if finished else None
    picks = turn.guesses if turn else match.picks
    return {
        "number": number + 1,
        "over": finished,
        "clue": _clue(turn.clue if turn else match.clue),
        "picks": [{"word": match.board.words[card], "colour": NAMES[match.board.key[card]]} for card in picks],
        "told": story.told(match, number) if match.over else "",
        "change": story.change_of_mind(match, number) if finished else "",
        "thoughts": list(match.thoughts[number]) if match.over or match.setup.role == SPYMASTER else [],
    }


def _clue(clue: Clue | None) -> dict[str, Any] | None:
    return {"word": clue.word, "number": clue.number} if clue else None
