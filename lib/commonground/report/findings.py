"""What the README opens with: two sentences, and the findings of the games, one plain sentence and one number each.

Every sentence is made from the games and reads right whichever way they turn out. The paper's agents and ours are kept apart;
where the verdict by score is another than by games won, the sentence ends with it.
"""

from collections.abc import Mapping

import pandas as pd

from commonground import agents, files, paths
from commonground.embeddings import catalogue
from commonground.report import learnt, numbers, summaries
from commonground.report.claims import FAILS, HOLDS, Match, judged
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
from commonground.report.endings import words
from commonground.report.lineup import BEST_MODEL, RIVALS, in_and_out
from commonground.report.statistics import Estimate
from commonground.study import plan, results

NOISY, CALM, OURS = "SM_B_noise", "SM_B", "SM_N"
LEADS = {HOLDS: "Held", FAILS: "Failed", UNSURE: "Too close to call", CEILING: "Tied at the ceiling"}
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
        truth = results.truth(set_name, "spymasters")
        found = [held(spymasters), *found, learning(spymasters, truth), added(spymasters)]
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
    who, others = "the paper's spymaster that allows for noise", "the paper's other one, and an oracle"
    rest = {
        HOLDS: f"with strangers, {who} beats {others}, by {_worst(wins)} where its lead is smallest",
        FAILS: f"with strangers, {who} wins up to {_worst(wins)} fewer than the paper's other one or an oracle",
        UNSURE: f"with strangers, whether {who} beats {others}",
        CEILING: f"with strangers, {who} and the best of the others win all but everything",
    }
    return _sentence(wins, scores, rest)


def failed(guessers: Contest) -> str:
    """Whether the paper's guessers are best with spymasters they know, which the paper says."""
    match = Match(tuple(agents.GUESSERS), (BEST_MODEL,), [DETERMINISTIC_IN, STOCHASTIC_IN], "")
    wins, scores = (_compared(guessers, match, measure) for measure in (WON, SCORE))
    who, known = "the paper's guessers", "best with spymasters they know"
    rest = {
        HOLDS: f"{who} are {known}; the best of them wins at least {_worst(wins)} more than an oracle",
        FAILS: f"{who} are not {known}; the best of them wins up to {_worst(wins)} fewer than an oracle",
        UNSURE: f"whether {who} are {known}, better than an oracle",
        CEILING: f"with spymasters they know, the best of {who} and an oracle win all but everything",
    }
    return _sentence(wins, scores, rest)


def learning(spymasters: Contest, truth: pd.DataFrame) -> str:
    """Whether allowing for noise wins by learning who the partner is."""
    won = judged([spymasters.compare(NOISY, CALM, condition) for condition in (DETERMINISTIC_OUT, STOCHASTIC_OUT)])
    early = pd.concat([learnt.early(truth, environment, NOISY) for environment in plan.ENVIRONMENTS])
    prior = 1 / len(spymasters.chosen.with_role("internal"))
    risen = float(early.mean().mean()) - prior  # every partner counts the same
    little = not risen >= HARDLY  # nor where no game came to a third turn
    wins = {HOLDS: "wins with strangers", FAILS: "does not win with strangers"}.get(won, "may or may not win")
    return f"**Allowing for noise {wins}, and {'is hardly' if little else 'is'} learning**: {_belief(risen, prior)}."


def _belief(risen: float, prior: float) -> str:
    """How far the belief in a known partner's embedding comes before the third turn."""
    if risen != risen:
        return f"no game with a known partner came to turn {learnt.EARLY}"
    change = f"{'fallen' if risen < 0 else 'risen'} by **{round(100 * abs(risen))}** percentage points"
    return (
        f"after {words.count(learnt.EARLY - 1)} turns with a known partner, that spymaster's belief in the true embedding has"
        f" {change}, from {numbers.percent(prior)}"
    )


def added(spymasters: Contest) -> str:
    """What ours adds to the paper's spymasters with strangers in noise, and whether rivals add as much."""
    wins, score = (spymasters.compare(OURS, tuple(agents.SPYMASTERS), STOCHASTIC_OUT, m) for m in (WON, SCORE))
    theirs, count = "the best of the paper's", games_in_a_hundred(wins.effect)
    said = {AHEAD: f"wins {count} more than {theirs}", BEHIND: f"wins {count} fewer than {theirs}"}
    told = said.get(wins.verdict, f"is {wins.verdict} against {theirs}")
    scored = "" if score.verdict == wins.verdict else f" (by score: {score.verdict})"
    rivals = tuple(name for name in RIVALS["spymasters"] if name in spymasters.agents)
    beside = f"; {_beside(spymasters, rivals)}" if rivals else ""
    return f"**Ours**: with strangers in noise `{OURS}` {told}{scored}{beside}."


def _beside(spymasters: Contest, rivals: tuple[str, ...]) -> str:
    """Ours against the best of the rivals, by wins and by score."""
    won, scored = (spymasters.compare(OURS, rivals, STOCHASTIC_OUT, measure).verdict for measure in (WON, SCORE))
    by_wins = {AHEAD: "no rival wins as many games", BEHIND: "the best rival wins more games"}
    by_score = {AHEAD: "none scores as much", BEHIND: "the best one scores more"}
    wins = by_wins.get(won, "against the best rival it is too close to call by wins")
    joined = "but" if {won, scored} == {AHEAD, BEHIND} else "and"
    return f"{wins}, {joined} {by_score.get(scored, 'by score it is too close to call')}"


# What they have in common


def _compared(contest: Contest, match: Match, measure: str) -> list[Comparison]:
    return [
        contest.compare(match.ours, rival, condition, measure)
        for condition in match.conditions
        for rival in match.rivals
    ]


def _sentence(wins: list[Comparison], scores: list[Comparison], rest: Mapping[str, str]) -> str:
    """What is said of the verdict by wins, and the verdict by score if that is another."""
    won, scored = judged(wins), judged(scores)
    other = "" if won == scored else f" (by score: {LEADS[scored].lower()})"
    return f"**{LEADS[won]}**: {rest[won]}{other}."


def _worst(comparisons: list[Comparison]) -> str:
    """The least lead of a claim that holds, the largest lag of one that fails, as games in a hundred."""
    behind = [one.effect for one in comparisons if one.verdict == BEHIND]
    return games_in_a_hundred(min(behind or [one.effect for one in comparisons]))


def games_in_a_hundred(effect: Estimate) -> str:
    """The size of a difference in win rates, as people count."""
    if not abs(effect.value) >= 0.01:  # nor if it is not known
        return "less than one game in a hundred"
    count = round(100 * abs(effect.value))
    return f"**{count}** game{'s' if count != 1 else ''} in a hundred"
