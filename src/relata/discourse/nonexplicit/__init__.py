"""Relations without connective: sites, arguments and senses."""
