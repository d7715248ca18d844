"""The network: encoder, heads and losses in torch."""
