"""Discourse relations: connectives, explicit arguments and senses, non-explicit relations."""
