"""The classical pipeline: linear models on parse trees (after Lin et al., Kong et al., Wang and Lan)."""
