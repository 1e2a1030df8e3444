"""The study's experiments: who plays with whom, and with which options."""

from collections import Counter

import pytest

from commonground.agents import RIVAL_GUESSERS, RIVAL_SPYMASTERS
from commonground.embeddings import load_set
from commonground.parameters import Agents
from commonground.study import plan, readings, run, variants
from commonground.study.experiment import base
from commonground.study.variants import Variant
from helpers.support import complaint

AGENTS = Agents(spymaster_samples=10, guesser_samples=300, noisy_guesser_samples=100, noise=0.5)
STATICS = ["ta", "tb", "tc", "td", "te", "tf", "tg", "th"]
SPYMASTERS = ["SM_B", "SM_B_noise"]
GUESSERS = ["DG_B", "DG_B_noise", "BG_B", "BG_B_noise", "MG_B", "MG_B_noise"]
LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)


def made() -> dict[str, plan.Experiment]:
    found = [make("toy", 7, 3, AGENTS) for make in (plan.spymasters, plan.guessers, plan.together)]
    return {one.name: one for one in [*found, plan.sweep("toy", 7, 3, AGENTS, LEVELS)]}


SEATS = {
    "spymasters": (["random", *STATICS, *SPYMASTERS], STATICS),
    "spymasters/sweep": (["SM_B", "SM_B_0.25", "SM_B_0.5", "SM_B_0.75", "SM_B_noise"], STATICS),
    "guessers": (STATICS, ["random", *STATICS, *GUESSERS]),
    "together": (SPYMASTERS, GUESSERS),
}


def test_static_agents_are_the_sets_embeddings_with_internal_ones_first():
    assert plan.statics("toy") == STATICS
    assert plan.statics("paper")[:4] == ["w2v", "g3", "cn", "d2v"]


@pytest.mark.parametrize("name", SEATS)
def test_everyone_of_one_side_meets_everyone_of_the_other_once_in_both_environments(name):
    speaking, hearing = SEATS[name]
    pairings = made()[name].pairings
    wanted = [(place, s, g) for place in ("deterministic", "stochastic") for s in speaking for g in hearing]
    assert Counter(pairings) == Counter(wanted)
    assert list(dict.fromkeys(pairing.spymaster for pairing in pairings)) == speaking, "in the order of the tables"


@pytest.mark.parametrize(
    ("name", "pairings"), [("spymasters", 176), ("spymasters/sweep", 80), ("guessers", 240), ("together", 24)]
)
def test_the_number_of_pairings(name, pairings):
    assert len(made()[name].pairings) == pairings


@pytest.mark.parametrize("name", SEATS)
def test_games_seed_and_noise_are_the_parameters_own(name):
    found = made()[name]
    assert (found.embeddings, found.games, found.seed, found.noise) == ("toy", 7, 3, 0.5)


def test_noise_enters_in_the_guesser_for_spymasters_and_on_the_way_for_guessers():
    places = {name: one.stochastic for name, one in made().items()}
    assert places == {
        "spymasters": "guesser",
        "spymasters/sweep": "guesser",
        "guessers": "channel",
        "together": "channel",
    }


def test_bayesian_agents_get_the_samples_of_their_kind_and_static_ones_none():
    options = {name: one.options for name, one in made().items()}
    assert options["spymasters"] == {name: {"samples": 10} for name in SPYMASTERS}
    assert options["spymasters/sweep"] == {name: {"samples": 10} for name in SEATS["spymasters/sweep"][0]}
    heard = {name: {"samples": 100 if name.endswith("_noise") else 300} for name in GUESSERS}
    assert options["guessers"] == heard
    assert options["together"] == heard | options["spymasters"]


@pytest.mark.parametrize(
    ("noise", "name"), [(0.0, "SM_B"), (0.25, "SM_B_0.25"), (1.0, "SM_B_noise"), (1, "SM_B_noise"), (2.0, "SM_B_2")]
)
def test_a_spymaster_is_named_by_the_noise_it_assumes(noise, name):
    assert plan.assuming(noise) == name


@pytest.mark.parametrize(
    ("games", "share", "count"), [(500, 0.4, 200), (50, 0.4, 20), (2, 0.4, 1), (1, 0.1, 1), (3, 1.0, 3)]
)
def test_a_share_of_the_games_is_at_least_one(games, share, count):
    assert plan.share_of(games, share) == count


def test_what_pairs_are_held_against_are_static_partners_that_they_know_with_the_same_noise():
    found, pairs = plan.with_known("toy", 7, 3, AGENTS), plan.together("toy", 7, 3, AGENTS)
    assert found.name == "together/known" and (found.stochastic, found.noise) == (pairs.stochastic, pairs.noise)
    assert {pairing.guesser for pairing in found.pairings if pairing.spymaster in SPYMASTERS} == set(STATICS[:4])
    assert {pairing.spymaster for pairing in found.pairings if pairing.guesser in GUESSERS} == set(STATICS[:4])
    assert all(found.options[name] == pairs.options[name] for name in (*SPYMASTERS, *GUESSERS))


def test_noise_in_the_ear_is_the_bayesian_guessers_own():
    found = plan.in_the_ear("toy", 7, 3, AGENTS)
    assert (found.name, found.stochastic, found.games) == ("together/ear", "guesser", 7)
    hearing = [name if name.endswith("_noise") else f"{name} (100 worlds)" for name in GUESSERS]
    wanted = [("stochastic", s, g) for s in [*STATICS[:4], *SPYMASTERS] for g in hearing]
    assert Counter(found.pairings) == Counter(wanted)
    assert all(found.options[name] == {"samples": 100} for name in hearing) and found.options["SM_B"] == {"samples": 10}
    seated = run.seat(found, found.pairings[0], load_set("toy"))
    assert (seated.guesser.ear.sigma, seated.environment.noise) == (0.5, 0.0)


def test_noise_and_levels_meet_both_levels_where_words_are_changed():
    found = plan.noise_and_levels("toy", 7, 3, 50)
    assert (found.name, found.stochastic, len(found.pairings)) == ("pragmatics/noise", "channel", 4 * 2 * 3 * 2)
    assert {pairing.environment for pairing in found.pairings} == {"stochastic"}
    assert plan.Pairing("stochastic", "SM_H_noise_both", "G1:tb") in found.pairings
    assert plan.Pairing("stochastic", "tb", "GM_H_noise_embedding:0") in found.pairings
    assert found.options["GM_H_noise_both"] == {"samples": 50} == found.options["S1:ta"]
    seated = run.seat(found, plan.Pairing("stochastic", "SM_H_noise_both", "G1:tb"), load_set("toy"))
    assert (seated.spymaster.noise.sigma, seated.environment.noise) == (1.0, 1.0)


def test_levels_play_within_an_embedding_and_pairs_of_one_level_in_every_manner():
    found = plan.levels("toy", 7, 3, 50)
    assert len(found.pairings) == len(set(found.pairings)) == 4 * (9 + 2 * 3)
    assert plan.Pairing("deterministic", "S2:tb", "tb") in found.pairings
    assert plan.Pairing("deterministic", "S1:ta+shared", "G1:ta+shared") in found.pairings
    assert found.options["G1:ta"] == {"samples": 50} and "ta" not in found.options
    assert (found.games, found.seed, found.stochastic) == (7, 3, "guesser")


def test_pairs_with_fewer_words_share_their_worlds_and_forget():
    found = plan.room("toy", 7, 3, 50, (30, 60))
    assert found.name == "levels/room" and len(found.pairings) == 2 * 4 * 3
    pair = [f"{role}0:tb+shared+forgetful (60 neighbours)" for role in "SG"]
    assert plan.Pairing("deterministic", *pair) in found.pairings
    assert found.options[pair[0]] == {"samples": 50, "neighbours": 60} and len(found.options) == 48


def test_the_unsure_meet_partners_of_each_level_and_embedding_beside_those_who_know():
    found = plan.pragmatics("toy", 7, 3, 50)
    pairs = {pairing[1:] for pairing in found.pairings}
    assert len(found.pairings) == len(pairs) == (36 + 4) + 12 + 2 * (24 + 4) + (4 + 8 + 8)
    for k in range(2):
        for e in STATICS[:4]:
            guesser, spymaster = plan.at_level("G", k, e), plan.at_level("S", k, e)
            assert {(name, guesser) for name in (f"SM_H_level:{e}", f"SM_H_embedding:{k}", "SM_H_both")} < pairs
            assert {(spymaster, name) for name in (f"GM_H_level:{e}", f"GM_H_embedding:{k}", "GM_H_both")} < pairs
            assert {(spymaster, guesser), (spymaster, plan.at_level("G", k + 1, e))} < pairs
    for e in STATICS[:4]:
        assert {(f"S2:{e}", "GM_H_both"), ("SM_H_both", f"G2:{e}"), (f"S2:{e}", f"G3:{e}")} < pairs
        assert {("SM_CH2", e), (e, "GM_CH1")} < pairs and ("SM_H_level:" + e, f"G2:{e}") not in pairs
    assert {("SM_CH1", "GM_CH2"), ("SM_CH2", "GM_CH1")} < pairs
    assert found.options["SM_H_both"] == found.options["GM_CH2"] == {"samples": 50}
    shared = set(plan.levels("toy", 7, 3, 50).pairings) & set(found.pairings)
    assert len(shared) == 36, "notebook 40's games are not played again"


def test_options_stand_in_the_order_of_the_table_whatever_the_process():
    assert list(plan.guessers("toy", 1, 0, AGENTS).options) == GUESSERS


def test_ours_meet_every_static_partner_in_both_environments():
    speaking, hearing = (make("toy", 3, 1, AGENTS) for make in (plan.unknown_noise, plan.better_guessers))
    assert len(speaking.pairings) == len(hearing.pairings) == 2 * len(plan.statics("toy"))
    assert speaking.speaking == ["SM_N"] and speaking.stochastic == "guesser" and speaking.hearing == STATICS
    assert hearing.hearing == ["G_J"] and hearing.stochastic == "channel" and hearing.speaking == STATICS
    assert speaking.options == hearing.options == {}, "what they are run with belongs to their names"


def test_the_tables_are_the_papers_experiments_rivals_and_ours():
    makers = {
        "spymasters": (plan.spymasters, plan.rival_spymasters, plan.unknown_noise),
        "guessers": (plan.guessers, plan.rival_guessers, plan.better_guessers),
    }
    for table, names in plan.TABLES.items():
        assert names == tuple(make("toy", 1, 0, AGENTS).name for make in makers[table])


def test_every_rival_meets_every_static_partner_in_both_environments():
    speaking, hearing = (make("toy", 3, 1, AGENTS) for make in (plan.rival_spymasters, plan.rival_guessers))
    assert speaking.speaking == list(RIVAL_SPYMASTERS) and speaking.stochastic == "guesser"
    assert hearing.hearing == list(RIVAL_GUESSERS) and hearing.stochastic == "channel"
    assert len(speaking.pairings) == len(RIVAL_SPYMASTERS) * 2 * len(STATICS)
    assert "blend" in speaking.speaking and "blend" in hearing.hearing and speaking.options == hearing.options == {}


def test_variants_differ_by_their_options_and_by_nothing_else():
    lineup = [Variant("DG_B"), Variant("DG_B", "joint", {"inference": "joint"}), Variant("G_J")]
    found = variants.experiment("better-guessers/ablation", lineup, "toy", 7, 3, AGENTS)
    assert found.hearing == ["DG_B", "DG_B (joint)", "G_J"] and found.stochastic == "channel"
    assert found.options == {"DG_B": {"samples": 300}, "DG_B (joint)": {"samples": 300, "inference": "joint"}}
    with complaint("all spymasters, or all guessers"):
        variants.experiment("mixed", [Variant("DG_B"), Variant("SM_B")], "toy", 7, 3, AGENTS)


def test_the_readings_of_spymasters_and_of_guessers_are_an_experiment_each_beside_ours():
    speaking, hearing = readings.experiments("toy", 7, 3, AGENTS)
    assert [speaking.name, hearing.name] == ["reading-the-paper/spymasters", "reading-the-paper/guessers"]
    assert speaking.speaking[:3] == [*SPYMASTERS, "SM_B_noise (a bystander costs 0.5)"]
    assert hearing.hearing[:6] == GUESSERS and {base(name) for name in hearing.hearing} == set(GUESSERS)
    assert len(speaking.speaking) + len(hearing.hearing) == len(readings.alternatives(AGENTS)) + 8
    assert hearing.options["BG_B (100 worlds)"] == {"samples": 100} == hearing.options["BG_B_noise"]
    assert speaking.options["SM_B (no filter)"] == {"samples": 10, "filter": "none"}
    assert hearing.options["DG_B (the number is, too)"] == {"samples": 300, "number": True}


@pytest.mark.parametrize(("games", "share"), [(10, 0), (10, 7), (10, -2), (10, float("nan")), (0, 0.5), (10**30, 0.5)])
def test_a_share_is_a_part_of_the_games(games, share):
    with complaint("A part of the study can't have"):
        plan.share_of(games, share)


@pytest.mark.parametrize("noise", [float("nan"), float("inf"), -1.0])
def test_a_sweep_assumes_noise_that_there_is(noise):
    with complaint("can't have noise"):
        plan.sweep("toy", 1, 0, AGENTS, [0.0, noise])


@pytest.mark.parametrize(
    ("games", "seed", "samples", "said"), [(10**30, 0, 5, "games"), (1, -1, 5, "seed"), (1, 0, 0, "samples 0")]
)
def test_the_hierarchy_is_played_with_the_rules_of_the_file(games, seed, samples, said):
    with complaint(f"can't have {said}"):
        plan.levels("toy", games, seed, samples)


def test_with_the_blend_as_one_more_model_an_agent_draws_as_many_samples():
    assert plan.samples_of("DG_B+blend", AGENTS) == {"samples": 300}
    assert plan.samples_of("SM_B_noise+blend", AGENTS) == {"samples": 10} and plan.samples_of("G_J+blend", AGENTS) == {}
