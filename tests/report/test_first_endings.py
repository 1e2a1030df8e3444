"""How the notebooks up to 41 end: every branch is true to its numbers, and says so in a sentence."""

import pandas as pd
import pytest

from commonground.agents import StaticGuesser
from commonground.agents.bayesian_spymaster import BayesianSpymaster
from commonground.embeddings import load_set
from commonground.report import describe, overview, rendered, variants
from commonground.report.compare import AHEAD, BEHIND, CEILING, CONDITIONS, UNSURE
from commonground.report.endings import embeddings, levels, one_game, places, pragmatics, readings, seats, together
from commonground.report.figures.averages import averages
from commonground.report.hierarchies import MANNERS, Compared, same
from commonground.report.lineup import OTHER
from commonground.report.unsure import UNSURE as PEOPLE
from commonground.report.unsure import met
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
    expected = "clearly ahead with known partners (noise or not), clearly behind with strangers without noise and undecided with strangers in noise"
    assert places.tally(told) == expected


# Spymasters and guessers


def labelled(won, names=("a", "b", "SM_B", "SM_B_noise")):
    return variants.labelled(games("spymaster", names, won), "spymaster", SMALL, {name: name for name in names})


def test_spymasters_end_with_who_wins_most_with_whom():
    table = labelled(as_said)
    told = well_said(seats.ending(table, "spymaster", ["SM_B", "SM_B_noise"], ["a", "b"]))
    assert "the best of the paper's two spymasters wins 1.000 with known partners (`SM_B`, clearly ahead of" in told
    assert "and 1.000 with strangers (`SM_B_noise`, clearly ahead of the static `a` and `b` with .000)" in told
    assert "(`SM_B` with known partners without noise and `SM_B_noise` elsewhere) is clearly ahead everywhere" in told
    assert seats.message(table, "spymaster", ["SM_B"], ["a"]).startswith("By games won, the best of the paper's")
    figure = averages(overview.averages(table), "message")
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == ["a", "b", "SM_B", "SM_B_noise"]
    assert [axes.get_xlabel() for axes in figure.axes] == ["share of games won", "the paper's score"]


def test_where_all_win_everything_it_is_a_tie_at_the_ceiling_and_few_boards_tell_nothing():
    table = labelled(lambda *game: True)
    told = well_said(seats.ending(table, "spymaster", ["SM_B", "SM_B_noise"], ["a", "b"]))
    assert "(`SM_B` and `SM_B_noise`, tied at the ceiling against the static `a` and `b` with 1.000)" in told
    assert "(`SM_B` and `SM_B_noise` everywhere) is undecided everywhere" in told
    (few,) = seats.ending(table[table["board"] < 3], "spymaster", ["SM_B"], ["a"])
    assert few.startswith("*These are 3 boards")


def swept(*effects):
    rows = [
        (f"SM_B_{n} − SM_B_noise", str(CALM_OUT), measure, *effect)
        for measure in ("won", "score")
        for n, effect in enumerate(effects)
    ]
    return pd.DataFrame(rows, columns=["label", "condition", "measure", "difference", "low", "high"])


def test_the_sweep_compares_on_the_same_boards_only():
    better = seats.swept(swept(EFFECTS[AHEAD], EFFECTS[BEHIND]), 200)
    assert well_said([better]).startswith(
        "Noise 1.0 is not the best to assume everywhere: of 2 comparisons on the same 200"
    )
    assert "one is clearly better and one clearly worse by wins" in better
    assert "`SM_B_0` wins +.200 [+.100, +.300] more than `SM_B_noise` with strangers without noise." in better
    none = well_said([seats.swept(swept(EFFECTS[UNSURE]), 200)])
    assert none.startswith("No other noise is clearly better to assume than 1.0") and "none are clearly better" in none
    assert "of 1 comparisons" in seats.sweep_message(swept(EFFECTS[AHEAD]))


# Together

ENDS = [f"{measure}{end}" for measure in ("won", "score") for end in ("", "_low", "_high")]


def ear(*verdicts):
    rows = [("DG_B_noise", "static", *EFFECTS[verdict], *EFFECTS[verdict]) for verdict in verdicts]
    return pd.DataFrame(rows, columns=["guesser", "speaks", *ENDS])


def both(won):
    table = games("spymaster", ("SM_B", "SM_B_noise"), won)
    return table.replace({"guesser": {"a": "DG_B", "b": "DG_B_noise", "x": "MG_B", "y": "MG_B_noise"}})


@pytest.mark.parametrize(
    ("rate", "how"),
    [(lambda *game: True, "perfectly"), (lambda e, s, g, b: b % 10 > 1, "mostly"), (lambda *g: False, "poorly")],
)
def test_two_bayesian_agents_understand_each_other_as_well_as_they_win(rate, how):
    told = well_said(together.ending(both(rate), ear(UNSURE), ear(UNSURE), 30))
    assert f"understand each other {how}," in told
    assert "assuming it is undecided in all (1 comparisons" in told and "or on the way is undecided" in told


def test_a_spymaster_that_assumes_noise_is_held_against_one_that_does_not():
    ahead = both(lambda environment, spymaster, guesser, board: spymaster == "SM_B_noise")
    told = well_said(together.ending(ahead, ear(AHEAD, BEHIND), ear(BEHIND), 30))
    assert "a spymaster that assumes noise is clearly ahead by wins and by score (noise or not), against" in told
    assert "clearly better in one and clearly worse in one" in told and "wins by −.200 [−.300, −.100]." in told
    assert together.message(ahead).startswith("Of all pairings, SM_B_noise with DG_B, SM_B_noise with DG_B_noise")
    assert list(dict.fromkeys(together.averages(ahead)["label"])) == ["DG_B", "DG_B_noise", "MG_B", "MG_B_noise"]


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


@pytest.mark.parametrize(
    ("verdict", "answer"), [(AHEAD, "Yes: "), (BEHIND, "No: "), (CEILING, "No: "), (UNSURE, "That can't be told: ")]
)
def test_whether_a_level_is_worth_anything(verdict, answer):
    apart, room = of_levels(verdict), of_levels(UNSURE, AHEAD, ["25 words a card", "300 words a card"])
    gap = Compared("won", *EFFECTS[verdict], verdict)
    sentences = levels.ending(apart, room, gap, (0.9, 0.8), 1000, 10.0, 200)
    told = well_said(sentences)
    assert sentences[0].startswith(answer) and 3 <= len(sentences) <= 5
    assert "With 25 words a card to choose from" in told and "clearly ahead by score (+.20 [+.10, +.30])" in told
    assert levels.room_message(room).endswith("by score with 25 words a card and 300 words a card")
    well_said(levels.finding(apart, room))


def test_what_stands_in_the_way_of_a_level_is_told():
    apart = of_levels(BEHIND, CEILING)
    assert (
        "that is what stands in the way"
        in levels.ending(apart, of_levels(UNSURE), Compared("won", 0, 0, 0, UNSURE), (1, 1), 9, 1.0, 50)[1]
    )
    mixed = pd.concat([of_levels(BEHIND, BEHIND).iloc[:-4], apart.iloc[-4:]])
    assert levels.manners_message(mixed) == (
        "Higher levels are clearly behind the static pair (as R21 has it; the same worlds; no memory),"
        " but not with the same worlds, no memory"
    )
    assert "in all four manners" in levels.manners_message(of_levels(BEHIND, BEHIND))
    assert "both higher ones are clearly behind" in levels.message(apart)


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
            "spymasters find out the embedding (.900 [.880, .920] before turn 3) and the level (.90 and .90)",
        ),
        ((0.9, 0.9, 0.2), "and the level if it is 0 (.90 and .20)"),
        ((0.9, 0.2, 0.2), "but not the level (.20 and .20)"),
        ((0.2, 0.9, 0.2), "guessers find out the level if it is 0 (.90 and .20) but not the embedding (.200"),
        ((0.2, 0.2, 0.2), "find out neither the embedding (.200 [.180, .220] before turn 3) nor the level"),
    ],
)
def test_what_is_found_out_is_told_as_it_is(believed, said):
    costs, added = of_costs(UNSURE), of_costs(AHEAD).assign(condition="noise added")
    added = pd.concat([added, added.assign(condition="levels added")])
    sentences = pragmatics.ending(truth(*believed), costs, of_costs(AHEAD), of_costs(BEHIND), added, 100, 20)
    told = well_said(sentences)
    assert said in told and 3 <= len(sentences) <= 5
    assert "Against one that knows, being unsure of both is undecided in all three cases for a spymaster" in told
    assert (
        "A second step of thinking is clearly better in none and worse in six of six cases by wins and by score" in told
    )
    well_said(pragmatics.finding(costs, costs))


def test_pictures_of_pragmatics_say_their_message():
    assert (
        pragmatics.message(truth(0.9, 0, 0))
        == "Spymasters and guessers believe mostly in the true embedding before turn 3"
    )
    assert pragmatics.message(truth(0.1, 0, 0)).startswith("Neither side clearly believes")
    assert "a cost with three of three partners for guessers" in pragmatics.costs_message(of_costs(BEHIND))
    assert "undecided for spymasters" in pragmatics.costs_message(of_costs(UNSURE))
    rows = [("SM_CH2", partner, 3, 9, m, m - 0.1, m + 0.1) for partner, m in (("GM_CH1", 0.8), ("static", 0.2))]
    learning = pd.DataFrame(rows, columns=["who", "partner", "turn", "games", "mean", "low", "high"])
    assert pragmatics.learners(learning)[0].startswith("`SM_CH2` tells learners from static partners: before turn 3")
    assert "does not clearly tell" in pragmatics.learners(learning.assign(low=0, high=1))[0]
    assert pragmatics.learners(learning.assign(turn=9))[0].startswith("No game is long enough")


# Readings, one game, embeddings


def of_readings(told):
    rows = [
        ("R1", "DG_B", other, f"R1 DG_B: {other}", str(condition), measure, *EFFECTS[told])
        for measure in ("won", "score")
        for other in (PLAIN_SUMS, ONE_MORE, NO_FILTER)
        for condition in CONDITIONS
    ]
    return pd.DataFrame(
        rows, columns=["reading", "agent", "other", "label", "condition", "measure", "difference", "low", "high"]
    )


@pytest.mark.parametrize(
    ("told", "said"), [(AHEAD, "What matters most is in games won R1"), (UNSURE, "None of the readings")]
)
def test_which_readings_matter_is_told(told, said):
    apart = of_readings(told)
    mixed = pd.concat([apart.assign(change=change) for change in (readings.NOISE, readings.WORLDS)])
    sentences = readings.ending(apart, mixed, 75)
    assert said in well_said(sentences) and len(sentences) == 5
    assert (
        f"Of 12 comparisons of 3 other readings with ours on 75 boards, {'twelve' if told == AHEAD else 'none'}"
        in sentences[0]
    )
    assert readings.message(apart).startswith(
        f"Of 3 other readings, {'three change' if told == AHEAD else 'none change'} something"
    )
    assert len(readings.drawn(apart)) == len(apart)
    first = "noise assumed is clearly" if told == AHEAD else "neither noise assumed nor more worlds changes"
    assert readings.worlds_message(mixed).startswith(f"Against a noiseless guesser with few worlds: {first}")


@pytest.fixture(scope="module")
def told():
    known = load_set("toy")
    spymaster = BayesianSpymaster.over(known.internal, legality="strict")
    return tell(known.deal(3), spymaster, StaticGuesser(list(known.values())[1]), rng=3)


def test_one_game_ends_with_what_it_thought_and_when_it_knew(told):
    sentences = one_game.ending(told, "tb")
    assert f"“{told.record.turns[0].heard}” was the best on average" in well_said(sentences) and len(sentences) == 4
    assert "none of its models" in one_game.ending(told, "te")[1]
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
    assert embeddings.board_message(ranks, "sea") == "For “sea”, 2 embeddings name four cards among their three nearest"
    assert len(describe.nearest_words(known)) == 10, "as many as there should be, whichever words a set has"
