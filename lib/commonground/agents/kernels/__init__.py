"""The hot loops: pure functions of arrays, compiled. Each has a literal twin in tests/reference.

Conventions. Cards are numbered from 0 on and a set of cards is a bit mask. `squared` holds squared distances,
(clue, card) or (model, clue, card). The nearest card is the one with the smallest (distance, card number). A *run* is
how many cards, from the nearest unrevealed on, are red: a static guesser reveals exactly those, then a card that is not.
Clues stand in alphabetical order, so the earlier of two equal clues is the alphabetically smaller one. Arrays that go
together are handed on together, as a named tuple.
"""
