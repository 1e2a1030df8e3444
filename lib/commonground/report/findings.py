"""What the README opens with: two sentences, and the findings of the games, one plain sentence and one number each.

Every sentence is made from the games and reads right whichever way they turn out. The paper's agents and ours are kept apart;
where the verdict by score is another than by games won, the sentence ends with it.
"""

import pandas as pd

from commonground import agents, files, paths
from commonground.embeddings import catalogue
from commonground.report import learnt, numbers, summaries
from commonground.report.claims import FAILS, HOLDS, Match, hangs_on, judged
from commonground.report.compare import (
    AHEAD,
    BEHIND,
    CEILING,
    DETERMINISTIC_IN,
    DETERMINISTIC_OUT,
    SCORE,
    STOCHASTIC_IN,
    STOCHASTIC_OUT,
    UNSURE,
    WON,
    Comparison,
    Contest,
)
from commonground.report.lineup import BEST_MODEL, RIVALS, in_and_out
from commonground.report.statistics import Estimate
from commonground.study import plan, results

NOISY, CALM, OURS = "SM_B_noise", "SM_B", "SM_N"
NOT_LEARNING = "SM_N (told 1.0)"  # as `study.variants.told_the_noise` has it: ours but for the learning
LEADS = {HOLDS: "Held", FAILS: "Failed", UNSURE: "Undecided", CEILING: "A tie at the ceiling"}
ORACLE = "an oracle, the best static one for each partner"
HARDLY = 0.1  # a belief that has risen by less


def write(set_name: str) -> None:
    """`figures/<set>/findings/`: what the README opens with, and the findings, from the results of a set."""
    chosen = catalogue.load().set(set_name)
    spymasters, guessers = (
        Contest.of(results.games(set_name, *plan.TABLES[table]), table.removesuffix("s"), chosen)
        for table in ("spymasters", "guessers")
    )
    found = [failed(guessers)]
    if "out" in in_and_out(chosen):  # the others are about strangers
        told = Contest.of(results.games(set_name, "unknown-noise/told"), "spymaster", chosen)
        truth = results.truth(set_name, "spymasters")
        found = [held(spymasters), *found, learning(spymasters, truth), added(spymasters, told)]
    folder = paths.figures(set_name) / "findings"
    files.write_text(folder / "opening.md", opening(results.games(set_name, "guessers"), chosen) + "\n")
    files.write_text(folder / "findings.md", "".join(f"- {sentence}\n" for sentence in found))


def opening(games: pd.DataFrame, chosen: catalogue.Set) -> str:
    """Self-play and cross-play of static agents, without noise."""
    calm = games[games["environment"] == plan.ENVIRONMENTS[0]]
    own, others = (numbers.percent(share.value) for share in summaries.self_and_cross(calm, chosen))
    return (
        f"Two AI team-mates that use words in the same way win **{own}** of their games of Codenames; two that use them in"
        f" different ways win **{others}**. This is a reproducible study of agents that find out, while they play, how the"
        " other one uses words."
    )


# One sentence each


def held(spymasters: Contest) -> str:
    """Whether allowing for noise is best with strangers, which the paper says."""
    match = Match(NOISY, (CALM, BEST_MODEL), [DETERMINISTIC_OUT, STOCHASTIC_OUT], "")
    wins, scores = (_compared(spymasters, match, measure) for measure in (WON, SCORE))
    who = "with strangers, whose embedding it does not know, the paper's spymaster that allows for noise"
    rest = {
        HOLDS: f"wins at least {in_a_hundred(wins)} more than the paper's other one and than {ORACLE}",
        FAILS: f"wins up to {in_a_hundred(wins)} fewer than the paper's other one or than {ORACLE}",
    }
    undecided = "can't be told from the best of the others everywhere"
    return _sentence(wins, scores, f"{who} {rest.get(judged(wins), undecided)}")


def failed(guessers: Contest) -> str:
    """Whether the paper's guessers are best with spymasters they know, which the paper says."""
    match = Match(tuple(agents.GUESSERS), (BEST_MODEL,), [DETERMINISTIC_IN, STOCHASTIC_IN], "")
    wins, scores = (_compared(guessers, match, measure) for measure in (WON, SCORE))
    who = "with spymasters that they know, the best of the paper's guessers"
    rest = {
        HOLDS: f"wins at least {in_a_hundred(wins)} more than {ORACLE}",
        FAILS: f"wins up to {in_a_hundred(wins)} fewer than {ORACLE}",
    }
    return _sentence(wins, scores, f"{who} {rest.get(judged(wins), f'can not be told from {ORACLE}')}")


def learning(spymasters: Contest, truth: pd.DataFrame) -> str:
    """Whether allowing for noise wins by learning who the partner is."""
    wins = [spymasters.compare(NOISY, CALM, condition) for condition in (DETERMINISTIC_OUT, STOCHASTIC_OUT)]
    ahead = judged(wins) == HOLDS
    early = pd.concat([learnt.early(truth, environment, NOISY) for environment in plan.ENVIRONMENTS])
    risen = float(early.mean()) - 1 / len(spymasters.chosen.with_role("internal"))
    little = not risen >= HARDLY  # nor where no game came to a third turn
    joined = "although" if ahead == little else "and"
    lead = f"Allowing for noise {'wins' if ahead else 'does not win'}, {joined} it {'hardly learns' if little else 'learns'}"
    return (
        f"**{lead}**: in two turns with partners whose embedding it knows, the belief of the paper's spymaster in the true"
        f" one {'falls' if risen < 0 else 'rises'} by {points(risen)}."
    )


def added(spymasters: Contest, told: Contest) -> str:
    """What ours adds to the paper's spymasters with strangers in noise, why, and whether rivals add as much."""
    wins, scores = ([spymasters.compare(OURS, tuple(agents.SPYMASTERS), STOCHASTIC_OUT, m)] for m in (WON, SCORE))
    theirs, verdict = "the best of the paper's", judged(wins)
    rest = {
        HOLDS: f"wins {in_a_hundred(wins)} more than {theirs}",
        FAILS: f"wins {in_a_hundred(wins)} fewer than {theirs}",
    }
    said = f"with strangers in noise our spymaster {rest.get(verdict, f'can not be told from {theirs}')}"
    if verdict == HOLDS:
        learns = told.compare(OURS, NOT_LEARNING, STOCHASTIC_OUT)
        said += f", {BECAUSE.get(learns.verdict, NOT_BECAUSE)}"
    said += f"; {_beside_rivals(spymasters)}" if _rivals(spymasters) else ""
    return f"**Ours**: {said}{by_score(wins, scores)}."


BECAUSE = {
    AHEAD: "by judging all clues on the same draws, looking twice, and learning the noise",
    BEHIND: "by judging all clues on the same draws and looking twice; learning the noise costs some of it",
}
NOT_BECAUSE = "by judging all clues on the same draws and looking twice, not by learning the noise"


def _rivals(spymasters: Contest) -> tuple[str, ...]:
    return tuple(name for name in RIVALS["spymasters"] if name in spymasters.agents)


def _beside_rivals(spymasters: Contest) -> str:
    """Ours against the best of the rivals, by wins and by score."""
    said = {AHEAD: "no rival of others does as well", BEHIND: "the best rival of others does better"}
    won, scored = (
        said.get(
            spymasters.compare(OURS, _rivals(spymasters), STOCHASTIC_OUT, measure).verdict,
            "the best rival of others does about as well",
        )
        for measure in (WON, SCORE)
    )
    return f"{won}, by wins and by score" if won == scored else f"by wins {won}, by score {scored}"


# What they have in common


def _compared(contest: Contest, match: Match, measure: str) -> list[Comparison]:
    return [
        contest.compare(match.ours, rival, condition, measure)
        for condition in match.conditions
        for rival in match.rivals
    ]


def _sentence(wins: list[Comparison], scores: list[Comparison], said: str) -> str:
    return f"**{LEADS[judged(wins)]}**: {said}{by_score(wins, scores)}."


def by_score(wins: list[Comparison], scores: list[Comparison]) -> str:
    """What is to be said of the score: nothing, if its verdict is the same."""
    other = judged(scores)
    return "" if other == judged(wins) else f" (by score: {LEADS[other].lower()})"


def in_a_hundred(comparisons: list[Comparison]) -> str:
    """The difference that a verdict hangs on, as games in a hundred."""
    return games_in_a_hundred(hangs_on(comparisons).effect)


def points(risen: float) -> str:
    """The size of a change in a belief: `5 percentage points`."""
    return f"{0 if risen != risen else round(100 * abs(risen))} percentage points"


def games_in_a_hundred(effect: Estimate) -> str:
    """The size of a difference in win rates, as people count."""
    if not abs(effect.value) >= 0.01:  # nor if it is not known
        return "less than one game in a hundred"
    count = round(100 * abs(effect.value))
    return f"{count} game{'s' if count != 1 else ''} in a hundred"
