"""The committed games, told turn by turn, come out the same."""

from commonground.embeddings import load_set
from helpers import playthroughs


def test_the_told_games_are_the_committed_ones():
    told = playthroughs.games(load_set("toy"))
    committed = {path.stem: path.read_text(encoding="utf-8") for path in sorted(playthroughs.FOLDER.glob("*.txt"))}
    assert committed == told
