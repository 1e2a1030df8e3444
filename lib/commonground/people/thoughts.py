"""What an agent was thinking when it moved, in plain numbers and words that a page can show; nothing, if it doesn't say."""

import math
from typing import Any


def clue_thought(why: dict[str, Any]) -> dict[str, Any]:
    """A spymaster's reasons: what it expected of each model, and the clues it liked next."""
    if not {"guesses", "by_model", "beliefs"} <= set(why):
        return {}
    models = [
        {
            "name": name,
            "belief": belief,
            "utility": _finite(why["by_model"][name]),
            "picks": list(why["guesses"][name]),
        }
        for name, belief in why["beliefs"].items()
    ]
    others = [[str(clue), _finite(value)] for clue, value in why.get("runners_up", ())]
    expected = _finite(why.get("expected_utility", math.nan))
    return {"clue": str(why.get("clue", "")), "utility": expected, "models": models, "others": others}


def guess_thought(why: dict[str, Any], picked: str | None) -> dict[str, Any]:
    """A guesser's reasons: each card's chance of being red before and after boosting, likeliest first."""
    before = why.get("before_boosting", {})
    after = why.get("after_boosting", before)
    cards = [{"word": word, "before": before[word]["red"], "after": after[word]["red"]} for word in before]
    return {"picked": picked, "cards": sorted(cards, key=lambda card: (-card["after"], -card["before"]))}


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
