"""What a static spymaster says in each of many worlds, by a trie of the clues' card orders."""

import numpy as np
from numba import njit

from commonground.kernels.cards import NOT_VIABLE


@njit(cache=True)
def ranked(orders: np.ndarray, depth: int) -> np.ndarray:
    """The clues sorted by their first `depth` cards, so that clues with the same first cards stand together."""
    keys = np.zeros(len(orders), np.int64)
    for clue in range(len(orders)):
        for place in range(depth):
            keys[clue] = keys[clue] << 5 | orders[clue, place]
    return np.argsort(keys, kind="mergesort")


@njit(cache=True)
def build_trie(
    orders: np.ndarray, ranking: np.ndarray, depth: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The trie of the clues' orders, level by level; `ranking` sorts the clues by their orders.

    A node is a stretch of `ranking` whose clues share their first cards. Returns each node's last card, where its
    stretch starts, where its children start (one node more ends the last), and where each level starts.
    """
    clues = len(ranking)
    card = np.empty(clues * depth + 1, np.uint8)
    start = np.empty(clues * depth + 2, np.int32)
    child = np.zeros(clues * depth + 2, np.int32)
    level = np.zeros(depth + 2, np.int32)
    shared = np.zeros(clues, np.int32)  # how many first cards each clue shares with the one before it
    for i in range(1, clues):
        while shared[i] < depth and orders[ranking[i], shared[i]] == orders[ranking[i - 1], shared[i]]:
            shared[i] += 1
    nodes = 0
    for d in range(depth):
        level[d] = nodes
        parent = level[d - 1] - 1 if d else -1
        for i in range(clues):
            if d and (i == 0 or shared[i] < d):
                parent += 1
                child[parent] = nodes
            if i == 0 or shared[i] <= d:
                card[nodes] = orders[ranking[i], d]
                start[nodes] = i
                nodes += 1
    level[depth] = nodes
    return card[:nodes], start[:nodes], child[:nodes], level


@njit(cache=True)
def clues_said(
    worlds: np.ndarray,
    unrevealed: int,
    ranking: np.ndarray,
    sums: np.ndarray,
    near: np.ndarray,
    card: np.ndarray,
    start: np.ndarray,
    child: np.ndarray,
    level: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """A static spymaster's clue in each world (−1: nothing viable) and its number: walk only the paths that are all red.

    The deepest nodes reached hold the longest runs. A clue there may be no candidate (near no red card): only if none
    is one, look at the level above.
    """
    depth = len(level) - 2
    result = np.full(len(worlds), NOT_VIABLE, np.int64)
    numbers = np.ones(len(worlds), np.int64)  # a clue at random is for one card
    reached = np.empty(len(card), np.int32)
    begin = np.zeros(depth + 2, np.int32)
    for world in range(len(worlds)):
        red = worlds[world] & unrevealed
        count = 0
        for node in range(level[0], level[1]):
            if red >> card[node] & 1:
                reached[count] = node
                count += 1
        begin[0], begin[1] = 0, count
        deepest = 0
        while deepest + 1 < depth and begin[deepest + 1] > begin[deepest]:
            for i in range(begin[deepest], begin[deepest + 1]):
                node = reached[i]
                last = child[node + 1] if node + 1 < level[deepest + 1] else level[deepest + 2]
                for below in range(child[node], last):
                    if red >> card[below] & 1:
                        reached[count] = below
                        count += 1
            deepest += 1
            begin[deepest + 1] = count
        while deepest >= 0 and result[world] == NOT_VIABLE:
            closest = np.inf
            for i in range(begin[deepest], begin[deepest + 1]):
                node = reached[i]
                last = start[node + 1] if node + 1 < level[deepest + 1] else len(ranking)
                for place in range(start[node], last):
                    clue = ranking[place]
                    distance = sums[clue, deepest]
                    if near[clue] & red and (distance < closest or (distance == closest and clue < result[world])):
                        result[world], closest, numbers[world] = clue, distance, deepest + 1
            deepest -= 1
    return result, numbers
