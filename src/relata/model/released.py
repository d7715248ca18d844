"""Digests of the manifests of released models; `python .ci/pin_models.py` writes this module."""

RELEASED = {
    "ed2ebbe51653d98ed9c675eb1109209b303a32333981167377e27dd72daff09d": "en, version 1",
    "829b047c140d7521c24defa702d3a8aac75d5aade580129e5440496ec875a9f0": "zh, version 1",
    "a6e6962257303071556528a2c4d97bbf504bd5daaa6f114dc1b2ee0a954e0a6a": "en, version 1",
    "beadd4ac4b4a8db60dfae7e6b573234c7e392b4e86269dc47bac667a6d3bc23d": "zh, version 1",
    "80c2bc4c90a6648ee7c2824630841de79147c9935303957a6b54b347d47190b9": "en, version 1",
    "ab665067332c4c3e880d8a1a2e33763477a931674d246265b9cdf5152d37ac35": "zh, version 1",
}
