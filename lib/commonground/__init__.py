"""How AI team-mates learn each other's language: Bayesian agents for the game of Codenames."""
