"""The table of docs/theory/event-engine.md is what carom_count_bench prints: its head and the rows up to 1,000 balls.

Called as: counting_table.py PROGRAM SOURCE_DIR"""
import subprocess
import sys
from pathlib import Path

program, source = sys.argv[1:]
page = (Path(source) / "docs/theory/event-engine.md").read_text().splitlines()
printed = subprocess.run([program, "--balls", "10,100,1000"], capture_output=True, text=True, check=True).stdout.splitlines()
missing = [line for line in printed if line not in page]
for line in missing:
    print(f"docs/theory/event-engine.md: expected the line that carom_count_bench prints:\n{line}")
sys.exit(1 if missing or len(printed) != 5 else 0)
