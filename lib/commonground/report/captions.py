"""What stands under a table: what it shows, how its numbers were come by, whose agents and embeddings they are of."""

from commonground.report.compare import SCORE, WON
from commonground.report.lineup import BEST_MODEL, BEST_SINGLE, OURS, RIVALS, SEATS, made_by
from commonground.report.tables import Layout, Table


def caption(table: Table) -> str:
    """What a table shows, and how its numbers were come by."""
    seat, partner = SEATS[table.layout.name]
    of = {WON: "Win rates", SCORE: f"Scores ({SCORED})"}[table.measure]
    interval = {WON: "Wilson's in a cell; in an average, a bootstrap over boards", SCORE: "a bootstrap over boards"}
    return (
        f"{of} of {seat}s with static {partner}s, {_games(table)}."
        f" Under each its 95 % interval: {interval[table.measure]}. {BOLD}"
        f" {BEST_MODEL} is an oracle: for each partner, the best of the internal static agents (named under the interval)."
        f" {BOTH}{_notes(table)}"
    )


def averages_caption(table: Table) -> str:
    """What the averages by both measures show; the table may be of either."""
    seat, partner = SEATS[table.layout.name]
    return (
        f"Averages of {seat}s over static {partner}s: the share of games won and the score ({SCORED}), {_games(table)}."
        f" Under each its 95 % interval, a bootstrap over boards. {BOLD}"
        f" {BEST_MODEL} is an oracle: for each partner, the best of the internal static agents."
        f" {BOTH}{_notes(table)}"
    )


SCORED = "9 red cards − blue ones guessed − 9 for the assassin − turns"
BOLD = "Bold: best of its column in its environment, by paired tests on the same boards against every other row after Holm's correction."


BOTH = (
    f"{BEST_SINGLE} is the one internal static agent with the best average over all partners in that environment."
    " Both are chosen on the games they are scored on, by the measure they are shown for, which flatters them; agents"
    " that tie share the place, and where both are the same agent they count as one row."
)


def _games(table: Table) -> str:
    return f"{table.games:,} games a pairing on the same boards, {table.layout.set_name} set"


def _notes(table: Table) -> str:
    """Who made the rows that the paper does not have, and whose vectors they were."""
    ours = [row for row in table.names if row in OURS[table.layout.name]]
    others = [f"{row}: {made_by(row)}" for row in table.names if row in RIVALS[table.layout.name]]
    notes = [
        f" Rows marked (others') are agents of others: {'; '.join(others)}." if others else "",
        " Rows marked (ours) are no agents of the paper's: notebooks 60 to 62." if ours else "",
        _other_vectors(table.layout),
    ]
    return "".join(notes)


def _other_vectors(layout: Layout) -> str:
    """A warning where vectors were not those whose digests the catalogue has."""
    if not layout.other_vectors:
        return ""
    return f" Played with other vectors than the catalogue's: {', '.join(layout.other_vectors)}."


def embeddings(layout: Layout) -> str:
    """Which columns are the paper's embeddings, and which are others in their place."""
    same = [name for name in layout.partners if same_embedding(layout, name)]
    others = [name for name in layout.partners if name not in same]
    if not others:
        return "All embeddings are the paper's own."
    listed = "; ".join(_stand_in(layout, name) for name in others)
    first = f"The paper's own embeddings: {', '.join(same)}." if same else "No column has the paper's own embedding."
    return (
        f"{first} Other embeddings in the paper's places: {listed}. In those columns, and in every average that holds"
        " one, a difference from the paper is first of all a difference of embeddings."
    )


def same_embedding(layout: Layout, name: str) -> bool:
    """Whether an embedding is the one of the paper's column: called so, and not made here by a recipe."""
    entry = layout.entries[name]
    return entry.stands_for == name and not entry.recipe


def _stand_in(layout: Layout, name: str) -> str:
    entry = layout.entries[name]
    published = {other.stands_for for other in layout.entries.values()}
    known = f", the paper's own {name}" if name in published and name != entry.stands_for else ""
    return f"{name} ({entry.title}{known}) for {entry.stands_for or 'none of them'}"
