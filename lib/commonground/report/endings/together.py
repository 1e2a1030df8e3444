"""How the notebook on two Bayesian agents ends: whether they understand each other, and what assuming noise is worth."""

from itertools import product

import pandas as pd

from commonground.report import compare, numbers, statistics
from commonground.report.compare import SCORE, WON, told
from commonground.report.endings import words
from commonground.report.endings.places import NOISE
from commonground.report.lineup import in_order
from commonground.report.statistics import Estimate
from commonground.study.plan import ENVIRONMENTS

MEASURES = (WON, SCORE)
SPEAKING = ("SM_B_noise", "SM_B")  # one that assumes noise, against one that does not


def averages(played: pd.DataFrame) -> pd.DataFrame:
    """Wins and score of every pairing, as `figures.averages` draws them."""
    parts = dict(list(played.groupby(["environment", "spymaster", "guesser"])))
    order = in_order(played["spymaster"]), in_order(played["guesser"])
    rows = [
        (
            guesser,
            f"{spymaster}, {environment}",
            measure,
            *compare.average(parts[environment, spymaster, guesser], measure),
        )
        for measure, environment, spymaster, guesser in product(MEASURES, ENVIRONMENTS, *order)
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "value", "low", "high"])


def message(played: pd.DataFrame) -> str:
    """What the picture of all pairings says."""
    best = {e: leaders(played, e) for e in ENVIRONMENTS}
    named = {e: words.listed([_pair(pair).replace("`", "") for pair in pairs]) for e, pairs in best.items()}
    win = {e: "wins" if len(pairs) == 1 else "win" for e, pairs in best.items()}
    calm, noisy = ENVIRONMENTS
    if named[calm] == named[noisy]:
        return f"Of all pairings, {named[calm]} {win[calm]} most, noise or not"
    return f"Of all pairings, {named[calm]} {win[calm]} most without noise, {named[noisy]} in noise"


def leaders(played: pd.DataFrame, environment: str, measure: str = WON, first: bool = True) -> list[tuple[str, str]]:
    """The pairings that are best in an environment (or worst), chosen on these very games."""
    means = played[played["environment"] == environment].groupby(["spymaster", "guesser"], sort=False)[measure].mean()
    named = {"\t".join(pair): value if first else -value for pair, value in means.items()}
    found = [name.split("\t") for name in statistics.leaders(named)]
    return [(speaks, hears) for speaks, hears in found]


def ending(played: pd.DataFrame, assumed: pd.DataFrame, moved: pd.DataFrame, ear_boards: int) -> list[str]:
    """Who understands whom, whether assuming noise pays, and where the noise is.

    `assumed` and `moved` are what `reckoned` says of noise in the ear: what assuming it is worth, and the ear against the way.
    """
    boards = played["board"].nunique()
    return words.told(
        boards,
        f"Two Bayesian agents {_understand(played)}: {'; '.join(_range(played, e) for e in ENVIRONMENTS)}.",
        _scored(played),
        f"Over all guessers, a spymaster that assumes noise is {_assuming(played)}.",
        f"{_in_the_ear(assumed, ear_boards)}{_moved(moved)}.",
        f"What would change this: more boards than {boards} (and {ear_boards} with noise in the ear), and agents whose models of"
        " each other are Bayesian themselves (notebook 41); the best pairings were chosen on the games that are shown.",
    )


def _understand(played: pd.DataFrame) -> str:
    """In words, by the share of games that the best pairing wins without noise."""
    calm = played[played["environment"] == ENVIRONMENTS[0]]
    best = float(calm.groupby(["spymaster", "guesser"])[WON].mean().max())
    how = "perfectly" if best >= compare.AT_THE_CEILING else "mostly" if best >= MOSTLY else "poorly"
    return f"understand each other {how}, though neither is what the other takes it for"


MOSTLY = 0.75  # of games won


def _range(played: pd.DataFrame, environment: str) -> str:
    here = played[played["environment"] == environment]
    (best, *_), (worst, *_) = leaders(played, environment), leaders(played, environment, first=False)
    low = float(_of(here, worst)[WON].mean())
    high = statistics.proportion(_of(here, best)[WON].to_numpy())
    return f"{NOISE[environment]} {_pair(best)} wins most, {numbers.rate(high)}, and {_pair(worst)} least, {numbers.rate(low)}"


def _scored(played: pd.DataFrame) -> str:
    """The best pairings by score, told once if they are the same without noise and in it."""
    found: dict[str, list[str]] = {}
    for environment in ENVIRONMENTS:
        here, best = played[played["environment"] == environment], leaders(played, environment, SCORE)
        value = numbers.amount(float(_of(here, best[0])[SCORE].mean()))
        found.setdefault(words.listed([_pair(pair) for pair in best]), []).append(f"{value} {NOISE[environment]}")
    said = [f"{pairs} ({', '.join(values)})" for pairs, values in found.items()]
    return f"By score the best is {words.listed(said)}."


def _of(games: pd.DataFrame, pair: tuple[str, str]) -> pd.DataFrame:
    return games[(games["spymaster"] == pair[0]) & (games["guesser"] == pair[1])]


def _pair(pair: tuple[str, str]) -> str:
    return f"`{pair[0]}` with `{pair[1]}`"


def _assuming(played: pd.DataFrame) -> str:
    """How it compares by both measures, without noise and in it: once if that is the same."""
    found: dict[str, list[str]] = {}
    for environment in ENVIRONMENTS:
        here = played[played["environment"] == environment]
        ours, theirs = (here[here["spymaster"] == name] for name in SPEAKING)
        wins, scores = (words.VERDICTS[_judged(ours, theirs, measure)] for measure in MEASURES)
        said = f"{wins} by wins and by score" if wins == scores else f"{wins} by wins and {scores} by score"
        found.setdefault(said, []).append(NOISE[environment])
    said = ", but ".join(f"{told} {'(noise or not)' if len(where) > 1 else where[0]}" for told, where in found.items())
    return f"{said}, against one that does not"


def _judged(ours: pd.DataFrame, theirs: pd.DataFrame, measure: str) -> str:
    effect = compare.difference(ours, theirs, measure, partner="guesser")
    return told(effect, (float(ours[measure].mean()), float(theirs[measure].mean())), measure)


def _in_the_ear(assumed: pd.DataFrame, boards: int) -> str:
    """What guessers gain that assume the noise which is in their own ear."""
    wins, scores = (_clear(assumed, measure) for measure in MEASURES)
    clear = wins if wins == scores else f"{wins} by wins, {scores} by score"
    return (
        f"With the noise in the guesser's ear, assuming it is {clear}"
        f" ({len(assumed)} comparisons with as many worlds, {boards} boards)"
    )


def _clear(table: pd.DataFrame, measure: str) -> str:
    better, worse = (table[f"{measure}_low"] > 0).sum(), (table[f"{measure}_high"] < 0).sum()
    if not better and not worse:
        return "undecided in all"
    return f"clearly better in {words.none_or(better)} and clearly worse in {words.none_or(worse)}"


def _moved(moved: pd.DataFrame) -> str:
    """Whether it matters where the noise is: the largest difference, if one can be told."""
    if moved.empty:
        return ""
    clear = moved[(moved["won_low"] > 0) | (moved["won_high"] < 0)]
    if clear.empty:
        names = words.listed([f"`{name}`" for name in moved["guesser"]])
        return f"; whether it is there or on the way is undecided for {names}, by wins"
    most = clear.loc[clear["won"].abs().idxmax()]
    effect = numbers.difference(Estimate(most["won"], most["won_low"], most["won_high"]))
    return f"; there and not on the way, it changes the share of games that `{most['guesser']}` wins by {effect}"


def ear_message(assumed: pd.DataFrame) -> str:
    """What the picture of noise in the ear says."""
    wins, scores = (_clear(assumed, measure) for measure in MEASURES)
    told = f"{wins} by wins and by score" if wins == scores else f"{wins} by wins, {scores} by score"
    return f"Assuming the noise in one's own ear: of {len(assumed)} comparisons, {told}"
