"""What the paper says about games, sentence by sentence: who must do better than whom, and where."""

from collections.abc import Sequence

from commonground import agents
from commonground.report.claims import Match, Said
from commonground.report.compare import (
    CONDITIONS,
    DETERMINISTIC_IN,
    DETERMINISTIC_OUT,
    STOCHASTIC_IN,
    STOCHASTIC_OUT,
    Condition,
)
from commonground.report.lineup import BEST_MODEL

NOISY = tuple(name for name in agents.GUESSERS if name.endswith("_noise"))
SPYMASTERS, GUESSERS, SWEEP = "spymasters", "guessers", "spymasters/sweep"  # experiments
FILTERS, READINGS = "reading-the-paper/spymasters", "reading-the-paper/guessers"
READ_OFF = "read off Table 1"
OTHERS = ("SM_B", BEST_MODEL)  # than SM_B_noise


def said(internal: Sequence[str], dictionary: str | None, levels: Sequence[str], few_worlds: str) -> list[Said]:
    """Every sentence that says who wins more.

    `dictionary` stands for d2v (None: nothing does), `levels` are SM_B with other noise than 1.0, and `few_worlds` is DG_B
    with as many worlds as the noisy guessers draw.
    """
    found = [*_about_spymasters(internal), *_about_guessers(few_worlds), *_about_noise(levels)]
    return [*found, _own_guesser(dictionary)] if dictionary else found


def _about_spymasters(internal: Sequence[str]) -> list[Said]:
    strangers, noise = [DETERMINISTIC_OUT, STOCHASTIC_OUT], [STOCHASTIC_IN, STOCHASTIC_OUT]
    return [
        Said(
            "Spymasters",
            "SM_B is best with known partners",
            "Without noise, SM_B has the best average with in-distribution guessers.",
            (Match("SM_B", ("SM_B_noise", BEST_MODEL), [DETERMINISTIC_IN], SPYMASTERS),),
            READ_OFF,
            ours=True,
        ),
        Said(
            "Spymasters",
            "SM_B_noise is best of the paper's with strangers",
            "With out-of-distribution guessers SM_B_noise performs best of the paper's by a wide margin, in both environments.",
            (Match("SM_B_noise", OTHERS, strangers, SPYMASTERS),),
        ),
        Said(
            "Spymasters",
            "SM_B_noise is best of the paper's in noise",
            "In the stochastic environment SM_B_noise performs better than any other of the paper's spymasters.",
            (Match("SM_B_noise", OTHERS, noise, SPYMASTERS),),
        ),
        Said(
            "Spymasters",
            "A Bayesian spymaster is best everywhere",
            "In and out of distribution, in both environments, the Bayesian spymasters have the best average.",
            (Match(tuple(agents.SPYMASTERS), (BEST_MODEL,), CONDITIONS, SPYMASTERS),),
        ),
        Said(
            "Spymasters",
            "SM_B_noise beats each of its own models alone",
            "With out-of-distribution guessers SM_B_noise does better than any of its constituent models would alone.",
            (Match("SM_B_noise", internal, strangers, SPYMASTERS),),
        ),
    ]


def _about_guessers(few_worlds: str) -> list[Said]:
    return [
        Said(
            "Guessers",
            "A Bayesian guesser is best with known partners",
            "For both in-distribution averages one of the Bayesian guessers is best.",
            (Match(tuple(agents.GUESSERS), (BEST_MODEL,), [DETERMINISTIC_IN, STOCHASTIC_IN], GUESSERS),),
        ),
        Said(
            "Guessers",
            "DG_B is best of all with known partners, without noise",
            "DG_B does best of all on average, in-distribution in the deterministic environment"
            " (against those that assume noise, with as many worlds as they draw).",
            (
                Match("DG_B", ("BG_B", "MG_B", BEST_MODEL), [DETERMINISTIC_IN], GUESSERS),
                Match(few_worlds, NOISY, [DETERMINISTIC_IN], READINGS),
            ),
        ),
    ]


def _about_noise(levels: Sequence[str]) -> list[Said]:
    helps = [DETERMINISTIC_OUT, STOCHASTIC_IN, STOCHASTIC_OUT]
    return [
        Said(
            "Assumed noise",
            "Noise costs with known partners, pays with strangers",
            "In the deterministic environment assuming noise costs wins with known, exact partners and pays with strangers.",
            (
                Match("SM_B", ("SM_B_noise",), [DETERMINISTIC_IN], SPYMASTERS),
                Match("SM_B_noise", ("SM_B",), [DETERMINISTIC_OUT], SPYMASTERS),
            ),
            READ_OFF,
            ours=True,
        ),
        Said(
            "Assumed noise",
            "1.0 is the best noise to assume",
            "Where assuming noise should help (strangers, or noise), 1.0 is the best of the levels tried.",
            (Match("SM_B_noise", levels, helps, SWEEP),),
            "§6 Setup uses no other",
            ours=True,
        ),
    ]


def _own_guesser(dictionary: str) -> Said:
    return Said(
        "Spymasters",
        f"SM_B beats {dictionary} with its own guesser",
        f"Without noise SM_B does better with {dictionary}'s guesser than {dictionary}'s own spymaster ({dictionary} stands for d2v).",
        (Match("SM_B", (dictionary,), [Condition("deterministic", dictionary)], SPYMASTERS),),
    )
