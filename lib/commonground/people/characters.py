"""Who the agents are to people: a name and a few words for each embedding and each agent; what it is exactly, for who asks."""

from dataclasses import dataclass

from commonground.embeddings import catalogue
from commonground.game.players import Role
from commonground.people.setup import GUESSER, SPYMASTER

_KNOWN = {  # by the embedding's id: a name, and whose words they are
    "w2v": ("The Newsreader", "words as in the news"),
    "dict": ("The Lexicographer", "words as in a dictionary"),
    "d2v": ("The Lexicographer", "words as in a dictionary"),
    "retro": ("The Mapmaker", "words by what belongs to what"),
    "cn": ("The Philosopher", "words by common sense"),
    "mlm": ("The Chatterbox", "words as in talk on the web"),
    "elmo": ("The Storyteller", "words as in whole sentences"),
    "g1": ("The Scholar", "words as in an encyclopedia"),
    "g3": ("The Scholar", "words as in an encyclopedia"),
    "g50": ("The Student", "words as in an encyclopedia, in short"),
    "ftxt": ("The Teacher", "words as they are explained"),
    "wg": ("The Editor", "words as in the news and an encyclopedia"),
    "people": ("The Crowd", "words as most people take them"),
    "blend": ("The All-Rounder", "a bit of everyone"),
}
_MADE_UP = {  # the toy set's
    f"t{letter}": (name, "made-up meanings")
    for letter, name in zip("abcdefgh", ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal"), strict=True)
}
MATE = "Pip"  # the team-mate that learns
_AGENTS = {  # by the agent's role, those that learn
    SPYMASTER: {
        "SM_P": ("Learns you, speaks for people", "a Bayesian spymaster made for people"),
        "SM_N": ("Learns you, and how sharp your ear is", "a Bayesian spymaster that learns the noise"),
        "SM_B": ("Learns you, as in the paper", "the paper's Bayesian spymaster"),
    },
    GUESSER: {
        "G_P": ("Learns you, listens to people", "a Bayesian guesser made for people"),
        "G_J": ("Learns you, weighs everything at once", "a Bayesian guesser with one posterior"),
        "DG_B": ("Learns you, follows the clue", "the paper's Bayesian guesser DG_B"),
        "MG_B": ("Learns you, weighs clue and beliefs", "the paper's Bayesian guesser MG_B"),
        "BG_B": ("Learns you, follows its beliefs", "the paper's Bayesian guesser BG_B"),
    },
}


@dataclass(frozen=True)
class Character:
    """A team-mate as a page shows it."""

    id: str
    name: str
    about: str  # in plain words
    exactly: str  # for who wants to know
    called: str = ""  # what it goes by at the table


def of_model(model: str, entries: dict[str, catalogue.Entry]) -> Character:
    """Who a model is; a model that is none of the set's embeddings goes by its own name."""
    key = model.split("/")[0]
    name, about = (_KNOWN | _MADE_UP).get(key, (model, ""))
    title = entries[key].title if key in entries else ""
    return Character(model, name, about or title, f"{model}: {title}" if title else model)


def of_agent(name: str, role: Role, entries: dict[str, catalogue.Entry]) -> Character:
    """Who an agent is: one that learns, or one that always takes words as one model does."""
    if name in _AGENTS[role]:
        title, exactly = _AGENTS[role][name]
        return Character(name, title, "", f"{name}: {exactly}", MATE)
    always = of_model(name, entries)
    return Character(name, f"{always.name} (never learns)", always.about, always.exactly, always.name)
