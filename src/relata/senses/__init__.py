"""Sense inventories (PDTB-2, PDTB-3, CoNLL-2016, TED-CDB) and the mappings between them."""

from relata.senses.inventories import (
    ENTREL,
    NAMES,
    Inventory,
    closest_inventory,
    inventory,
    normalise,
    truncate,
)
from relata.senses.mappings import Mapping, map_senses, mapping

__all__ = [
    "ENTREL",
    "NAMES",
    "Inventory",
    "Mapping",
    "closest_inventory",
    "inventory",
    "map_senses",
    "mapping",
    "normalise",
    "truncate",
]
