"""Random numbers depend on their address alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from commonground import seeds
from helpers.support import complaint

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


@pytest.mark.parametrize("seed", [-1, 1.5, True, "7", None])
def test_a_seed_is_a_whole_number(seed):
    with complaint("A seed must be a whole number of 0 or more, not "):
        seeds.generator(seed)
    for part in {seed} - {"7"}:
        with complaint("Part of a seed's address must be a whole number of 0 or more, not "):
            seeds.generator(0, "board", part)


def test_a_seed_or_its_address():
    assert seeds.address(7) == seeds.address(np.int64(7)) == seeds.address([7]) == (7, ())
    assert seeds.address((7, "games", 3)) == (7, ("games", 3))
    first, second = (seeds.address(np.random.default_rng(0)) for _ in range(2))
    assert first == second and seeds.address(np.random.default_rng(1)) != first, "a generator gives the seed"
    for odd in (1.5, None, "7", (), ("games", 3), True):
        with complaint("rng must be a seed, e.g. 7, the address of one"):
            seeds.address(odd)
