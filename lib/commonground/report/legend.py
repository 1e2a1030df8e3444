"""The one legend of agents and of embeddings, shown the same by every notebook that names them."""

import re
from collections.abc import Callable, Iterable

from IPython.display import Markdown

from commonground.agents.registry import HERE, NAMED, NOISE, PAPER, WITH_BLEND
from commonground.embeddings import catalogue, names
from commonground.errors import CommonGroundError
from commonground.report import lineup, rendered
from commonground.study.experiment import base

STATIC = "static: takes it for granted that its partner has the embedding that it is called by"
AGENTS = {
    lineup.RANDOM: "says any word, or picks any card: the floor",
    lineup.BEST_MODEL: "for each partner the best of the static agents over internal embeddings: an oracle",
    lineup.BEST_SINGLE: "the one static agent over an internal embedding that is best on average",
    lineup.SELF_PLAY: "two static agents that share an embedding",
    lineup.CROSS_PLAY: "two static agents that do not",
    **{name: named.about for name, named in NAMED.items() if named.about},
}
SEATS, OTHERS = {"S": "spymaster", "G": "guesser"}, {"S": "G", "G": "S"}
MADE: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (  # agents whose names say what they are made of
    (r"(\w+)_noise", lambda m: f"`{m[1]}` that assumes noise {NOISE}"),
    (r"SM_B_([\d.]+)", lambda m: f"`SM_B` that assumes noise {m[1]}"),
    (r"(\w+)" + re.escape(WITH_BLEND), lambda m: f"`{m[1]}` with the blend of its embeddings as one more model"),
    (r"S(\d+)", lambda m: f"spymaster of level {m[1]}: gives the clue that `G{m[1]}` answers best"),
    (
        r"G(\d+)",
        lambda m: f"guesser of level {m[1]}: rules out worlds in which `S{int(m[1]) - 1}` would have said another word",
    ),
    (r"([SG])M_H_noise_(\w+)", lambda m: f"`{m[1]}M_H_{m[2]}` that reckons with noise {NOISE}, too"),
    (r"([SG])M_H_level", lambda m: f"{SEATS[m[1]]} that knows the partner's embedding and is unsure of its level"),
    (r"([SG])M_H_embedding", lambda m: f"{SEATS[m[1]]} that knows the partner's level and is unsure of its embedding"),
    (r"([SG])M_H_both", lambda m: f"{SEATS[m[1]]} that is unsure of the partner's level and of its embedding"),
    (r"([SG])M_CH1", lambda m: f"{SEATS[m[1]]} of one step of thinking: beliefs about static partners"),
    (
        r"([SG])M_CH2",
        lambda m: (
            f"{SEATS[m[1]]} of two steps of thinking: its partner may be static, or learn as `{OTHERS[m[1]]}M_CH1` does"
        ),
    ),
)


CONDITIONS = (
    "*Known partners* are those whose embedding is among the agent's models (in-distribution), *strangers* all others"
    " (out-of-distribution); *in noise* is the stochastic environment, *without noise* the deterministic one."
)


def agents(names: Iterable[str]) -> Markdown:
    """Whoever is named, a line each in the one order, with whose idea it is; static agents share a line.

    Below stands what partners and environments are called.
    """
    static: list[str] = []
    others: list[str] = []
    for name in lineup.in_order(map(_plain, names)):
        (others if _is_named(name) else static).append(name)
    lines = [(", ".join(f"`{name}`" for name in static), STATIC, "–")] if static else []
    lines += [(f"`{name}`" if name not in UNCODED else name, described(name), whose(name)) for name in others]
    return rendered.markdown(f"{rendered.table(('agent', 'what it is', 'whose'), lines).data}\n\n{CONDITIONS}")


def embeddings(set_name: str) -> Markdown:
    """The embeddings of a set, a line each: what it is, whether Bayesian agents know it, and the paper's that it stands for."""
    known = catalogue.load()
    lines = [
        (f"`{name}`", entry.title, entry.role, _stands_for(known, entry.stands_for))
        for role in ("internal", "external")
        for name, entry in known.set(set_name).embeddings.items()
        if entry.role == role
    ]
    return rendered.table(("embedding", "what it is", "role", "in the place of the paper's"), lines)


def described(name: str) -> str:
    """What an agent is, in a line."""
    if name in AGENTS:
        return AGENTS[name]
    for pattern, told in MADE:
        if found := re.fullmatch(pattern, name):
            return told(found)
    raise CommonGroundError(f"The legend (report/legend.py) says nothing of an agent '{name}'.")


def whose(name: str) -> str:
    """Whose idea an agent is: the paper's, a rival's, with where it comes from, or ours."""
    plain = re.sub(r"_[\d.]+$|" + re.escape(WITH_BLEND), "", name)
    if plain not in NAMED:
        return "–" if name in UNCODED or name == lineup.RANDOM else "after the paper"
    citation = NAMED[plain].citation
    rival = f"rival: {citation.split(')')[0]})"
    return {PAPER: "the paper's" if plain == name else "the paper's, varied", HERE: "ours"}.get(citation, rival)


UNCODED = (lineup.BEST_MODEL, lineup.BEST_SINGLE, lineup.SELF_PLAY, lineup.CROSS_PLAY)


def _plain(name: str) -> str:
    """An agent without what a name says besides: of which embedding, in which variant."""
    return base(name).split(":")[0]


def _is_named(name: str) -> bool:
    """Whether it is an agent's own name, and not that of an embedding."""
    return name in AGENTS or bool(names.AGENTS.fullmatch(name))


def _stands_for(known: catalogue.Catalogue, name: str) -> str:
    """The paper's embedding by its name, and what that is."""
    paper = known.set("paper").embeddings
    return f"{name} ({paper[name].title})" if name in paper else name or "–"
