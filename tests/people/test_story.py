"""A game in plain words: verdicts, what was meant and seen, what it says about the person; par, score and stars."""

import re

import pytest

from commonground import agents
from commonground.embeddings import load_set
from commonground.game import Clue, Colour, Turn, play
from commonground.people import characters, stakes, story
from commonground.people.match import Match
from commonground.people.picture import picture
from commonground.people.setup import GUESSER, SPYMASTER, Setup
from commonground.people.standins import played

RED, BLUE, GREY, BLACK = Colour.RED, Colour.BLUE, Colour.BYSTANDER, Colour.ASSASSIN


@pytest.fixture(scope="module")
def words():
    return load_set("toy")


@pytest.fixture
def match(words):
    return Match(Setup(embeddings="toy", role=GUESSER, agent="SM_B", seed=3), words)


def of(match, colour, place=0):
    cards = [card for card, own in enumerate(match.board.key) if own is colour and match.revealed[card] is None]
    return cards[place]


def test_every_card_gets_a_verdict_and_what_ends_a_turn_says_so(match):
    first, wrong, blue = of(match, RED), of(match, GREY), of(match, BLUE)
    for card in (first, wrong, blue):
        match.pick(card)
    names = [match.board.words[card].upper() for card in (first, wrong, blue)]
    seen = story.reveals(match)
    assert [reveal["verdict"] for reveal in seen] == [
        f"{names[0]} is red!",
        f"{names[1]} is a bystander. Turn over.",
        f"{names[2]} is blue, one of theirs. Turn over.",
    ]
    assert [(reveal["turn"], reveal["ends"]) for reveal in seen] == [(1, False), (1, True), (2, True)]
    match.pick(of(match, BLACK))
    assert (
        story.reveals(match)[-1]["verdict"].endswith(" is the assassin. You lose.") and story.reveals(match)[-1]["ends"]
    )


def test_the_last_pick_of_a_turn_and_the_last_red_card(match):
    while not match.over:
        match.pick(of(match, RED))
    seen = story.reveals(match)
    spent = [reveal for reveal in seen[:-1] if reveal["ends"]]
    assert spent and all(reveal["verdict"].endswith("red! That was the last pick of this turn.") for reveal in spent)
    assert seen[-1]["verdict"].endswith("red! That was the last one: you win!")


def test_what_was_meant_are_as_many_red_cards_as_were_said_the_likeliest_first(match):
    one, two, three = (match.board.words[of(match, RED, place)] for place in range(3))
    wrong = match.board.words[of(match, BLUE)]
    models = [(0.5, [one, wrong]), (0.3, [two, three]), (0.2, [two, one])]
    match.thoughts[0] = [{"models": [{"belief": belief, "picks": picks} for belief, picks in models]}]
    likeliest = [one, two, three][: match.clue.number]
    assert story.meant(match, 0) == likeliest
    match.thoughts[0] = [{}]
    assert story.meant(match, 0) == []


@pytest.mark.parametrize(
    ("words_picked", "colours", "meant", "says"),
    [
        (["kid", "sink"], [RED, RED], ["kid", "sink"], "I meant KID and SINK, and you found both."),
        (["kid"], [RED], ["kid"], "I meant KID, and you found it."),
        (["death"], [GREY], ["kid", "sink"], "I meant KID and SINK; you saw DEATH, a bystander."),
        (
            ["kid", "fire"],
            [RED, BLACK],
            ["kid", "sink"],
            "I meant KID and SINK; you found KID, then saw FIRE, the assassin.",
        ),
        (["kid"], [RED], ["kid", "sink"], "I meant KID and SINK; you found KID and stopped."),
        (["cat", "war"], [RED, BLUE], ["kid"], "I meant KID; you saw WAR, one of theirs. You found CAT as well."),
        (["a", "b", "c"], [RED] * 3, ["a", "b", "c"], "I meant A, B and C, and you found all three."),
        (["cat"], [RED], [], "You picked CAT."),
    ],
)
def test_what_was_meant_and_what_was_seen(words_picked, colours, meant, says):
    turn = Turn(Clue("zoo", 2), tuple(range(len(colours))), tuple(colours))
    assert story._as_meant(turn, words_picked, meant) == says


@pytest.mark.parametrize(
    ("picked", "colours", "says"),
    [
        (["lion", "bear"], [RED, RED], "I found LION and BEAR."),
        (["lion"], [RED], "I found LION, and dared no more."),
        (["lion", "rat"], [RED, GREY], "I found LION, then saw RAT, a bystander. I was 82\u00a0% sure it was red."),
    ],
)
def test_what_was_heard(picked, colours, says):
    turn = Turn(Clue("zoo", 2), tuple(range(len(colours))), tuple(colours))
    thoughts = [{"picked": word, "cards": [{"word": word, "before": 0.5, "after": 0.82}]} for word in picked]
    assert story._as_heard(turn, picked, thoughts) == says


@pytest.mark.parametrize("role", [GUESSER, SPYMASTER])
def test_a_story_is_told_of_every_turn_of_a_whole_game(words, role):
    agent = "SM_B" if role == GUESSER else "DG_B"
    game = played(Setup(embeddings="toy", role=role, agent=agent, seed=4), words, words["te"])
    seen = picture(game)
    assert all(turn["told"].endswith(".") for turn in seen["turns"])
    assert any(turn["change"] for turn in seen["turns"])
    for turn in seen["turns"]:
        assert not turn["change"] or re.search(r"\(\d+\u00a0→\u00a0\d+\u00a0%\)", turn["change"])
        assert not turn["change"] or turn["clue"]["word"].upper() in turn["change"]
    number = int(re.match(r"The turning point was turn (\d+), ", seen["ending"]["turning"])[1])
    assert 1 <= number <= seen["ending"]["turns"]


def test_a_change_of_mind_names_who_would_have_picked_the_same(match):
    thought = {
        "models": [
            {"name": name, "belief": 0.25, "picks": picks}
            for name, picks in (("ta", ["x"]), ("tb", []), ("tc", []), ("td", []))
        ]
    }
    card = of(match, GREY)
    thought["models"][0]["picks"] = [match.board.words[card]]
    match.pick(card)
    match.thoughts[0] = [thought]
    match.believed[0] = dict.fromkeys(("ta", "tb", "tc", "td"), 0.25)
    match.believed[1] = {"ta": 0.7, "tb": 0.1, "tc": 0.1, "td": 0.1}
    word, clue = match.board.words[card].upper(), match.history[0].clue.word.upper()
    rise = "(25\u00a0→\u00a070\u00a0%)"
    assert story.change_of_mind(match, 0) == f"You picked {word} for {clue}; of those I know, only Ada would {rise}."
    thought["models"][1]["picks"] = [match.board.words[card]]
    assert story.change_of_mind(match, 0) == (
        f"You picked {word} for {clue}; of those I know, only Ada and Ben would. Ada {rise} most of all."
    )
    thought["models"][2]["picks"] = [match.board.words[card]]
    assert story.change_of_mind(match, 0) == f"You picked {word} for {clue}: that is more like Ada {rise}."
    for model in thought["models"]:
        model["picks"] = []
    assert story.change_of_mind(match, 0) == (
        f"You picked {word} for {clue}; nobody I know would, but it is nearest to Ada {rise}."
    )
    match.believed[1] = match.believed[0]
    assert story.change_of_mind(match, 0) == ""


@pytest.mark.parametrize("name", ["ta", "SM_B"])
def test_an_agent_that_does_not_say_why_is_no_reason_to_fail(words, monkeypatch, name):
    match = Match(Setup(embeddings="toy", agent=name, seed=2), words)
    monkeypatch.setattr(match.agent, "explain", lambda: {"something": "else"})
    while not match.over:
        match.pick(next(card for card, seen in enumerate(match.revealed) if seen is None))
    assert picture(match)["turns"][-1]["told"]


# Stakes


def test_par_is_what_strangers_need_where_they_win_and_never_more_than_a_turn_a_card(words):
    board = words.deal(2)
    won = []
    for one in words.internal:
        for other in words.internal:
            if one is not other:
                record = play(board, agents.StaticSpymaster(one, legality="strict"), agents.StaticGuesser(other))
                won += [len(record.turns)] * record.won
    assert stakes.par(board, words) == min(sorted(won)[(len(won) - 1) // 2], 9)


def test_the_score_is_the_papers_and_stars_are_for_wins(match):
    match.pick(of(match, GREY))
    match.pick(of(match, BLUE))
    match.pick(of(match, BLACK))
    assert stakes.score(match.record) == 9 - 1 - 9 - 3 and stakes.stars(match.record, 9) == 0


@pytest.mark.parametrize(("above", "stars"), [(-1, 3), (0, 3), (1, 2), (2, 2), (3, 1)])
def test_stars_by_the_distance_to_par(words, above, stars):
    record = play(words.deal(1), agents.StaticSpymaster(words["ta"]), agents.StaticGuesser(words["ta"]))
    assert record.won and stakes.stars(record, len(record.turns) - above) == stars


@pytest.mark.parametrize(
    ("above", "says"),
    [(-2, "Two under par, which is {}."), (0, "Par, which is {}."), (1, "One over par, which is {}.")],
)
def test_a_game_against_par_in_words(words, above, says):
    record = play(words.deal(1), agents.StaticSpymaster(words["ta"]), agents.StaticGuesser(words["ta"]))
    par = len(record.turns) - above
    assert stakes.against_par(record, par) == says.format(par)


def test_a_guesser_that_stops_says_so(words):
    games = [
        played(Setup(embeddings="toy", role=SPYMASTER, agent=agent, seed=seed), words, words["te"])
        for seed in range(3)
        for agent in ("G_P", "DG_B")
    ]
    verdicts = [reveal["verdict"] for game in games for reveal in story.reveals(game)]
    stopped = [verdict for verdict in verdicts if verdict.endswith("is red! I stop here.")]
    assert stopped and len(stopped) < len(verdicts)


# Names


def test_every_embedding_of_every_set_has_a_name_for_people():
    from commonground.embeddings import catalogue

    for name, chosen in catalogue.load().sets.items():
        for key, entry in chosen.embeddings.items():
            shown = characters.of_model(key, chosen.embeddings)
            assert shown.name != key and shown.about and entry.title in shown.exactly, (name, key)


def test_a_model_of_no_known_name_keeps_its_own():
    assert characters.of_model("mine", {}) == characters.Character("mine", "mine", "", "mine")
