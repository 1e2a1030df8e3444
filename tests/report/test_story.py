"""One game as a story: what its sentences say and what its picture shows."""

import pytest

from commonground import agents
from commonground.embeddings import load_set
from commonground.report import numbers
from commonground.report.figures import story, style
from commonground.study.story import tell


@pytest.fixture(scope="module")
def told():
    words = load_set("toy")
    return tell(words.deal(2), agents.BayesianSpymaster.over(words.internal), agents.StaticGuesser(words["tb"]), 2)


def test_a_sentence_names_the_clue_the_cards_and_the_leader(told):
    turn = told.record.turns[0]
    said = story.sentence(told, 0)
    assert str(turn.heard) in said
    assert all(told.record.board.words[card] in said for card in turn.guesses)
    leader = max(told.beliefs[1], key=told.beliefs[1].get)
    assert said.endswith(f"Most believed now: {leader} ({numbers.rate(told.beliefs[1][leader], 2)}).")
    assert f"expecting {numbers.change(told.reasons[0]['expected_utility'])} " in said


@pytest.mark.slow(3)
def test_the_picture_has_a_row_a_turn_and_shows_every_card_and_belief(told, tmp_path):
    style.use_style()
    figure = story.draw(told)
    rows = len(told.record.turns)
    assert len(figure.axes) == 3 * rows
    for number in range(rows):
        cards, worth, beliefs = figure.axes[3 * number : 3 * number + 3]
        written = {text.get_text() for text in cards.texts}
        assert set(told.record.board.words) <= written
        assert {str(place + 1) for place in range(len(told.record.turns[number].guesses))} <= written
        assert [bar.get_width() for bar in beliefs.patches] == list(told.beliefs[number + 1].values())
        (before,) = beliefs.lines
        assert list(before.get_xdata()) == list(told.beliefs[number].values())
        assert [label.get_text() for label in beliefs.get_yticklabels()] == list(told.beliefs[0])
        assert [bar.get_width() for bar in worth.patches] == list(told.reasons[number]["by_model"].values())
    cards, worth, beliefs = story.draw(told, 1, 2).axes
    assert cards.get_title("left") == f"2. “{told.record.turns[1].heard}”"
    style.save(figure, tmp_path, "story")
    first = (tmp_path / "story.svg").read_bytes()
    style.save(story.draw(told), tmp_path, "story")
    assert (tmp_path / "story.svg").read_bytes() == first, "the same bytes for the same game"
