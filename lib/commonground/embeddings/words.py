"""The clue vocabulary."""

from commonground.errors import CommonGroundError
from commonground.game.words import board_words, is_plain

SHORTEST_CLUE = 3


def clue_vocabulary(top: int) -> list[str]:
    """The `top` most frequent English words that can be clues, and the board words, in alphabetical order.

    A clue is alphabetic (a to z) and has three letters or more; frequencies are wordfreq's.
    """
    import wordfreq  # slow, and only what makes vectors asks for it

    frequent = (word for word in wordfreq.iter_wordlist("en", wordlist="best") if can_be_clue(word))
    chosen = [word for word, _ in zip(frequent, range(top), strict=False)]
    if len(chosen) < top:
        raise CommonGroundError(
            f"wordfreq knows {len(chosen):,} words that can be clues, fewer than the {top:,} asked for."
        )
    return sorted({*chosen, *board_words()})


def can_be_clue(word: str) -> bool:
    """Whether a word is plain and long enough to be a clue."""
    return len(word) >= SHORTEST_CLUE and is_plain(word)
