"""The one kind of error that speaks to a person."""


class CommonGroundError(Exception):
    """Bad input or a missing thing, said in one sentence: what is wrong, where, and what to do."""
