"""Training: everything that needs torch. Never imported at run time."""
