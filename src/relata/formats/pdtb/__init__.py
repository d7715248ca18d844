"""The column ("pipe") files of the PDTB family: one relation a line, its fields split by "|"."""
