"""Prints the products of a feed as JSON, if each line fits a schema.

    feed.py SCHEMA FILE
"""

import json
import sys

import jsonschema


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    if "uri" not in kind.FORMAT_CHECKER.checkers:
        raise SystemExit("web addresses are not checked")
    validator = kind(schema, format_checker=kind.FORMAT_CHECKER)
    with open(sys.argv[2], encoding="utf-8", newline="") as file:
        lines = file.read().removesuffix("\n").split("\n")
    products = [json.loads(line) for line in lines]
    for number, product in enumerate(products, 1):
        for error in validator.iter_errors(product):
            raise SystemExit(f"line {number}: {error.json_path}: {error.message[:300]}")
    json.dump(products, sys.stdout)


main()
