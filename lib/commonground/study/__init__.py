"""Experiments: who plays whom, playing them in parallel, and the files that come of it."""
