"""How the notebooks up to 41 end: every branch is true to its numbers, and says so in a sentence."""

import re

import pandas as pd
import pytest

from commonground.agents import StaticGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.embeddings import load_set
from commonground.report import describe, overview, rendered, variants
from commonground.report.compare import AHEAD, BEHIND, CEILING, CONDITIONS, UNSURE
from commonground.report.endings import embeddings, levels, one_game, places, pragmatics, readings, seats, together
from commonground.report.figures.averages import averages
from commonground.report.hierarchies import ALL_PAIRS, MANNERS, WITHOUT_STATIC, Compared, same
from commonground.report.lineup import OTHER
from commonground.report.unsure import UNSURE as PEOPLE
from commonground.report.unsure import WRONG_EMBEDDING, met
from commonground.study import tiny
from commonground.study.readings import NO_FILTER, ONE_MORE, PLAIN_SUMS
from commonground.study.story import tell
from helpers.wins import SMALL, as_said, games

EFFECTS = {AHEAD: (0.2, 0.1, 0.3), BEHIND: (-0.2, -0.3, -0.1), UNSURE: (0.0, -0.1, 0.1), CEILING: (0.0, -0.01, 0.01)}
CALM_IN, CALM_OUT, NOISY_IN, NOISY_OUT = CONDITIONS


def well_said(sentences):
    """Sentences that begin and end as such, with no gaps, and numbers in them."""
    for sentence in sentences:
        assert sentence[0].isupper() and sentence.endswith(".") and "  " not in sentence and "nan" not in sentence
        assert ".." not in sentence and " ," not in sentence and "{" not in sentence
    return " ".join(sentences)


def test_what_is_empty_is_not_shown():
    assert rendered.paragraph("One.", "", "Two.").data == "One. Two."
    assert rendered.points("One.", "", "Two.").data == "- One.\n- Two."
    assert rendered.table(("a", "b"), [("1", "2")]).data == "| a | b |\n| --- | --- |\n| 1 | 2 |"


# Places


@pytest.mark.parametrize(
    ("some", "said"),
    [
        (CONDITIONS, "everywhere"),
        (CONDITIONS[:3], "everywhere but with strangers in noise"),
        ((CALM_IN, NOISY_IN), "with known partners (noise or not)"),
        ((NOISY_IN, NOISY_OUT), "in noise"),
        ((CALM_IN, CALM_OUT), "without noise"),
        ((CALM_OUT,), "with strangers without noise"),
        ((CALM_IN, NOISY_OUT), "with known partners without noise and with strangers in noise"),
    ],
)
def test_conditions_are_said_in_few_words(some, said):
    assert places.where(some) == said


def test_a_tally_says_each_verdict_once():
    told = dict(zip(CONDITIONS, (AHEAD, BEHIND, AHEAD, UNSURE), strict=True))
    expected = "clearly ahead with known partners (noise or not), clearly behind with strangers without noise and neither clearly ahead nor behind with strangers in noise"
    assert places.tally(told) == expected
    assert places.tally(dict.fromkeys(CONDITIONS, UNSURE)) == "neither clearly ahead nor behind anywhere"


# Spymasters and guessers


def labelled(won, names=("a", "b", "SM_B", "SM_B_noise")):
    return variants.labelled(games("spymaster", names, won), "spymaster", SMALL, {name: name for name in names})


def test_spymasters_end_with_who_wins_most_with_whom():
    table = labelled(as_said)
    told = well_said(seats.ending(table, "spymaster", ["SM_B", "SM_B_noise"], ["a", "b"]))
    assert "the best of the paper's two spymasters is held against the static one of those they know that" in told
    assert "is best over all partners and environments together: `a` and `b`." in told
    assert (
        "With known partners it is clearly ahead, by wins and by score alike: `SM_B` wins 1.000 without noise," in told
    )
    assert (
        "With strangers it is clearly ahead, by wins and by score alike: `SM_B_noise` wins 1.000 without noise," in told
    )
    assert len(re.findall(r"[01]?\.\d\d\d", told)) == 8, "two numbers a condition"
    papers = ["SM_B", "SM_B_noise"], ["a"]
    both = seats.message(table, "spymaster", *papers)
    assert both == "Learning pays spymasters with partners they know and with strangers"
    known = labelled(lambda e, agent, partner, board: agent == "SM_B" and partner in "ab")
    assert (
        seats.message(known, "spymaster", *papers)
        == "Learning pays spymasters with partners they know, not with strangers"
    )
    assert seats.message(labelled(never), "spymaster", *papers) == "Learning pays spymasters with nobody"
    some = labelled(lambda e, agent, partner, board: agent == "SM_B" and (partner in "ab" or e == "stochastic"))
    assert seats.message(some, "spymaster", *papers).endswith("with partners they know, in part with strangers")
    figure = averages(overview.averages(table), "message")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["a", "b", "SM_B", "SM_B_noise"]
    assert [axes.get_xlabel() for axes in figure.axes] == ["share of games won", "the paper's score"]


def test_where_all_win_everything_it_is_a_tie_at_the_ceiling_and_few_boards_tell_nothing():
    table = labelled(lambda *game: True)
    told = well_said(seats.ending(table, "spymaster", ["SM_B", "SM_B_noise"], ["a", "b"]))
    assert "it is tied at the ceiling by wins, and neither clearly ahead nor behind by score: `SM_B` and" in told
    (few,) = seats.ending(table[table["board"] < 3], "spymaster", ["SM_B"], ["a"])
    assert few.startswith("*These are 3 boards")


@pytest.mark.parametrize("kept", [["in", "out"], ["in"]])
def test_rivals_that_differ_by_measure_are_both_named_and_partners_may_be_of_one_kind(kept):
    table = labelled(as_said)
    table = table[table["where"].isin(kept)]
    table.loc[table["variant"] == "b", "score"] += 1  # as many wins, more score
    told = well_said(seats.ending(table, "spymaster", ["SM_B", "SM_B_noise"], ["a", "b"]))
    assert "together: `a` and `b` by wins, `b` by score." in told
    assert ("With strangers it is" in told) == ("out" in kept)


def swept(**told):
    """What spymasters that assume other noise are told to be, by wins and by score, in two conditions."""
    rows = [
        (f"{name} − SM_B_noise", str(condition), measure, *EFFECTS[verdict], verdict)
        for measure in ("won", "score")
        for name, verdict in told.items()
        for condition in (CALM_IN, CALM_OUT)
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "difference", "low", "high", "told"])


def test_the_sweep_leads_with_what_is_best():
    table = swept(SM_B=BEHIND, **{"SM_B_0.5": AHEAD, "SM_B_0.75": UNSURE})
    better = well_said([seats.swept(table, 200)])
    assert better.startswith("By wins and by score noise 1.0 is not the best to assume: `SM_B_0.5` is clearly ahead")
    assert better.endswith(
        "Each comparison on 200 boards is judged by itself; notebook 92 corrects for their number, and is stricter."
    )
    score = table.assign(told=table["told"].mask(table["measure"] == "won", UNSURE))
    assert seats.swept(score, 200).startswith("By score noise 1.0 is not the best to assume; by wins it can't be told:")
    mixed = table.assign(
        told=table["told"].mask(
            (table["label"] == "SM_B_0.5 − SM_B_noise") & (table["condition"] == str(CALM_IN)), BEHIND
        )
    )
    assert "hangs on the condition" in seats.swept(mixed, 200)
    none = well_said([seats.swept(swept(SM_B=UNSURE), 200)])
    assert none == "No other noise is clearly better to assume than 1.0, in 2 comparisons by wins and by score."
    assert "can't be told on 10 boards" in seats.swept(table, 10)
    assert seats.sweep_message(table) == "Some noise should be assumed, but less than 1.0 scores more"
    assert seats.sweep_message(swept(SM_B=UNSURE)) == "Whether noise should be assumed can't be told"
    worse = swept(SM_B=AHEAD, **{"SM_B_0.5": BEHIND})
    assert seats.sweep_message(worse) == "No noise should be assumed, but 1.0 scores most"
    assert seats.sweep_message(swept(**{"SM_B_1.5": UNSURE})) == "Other noise than 1.0 scores about as much"


# Together

ENDS = [f"{measure}{end}" for measure in ("won", "score") for end in ("", "_low", "_high", "_told")]


def ear(*verdicts, score=None):
    rows = [
        ("DG_B_noise", "static", *EFFECTS[verdict], verdict, *EFFECTS[score or verdict], score or verdict)
        for verdict in verdicts
    ]
    return pd.DataFrame(rows, columns=["guesser", "speaks", *ENDS])


def both(won):
    table = games("spymaster", ("SM_B", "SM_B_noise"), won)
    return table.replace({"guesser": {"a": "DG_B", "b": "DG_B_noise", "x": "MG_B", "y": "MG_B_noise"}})


def with_static(won):
    """The same agents with a static partner each."""
    spymasters = games("spymaster", ("SM_B", "SM_B_noise"), won)
    guessers = games("guesser", ("DG_B", "DG_B_noise", "MG_B", "MG_B_noise"), won)
    return pd.concat([spymasters[spymasters["guesser"] == "a"], guessers[guessers["spymaster"] == "a"]])


def never(*game):
    return False


def always(*game):
    return True


@pytest.mark.parametrize(
    ("learners", "static", "said"),
    [
        (never, always, "Two learners win and score less than a learner with a static partner that it knows."),
        (always, never, "Two learners win and score more than a learner with a static partner that it knows."),
        (
            always,
            always,
            "With learners, against static partners that they know: spymasters tied at the ceiling by wins",
        ),
    ],
)
def test_two_learners_are_held_against_a_learner_with_a_static_partner(learners, static, said):
    beside = together.beside_static(both(learners), with_static(static))
    told = well_said(together.ending(both(learners), beside, ear(UNSURE), ear(UNSURE), 30))
    assert said in told and told.startswith(together.beside_message(beside))
    assert (
        f"Without noise they win {'1.000' if learners is always else '.000'} of their games, a spymaster with" in told
    )
    assert "No pairing of two learners is clearly best, without noise or in it (40 boards)." in told
    assert together.finding(both(learners), beside)[0] in told
    assert list(dict.fromkeys(beside["label"]))[:4] == ["all spymasters", "SM_B", "SM_B_noise", "all guessers"]


def test_noise_that_makes_a_difference_is_told_apart():
    calm = both(lambda environment, *game: environment == "deterministic")
    beside = together.beside_static(calm, with_static(never))
    told = together.beside_message(beside)
    assert (
        "spymasters clearly ahead by wins and by score without noise, but neither clearly ahead nor behind by wins and by score in noise"
        in told
    )


def test_a_spymaster_that_assumes_noise_is_held_against_one_that_does_not():
    ahead = both(lambda environment, spymaster, guesser, board: spymaster == "SM_B_noise")
    beside = together.beside_static(ahead, with_static(always))
    told = well_said(together.ending(ahead, beside, ear(AHEAD), ear(UNSURE, score=BEHIND), 30))
    assert "a spymaster that assumes noise is clearly ahead by wins and by score, against one" in told
    assert "own ear is clearly better for DG_B_noise with static spymasters by wins and clearly better" in told
    assert "by wins nobody does clearly better or worse and by score `DG_B_noise` does clearly worse." in told
    assert "neither clearly better nor worse by wins and neither" in together.ear_message(ear(UNSURE))
    assert together.message(ahead).startswith("No pairing of two learners is clearly best"), "four tie"
    one = both(
        lambda environment, spymaster, guesser, board: (spymaster, guesser, environment[0]) == ("SM_B", "a", "d")
    )
    assert together.message(one) == (
        "The pairing of two learners that is clearly best: without noise SM_B with DG_B, in noise none (40 boards)"
    )
    assert list(dict.fromkeys(together.averages(ahead)["label"])) == ["DG_B", "DG_B_noise", "MG_B", "MG_B_noise"]
    none = together.ending(ahead, beside, ear(AHEAD), ear(), 30)
    assert "on the way" not in well_said(none)


# Levels

ALL_MANNERS = tuple(MANNERS.values())


def of_levels(own, others=UNSURE, labels=ALL_MANNERS):
    rows = [
        (label, same(k), measure, *EFFECTS[told], told)
        for label in labels
        for told in [own if label == MANNERS[""] else others]
        for k in (1, 2)
        for measure in ("won", "score")
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "difference", "low", "high", "told"])


def of_neighbours(wins, score, without=None):
    rows = [
        (pairs, 0.9, 0.8, measure, *EFFECTS[told], told)
        for pairs, verdicts in ((ALL_PAIRS, (wins, score)), (WITHOUT_STATIC, without or (wins, score)))
        for measure, told in zip(("won", "score"), verdicts, strict=True)
    ]
    return pd.DataFrame(rows, columns=["pairs", "near", "far", *Compared._fields])


@pytest.mark.parametrize(
    ("verdict", "answer"), [(AHEAD, "Yes: "), (BEHIND, "No: "), (CEILING, "No: "), (UNSURE, "That can't be told: ")]
)
def test_whether_a_level_is_worth_anything(verdict, answer):
    apart, room = of_levels(verdict), of_levels(UNSURE, AHEAD, ["25 words a card", "300 words a card"])
    sentences = levels.ending(apart, room, of_neighbours(verdict, verdict), 1000, 10.0, 200)
    told = well_said(sentences)
    assert sentences[0].startswith(answer) and 3 <= len(sentences) <= 5
    assert "With only 25 words a card to choose from, on 200 boards" in told and "(+.20 [+.10, +.30])" in told
    assert "; with more words four of four comparisons are clear." in told
    assert levels.room_message(room).endswith(
        "the score with 25 words a card (+.20) and with 300 words a card (+.20); games won with 25 words a card (+.200)"
        " and with 300 words a card (+.200)"
    )
    assert levels.room_message(of_levels(UNSURE)).endswith("clearly changes the score nowhere; games won nowhere")
    well_said(levels.finding(apart, room, 200))


def test_one_clear_comparison_is_told_in_the_singular():
    room = of_levels(UNSURE, labels=["25 words a card", "300 words a card"])
    room.loc[room.index[-1], "told"] = AHEAD
    told = levels.ending(of_levels(BEHIND), room, of_neighbours(UNSURE, UNSURE), 9, 1.0, 50)[2]
    assert told.endswith("with more words one of four comparisons is clear.")


def test_a_tie_at_the_ceiling_is_told_and_not_drawn():
    room = of_levels(UNSURE, labels=["25 words a card"])
    assert len(levels.drawn(room)) == len(room)
    room.loc[room["measure"] == "won", "told"] = CEILING
    assert set(levels.drawn(room)["measure"]) == {"score"}
    assert levels.room_message(room).endswith("; by wins it is a tie at the ceiling")


def test_levels_that_differ_are_told_one_by_one():
    apart = of_levels(BEHIND)
    second = (apart["condition"] == same(2)) & (apart["measure"] == "won")
    apart.loc[second, "told"] = UNSURE
    first = levels.ending(apart, of_levels(UNSURE), of_neighbours(UNSURE, UNSURE), 9, 1.0, 50)[0]
    assert first.startswith(
        "Not as such: S1 with G1 wins clearly fewer games and scores clearly less and S2 with G2 wins neither clearly"
    )


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        (
            (UNSURE, AHEAD, (UNSURE, UNSURE)),
            "can't be seen here. Neighbours on the hierarchy, the static pair aside, have .000 of games won and .00 of score",
        ),
        ((AHEAD, AHEAD), "Pairs that are not adjacent do worse, as the paper says."),
        ((BEHIND, UNSURE), "Pairs that are not adjacent do better, which the paper does not say."),
        ((BEHIND, AHEAD), "That pairs which are not adjacent fail can't be seen here."),
    ],
)
def test_whether_distant_pairs_fail_is_told_without_the_static_pair(gap, said):
    told = levels.ending(of_levels(BEHIND), of_levels(UNSURE), of_neighbours(*gap), 9, 1.0, 50)[3]
    assert said in well_said([told]) and "the static pair aside" in told


def test_what_stands_in_the_way_of_a_level_is_told():
    apart, gap = of_levels(BEHIND, CEILING), of_neighbours(UNSURE, UNSURE)
    told = levels.ending(apart, of_levels(UNSURE), gap, 9, 1.0, 50)[1]
    assert (
        "S1 with G1 wins all but everything, as the static pair does, and scores neither clearly more nor less" in told
    )
    assert told.endswith(
        "So worlds drawn apart and the memory of earlier clues are most of what higher levels lose by."
    )
    wide = levels.ending(of_levels(BEHIND, UNSURE), of_levels(UNSURE), gap, 9, 1.0, 50)[1]
    assert wide.endswith("lose by can't be told."), "who is not clearly behind need not be clearly better"
    lost = levels.ending(of_levels(BEHIND, BEHIND), of_levels(UNSURE), gap, 9, 1.0, 50)[1]
    assert lost.endswith("not all that higher levels lose by.")
    mixed = pd.concat([of_levels(BEHIND, BEHIND).iloc[:-4], apart.iloc[-4:]])
    assert levels.manners_message(mixed) == (
        "Higher levels lose to the static pair unless both sides think about the same worlds and forget earlier clues"
    )
    assert "in all four manners" in levels.manners_message(of_levels(BEHIND, BEHIND))
    assert levels.message(apart) == (
        "Beside the static pair, pairs of a higher level win clearly fewer games and score clearly less"
    )


def test_a_tiny_board_says_where_thinking_finds_more():
    table = tiny.worlds(load_set("toy").internal[0], load_set("toy").deal(0, 0).words)
    assert len(table) == 10 and (table["worlds left to G1"] > 0).all()
    gains = levels.gained(table)
    assert max(gains) == 1 and min(gains) == 0, "knowing why a word was said is worth a card, and costs none"
    told, first = levels.by_hand(table), table.iloc[gains.index(1)]
    assert told.startswith("Of ten worlds, G1 picks more red cards than G0 in three, and fewer in none. “")
    assert f"“{first['S0 says']}” is what S0 says" in told and told.endswith(" as well.")
    same_picks = table.assign(**{"G1 picks": table["G0 picks"]})
    assert levels.by_hand(same_picks) == "Of ten worlds, G1 picks more red cards than G0 in none, and fewer in none."


# Pragmatics


def of_costs(told, who=PEOPLE["both"]):
    rows = [
        (met(side, k), who, measure, *EFFECTS[told], told)
        for side in OTHER
        for k in (0, 1, 2)
        for measure in ("won", "score")
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "difference", "low", "high", "told"])


def truth(embedding, *believed):
    names = ("its embedding", "its level, if it is 0", "its level, if it is 1")
    rows = [
        (side, name, 3, 9, m, m - 0.02, m + 0.02)
        for side in OTHER
        for name, m in zip(names, (embedding, *believed), strict=True)
    ]
    return pd.DataFrame(rows, columns=["side", "what", "turn", "games", "mean", "low", "high"])


@pytest.mark.parametrize(
    ("believed", "said"),
    [
        (
            (0.9, 0.9, 0.9),
            "spymasters find out the embedding and the level, guessers find out the embedding and the level",
        ),
        ((0.9, 0.9, 0.2), "guessers find out the embedding and the level if it is 0. Of beliefs in the true embedding"),
        ((0.9, 0.2, 0.2), "guessers find out the embedding. Of beliefs"),
        ((0.2, 0.9, 0.2), "guessers find out the level if it is 0. Of beliefs"),
        ((0.2, 0.3, 0.4), "before turn 3, spymasters' is .20 and guessers' is .20 on average."),
    ],
)
def test_what_is_found_out_is_told_as_it_is(believed, said):
    costs, added = of_costs(UNSURE), of_costs(AHEAD).assign(condition="noise added")
    added = pd.concat([added, added.assign(condition="levels added")])
    sentences = pragmatics.ending(truth(*believed), costs, of_costs(AHEAD), of_costs(BEHIND), added, 100, 20)
    told = well_said(sentences)
    assert said in told and 3 <= len(sentences) <= 5
    assert "spymasters that are unsure of both neither win nor score clearly more or less; guessers neither" in told
    assert "What does it gain? Beside one that is sure of a wrong level, spymasters win and score more with G0," in told
    assert (
        "A second step of thinking wins more in none and fewer in six of six cases and scores more in none and" in told
    )
    assert len(told.split()) < 240, "an ending is no dump"
    well_said(pragmatics.finding(costs))


def test_pictures_of_pragmatics_say_their_message():
    assert (
        pragmatics.message(truth(0.9, 0, 0))
        == "Spymasters and guessers believe mostly in the true embedding before turn 3"
    )
    assert pragmatics.message(truth(0.1, 0, 0)).startswith("Neither side clearly believes")
    assert pragmatics.costs_message(of_costs(BEHIND)).endswith(
        "guessers win fewer with S0, S1 and S2, and score less with S0, S1 and S2"
    )
    assert "spymasters neither win nor score clearly" in pragmatics.costs_message(of_costs(UNSURE))


def test_what_costs_no_games_may_cost_score_and_a_wrong_embedding_is_told():
    costs = of_costs(CEILING)
    costs.loc[(costs["measure"] == "score") & costs["label"].str.startswith("guesser"), "told"] = BEHIND
    wrong = of_costs(BEHIND, WRONG_EMBEDDING)
    wrong = wrong[wrong["label"].isin([met(side, 0) for side in OTHER])]
    first, second = pragmatics.finding(pd.concat([costs, wrong]))
    assert (
        "guessers win neither clearly more nor fewer games, and score less with S0, S1 and S2. The most that" in first
    )
    assert first.endswith("it costs is .00 [−.01, +.01] of score, for a guesser with S0.")
    assert second == (
        "Being sure of a wrong embedding is another matter: it changes games won by −.200 for spymasters and −.200 for guessers."
    )
    assert pragmatics.steps_message(of_costs(UNSURE)) == (
        "A second step of thinking changes nothing that can be told, by wins or by score"
    )


def learning(learner, static, more=0.5):
    rows = [
        ("SM_CH2", partner, 3, 9, m, m - 0.1, m + 0.1, more, more - 0.1, more + 0.1)
        for partner, m in (("GM_CH1", learner), ("static", static))
    ]
    names = ["who", "partner", "turn", "games", "mean", "low", "high", "more", "more_low", "more_high"]
    return pd.DataFrame(rows, columns=names)


@pytest.mark.parametrize(
    ("believed", "said"),
    [
        ((0.8, 0.2), "takes static partners for static (.20) and takes learners for learners (.80)"),
        ((0.45, 0.07), "takes static partners for static (.07) and is unsure of learners (.45)"),
        ((0.2, 0.8), "takes static partners for learners (.80) and takes learners for static (.20)"),
    ],
)
def test_who_is_taken_for_a_learner_is_held_to_one_half(believed, said):
    told = pragmatics.learners(learning(*believed))
    assert said in told[1] and "of `GM_CH1` clearly more than of static partners on the same boards" in told[1]
    assert "of no learner clearly more" in pragmatics.learners(learning(*believed, more=0.0))[1]
    assert pragmatics.learners(learning(*believed).assign(turn=9))[0].startswith("No game is long enough")


# Readings, one game, embeddings


def of_readings(told, p=1e-6):
    rows = [
        ("R8", "DG_B", other, f"R8 DG_B: {other}", str(condition), measure, *EFFECTS[told], p)
        for measure in ("won", "score")
        for other in (PLAIN_SUMS, ONE_MORE, NO_FILTER)
        for condition in CONDITIONS
    ]
    return pd.DataFrame(
        rows, columns=["reading", "agent", "other", "label", "condition", "measure", "difference", "low", "high", "p"]
    )


@pytest.mark.parametrize(
    ("told", "p", "said"),
    [
        (
            AHEAD,
            1e-6,
            "By wins R8 (the printed plain sums: `DG_B`), R8 (the printed filter, one card more: `DG_B`) and",
        ),
        (AHEAD, 0.04, "By wins more are clear than chance makes so, but none stays so after Holm's correction."),
        (UNSURE, 1.0, "By wins no reading stands out from chance. By score no reading stands out from chance."),
    ],
)
def test_which_readings_matter_is_told(told, p, said):
    apart = of_readings(told, p)
    mixed = pd.concat([apart.assign(change=change) for change in (readings.NOISE, readings.WORLDS)])
    sentences = readings.ending(apart, mixed, 75)
    assert said in well_said(sentences) and len(sentences) == 5
    assert (
        f"Of 12 comparisons of 3 other readings with ours on 75 boards, {'twelve' if told == AHEAD else 'none'}"
        in sentences[0]
    )
    assert readings.message(apart).endswith("; by chance it would be about 1")
    printed = (
        "`DG_B` with known partners without noise and in three more"
        if told == AHEAD
        else "they change nothing clearly by wins or by score (plain sums in the beliefs)"
    )
    assert printed in sentences[2] and NO_FILTER not in sentences[2]
    assert len(readings.drawn(apart)) == len(apart)
    often = 12 if told == AHEAD else 0
    assert readings.worlds_message(mixed) == (
        f"Assuming noise helps the score as often as more worlds do ({often} and {often} of 12 comparisons; games won: {often} and {often})"
    )


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (
            readings.WORLDS,
            "More worlds help the score more often than assuming noise does (12 and 0 of 12 comparisons;",
        ),
        (readings.NOISE, "Assuming noise helps the score more often than more worlds do (12 and 0 of 12 comparisons;"),
    ],
)
def test_a_picture_says_whether_worlds_or_noise_help_more_often(what, said):
    parts = {change: of_readings(AHEAD if change == what else UNSURE) for change in (readings.NOISE, readings.WORLDS)}
    mixed = pd.concat([part.assign(change=change) for change, part in parts.items()])
    assert readings.worlds_message(mixed) == f"{said} games won: 12 and 0)"


def test_a_few_that_are_clear_are_what_chance_makes():
    apart = of_readings(UNSURE, 1.0)
    first = apart.index[0]
    apart.loc[first, ["difference", "low", "high", "p"]] = (*EFFECTS[AHEAD], 0.03)
    told = readings.ending(apart, apart.assign(change=readings.NOISE), 75)[1]
    assert told.startswith(
        "By wins no reading stands out from chance: what common draws (R8) are worth is the question"
    )


@pytest.fixture(scope="module")
def told():
    known = load_set("toy")
    spymaster = BayesianSpymaster.over(known.internal, legality="strict")
    return tell(known.deal(3), spymaster, StaticGuesser(list(known.values())[1]), rng=3)


def test_one_game_ends_with_what_it_thought_and_when_it_knew(told):
    sentences = one_game.ending(told, "tb")
    assert f"“{told.record.turns[0].heard}” was the best on average" in well_said(sentences) and len(sentences) == 4
    assert "none of its models" in one_game.ending(told, "te")[1]
    worth = told.reasons[0]["by_model"]
    least = min(worth, key=worth.__getitem__)
    assert f"least if it is `{least}`" in sentences[0] or len(set(worth.values())) == 1 or " or `" in sentences[0]
    even = ({**told.reasons[0], "by_model": dict.fromkeys(worth, 1.0)}, *told.reasons[1:])
    assert " and least" not in one_game.ending(told.__class__(told.record, even, told.beliefs), "tb")[0]
    flat = told.__class__(told.record, told.reasons, tuple(told.beliefs[0] for _ in told.beliefs))
    assert (
        "did not tell it who its guesser is: at the end it believed in `tb`, the truth, with .250."
        in one_game.ending(flat, "tb")[1]
    )
    assert "goes from .25 to" in one_game.message(told, "tb") and "no model" in one_game.message(told, "te")


def test_what_a_clue_is_worth_can_be_counted_off_what_is_revealed(told):
    """Without noise: red cards, minus one for the turn, minus one if the last is blue, minus nine if it is the assassin."""
    worth = {"RED": 1, "BLUE": -1, "BYSTANDER": 0, "ASSASSIN": -9}
    for model, picks in told.reasons[0]["guesses"].items():
        counted = sum(worth[colour.name] for _, colour in one_game.revealed(told, picks)) - 1
        assert counted == pytest.approx(told.reasons[0]["by_model"][model])
    assert one_game.by_model(told).data.count("\n") == 1 + len(told.models)


def test_embeddings_end_with_where_they_come_from_and_how_they_differ():
    known = load_set("toy")
    shared = pd.DataFrame([[1, 0.5, 0.2], [0.5, 1, 0.2], [0.2, 0.2, 1]], index=list("abc"), columns=list("abc"))
    survival = pd.DataFrame({"survival": [0.01, 0.9]}, index=["a", "b"])
    scores = pd.DataFrame([("a", "MEN", 0.7), ("b", "MEN", 0.5)], columns=["embedding", "benchmark", "spearman"])
    sentences = embeddings.ending(known, scores, shared, survival)
    assert "All eight embeddings are made here; they share" in well_said(sentences) and len(sentences) == 5
    assert "`a` agrees best, to a rank correlation of .70" in sentences[1] and "most `a` and `b` (50 %)" in sentences[2]
    assert "least `a` and `c` and `b` and `c` (20 %)" in sentences[2] and "12 %" in embeddings.shared_message(shared)
    assert "without people's judgements" in embeddings.ending(known, scores.iloc[:0], shared, survival)[1]
    ranks = pd.DataFrame({"a": [1, 2, 3, 4], "b": [4, 1, 2, 3]})
    assert (
        embeddings.board_message(ranks, "sea") == "Asked for the three cards nearest to “sea”, two embeddings name four"
    )
    assert len(describe.nearest_words(known)) == 10, "as many as there should be, whichever words a set has"
