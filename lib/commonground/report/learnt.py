"""What the paper says about learning, measured on beliefs in the partner's true model, board by board.

Beliefs are those before a turn, averaged over the in-distribution partners whose games reach it. "Early" is the third turn:
by then a spymaster has seen two guesses and a guesser has heard two clues.
"""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import numbers, statistics
from commonground.report.claims import DISCUSSION, Claim
from commonground.report.compare import Comparison, effect_columns
from commonground.report.lineup import PLACES, in_order
from commonground.report.statements import GUESSERS, READINGS, SPYMASTERS
from commonground.study.plan import ENVIRONMENTS

EARLY = 3
HALF = 0.5
REACHED = 0.05  # share of the games that must reach a turn for it to be drawn
UNIT = "belief in the truth"
KINDS = ("DG_B", "BG_B", "MG_B")  # of guessers


def claims(truth: Mapping[str, pd.DataFrame], few_worlds: str) -> list[Claim]:
    """Every claim about learning, from the beliefs of the experiments that `statements` names.

    `few_worlds` is DG_B with as many worlds as the noisy guessers draw.
    """
    return [_rapidly(truth[SPYMASTERS]), _more_slowly(truth), _fastest(truth, few_worlds)]


def _rapidly(truth: pd.DataFrame) -> Claim:
    found = []
    for environment in ENVIRONMENTS:
        own, games = (early(truth, environment, "SM_B_noise", what) for what in ("belief", "games"))
        half = pd.Series(HALF, own.index)
        found.append(_told("SM_B_noise", numbers.rate(HALF, 1), environment, own, half, float(games.mean())))
    sentence = (
        "The spymaster rapidly learns which of its models fits its guesser best (read as: before turn"
        f" {EARLY} SM_B_noise believes in the true one more than one half)."
    )
    return Claim("Learning", "SM_B_noise learns rapidly", sentence, DISCUSSION, tuple(found), unit=UNIT)


def side_by_side(truth: Mapping[str, pd.DataFrame], kinds: Sequence[str] = KINDS) -> list[Comparison]:
    """The spymaster's belief minus the guesser's, of those that assume the same noise, in the deterministic environment.

    The stochastic ones of the two sides are not alike: what is noisy is the guesser's ear here and the channel there.
    """
    return [
        _compared(truth[SPYMASTERS], f"SM_B{noise}", truth[GUESSERS], f"{kind}{noise}", ENVIRONMENTS[0])
        for noise in ("", "_noise")
        for kind in kinds
    ]


def _more_slowly(truth: Mapping[str, pd.DataFrame]) -> Claim:
    found = side_by_side(truth)
    sentence = (
        "The guesser learns more slowly than the spymaster (read as: before turn"
        f" {EARLY}, without noise, it believes less in its partner's true model; both with the same noise assumed)."
    )
    return Claim("Learning", "Guessers learn more slowly", sentence, DISCUSSION, tuple(found), unit=UNIT)


def _fastest(truth: Mapping[str, pd.DataFrame], few_worlds: str) -> Claim:
    calm, readings = ENVIRONMENTS[0], truth[READINGS]
    found = [_compared(truth[GUESSERS], "DG_B", truth[GUESSERS], kind, calm) for kind in KINDS[1:]]
    found += [_compared(readings, few_worlds, readings, f"{kind}_noise", calm) for kind in KINDS]
    sentence = (
        f"DG_B learns the fastest of the guessers (read as: before turn {EARLY} it believes most in the true model;"
        " against those that assume noise, with as many worlds as they draw)."
    )
    return Claim("Learning", "DG_B learns fastest", sentence, DISCUSSION, tuple(found), unit=UNIT)


def early(truth: pd.DataFrame, environment: str, agent: str, what: str = "belief") -> pd.Series:
    """An agent's belief in the truth before the early turn, by board; or of how many `games` it is the mean."""
    rows = truth[(truth["environment"] == environment) & (truth["agent"] == agent) & (truth["turn"] == EARLY)]
    return rows.set_index("board")[what]


def by_turn(truth: pd.DataFrame) -> pd.DataFrame:
    """The belief in the truth before each turn with its interval over boards, by environment and agent."""
    rows = {
        key: (int(part["games"].sum()), *statistics.share(part["belief"].to_numpy(), games=part["games"].mean()))
        for key, part in truth.groupby(["environment", "agent", "turn"])
    }
    order = [key for name in in_order(truth["agent"]) for key in rows if key[1] == name]
    columns = ["environment", "agent", "turn", "games", "mean", "low", "high"]
    return pd.DataFrame([(*key, *rows[key]) for key in order], columns=columns)


def often_reached(beliefs: pd.DataFrame) -> pd.DataFrame:
    """The turns of `by_turn` that enough of an agent's games reach to say something of them."""
    most = beliefs.groupby(["environment", "agent"])["games"].transform("max")
    return beliefs[beliefs["games"] >= (REACHED * most).clip(lower=5)]


def _compared(mine: pd.DataFrame, ours: str, yours: pd.DataFrame, theirs: str, environment: str) -> Comparison:
    """Two agents' beliefs on the boards on which both had a third turn."""
    one, other = early(mine, environment, ours).align(early(yours, environment, theirs), join="inner")
    games = float(early(mine, environment, ours, "games").mean())
    return _told(ours, theirs, environment, one, other, games)


def _told(ours: str, theirs: str, environment: str, one: pd.Series, other: pd.Series, games: float) -> Comparison:
    """What two agents believe on the same boards, as the mean of so many games each; nothing if there are none."""
    some = len(one) > 0
    effect = statistics.difference(one.to_numpy(), other.to_numpy(), 1.0, games) if some else statistics.NOTHING
    p_value = statistics.paired_p_value(one.to_numpy(), other.to_numpy())
    row = {"ours": one.mean(), "theirs": other.mean(), **effect_columns(effect)}
    partners = pd.DataFrame([row], index=pd.Index([PLACES["in"]], name="partner"))
    return Comparison(ours, theirs, f"{environment}, before turn {EARLY}", effect, partners, p_value=p_value)
