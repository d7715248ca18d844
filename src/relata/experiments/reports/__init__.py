"""Reports of runs: tables and pictures that a paper can use."""
