"""Words that one says to a person: no words that only hold sentences together, and none that few people know."""

from functools import lru_cache

import numpy as np

from commonground.embeddings.embedding import Embedding

COMMON = 3.2  # the least frequency of a word that is said, as the logarithm of its occurrences in a billion words
FUNCTION_WORDS = frozenset(
    """
    the and for that this these those with from but not nor yet than then there their theirs them they though although
    she her hers him his himself herself itself its themselves our ours ourselves you your yours yourself yourselves myself
    who whom whose which what when where why how whether while whereas until unless because since about above across after
    against along among amongst around before behind below beneath beside besides between beyond despite down during
    except inside into like near off onto out outside over past per through throughout toward towards under underneath up
    upon via within without are was were been being have has had having does did doing done can could may might must shall
    should will would ought cannot dont doesnt didnt isnt arent wasnt werent wont wouldnt couldnt shouldnt cant aint
    havent hasnt hadnt ive youre youve hes shes theyre weve well lets thats whats theres heres all any anybody anyone
    anything anyway anywhere each either enough every everybody everyone everything everywhere few fewer less many more most
    much neither nobody none nothing nowhere one ones other others another own same several some somebody someone something
    sometimes somewhere such both half also again ago already always almost altogether apart aside away back else even ever
    further furthermore hence here hereby herein however indeed instead just later least likewise maybe meanwhile moreover
    namely nearly never nevertheless nonetheless now often once only otherwise perhaps please quite rather really regarding
    respectively seldom sort soon still therefore thereby therein thereof thus together too twice usually very whatever
    whenever wherever whichever whoever whomever whose yes according actually basically certainly clearly especially
    etc etcetera eventually exactly finally generally gonna gotta kinda wanna got get gets getting goes going gone went come
    comes coming came make makes made making let lot lots put thing things stuff kind way ways use used using
    """.split()
)


def is_sayable(word: str) -> bool:
    """Whether a word can be a clue among people: it means something, and is well known."""
    import wordfreq  # slow, and only agents for people ask for it

    return word not in FUNCTION_WORDS and wordfreq.zipf_frequency(word, "en") >= COMMON


@lru_cache(maxsize=8)
def sayable(embedding: Embedding) -> np.ndarray:
    """Which words of an embedding can be said to a person, (word,)."""
    return np.array([is_sayable(word) for word in embedding.words.tolist()])
