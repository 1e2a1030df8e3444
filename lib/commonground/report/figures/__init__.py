"""Pictures of results, all in one style."""
