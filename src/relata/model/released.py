"""Digests of the manifests of released models; `python .ci/pin_models.py` writes this module."""

RELEASED = {
    "ed2ebbe51653d98ed9c675eb1109209b303a32333981167377e27dd72daff09d": "en, version 1",
    "829b047c140d7521c24defa702d3a8aac75d5aade580129e5440496ec875a9f0": "zh, version 1",
}
