project = "Tidepools"
exclude_patterns = ["parts"]
