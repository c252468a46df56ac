#!/usr/bin/env python3
"""query_schema.py ROOT: the JSON Schema of a line of `carom query` accepts the good cases of query_cases.json and rejects the bad ones.

tests/cli/query_test.py asks the program the same.
"""
import json
import sys
from pathlib import Path

import jsonschema


def main(root):
    schema = json.loads((root / "docs/formats/query.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    cases = json.loads((root / "tests/formats/query_cases.json").read_text())
    complaints = [f"{name}: rejected: {'.'.join(map(str, error.absolute_path))}: {error.message}"
                  for name, line in cases["good"].items() for error in validator.iter_errors(line)]
    complaints += [f"{name}: accepted" for name, line in cases["bad"].items() if validator.is_valid(line)]
    print("\n".join(complaints) or f"{len(cases['good']) + len(cases['bad'])} cases are as they should be.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
