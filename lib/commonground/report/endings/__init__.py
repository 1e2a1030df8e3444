"""How notebooks end: a few sentences that answer the question they opened with, and read well whichever way it came out."""
