"""A person's game with an agent, without a browser: moves, messages, what may be seen when, and what is kept."""

import json
import re
import socket
import subprocess
import sys

import msgspec
import numpy as np
import pandas as pd
import pytest

from commonground import agents, paths
from commonground.embeddings import load_set
from commonground.embeddings.weighted import PEOPLE
from commonground.errors import CommonGroundError
from commonground.game import Board, Colour, Rules, play
from commonground.people import __main__ as server
from commonground.people import records, sets
from commonground.people.match import Match, parse_clue
from commonground.people.picture import picture
from commonground.people.setup import (
    GUESSER,
    HIGHEST_SEED,
    SPYMASTER,
    WELCOMING,
    Setup,
    agent_of,
    believable,
    own_words,
    welcoming,
)
from commonground.people.table import ELSEWHERE, Table
from commonground.study.experiment import TURN_COLUMNS
from helpers.support import CHECKOUT, complaint

GUESSING = Setup(embeddings="toy", role=GUESSER, agent="SM_B", noise=1.0, seed=3)
SPEAKING = Setup(embeddings="toy", role=SPYMASTER, agent="DG_B", noise=0.0, seed=3)


@pytest.fixture(scope="module")
def words():
    return load_set("toy")


def reds(match):
    return [
        card
        for card in range(match.board.rules.cards)
        if match.board.key[card] is Colour.RED and match.revealed[card] is None
    ]


def of(match, colour):
    return next(
        card
        for card in range(match.board.rules.cards)
        if match.board.key[card] is colour and match.revealed[card] is None
    )


def guess_like(match, embedding):
    """Play a guesser's game to the end as the static guesser of an embedding would."""
    while not match.over:
        guesser = agents.StaticGuesser(embedding)
        guesser.start(match.asked.view)
        for _ in range(match.clue.number):
            card = guesser.next_guess(match.asked.view, match.clue, np.random.default_rng(0))
            turn = len(match.history)
            match.pick(card)
            if match.over or len(match.history) > turn:
                break
        else:
            match.stop()


def speak_like(match, embedding):
    """Play a spymaster's game to the end as the static spymaster of an embedding would."""
    spymaster = agents.StaticSpymaster(embedding, legality="strict")
    spymaster.start(match.asked.view)
    while not match.over:
        match.say(str(spymaster.give_clue(match.asked.view, np.random.default_rng(0))))


# The person guesses


def test_a_person_guesses_a_game_and_the_record_is_the_games(words):
    match = Match(GUESSING, words)
    guess_like(match, words["tb"])
    spymaster = agent_of(GUESSING, words)
    own = play(match.board, spymaster, agents.StaticGuesser(words["tb"]), rng=(GUESSING.seed, "people"))
    assert match.record.turns == own.turns, "the same loop, the same random numbers"
    assert match.record.guesser == "person" and match.record.spymaster == "SM_B_noise"
    assert match.agent.beliefs() == spymaster.beliefs()


def test_a_turn_ends_by_choice_by_a_wrong_card_or_after_one_more_than_the_number(words):
    match = Match(GUESSING, words)
    with complaint("Pick at least one card"):
        match.stop()
    match.pick(reds(match)[0])
    assert match.picks and not match.history
    match.stop()
    assert len(match.history) == 1 and not match.picks
    match.pick(of(match, Colour.BYSTANDER))
    assert len(match.history) == 2
    allowed = match.clue.number + 1
    for _ in range(allowed):
        match.pick(reds(match)[0])
    assert len(match.history) == 3 and len(match.history[2].guesses) == allowed


def test_cards_that_cannot_be_picked(words):
    match = Match(GUESSING, words)
    card = reds(match)[0]
    match.pick(card)
    with complaint(f"'{match.board.words[card]}' is revealed already"):
        match.pick(card)
    with complaint("There is no card 25"):
        match.pick(25)
    with complaint("not your turn to give a clue"):
        match.say("ocean 2")
    match.pick(of(match, Colour.ASSASSIN))
    assert match.over and picture(match)["headline"].startswith("You lose in one turn: the assassin was picked")
    with complaint("The game is over"):
        match.pick(0)


def test_a_guesser_sees_no_key_and_no_reasons_before_the_game_is_over(words):
    match = Match(GUESSING, words)
    seen = picture(match)
    assert {card["colour"] for card in seen["cards"]} == {None}
    assert seen["turns"][0]["thoughts"] == [] and seen["beliefs"][0]["now"] == 0.25
    match.pick(of(match, Colour.BLUE))
    seen = picture(match)
    assert [card["colour"] for card in seen["cards"] if card["shown"]] == ["blue"]
    assert sum(card["colour"] is not None for card in seen["cards"]) == 1
    assert [(turn["thoughts"], turn["told"]) for turn in seen["turns"]] == [([], "")] * 2, (
        "what it meant is still to find"
    )
    unseen = {card["word"].upper() for card in seen["cards"] if not card["shown"]}
    assert not unseen & set(
        re.findall(r"[A-Z]{3,}", seen["turns"][0]["change"].replace(seen["turns"][0]["clue"]["word"].upper(), ""))
    )
    match.pick(of(match, Colour.ASSASSIN))
    seen = picture(match)
    assert None not in {card["colour"] for card in seen["cards"]}
    (thought,) = seen["turns"][0]["thoughts"]
    assert thought["clue"] == f"{seen['turns'][0]['clue']['word']} {seen['turns'][0]['clue']['number']}"
    assert [model["name"] for model in thought["models"]] == ["ta", "tb", "tc", "td"] and len(thought["others"]) == 5


@pytest.mark.parametrize(("number", "says"), [(3, "3 more, and one extra"), (1, "One extra card")])
def test_after_a_hit_the_picks_that_are_left_are_counted(words, number, says):
    match = Match(GUESSING, words)
    match.pick(reds(match)[0])
    match.asked = match.asked._replace(heard=match.clue._replace(number=number + (number > 1)))
    word = match.board.words[match.picks[-1]].upper()
    assert picture(match)["headline"] == f"{word} is red! {says}, or stop."


def test_beliefs_are_shown_beside_those_of_a_turn_ago(words):
    match = Match(GUESSING, words)
    before = match.agent.beliefs()
    while picture(match)["beliefs"][0]["before"] == picture(match)["beliefs"][0]["now"]:
        guess = picture(match)["clue"]
        expected = match.agent.explain()["guesses"]["ta"]
        for word in expected[: guess["number"]]:
            turn = len(match.history)
            match.pick(match.board.words.index(word))
            if match.over or len(match.history) > turn:
                break
        else:
            match.stop()
        assert not match.over
    shown = {bar["id"]: bar for bar in picture(match)["beliefs"]}
    assert {name: bar["now"] for name, bar in shown.items()} == match.agent.beliefs() != before
    assert {name: bar["before"] for name, bar in shown.items()} == match.believed[-2]
    assert [bar["name"] for bar in shown.values()] == ["Ada", "Ben", "Cleo", "Dan"]
    assert all(bar["about"] and bar["exactly"].startswith(bar["id"]) for bar in shown.values())


# The person gives clues


def test_a_person_speaks_a_game(words):
    match = Match(SPEAKING, words)
    speak_like(match, words["tb"])
    assert match.record.spymaster == "person" and match.record.guesser == "DG_B" and match.record.won
    seen = picture(match)
    assert seen["headline"] == f"You win in {len(match.record.turns)} turns: all red cards found."
    first = seen["turns"][0]
    assert [pick["word"] for pick in first["picks"]] == [t["picked"] for t in first["thoughts"] if t["picked"]]
    for card in first["thoughts"][0]["cards"]:
        assert 0 <= card["before"] <= 1 and card["after"] >= card["before"]
    boosted = [card for card in first["thoughts"][0]["cards"] if card["after"] > card["before"]]
    assert len(boosted) <= first["clue"]["number"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "one word and a number"),
        ("ocean", "one word and a number, such as “ocean 2”"),
        ("two words 2", "one word and a number"),
        ("oc-ean 2", "'oc-ean' is not a word of letters a to z"),
        ("ocean 0", "1 to 9. 0, which says that no red card goes with a clue"),
        ("ocean ∞", "1 to 9. ∞, which lets a team-mate pick for as long as it likes"),
        ("ocean unlimited", "∞, which lets"),
        ("ocean " + 5000 * "9", f"1 to 9, not {24 * '9'}…"),
        (5000 * "z" + " 2", f"'{24 * 'z'}…': it knows"),
        ("2", "one word and a number"),
        ("ocean 10", "1 to 9, not 10"),
        ("qwertz 2", "does not know the word 'qwertz': it knows 1,397 common ones"),
        ("PORN 2", "'porn' is not a word for this table. Think of another clue"),
    ],
)
def test_a_clue_that_cannot_be_given_gets_a_sentence_and_nothing_happens(words, typed, says):
    match = Match(SPEAKING, words)
    with complaint(says):
        match.say(typed)
    assert not match.moves and not match.history


@pytest.mark.parametrize(
    "typed",
    ["ocean 2", "Ocean,2", "ocean2", " ocean : 2 ", "OCEAN (2)", "ocean\t02", "ocean two", "Ocean-2", "ocean – 2"],
)
def test_a_clue_is_understood_however_it_is_typed(typed):
    assert parse_clue(typed, 9) == ("ocean", 2)


def test_clues_about_the_board_and_repeated_ones(words):
    match = Match(SPEAKING, words)
    board_word = match.board.words[0]
    for typed, says in ((board_word, "is a word on the board"), (f"{board_word}s", "contains the board word")):
        with complaint(says):
            match.say(f"{typed} 1")
    said = next(
        str(word) for word in words.words if not any(w in str(word) or str(word) in w for w in match.board.words)
    )
    match.say(f"  {said.upper()}   1 ")
    with complaint(f"'{said}' has been said in this game"):
        match.say(f"{said} 2")
    with complaint("not your turn to pick"):
        match.pick(0)


# Setting the table


def test_the_same_moves_make_the_same_match(words):
    for setup, finish, partner in ((GUESSING, guess_like, "te"), (SPEAKING, speak_like, "tf")):
        match = Match(setup, words)
        finish(match, words[partner])
        again = Match(setup, words, match.moves)
        assert again.record == match.record and picture(again) == picture(match)
        half = Match(setup, words, match.moves[: len(match.moves) // 2])
        assert not half.over and half.moves == match.moves[: len(match.moves) // 2]


def test_moves_of_another_game_are_refused(words):
    with complaint("don't belong to this game"):
        Match(GUESSING, words, [("ocean", 2)])


def test_a_board_of_ones_own(words):
    own = own_words(", ".join(words.board_words[40:65]).upper())
    match = Match(Setup(agent="ta", words=own, seed=9), words)
    assert match.board.words == tuple(words.board_words[40:65])
    assert match.board.key == Board.deal(own, 9).key != Match(Setup(agent="ta", words=own, seed=10), words).board.key


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("role", [GUESSER, SPYMASTER])
def test_a_board_by_other_rules(words, role, own):
    rules = Rules(red=3, blue=0, bystander=9, assassin=0)
    setup = Setup(role=role, agent="ta", rules=rules, words=tuple(words.board_words[:12]) if own else ())
    match = Match(setup, words)
    seen = picture(match)
    assert len(seen["cards"]) == 12 and seen["columns"] == 4
    assert seen["left"] == {"red": 3, "blue": 0, "bystander": 9, "assassin": 0}
    if role == SPYMASTER:
        with complaint("1 to 3, not 4"):
            match.say("ocean 4")
        speak_like(match, words["tb"])
    else:
        with complaint("There is no card 12: they are numbered 0 to 11"):
            match.pick(12)
        guess_like(match, words["tb"])
    assert match.record.won and picture(match)["left"]["red"] == 0
    assert msgspec.convert(records.described(match)["setup"], Setup) == setup, "saved with its rules"


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        (lambda some: some[:23], "A board has 25 words, and these are 23: add 2."),
        (lambda some: [*some, "air"], "these are 26: take 1 away."),
        (lambda some: [*some[:24], some[0]], "is there twice"),
        (lambda some: [*some[:23], "qwertz", "zzz"], "no vector for 'qwertz', 'zzz'"),
    ],
)
def test_words_that_cannot_be_a_board(words, chosen, says):
    with complaint(says):
        Match(Setup(agent="ta", words=tuple(chosen(list(words.board_words[40:65])))), words)


def test_agents_that_are_not_there(words):
    with complaint("No spymaster here is called 'DG_B'; there are SM_"):
        Match(Setup(agent="DG_B"), words)
    with complaint("assumes a noise of 0, 1, not 0.25"):
        Match(Setup(role=SPYMASTER, agent="MG_B", noise=0.25), words)


@pytest.mark.parametrize(
    ("setup", "name"),
    [
        (Setup(agent="SM_B", noise=0.25), "SM_B_0.25"),
        (Setup(agent="SM_B", noise=0.0), "SM_B"),
        (Setup(agent="te"), "te"),
        (Setup(role=SPYMASTER, agent="BG_B", noise=1.0), "BG_B_noise"),
        (Setup(role=SPYMASTER, agent="tc"), "tc"),
    ],
)
def test_every_kind_of_agent_can_be_played_with(words, setup, name):
    match = Match(setup, words)
    assert match.agent.name == name
    if setup.role == SPYMASTER:
        speak_like(match, words["ta"])
    else:
        guess_like(match, words["ta"])
    assert match.over and len(picture(match)["turns"]) == len(match.record.turns)


# What is kept


@pytest.fixture
def elsewhere(project, words, monkeypatch):
    """A project folder of the test's own, for what is kept; the embeddings are the checkout's."""
    monkeypatch.setattr("commonground.embeddings.load_set", lambda name: words)
    (project / "data" / "blocked_words.txt").write_bytes((CHECKOUT / "data/blocked_words.txt").read_bytes())
    return project


def test_a_saved_game_has_the_studys_columns_and_can_be_played_again(elsewhere, words):
    match = Match(SPEAKING, words)
    with complaint("can be saved when it is over"):
        records.save("00", match)
    speak_like(match, words["te"])
    path = records.save("00", match)
    table = pd.read_csv(path)
    assert path == elsewhere / "data/people/00.csv" and list(table.columns) == TURN_COLUMNS
    assert table["turn"].tolist() == list(range(1, len(match.record.turns) + 1)) and set(table["spymaster"]) == {
        "person"
    }
    assert json.loads(table["guesses"].iat[0]) == [match.board.words[card] for card in match.record.turns[0].guesses]
    assert json.loads(table["guesser_beliefs"].iat[0]) == [0.25] * 4 and set(table["spymaster_beliefs"]) == {"[]"}
    about = json.loads(path.with_suffix(".json").read_text())
    assert about["words"] == list(match.board.words) and "".join(about["key"]).count("R") == 9
    assert records.replayed(path, words).record == match.record


def test_a_folder_of_saved_games_is_read_as_one_table(elsewhere, words):
    with complaint("There are no saved games in"):
        records.saved(paths.people())
    for name, setup, finish in (("b", GUESSING, guess_like), ("a", SPEAKING, speak_like)):
        match = Match(setup, words)
        finish(match, words["ta"])
        records.save(name, match)
    table = records.saved(paths.people())
    assert table["game"].unique().tolist() == ["a", "b"]
    assert table.groupby("game")["side"].first().to_dict() == {"a": "guesser", "b": "spymaster"}
    assert json.loads(table["models"].iat[0]) == ["ta", "tb", "tc", "td"] and set(table["won"]) <= {0, 1}
    (paths.people() / "a.json").unlink()
    with complaint("has no a.json beside it"):
        records.saved(paths.people())
    (paths.people() / "a.csv").write_text("x,y\n1,2\n")
    with complaint("does not have the columns of a saved game"):
        records.saved(paths.people())


# The table


class Browser:
    """What a browser would be shown, message by message."""

    def __init__(self, query="", served=True):
        self.states = []
        environment = {"SERVER_SOFTWARE": "voila/0.5" if served else "", "QUERY_STRING": query}
        self.table = Table(self.states.append, "", environment)
        self.send("open")

    def send(self, action, **values):
        self.table.handle({"do": action, "with": values})
        return self.states[-1]

    def start(self, setup, words=""):
        return self.send("start", **{**msgspec.to_builtins(setup), "words": words})


def test_a_table_offers_a_game_starts_it_and_goes_on_with_it_after_a_reload(elsewhere):
    one = Browser("set=toy")
    assert one.states[0]["busy"] and one.states[-1]["match"] is None and not one.states[-1]["busy"]
    state = one.start(GUESSING)
    assert any(state["busy"] for state in one.states[2:]), "it says what it is waiting for"
    assert state["match"]["turn"] == 1 and records.PATTERN.fullmatch(state["game"]) and state["served"]
    wrong = of(one.table.match, Colour.BYSTANDER)
    state = one.send("pick", card=wrong)
    again = Browser(f"game={state['game']}").states[-1]
    assert again["match"] == state["match"] and again["game"] == state["game"]
    other = Browser().start(GUESSING)
    assert other["game"] != state["game"] and other["match"]["turn"] == 1, "two tables, two games"


@pytest.mark.parametrize("name", ["", "0123456789abcdef", "../../../etc/passwd", "0123456789abcde/"])
def test_a_game_that_is_not_known_is_a_new_one(elsewhere, name):
    assert Browser(f"game={name}").states[-1]["match"] is None


def test_a_game_that_cannot_be_read_any_more_is_a_new_one(elsewhere):
    place = elsewhere / ".cache/people/0123456789abcdef.json"
    place.parent.mkdir(parents=True)
    place.write_text('{"setup": {}, "moves": "x"}')
    assert Browser("game=0123456789abcdef").states[-1]["match"] is None


def test_what_cannot_be_done_is_said_and_changes_nothing(elsewhere):
    browser = Browser()
    assert browser.send("pick", card=1)["message"] == {"text": "There is no game yet: start one.", "complaint": True}
    state = browser.start(GUESSING, words="one two three")
    assert state["message"]["text"] == "A board has 25 words, and these are 3: add 22." and state["match"] is None
    for seed in (-1, 10**20, 1.5, "x", float("nan"), "abc", "0x10", "1e3", "٣", True):
        told = browser.send("start", **msgspec.to_builtins(GUESSING) | {"words": "", "seed": seed})["message"]
        assert told == {
            "text": f"Boards are numbered from 0 to {HIGHEST_SEED:,}: take one of those.",
            "complaint": True,
        }
    assert "can't be played" in browser.send("start", role="referee")["message"]["text"]
    assert (
        "There is no set 'nowhere' here"
        in browser.start(msgspec.structs.replace(GUESSING, embeddings="nowhere"))["message"]["text"]
    )
    before = browser.start(GUESSING)["match"]
    state = browser.send("stop")
    assert state["message"]["complaint"] and state["match"] == before


def test_the_same_board_the_next_board_and_saving(elsewhere, words):
    browser = Browser()
    first = browser.start(SPEAKING)
    speak_like(browser.table.match, words["ta"])
    state = browser.send("save")
    assert state["message"]["text"].startswith(f"Saved: data/people/{first['game']}.csv")
    assert (elsewhere / f"data/people/{first['game']}.csv").exists()
    again = browser.send("again", step=0)
    assert again["match"] == first["match"] and again["game"] != first["game"]
    assert browser.send("again", step=1)["match"]["seed"] == SPEAKING.seed + 1


def test_outside_voila_the_address_is_left_alone(elsewhere):
    assert not Browser(served=False).start(GUESSING)["served"]


@pytest.mark.parametrize("built", [(), ("open",), ("open", "people")])
def test_the_best_set_that_is_built_is_offered_first(elsewhere, monkeypatch, built):
    monkeypatch.setattr("commonground.embeddings.build.is_there", lambda _, name: name in built)
    assert sets.available() == [*reversed(built), "toy"] and sets.best() == (built[-1] if built else "toy")
    for query in ("", "set=nowhere"):
        assert Browser(query).states[-1]["choices"]["set"] == sets.best()
    assert Browser("set=toy").states[-1]["choices"]["set"] == "toy"


def test_a_set_that_is_half_built_is_not_offered(elsewhere):
    (elsewhere / "data/precomputed/open").mkdir(parents=True)
    assert sets.available() == ["toy"]


def test_a_board_is_dealt_to_who_asks_for_none_and_an_address_can_name_one(elsewhere):
    asking = msgspec.to_builtins(GUESSING) | {"words": "", "seed": None}
    seeds = {Browser().send("start", **asking)["match"]["seed"] for _ in range(3)}
    assert len(seeds) > 1 and all(0 <= seed < 10_000 for seed in seeds)
    assert Browser().send("start", **asking | {"seed": " 12 "})["match"]["seed"] == 12
    assert 0 <= Browser().send("start", **asking | {"seed": " "})["match"]["seed"] < 10_000
    assert Browser("board=77&role=guesser").states[-1]["asked"] == {"board": "77", "role": "guesser"}
    odd = Browser("board=abc&role=referee")
    assert odd.states[-1]["asked"] == {} and odd.send("open")["message"]["text"].startswith("Boards are numbered from")


def test_the_cast_of_the_first_page_are_whom_the_default_agents_know(words):
    cast = [one["id"] for one in sets.choices("toy")["sets"]["toy"]["cast"]]
    for role in (GUESSER, SPYMASTER):
        assert set(Match(Setup(embeddings="toy", role=role), words).models) == set(cast)


def test_an_example_of_a_clue_can_be_said(words):
    match = Match(SPEAKING, words)
    match.say(f"{picture(match)['example']} 2")
    assert match.moves


def test_what_is_believed_of_a_stranger_is_shown_beside_what_is_believed_of_the_person(words):
    stranger = Match(GUESSING, words)
    unmet = {one["id"]: one["unmet"] for one in picture(stranger)["beliefs"]}
    assert unmet == stranger.believed[0]
    prior = {name: 0.7 if place == 0 else 0.3 / (len(unmet) - 1) for place, name in enumerate(unmet)}
    met = Match(msgspec.structs.replace(GUESSING, prior=prior), words)
    assert met.believed[0] != unmet and {one["id"]: one["unmet"] for one in picture(met)["beliefs"]} == unmet


@pytest.mark.parametrize(
    "odd", [{"do": "pick", "with": {"card": "x"}}, {"do": "dance"}, {"do": "say"}, {}, {"do": "pick", "with": 3}]
)
def test_whatever_goes_wrong_is_said_and_logged_and_the_game_goes_on(elsewhere, odd):
    browser = Browser()
    before = browser.start(GUESSING)["match"]
    browser.table.handle(odd)
    state = browser.states[-1]
    assert state["message"]["complaint"] and "went wrong here" in state["message"]["text"] and state["match"] == before
    assert "Traceback" in (elsewhere / ".cache/people/trouble.log").read_text()
    wrong = of(browser.table.match, Colour.BYSTANDER)
    assert browser.send("pick", card=wrong)["match"]["turn"] == 2


@pytest.mark.parametrize("failure", [ValueError("int() of 5,000 digits"), CommonGroundError("It has no clue.")])
def test_a_move_that_fails_half_way_is_taken_back(elsewhere, monkeypatch, failure):
    browser = Browser()
    before = browser.start(GUESSING)["match"]
    wrong = of(browser.table.match, Colour.BYSTANDER)

    def fail(*_):
        raise failure

    monkeypatch.setattr(browser.table.match.agent, "observe", fail)
    state = browser.send("pick", card=wrong)
    assert state["message"]["complaint"] and state["match"] == before
    assert browser.send("pick", card=wrong)["match"]["turn"] == 2, "the agent at the table is a new one"


def test_a_game_is_played_at_one_table_the_last_that_was_opened_with_it(elsewhere):
    one = Browser()
    game = one.start(GUESSING)["game"]
    two = Browser(f"game={game}")
    wrong = of(one.table.match, Colour.BYSTANDER)
    state = one.send("pick", card=wrong)
    assert state["message"]["text"] == ELSEWHERE and state["elsewhere"] and state["match"]["turn"] == 1
    state = two.send("pick", card=wrong)
    assert not state["elsewhere"] and state["match"]["turn"] == 2
    three = Browser(f"game={game}")
    assert three.states[-1]["match"] == state["match"], "nothing was lost"
    assert two.send("save")["elsewhere"]


def test_it_is_recorded_whether_beliefs_were_shown_while_the_game_went_on(elsewhere, words):
    for shown in (False, True):
        browser = Browser()
        game = browser.start(SPEAKING)["game"]
        browser.send("watch", shown=shown)
        again = Browser(f"game={game}")
        assert again.table.match.watched == shown, "a reload does not forget it"
        speak_like(again.table.match, words["ta"])
        again.send("watch", shown=True)
        again.send("save")
        assert json.loads((paths.people() / f"{game}.json").read_text())["watched"] == shown


# It knows you


def test_a_game_begins_with_what_was_believed_after_the_last_one(elsewhere):
    browser = Browser()
    before = {"ta": 0.96, "tb": 0.04, "tc": 0.0, "td": 0.0}
    state = browser.send("start", **msgspec.to_builtins(GUESSING) | {"words": "", "prior": before})
    first = {bar["id"]: bar["now"] for bar in state["match"]["beliefs"]}
    assert first == pytest.approx({"ta": 0.889, "tb": 0.061, "tc": 0.025, "td": 0.025}) and state["match"]["met"]
    reloaded = Browser(f"game={state['game']}")
    assert reloaded.states[-1]["match"]["beliefs"] == state["match"]["beliefs"]
    again = reloaded.send("again", step=1, prior={"ta": 0.0, "tb": 0.0, "tc": 0.0, "td": 1.0})
    assert max(again["match"]["beliefs"], key=lambda bar: bar["now"])["id"] == "td"


@pytest.mark.parametrize(
    "prior",
    [
        None,
        {},
        {"w2v": 1.0},
        {"ta": -1, "tb": 1, "tc": 1, "td": 1},
        {"ta": float("nan"), "tb": 1, "tc": 1, "td": 1},
        {"ta": 0, "tb": 0, "tc": 0, "td": 0},
    ],
)
def test_what_cannot_be_believed_is_not(elsewhere, prior):
    state = Browser().send("start", **msgspec.to_builtins(GUESSING) | {"words": "", "prior": prior})
    assert {bar["now"] for bar in state["match"]["beliefs"]} == {0.25}


def test_beliefs_from_a_browser_sum_to_one():
    assert believable({"a": 3, "b": 1}) == {"a": 0.75, "b": 0.25}


@pytest.mark.parametrize("role", [GUESSER, SPYMASTER])
def test_the_agents_for_people_begin_with_what_they_believed_of_a_person(words, role):
    unmet = Match(Setup(role=role, seed=5), words).agent.beliefs()
    held = dict.fromkeys(unmet, 0.0) | {"tb": 1.0}
    met = Match(Setup(role=role, seed=5, prior=held), words).agent
    expected = {name: 0.9 * held[name] + 0.1 * unmet[name] for name in unmet}
    assert met.beliefs() == pytest.approx(expected, abs=0.05), "but for the share of partners that are no people"


@pytest.mark.parametrize("role", [GUESSER, SPYMASTER])
def test_peoples_language_is_the_same_for_somebody_who_was_met_before(words, role):
    """Of the toy set nothing was fitted: all embeddings count as much, but for the one that is two others end to end."""
    unmet = Match(Setup(role=role, seed=5), words).agent
    met = Match(Setup(role=role, seed=5, prior=unmet.beliefs()), words).agent
    languages = [agent.models[agent.names.index(PEOPLE)] for agent in (unmet, met)]
    assert np.array_equal(*(language.vectors for language in languages))


@pytest.mark.parametrize("role", [GUESSER, SPYMASTER])
def test_the_agents_for_people_sit_down_by_default(words, role):
    match = Match(Setup(role=role, seed=5), words)
    partner = match.setup.partner
    assert (
        match.setup.agent
        == match.agent.name
        == welcoming(partner)
        == next(name for name in WELCOMING[partner] if name in agents.ALL_SPYMASTERS | agents.ALL_GUESSERS)
    )


# The server


def test_a_port_that_is_taken_is_passed_over():
    with socket.socket() as taken:
        taken.bind((server.HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < server.free_port(port) < port + server.TRIES


def test_the_server_is_told_to_stay_on_loopback():
    assert "--Voila.ip=127.0.0.1" in server.command(8866) and "--port=8866" in server.command(8866)


def test_a_table_that_nobody_touches_is_cleared_within_ten_minutes():
    options = dict(option.split("=", 1) for option in server.command(8866) if "=" in option and option.startswith("--"))
    idle, look = (int(options[f"--MappingKernelManager.cull_{name}"]) for name in ("idle_timeout", "interval"))
    assert idle + look <= 600


@pytest.mark.parametrize(
    ("built", "can", "tried", "says"),
    [
        (["people", "toy"], (), [], ""),
        (["open", "toy"], ("people",), ["people"], "`make play SET=open` plays on it at once"),
        (["toy"], ("open",), ["people", "open"], "The people set could not be fetched or built just now."),
        (["open", "toy"], (), ["people"], "could not be fetched"),
        (["toy"], (), ["people", "open"], "The open set could not be fetched or built just now."),
    ],
)
def test_the_set_for_people_is_brought_else_the_open_one(monkeypatch, capsys, built, can, tried, says):
    asked = []

    def run(command, **_):
        asked.append(command[-1])
        return subprocess.CompletedProcess(command, 0 if command[-1] in can else 1)

    monkeypatch.setattr(sets, "available", lambda: built)
    monkeypatch.setattr(subprocess, "run", run)
    server.bring(server.BEST)
    assert asked == tried and says in capsys.readouterr().err


def test_a_server_that_ends_before_it_listens_is_noticed():
    with subprocess.Popen([sys.executable, "-c", "pass"]) as ended:
        assert not server.answers(server.free_port(8866), ended)


@pytest.mark.slow(15)
def test_what_the_default_agents_compile_is_compiled_while_the_server_starts():
    ended = subprocess.run([sys.executable, "-c", server.WARM], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
