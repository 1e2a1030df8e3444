"""What agents leave open is chosen on other boards than those reported, and with no partner that is held out there."""

import pandas as pd
import pytest

from commonground.embeddings import catalogue, load_set
from commonground.report import choices
from commonground.report.endings import choosing as endings
from commonground.report.figures.choices import dial
from commonground.study import choosing
from commonground.study.experiment import seat
from helpers.support import complaint

TOY = catalogue.load().set("toy")
INTERNAL, EXTERNAL = TOY.with_role("internal"), TOY.with_role("external")
ALL = {"priors": choosing.priors(), "strangers": choosing.strangers(), "caution": choosing.caution()}
ALL |= {"looks": choosing.looks(), "worlds": choosing.worlds()} | choosing.rivals() | choosing.in_matches()


@pytest.mark.parametrize("name", ALL)
def test_no_partner_of_the_tables_and_no_board_of_theirs_takes_part(name):
    for experiment in choosing.experiments(f"choosing/{name}", ALL[name], "toy", 2, 1.0):
        partners = experiment.hearing if ALL[name][0].is_spymaster else experiment.speaking
        assert set(partners) <= set(INTERNAL) and set(experiment.models).isdisjoint(EXTERNAL)
        assert experiment.seed == choosing.SEED != 0


def test_who_is_left_out_is_a_stranger_to_the_agent():
    known, *strange = choosing.experiments("choosing/priors", choosing.priors()[:1], "toy", 1, 1.0)
    assert list(known.models) == INTERNAL
    for experiment, name in zip(strange, INTERNAL, strict=True):
        agent = seat(experiment, experiment.pairings[0], load_set("toy")).spymaster
        assert (
            experiment.hearing == [name] and name not in agent.beliefs() and len(agent.beliefs()) == len(INTERNAL) - 1
        )


def test_a_set_can_be_told_what_agents_know():
    toy = load_set("toy")
    some = toy.knowing(EXTERNAL[:1])
    assert [one.name for one in some.internal] == EXTERNAL[:1] and toy.internal[0].name == INTERNAL[0]
    with complaint("no embedding 'nobody'"):
        toy.knowing(["nobody"])


def test_every_choice_is_first_shown_as_it_plays():
    """The agent by its bare name, and each alternative under its own; caution is a dial, which begins where G_J is."""
    for name, variants in ALL.items():
        assert variants[0].name == variants[0].agent or name == "caution"
        assert len({variant.name for variant in variants}) == len(variants)
        assert {variant.agent for variant in variants} == {variants[0].agent}


@pytest.mark.slow(10)
def test_rows_stand_in_the_order_of_the_variants_and_a_match_is_one_board():
    speakers = choosing.rivals()["adapted-noise"]
    assert [variant.name for variant in speakers] == ["SM_A_step", "SM_A_step (first 0.5)"]
    backwards = choices.table(choosing.played("choosing/adapted-noise", speakers[::-1], "toy", 1, 1.0))
    assert list(backwards["variant"].unique()) == ["SM_A_step (first 0.5)", "SM_A_step"]
    assert backwards[backwards["variant"] == speakers[1].name]["won_difference"].eq(0).all(), "the first is the choice"
    ensemble = choosing.in_matches()["ensemble-hearing"][:1]
    assert set(choosing.played("choosing/e", ensemble, "toy", 4, 1.0, in_a_row=2)["board"]) == {0, 1}


@pytest.mark.slow(10)
def test_choices_stand_side_by_side_by_wins_and_by_score():
    games = choosing.played("choosing/caution", choosing.caution()[:2], "toy", 2, 1.0)
    assert games.groupby(["environment", "where"]).size().eq(2 * 2 * len(INTERNAL)).all()
    table = choices.table(games)
    row = table.set_index(["environment", "where", "variant"]).loc["deterministic", "out", "G_J (belief 0.5)"]
    own = games.query("environment == 'deterministic' and where == 'out' and variant == 'G_J (belief 0.5)'")
    assert row["won"] == pytest.approx(own["won"].mean()) and row["score"] == pytest.approx(own["score"].mean())
    assert choices.text(table).shape == (2, 4)
    assert "2 boards" in endings.ending([table], table)[0]
    told = endings.ending([table.assign(boards=40)], table)
    assert "40 boards of another seed" in told[0] and "The dearest would have been `G_J (belief 0.5)`" in told[2]
    assert len(dial(table, (0.0, 0.5), "belief", "A title").axes) == 2


def games_of(name, won, score):
    """Forty boards with one partner in one condition; `won` and `score` are by board."""
    rows = [("deterministic", "in", name, "ta", board, won(board), score(board)) for board in range(40)]
    return pd.DataFrame(rows, columns=["environment", "where", "variant", "partner", "board", "won", "score"])


@pytest.mark.parametrize(
    ("won", "score", "by"),
    [
        (lambda board: 1, lambda board: -9.0, "won"),  # wins come first
        (lambda board: board % 2, lambda board: 1.0, "score"),
        (lambda board: board % 2, lambda board: 0.0, ""),
        (lambda board: 0, lambda board: 1.0, ""),  # the score of whoever wins less does not count
    ],
)
def test_the_rule_goes_by_wins_and_where_they_are_too_close_by_score(won, score, by):
    first = games_of("G_J (belief 0)", lambda board: board % 2, lambda board: 0.0)
    ruled = choices.ruled(pd.concat([first, games_of("G_J (belief 0.9)", won, score)], ignore_index=True))
    assert ruled["by"].tolist() == [by] and len(choices.read(ruled)) == 1
    told = choices.departures(ruled)
    assert ("of ours, `G_J (belief 0.9)`" in told) == bool(by) and "of rivals, nothing else" in told
    assert ("not taken because they win less: `G_J (belief 0.9)`" in told) == (won(0) == won(1) == 0)


def test_ensembles_are_chosen_in_matches():
    for experiment in choosing.experiments("choosing/e", choosing.in_matches()["ensemble-hearing"], "toy", 4, 1.0, 2):
        assert experiment.in_a_row == 2 and all(options["carry"] for options in experiment.options.values())
