"""What the paper says about learning, measured on beliefs in the partner's true model, board by board.

Beliefs are those before a turn, with in-distribution partners, in games that last to it. "Early" is the third turn: by then a
spymaster has seen two guesses and a guesser has heard two clues. Agents' games do not last as long with the same partners, so
two agents are compared on the boards and with the partners with which the games of both last; where one is shown alone, every
partner counts the same.
"""

from collections.abc import Mapping, Sequence

import pandas as pd

from commonground.report import compare, numbers, statistics
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
        own = early(truth, environment, "SM_B_noise")
        half = own.where(own.isna(), HALF)
        found.append(_compared("SM_B_noise", own, numbers.rate(HALF, 1), half, environment))
    sentence = (
        "The spymaster rapidly learns which of its models fits its guesser best (read as: before turn"
        f" {EARLY}, in games that last to it, SM_B_noise believes in the true one more than one half)."
    )
    return Claim("Learning", "SM_B_noise learns rapidly", sentence, DISCUSSION, tuple(found), unit=UNIT)


def side_by_side(truth: Mapping[str, pd.DataFrame], kinds: Sequence[str] = KINDS) -> list[Comparison]:
    """The spymaster's belief minus the guesser's, of those that assume the same noise, in the deterministic environment.

    The stochastic ones of the two sides are not alike: what is noisy is the guesser's ear here and the channel there.
    """
    return [
        _against(truth[SPYMASTERS], f"SM_B{noise}", truth[GUESSERS], f"{kind}{noise}")
        for noise in ("", "_noise")
        for kind in kinds
    ]


def _more_slowly(truth: Mapping[str, pd.DataFrame]) -> Claim:
    found = side_by_side(truth)
    sentence = (
        "The guesser learns more slowly than the spymaster (read as: before turn"
        f" {EARLY}, without noise, in games that last to it with both, it believes less in its partner's true model; both with the"
        " same noise assumed)."
    )
    return Claim("Learning", "Guessers learn more slowly", sentence, DISCUSSION, tuple(found), unit=UNIT)


def _fastest(truth: Mapping[str, pd.DataFrame], few_worlds: str) -> Claim:
    readings = truth[READINGS]
    found = [_against(truth[GUESSERS], "DG_B", truth[GUESSERS], kind) for kind in KINDS[1:]]
    found += [_against(readings, few_worlds, readings, f"{kind}_noise") for kind in KINDS]
    sentence = (
        f"DG_B learns the fastest of the guessers (read as: before turn {EARLY}, in games that last to it with both, it believes"
        " most in the true model; against those that assume noise, with as many worlds as they draw)."
    )
    return Claim("Learning", "DG_B learns fastest", sentence, DISCUSSION, tuple(found), unit=UNIT)


def early(truth: pd.DataFrame, environment: str, agent: str) -> pd.DataFrame:
    """An agent's belief in the truth before the early turn: a row a board, a column a partner, where a game lasts to it."""
    rows = truth[(truth["environment"] == environment) & (truth["agent"] == agent) & (truth["turn"] == EARLY)]
    return rows.pivot(index="board", columns="partner", values="belief")


def by_turn(truth: pd.DataFrame) -> pd.DataFrame:
    """The belief in the truth before each turn with its interval over boards, by environment and agent.

    Every partner counts the same, however many of the games with it last to a turn.
    """
    rows = {key: (len(part), *_over_partners(part)) for key, part in truth.groupby(["environment", "agent", "turn"])}
    order = [key for name in in_order(truth["agent"]) for key in rows if key[1] == name]
    columns = ["environment", "agent", "turn", "games", "mean", "low", "high"]
    return pd.DataFrame([(*key, *rows[key]) for key in order], columns=columns)


def _over_partners(part: pd.DataFrame) -> statistics.Estimate:
    """The mean of the partners' means; a board weighs what its games do."""
    weight = 1 / part.groupby("partner")["belief"].transform("size")
    weights = weight.groupby(part["board"]).sum()
    beliefs = (weight * part["belief"]).groupby(part["board"]).sum() / weights
    return statistics.share(beliefs.to_numpy(), weights.to_numpy(), games=len(part) / len(beliefs))


def often_reached(beliefs: pd.DataFrame) -> pd.DataFrame:
    """The turns of `by_turn` that enough of an agent's games reach to say something of them."""
    most = beliefs.groupby(["environment", "agent"])["games"].transform("max")
    return beliefs[beliefs["games"] >= (REACHED * most).clip(lower=5)]


def _against(mine: pd.DataFrame, ours: str, yours: pd.DataFrame, theirs: str) -> Comparison:
    """Two agents' beliefs without noise, with the same partners on the same boards, where the games of both last."""
    calm = ENVIRONMENTS[0]
    return _compared(ours, early(mine, calm, ours), theirs, early(yours, calm, theirs), calm)


def _compared(ours: str, mine: pd.DataFrame, theirs: str, yours: pd.DataFrame, environment: str) -> Comparison:
    """Two tables of early beliefs; nothing if they have nothing in common."""
    effect, p_value = compare.tested(mine, yours)
    both = compare.on_both(mine, yours)
    one, other = (float(side.mean(axis=1).mean()) for side in both)
    row = {"ours": one, "theirs": other, **effect_columns(effect)}
    partners = pd.DataFrame([row], index=pd.Index([PLACES["in"]], name="partner"))
    where = f"{environment}, before turn {EARLY}"
    return Comparison(ours, theirs, where, effect, partners, p_value=p_value, boards=len(both[0]))
