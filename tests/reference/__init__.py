"""The paper's algorithms, slow and literal, under the readings of notebook 01.

The paper is silent in places and contradicts itself in others, so these are *our readings* of its algorithms, not the only
ones: where the printed lines say something else, an argument follows them (`inference="printed"`, `filter="printed"`).
"""
