"""What people guess: two public recordings of it, models of people as listeners, and what can be learned about one person.

The recordings are fetched and never handed on: nothing here writes a person's guesses or an id into any file.
"""
