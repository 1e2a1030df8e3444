"""Random numbers depend on their address alone."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from commonground import seeds

ADDRESS = st.lists(st.integers(0, 1000) | st.sampled_from(["board", "voronoi", "spymaster", "guesser"]), max_size=4)


def numbers(root: int, address: list[int | str]) -> list[int]:
    return seeds.generator(root, *address).integers(2**63, size=4).tolist()


@given(st.integers(0, 5), ADDRESS, st.integers(0, 5), ADDRESS)
def test_the_same_address_gives_the_same_numbers_and_another_gives_others(root, address, other_root, other_address):
    same = (root, address) == (other_root, other_address)
    assert numbers(root, address) == numbers(root, address)
    assert (numbers(root, address) == numbers(other_root, other_address)) == same


def test_the_numbers_of_an_address_stay_what_they_are():
    """Results on disk were made with them: whoever changes them changes every result."""
    assert seeds.generator(0, "board", 7).bit_generator.random_raw(2).tolist() == [
        6063825128837430468,
        396957924587685968,
    ]


def test_a_number_of_numpys_is_as_good_as_a_plain_one():
    assert numbers(3, ["board", np.int64(7)]) == numbers(3, ["board", 7])
