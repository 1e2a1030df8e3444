"""One game as a story: it is the game that `play` plays, with the reasons of each clue beside it."""

import pytest

from commonground import agents
from commonground.embeddings import load_set
from commonground.game import play
from commonground.report.figures import draw, story


@pytest.fixture(scope="module")
def told():
    words = load_set("toy")
    return story.tell(
        words.deal(2), agents.BayesianSpymaster.over(words.internal), agents.StaticGuesser(words["tb"]), 2
    )


def test_the_story_is_the_game(told):
    words = load_set("toy")
    spymaster = agents.BayesianSpymaster.over(words.internal)
    record = play(words.deal(2), spymaster, agents.StaticGuesser(words["tb"]), rng=2)
    assert told.record == record and told.beliefs[-1] == spymaster.beliefs()
    assert [turn.spymaster_beliefs for turn in record.turns] == list(told.beliefs[:-1])
    assert [reasons["clue"] for reasons in told.reasons] == [turn.heard for turn in record.turns]


def test_a_sentence_names_the_clue_the_cards_and_the_leader(told):
    turn = told.record.turns[0]
    said = story.sentence(told, 0)
    assert str(turn.heard) in said
    assert all(told.record.board.words[card] in said for card in turn.guesses)
    assert max(told.beliefs[1], key=told.beliefs[1].get) in said


def test_the_picture_has_a_row_a_turn_and_shows_every_card_and_belief(told, tmp_path):
    draw.use_style()
    figure = story.draw(told)
    rows = len(told.record.turns)
    assert len(figure.axes) == 3 * rows
    for number in range(rows):
        cards, worth, beliefs = figure.axes[3 * number : 3 * number + 3]
        written = {text.get_text() for text in cards.texts}
        assert set(told.record.board.words) <= written
        assert {str(place + 1) for place in range(len(told.record.turns[number].guesses))} <= written
        assert [bar.get_width() for bar in beliefs.patches] == list(told.beliefs[number + 1].values())
        assert [bar.get_width() for bar in worth.patches] == list(told.reasons[number]["by_model"].values())
    assert len(story.draw(told, 1, 2).axes) == 3
    draw.save(figure, tmp_path, "story")
    first = (tmp_path / "story.svg").read_bytes()
    draw.save(story.draw(told), tmp_path, "story")
    assert (tmp_path / "story.svg").read_bytes() == first, "the same bytes for the same game"
