#!/usr/bin/env python3
"""schema.py ROOT FORMAT [GLOB…]: the JSON Schema of a format accepts what the reader accepts and rejects what the reader rejects.

Accepted: every file of ROOT that matches a GLOB, and the good ones of FORMAT_cases.json. Rejected: the bad ones. Another test asks the
reader the same cases: tests/io/ has one for each format, tests/cli/query_test.py the one for queries.
"""
import json
import sys
from pathlib import Path

import jsonschema


def main(root, name, *patterns):
    schema = json.loads((root / f"docs/formats/{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    cases = json.loads((root / f"tests/formats/{name.replace('-', '_')}_cases.json").read_text())
    files = {str(path.relative_to(root)): json.loads(path.read_text()) for pattern in patterns for path in sorted(root.glob(pattern))}
    complaints = [f"{case}: rejected: {'.'.join(map(str, error.absolute_path))}: {error.message}"
                  for case, document in {**files, **cases["good"]}.items() for error in validator.iter_errors(document)]
    complaints += [f"{case}: accepted" for case, document in cases["bad"].items() if validator.is_valid(document)]
    print("\n".join(complaints) or f"{len(files)} files and {len(cases['good']) + len(cases['bad'])} cases are as they should be.")
    return 1 if complaints or (patterns and not files) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
