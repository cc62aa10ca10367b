# SPDX-FileCopyrightText: 2026 The Rooflight authors
# SPDX-License-Identifier: Apache-2.0

"""The schemas of docs/reference/schema, as published and as strict as the tests want them."""

import json
import pathlib
import sys

SKIPPED = 77

try:
    import jsonschema
    import referencing
except ImportError as problem:
    print(f"skipped: {sys.executable} cannot validate: {problem} (pip install jsonschema)")
    sys.exit(SKIPPED)

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "docs/reference/schema"
ENDING = ".schema.json"


def read_json(text):
    """The value of a text, in which no object may have a key twice and no number may be NaN or infinite."""

    def members(pairs):
        keys = [key for key, _ in pairs]
        twice = {key for key in keys if keys.count(key) > 1}
        if twice:
            raise ValueError(f"there is more than one key {', '.join(sorted(twice))}")
        return dict(pairs)

    def refuse(word):
        raise ValueError(f"{word} is not a JSON number")

    return json.loads(text, object_pairs_hook=members, parse_constant=refuse)


def read_schemas():
    return {path.name: read_json(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*" + ENDING))}


def resolve(documents, file, target):
    """The schema that "$ref" names in a file, and the file that it stands in."""
    name, _, pointer = target.partition("#")
    file = name or file
    node = documents[file]
    for step in pointer.split("/")[1:]:
        node = node[step]
    return node, file


def mixins(documents, file, node):
    """The schemas whose keys an object has besides its own."""
    targets = [node["$ref"]] if "$ref" in node else []
    targets += [part["$ref"] for part in node.get("allOf", []) if "$ref" in part]
    return [resolve(documents, file, target) for target in targets]


def keys_of(documents, file, node):
    keys = list(node.get("properties", {}))
    for part, place in mixins(documents, file, node):
        if part.get("type") == "object":
            raise ValueError(f"{file}: an object takes its keys from another object in {place}")
        keys += keys_of(documents, place, part)
    return keys


def strict(documents, known_names):
    """Copies in which an object with a key that its schema lacks is wrong; with `known_names`, a name that this version
    lacks is wrong, too."""

    def copy(file, node):
        if isinstance(node, list):
            return [copy(file, element) for element in node]
        if not isinstance(node, dict):
            return node
        result = {key: copy(file, value) for key, value in node.items()}
        keys = keys_of(documents, file, node) if node.get("type") == "object" else []
        if keys:
            result["properties"] = dict.fromkeys(keys, True) | result.get("properties", {})
            result["additionalProperties"] = False
        if known_names and node.get("type") == "string" and "examples" in node:
            result["enum"] = [*node["examples"], ""]  # the other keys of a roof are empty
        return result

    return {file: copy(file, document) for file, document in documents.items()}


class Schemas:
    """Validates against all schemas of the folder."""

    def __init__(self, documents):
        draft = referencing.jsonschema.DRAFT202012
        self._documents = documents
        # "$schema" would put the usual validator in the place of ours.
        self._registry = referencing.Registry().with_resources(
            (name, draft.create_resource({key: document[key] for key in document if key != "$schema"}))
            for name, document in documents.items()
        )
        types = jsonschema.Draft202012Validator.TYPE_CHECKER.redefine(
            "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
        )
        self._validator = jsonschema.validators.extend(jsonschema.Draft202012Validator, type_checker=types)

    def _under(self, name):
        return self._validator({"$ref": name + ENDING}, registry=self._registry)

    def is_valid(self, name, value):
        return self._under(name).is_valid(value)

    def problem(self, name, value):
        """What is wrong first of all with a value under NAME.schema.json; None when it is valid."""
        error = jsonschema.exceptions.best_match(self._under(name).iter_errors(value))
        return error and f"{error.json_path}: {error.message[:300]}"

    def check_themselves(self):
        for document in self._documents.values():
            self._validator.check_schema(document)
