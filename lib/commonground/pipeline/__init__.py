"""What runs the study: its steps, notebooks and what becomes of them, the scratch copy, how long everything took."""
