"""Billiards: tables and their equipment, strokes and what becomes of them, games and their rules, the computer player.

SI units throughout. docs/use/billiards.md and docs/use/billiards-rules.md tell what the models and the rules are.
"""
from carom._carom import Refused
from carom._carom.billiards import *  # noqa: F403
from carom.environment import Environment

__all__ = [name for name in dir() if not name.startswith("_")]
