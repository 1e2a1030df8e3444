"""Games to try the analysis on where there are none with people: static agents sit in the person's chair."""

from pathlib import Path

from commonground import agents
from commonground.embeddings import Embedding, EmbeddingSet
from commonground.game import Colour, play
from commonground.people import records
from commonground.people.match import Match
from commonground.people.setup import GUESSER, SPYMASTER, Setup, agent_of, board_of

SEATS = ((GUESSER, "SM_B", 1.0), (SPYMASTER, "DG_B", 1.0))  # the stand-in's role, the agent, the noise it assumes


def make(known: EmbeddingSet, folder: Path, games: int = 3) -> None:
    """Save some games of each role, the external embeddings taking turns in the person's chair."""
    for seed in range(games):
        for role, agent, noise in SEATS:
            setup = Setup(embeddings=known.name, role=role, agent=agent, noise=noise, seed=seed)
            records.save(
                f"stand-in-{agent}-{seed}", played(setup, known, known.external[seed % len(known.external)]), folder
            )


def played(setup: Setup, known: EmbeddingSet, embedding: Embedding) -> Match:
    """A match whose person's moves are those of the static agent with that embedding."""
    if setup.role == GUESSER:
        seats = agent_of(setup, known), agents.StaticGuesser(embedding)
    else:
        seats = agents.StaticSpymaster(embedding, legality="strict"), agent_of(setup, known)
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
