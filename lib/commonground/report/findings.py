"""What the README opens with: two sentences, and the findings of the games, one plain sentence and one number each.

Every sentence is made from the games and reads right whichever way they turn out. The paper's agents and ours are kept apart;
where the verdict by score is another than by games won, the sentence ends with it.
"""

import pandas as pd

from commonground import agents, files, paths
from commonground.embeddings import catalogue
from commonground.report import learnt, numbers, ours, statistics, summaries, tables
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
    Condition,
    Contest,
)
from commonground.report.endings import words
from commonground.report.lineup import BEST_MODEL, SEATS, in_and_out
from commonground.report.statistics import Estimate
from commonground.report.tables import Both, Layout
from commonground.study import plan, results

NOISY, CALM = "SM_B_noise", "SM_B"
LEADS = {HOLDS: "Held", FAILS: "Failed", UNSURE: "Too close to call", CEILING: "Tied at the ceiling"}
HARDLY = 0.1  # a belief that has risen by less


def write(set_name: str) -> None:
    """`figures/<set>/findings/`: what the README opens with, and the findings, from the results of a set."""
    chosen = catalogue.load().set(set_name)
    played = {table: results.games(set_name, *plan.TABLES[table]) for table in plan.TABLES}
    both = {table: tables.both(games, Layout(table, set_name, chosen)) for table, games in played.items()}
    spymasters, guessers = (Contest.of(played[table], table.removesuffix("s"), chosen) for table in SEATS)
    found = [failed(guessers, both["guessers"])]
    if "out" in in_and_out(chosen):  # the others are about strangers
        truth = results.truth(set_name, "spymasters")
        steps = Contest.of(results.games(set_name, "better-guessers/ablation"), "guesser", chosen)
        found = [held(spymasters), *found, learning(spymasters, truth), ours.added(both, steps)]
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
    who, others = "the paper's spymaster that allows for noise", "the paper's other one and than an oracle"
    rest = {
        HOLDS: f"with strangers, {who} wins at least {_worst(wins)} more than {others}",
        FAILS: f"with strangers, {who} wins up to {_worst(wins)} fewer than {others.replace(' and than', ' or')}",
        UNSURE: f"with strangers, whether {who} wins more than {others}",
        CEILING: f"with strangers, {who} and the best of the others win all but everything",
    }
    won = judged(wins)
    return f"**{LEADS[won]}**: {rest[won]}; by score it is {_counted(scores)}."


def _counted(scores: list[Comparison]) -> str:
    """In how many comparisons something is clearly ahead by score, and in how many behind."""
    ahead, behind = (sum(one.verdict == verdict for one in scores) for verdict in (AHEAD, BEHIND))
    some = f" and behind in {words.count(behind)}" if behind else ""
    if not ahead + behind:
        return f"neither clearly ahead nor behind in any of the {words.count(len(scores))} comparisons"
    return f"clearly ahead in {words.out_of(ahead, len(scores), 'comparisons')}{some}"


def failed(guessers: Contest, both: Both) -> str:
    """Whether the paper's guessers beat an oracle with spymasters they know, which the paper says.

    The verdict is that of the notebook on claims; how many games it is about is read off the table that the README shows.
    """
    conditions = [one for one in (DETERMINISTIC_IN, STOCHASTIC_IN) if one.environment in both.wins.rows]
    match = Match(tuple(agents.GUESSERS), (BEST_MODEL,), conditions, "")
    wins, scores = (_compared(guessers, match, measure) for measure in (WON, SCORE))
    effects = {one: _best_of_theirs(both, one) for one in conditions}
    worst = min(conditions, key=lambda one: effects[one].value)
    count = f"{ours.games_in_a_hundred(effects[worst])} {ours.more(effects[worst])}"
    known, best = (
        "with spymasters they know, the paper's guessers",
        f"{words.NOISE[worst.environment]} the best of them wins",
    )
    rest = {
        HOLDS: f"{known} beat an oracle: {best} {count}",
        FAILS: f"{known} do not beat the oracle: {best} {count}",
        UNSURE: f"whether, {known} beat an oracle",
        CEILING: f"{known} and an oracle win all but everything",
    }
    won, scored = judged(wins), judged(scores)
    other = "" if won == scored else f" (by score: {LEADS[scored].lower()})"
    return f"**{LEADS[won]}**: {rest[won]}{other}."


def _best_of_theirs(both: Both, condition: Condition) -> Estimate:
    """The best of the paper's guessers minus the oracle, both as the table has them."""
    environment, where = condition
    values = {name: both.wins.cell(environment, name, where).value for name in agents.GUESSERS}
    return both.wins.against(environment, where, statistics.leaders(values), BEST_MODEL)


def learning(spymasters: Contest, truth: pd.DataFrame) -> str:
    """Whether allowing for noise wins by learning who the partner is."""
    won = judged([spymasters.compare(NOISY, CALM, condition) for condition in (DETERMINISTIC_OUT, STOCHASTIC_OUT)])
    early = pd.concat([learnt.early(truth, environment, NOISY) for environment in plan.ENVIRONMENTS])
    prior, belief = 1 / len(spymasters.chosen.with_role("internal")), float(early.mean().mean())
    little = not belief - prior >= HARDLY  # nor where no game came to a third turn
    wins = {HOLDS: "wins with strangers", FAILS: "does not win with strangers"}.get(won, "may or may not win")
    joined, how = (
        ("but", "hardly by learning") if little and won == HOLDS else ("and", "hardly learns" if little else "learns")
    )
    return f"**Noise**: allowing for noise {wins}, {joined} {how}: {_belief(belief, prior, little)}."


def _belief(belief: float, prior: float, little: bool) -> str:
    """How far the belief in a known partner's embedding comes before the third turn."""
    if belief != belief:
        return f"no game with a partner it knows came to turn {learnt.EARLY}"
    return (
        f"after {words.count(learnt.EARLY - 1)} turns with a partner it knows, that spymaster's belief in the right embedding is"
        f" {'only ' if little else ''}**{numbers.percent(belief)}**, from {numbers.percent(prior)}"
    )


# What they have in common


def _compared(contest: Contest, match: Match, measure: str) -> list[Comparison]:
    return [
        contest.compare(match.ours, rival, condition, measure)
        for condition in match.conditions
        for rival in match.rivals
    ]


def _worst(comparisons: list[Comparison]) -> str:
    """The least lead of a claim that holds, the largest lag of one that fails, as games in a hundred."""
    behind = [one.effect for one in comparisons if one.verdict == BEHIND]
    return ours.games_in_a_hundred(min(behind or [one.effect for one in comparisons]))
