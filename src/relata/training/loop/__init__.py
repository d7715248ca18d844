"""The training loop: sessions, epochs, checkpoints and resuming."""
