#!/usr/bin/env python3
"""table_schema.py ROOT: the JSON Schema of tables accepts what the reader accepts and rejects what the reader rejects.

Accepted: every file in tables/ and the good ones of table_cases.json. Rejected: the bad ones. The test
TableFile.ReaderAgreesWithTheSchemaOnTheCases asks the reader the same.
"""
import json
import sys
from pathlib import Path

import jsonschema


def main(root):
    schema = json.loads((root / "docs/formats/table.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    cases = json.loads((root / "tests/formats/table_cases.json").read_text())
    tables = {path.name: json.loads(path.read_text()) for path in sorted((root / "tables").glob("*.json"))}
    complaints = []
    for name, table in {**tables, **cases["good"]}.items():
        for error in validator.iter_errors(table):
            complaints.append(f"{name}: rejected: {'.'.join(map(str, error.absolute_path))}: {error.message}")
    complaints += [f"{name}: accepted" for name, table in cases["bad"].items() if validator.is_valid(table)]
    print("\n".join(complaints) or f"{len(tables)} tables and {len(cases['good']) + len(cases['bad'])} cases are as they should be.")
    return 1 if complaints or not tables else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
