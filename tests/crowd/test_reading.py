"""What a person's word stands for: itself, parts, the other spelling, an inflection, two words together; or nothing."""

import numpy as np
import pytest

from commonground.crowd import reading
from commonground.embeddings import Embedding

KNOWN = {"zoo", "new", "york", "archaeology", "theatre", "costume", "life", "form", "places", "colour", "hag", "rid"}


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("zoo", ("zoo",)),
        (" ZOO ", ("zoo",)),
        ("new york", ("new", "york")),
        ("A-PLACES", ("places",)),
        ("archeology", ("archaeology",)),
        ("theater", ("theatre",)),
        ("color", ("colour",)),
        ("costumed", ("costume",)),
        ("lifeform", ("life", "form")),
        ("hagrid", ()),  # three letters make words by chance
        ("new jersey", ()),
        ("c", ()),
        ("007", ()),
        ("", ()),
        ("xylophone", ()),
    ],
)
def test_a_word_is_read(word, parts):
    assert reading.read(word, KNOWN) == parts


def test_a_phrase_has_the_mean_of_its_parts_at_their_mean_length():
    embedding = Embedding("e", np.array(["new", "york"]), np.array([[3.0, 0.0], [0.0, 1.0]], dtype=np.float32))
    one, both = reading.vectors([("york",), ("new", "york")], embedding)
    assert one.tolist() == [0.0, 1.0]
    assert np.isclose(np.linalg.norm(both), 2.0) and np.isclose(both[0] / both[1], 3.0)
