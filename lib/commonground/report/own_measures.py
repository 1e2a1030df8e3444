"""Claims that no comparison of averages decides, each with a measure of its own.

They are "almost never", "avoids the assassin" and "without impacting results".
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
from statsmodels.stats.proportion import proportion_confint

from commonground import agents
from commonground.game import STANDARD
from commonground.report import numbers, statistics
from commonground.report.claims import DISCUSSION, Claim
from commonground.report.compare import CONDITIONS, SCORE, WON, Comparison, Condition, Contest, effect_columns
from commonground.report.lineup import BEST_MODEL, in_and_out
from commonground.report.statistics import Estimate
from commonground.study.plan import ENVIRONMENTS
from commonground.study.readings import NO_FILTER

ALMOST_NEVER = 0.2  # the share of pairings below which "almost never" is said of something
UNCHANGED = {WON: 0.05, SCORE: 0.5}  # a change below which results are as they were


# "Almost never"


def almost_never(contest: Contest) -> Claim:
    """Of all pairings of a Bayesian guesser and a spymaster, how few go as well as with the Best Model?"""
    wins, scores = (_matched(contest, measure) for measure in (WON, SCORE))
    sentence = f"Bayesian guessers almost never do as well as the Best Model (read as: in under {numbers.percent(ALMOST_NEVER)} of pairings)."
    name = "Bayesian guessers rarely match the Best Model"
    return Claim("Guessers", name, sentence, DISCUSSION, (wins,), (scores,), unit="share of pairings")


def _matched(contest: Contest, measure: str) -> Comparison:
    """The share of pairings; its interval is that of shares on boards drawn again, the pairings being what they are."""
    partners = [name for group in in_and_out(contest.chosen).values() for name in group]
    places = [Condition(*place) for place in product(ENVIRONMENTS, partners)]
    found = [(name, place) for name in agents.GUESSERS for place in places]
    by_board = np.column_stack([_gap(contest, name, place, measure) for name, place in found])
    cells = pd.concat(
        [
            contest.compare(name, BEST_MODEL, place, measure).partners.set_axis([f"{name}, {place}"])
            for name, place in found
        ]
    ).rename_axis("pairing")
    reach = np.maximum(by_board.std(axis=0), 1.0)  # as if one more board went worse, and one better
    more = by_board.mean(axis=0) + np.array([[-1.0], [1.0]]) * reach
    share = statistics.of_column_means(by_board, lambda means: (means >= -statistics.ALIKE).mean(axis=1), more)
    effect = Estimate(ALMOST_NEVER - share.value, ALMOST_NEVER - share.high, ALMOST_NEVER - share.low)
    ours, theirs = numbers.rate(ALMOST_NEVER, 1), f"share of {len(cells)} pairings"
    return Comparison(ours, theirs, "all conditions", effect, cells, measure=measure, boards=contest.boards)


def _gap(contest: Contest, name: str, place: Condition, measure: str) -> np.ndarray:
    ours, theirs = (contest.take(who, place, measure).mean(axis=1).to_numpy() for who in (name, BEST_MODEL))
    return np.asarray(ours - theirs)


# "Allowing it to avoid the assassin in cases where it is forced to give a bad clue"


def avoids_the_assassin(contest: Contest, dictionary: str) -> Claim:
    """How often a card that is not red is the assassin: SM_B's against chance, and against static spymasters'.

    A card that is not red is revealed only after a clue that went wrong. With its own guesser a static spymaster gives such a
    clue only where it has no other; where that never happens, there is nothing to compare but the clues of the other static
    spymasters, which go wrong because they are misunderstood.
    """
    place = Condition("deterministic", dictionary)
    own = missed(contest, ["SM_B"], place)
    others = [name for name in contest.chosen.with_role("internal") if name != dictionary]
    comparisons = (_below_chance(own, place), _below(own, missed(contest, others, place), place))
    sentence = (
        f"SM_B avoids the assassin when its clue is bad, and static spymasters can't (read as: with {dictionary}'s guesser, of"
        " the cards revealed that are not red, fewer are the assassin than by chance, and than after static spymasters' clues)."
    )
    name = "SM_B's bad clues avoid the assassin"
    return Claim("Spymasters", name, sentence, DISCUSSION, comparisons, unit="share of cards that are not red")


def missed(contest: Contest, names: Sequence[str], place: Condition) -> pd.DataFrame:
    """By board: cards revealed that are not red, those of them that are assassins, and as many as chance would make."""
    games = pd.concat([contest.pairings[place.environment, name, place.where] for name in names])
    missed = games["blue"] + games["bystander"] + games["assassin"]
    others = STANDARD.cards - STANDARD.red
    chance = np.cumsum([0.0, *(STANDARD.assassin / (others - before) for before in range(others))])
    table = pd.DataFrame({"missed": missed, "assassin": games["assassin"], "chance": chance[missed]})
    return table.groupby(level="board").sum()


def _below_chance(own: pd.DataFrame, place: Condition) -> Comparison:
    """Chance minus the assassin's share; the interval is Clopper and Pearson's, as if cards were independent: it may be none of many."""
    total = own.sum()
    if not total["missed"]:
        return _shares("chance", place, len(own), statistics.NOTHING, (float("nan"), float("nan")))
    share, chance = total["assassin"] / total["missed"], total["chance"] / total["missed"]
    low, high = proportion_confint(total["assassin"], total["missed"], 1 - statistics.LEVEL, method="beta")
    effect = Estimate(float(chance - share), float(chance - high), float(chance - low))
    return _shares("chance", place, len(own), effect, (float(chance), float(share)))


def _below(own: pd.DataFrame, others: pd.DataFrame, place: Condition) -> Comparison:
    """The assassin's share after static spymasters' clues minus that after SM_B's."""
    columns = pd.concat([others, own], axis=1).to_numpy(dtype=np.float64)  # missed, assassin, chance of both
    if not (columns[:, 0].any() and columns[:, 3].any()):
        return _shares("static", place, len(columns), statistics.NOTHING, (float("nan"), float("nan")))
    least = np.finfo(float).tiny
    effect = statistics.of_column_means(
        columns, lambda m: m[:, 1] / np.maximum(m[:, 0], least) - m[:, 4] / np.maximum(m[:, 3], least)
    )
    totals = columns.sum(axis=0)
    return _shares("static", place, len(columns), effect, (totals[1] / totals[0], totals[4] / totals[3]))


def _shares(ours: str, place: Condition, boards: int, effect: Estimate, sides: tuple[float, float]) -> Comparison:
    """A share of ours (chance's, or the static spymasters') minus SM_B's."""
    row = {"ours": sides[0], "theirs": sides[1], **effect_columns(effect)}
    partners = pd.DataFrame([row], index=pd.Index([place.where], name="partner"))
    return Comparison(ours, "SM_B", str(place), effect, partners, boards=boards)


# "Without impacting results"


def filter_changes_nothing(contest: Contest) -> Claim:
    """Whether wins and scores without the filter are within a margin of those with it, by more than chance could hide.

    Without noise it can only matter where every clue that it keeps is worse than one that all models get wrong.
    """
    wins, scores = (
        tuple(_within(contest, name, condition, measure) for name in agents.SPYMASTERS for condition in CONDITIONS)
        for measure in (WON, SCORE)
    )
    margins = f"{numbers.rate(UNCHANGED[WON], 2)} of games won, and {numbers.rate(UNCHANGED[SCORE], 1)} of score"
    sentence = (
        f"The filter makes Get Clue faster without impacting results (read as: they change by less than {margins})."
    )
    return Claim("Spymasters", "Filtering clues changes no result", sentence, "appendix, Optimization", wins, scores)


def _within(contest: Contest, name: str, condition: Condition, measure: str) -> Comparison:
    """The margin minus the size of the change: above zero if no change that the interval allows is as large."""
    found = contest.compare(f"{name} ({NO_FILTER})", name, condition, measure)
    value, low, high = found.effect
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    margin = UNCHANGED[measure]
    effect = Estimate(margin - abs(value), margin - max(abs(low), abs(high)), margin - least)
    ours, theirs = numbers.rate(margin, 2), f"change of {name} without it"
    partners = found.partners.assign(ours=margin, theirs=found.partners["difference"].abs())
    return Comparison(
        ours,
        theirs,
        str(condition),
        effect,
        partners,
        measure=measure,
        p_value=_p_beyond(contest, name, condition, measure),
        boards=found.boards,
    )


def _p_beyond(contest: Contest, name: str, condition: Condition, measure: str) -> float:
    """How likely so large a change would be if the filter changed results by the margin."""
    without, plain = (
        contest.take(who, condition, measure).mean(axis=1).to_numpy() for who in (f"{name} ({NO_FILTER})", name)
    )
    margin = float(np.copysign(UNCHANGED[measure], (without - plain).mean()))
    return statistics.paired_p_value(without - margin, plain)
