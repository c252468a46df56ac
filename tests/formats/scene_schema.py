#!/usr/bin/env python3
"""scene_schema.py ROOT: the JSON Schema of scenes accepts what the reader accepts and rejects what the reader rejects.

Accepted: every scene in scenes/ and the good ones of scene_cases.json. Rejected: the bad ones. The test
SceneSchema.TheReaderAgreesWithTheSchemaOnTheCases asks the reader the same.
"""
import json
import sys
from pathlib import Path

import jsonschema


def main(root):
    schema = json.loads((root / "docs/formats/scene.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    cases = json.loads((root / "tests/formats/scene_cases.json").read_text())
    scenes = {str(path.relative_to(root)): json.loads(path.read_text()) for path in sorted((root / "scenes").rglob("*.json"))}
    complaints = []
    for name, scene in {**scenes, **cases["good"]}.items():
        for error in validator.iter_errors(scene):
            complaints.append(f"{name}: rejected: {'.'.join(map(str, error.absolute_path))}: {error.message}")
    for name, scene in cases["bad"].items():
        if validator.is_valid(scene):
            complaints.append(f"{name}: accepted")
    print("\n".join(complaints) or f"{len(scenes)} scenes and {len(cases['good']) + len(cases['bad'])} cases are as they should be.")
    return 1 if complaints or not scenes else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
