"""What ours add to the paper's agents with strangers in noise, why, and whether rivals add as much.

How many games more is read off the tables that the README shows. Why is told by the experiment that changes one thing at a
time: the steps from the paper's guesser to ours (notebook 62).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from commonground.report import compare, statistics
from commonground.report.compare import AHEAD, BEHIND, CONDITIONS, SCORE, STOCHASTIC_OUT, WON, Condition, Contest
from commonground.report.endings import words
from commonground.report.lineup import BAYESIAN, RIVALS, SEATS
from commonground.report.statistics import Estimate
from commonground.report.tables import Both, Table
from commonground.study.variants import from_dg_b_to_g_j

OWN = {"spymasters": "SM_N", "guessers": "G_J"}
STEPS = {  # from the paper's guesser to ours, by what each does
    "+ joint": "one posterior over speakers and cards",
    "+ number": "the number of a clue",
    "+ conditioned": "worlds in which the clue makes sense",
    "+ noise": "being unsure how much noise there is",
    "+ strangers": "reckoning with strangers",
    "+ utility": "picking cards for what they are worth",
    "+ spared turns": "counting the turns that a guess spares",
}


class Lead(NamedTuple):
    """How far ours is from the best of the paper's with strangers in noise."""

    seat: str
    name: str
    effect: Estimate
    verdict: str


def added(both: Mapping[str, Both], steps: Contest) -> str:
    """What ours win more and what it comes from, and how the best of the rivals do.

    `both` holds the tables by name, `steps` the games on the way from the paper's guesser to ours.
    """
    guesser, spymaster = (lead(both[name]) for name in ("guessers", "spymasters"))
    sentences = [f"**Ours**: with strangers in noise {_more(guesser, spymaster)}{helps(steps)}", *beside(both.values())]
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


def games_in_a_hundred(effect: Estimate, bold: bool = True) -> str:
    """The size of a difference in win rates, as people count."""
    if not abs(effect.value) >= 0.01:  # nor if it is not known
        return "less than one game in a hundred"
    count = round(100 * abs(effect.value))
    written = f"**{count}**" if bold else f"{count}"
    return f"{written} game{'s' if count != 1 else ''} in a hundred"


def more(effect: Estimate) -> str:
    """Whether a difference is of more games or of fewer."""
    return "fewer" if effect.value < 0 else "more"


# What they win more


def lead(both: Both) -> Lead:
    """Ours against the best of the paper's, by wins."""
    name = both.wins.layout.name
    ours = OWN[name]
    best = first(both.wins, BAYESIAN[name])[0]
    effect = both.wins.against(*STOCHASTIC_OUT, [ours], best)
    return Lead(SEATS[name][0], ours, effect, compare.told(effect, _sides(both.wins, ours, best), WON))


def first(table: Table, names: Sequence[str]) -> list[str]:
    """Whoever of some rows is best with strangers in noise."""
    environment, where = STOCHASTIC_OUT
    shown = [name for name in names if name in table.rows[environment]]
    return statistics.leaders({name: table.cell(environment, name, where).value for name in shown}) if shown else []


def _sides(table: Table, ours: str, theirs: str) -> tuple[float, float]:
    environment, where = STOCHASTIC_OUT
    return table.cell(environment, ours, where).value, table.cell(environment, theirs, where).value


def _more(one: Lead, other: Lead) -> str:
    """Both leads in a sentence, with one bold number."""
    if {one.verdict, other.verdict} <= {AHEAD, BEHIND}:
        count = games_in_a_hundred(other.effect, bold=False).split(" game")[0]
        return f"{_alone(one)}, and our {other.seat} `{other.name}` {count} {more(other.effect)}"
    return f"{_alone(one)}; {_alone(other, bold=one.verdict not in (AHEAD, BEHIND))}"


def _alone(one: Lead, bold: bool = True) -> str:
    who = f"our {one.seat} `{one.name}`"
    if one.verdict not in (AHEAD, BEHIND):
        return f"the games can't tell {who} from the best of the paper's"
    return f"{who} wins {games_in_a_hundred(one.effect, bold)} {more(one.effect)} than the best of the paper's"


# Why


def helps(steps: Contest) -> str:
    """The steps to our guesser that clearly win games in most conditions, if any does."""
    chain = {step: variant.name for step, variant in from_dg_b_to_g_j().items() if step in ("DG_B", *STEPS)}
    clear = {after: len(_where(steps, chain[after], chain[before], WON)[AHEAD]) for before, after in pairwise(chain)}
    most = max(clear.values())
    names = words.listed([STEPS[step] for step, number in clear.items() if number == most])
    return f"; what helps `G_J` most is {names}" if most else ""


def _where(contest: Contest, ours: str, theirs: str, measure: str) -> dict[str, list[Condition]]:
    """The conditions in which one variant is clearly ahead of another, and clearly behind."""
    verdicts = {one: contest.compare(ours, theirs, one, measure).verdict for one in CONDITIONS}
    return {told: [one for one, verdict in verdicts.items() if verdict == told] for told in (AHEAD, BEHIND)}


# Rivals


def beside(tables: Iterable[Both]) -> list[str]:
    """Ours against the best of the rivals, in a sentence by wins and by score; none where there are no rivals."""
    sides = [both for both in tables if first(both.wins, RIVALS[both.wins.layout.name])]
    if not sides:
        return []
    wins = "; ".join(_against_rivals(both.wins) for both in sides)
    scores = "; ".join(_against_rivals(both.scores) for both in sides)
    untold = all(_hardest(both.scores)[1] not in (AHEAD, BEHIND) for both in sides)
    return [f"{wins}; {UNTOLD if untold else scores}"]


def _against_rivals(table: Table) -> str:
    best, verdict = _hardest(table)
    ours, more, much = OWN[table.layout.name], *MORE[table.measure]
    said = {AHEAD: f"no rival {much} `{ours}`", BEHIND: f"the rival `{best}` {more} `{ours}`"}
    return said.get(verdict, f"{BY[table.measure]} the games can't tell `{ours}` from the best rival")


MORE = {WON: ("wins more games than", "wins as many games as"), SCORE: ("scores more than", "scores as much as")}
BY = {WON: "by wins", SCORE: "by score"}
UNTOLD = "by score the games can't tell"


def _hardest(table: Table) -> tuple[str, str]:
    """The best of the rivals, and what is told of ours against it."""
    best, own = first(table, RIVALS[table.layout.name])[0], OWN[table.layout.name]
    effect = table.against(*STOCHASTIC_OUT, [own], best)
    return best, compare.told(effect, _sides(table, own, best), table.measure)
