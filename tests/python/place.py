"""Where the tests are, and the program that was built beside the package (the variable CAROM_PROGRAM)."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CAROM_PROGRAM")
