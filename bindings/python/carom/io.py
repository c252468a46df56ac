"""Scenes and runs: what the program carom reads and writes, with the same bits. docs/formats/ tells what the files are."""
from carom._carom import InputError
from carom._carom.io import *  # noqa: F403
from carom.run import Run

__all__ = [name for name in dir() if not name.startswith("_")]
