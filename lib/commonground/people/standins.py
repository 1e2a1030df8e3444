"""Games to try the analysis on where there are none with people: static agents sit in the person's chair."""

from pathlib import Path
from typing import Any

import msgspec

from commonground import agents
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.game import Colour, play
from commonground.game.players import Role
from commonground.people import records
from commonground.people.match import Match
from commonground.people.setup import GUESSER, SPYMASTER, Setup, agent_of, believable, board_of

SEATS: tuple[tuple[Role, str, float], ...] = (
    (GUESSER, "SM_B", 1.0),
    (SPYMASTER, "DG_B", 1.0),
)  # the stand-in's role, the agent, the noise it assumes


def make(known: EmbeddingSet, folder: Path, games: int = 3) -> None:
    """Save some games of each role in a row with the same stand-in: each begins with what was believed after the last."""
    for (role, agent, noise), embedding in zip(SEATS, known.external, strict=False):
        prior: dict[str, float] = {}
        for seed in range(games):
            setup = Setup(embeddings=known.name, role=role, agent=agent, noise=noise, seed=seed)
            setup = msgspec.structs.replace(setup, prior=prior, person=embedding.name)
            match = played(setup, known, embedding)
            records.save(f"stand-in-{agent}-{seed}", match, folder)
            prior = believable(match.agent.beliefs())


def played(setup: Setup, known: EmbeddingSet, embedding: Embedding) -> Match:
    """A match whose person's moves are those of the static agent with that embedding."""
    if setup.role == GUESSER:
        return played_with(setup, known, agents.StaticGuesser(embedding))
    return played_with(setup, known, agents.StaticSpymaster(embedding, legality="strict"))


def played_with(setup: Setup, known: EmbeddingSet, person: Any) -> Match:
    """A match whose person's moves are those of an agent."""
    agent = agent_of(setup, known)
    seats = (agent, person) if setup.role == GUESSER else (person, agent)
    record = play(board_of(setup, known), *seats, rng=(setup.seed, "people"))
    moves: list[tuple[str, int] | int | None] = []
    for turn in record.turns:
        if setup.role == SPYMASTER:
            moves.append((turn.heard.word, turn.heard.number))
            continue
        moves.extend(turn.guesses)
        going_on = record.turns[-1] is not turn and all(colour is Colour.RED for colour in turn.colours)
        if going_on and len(turn.guesses) <= turn.heard.number:
            moves.append(None)
    return Match(setup, known, moves)
