"""The layers of an analysis, and components that add them."""
