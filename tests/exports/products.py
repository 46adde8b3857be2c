"""Prints the products of a schema.org document as JSON, as a page, a JSON-LD processor and models of the
vocabulary have them.

    products.py FILE
"""

import enum
import html.parser
import json
import sys

import schema_org
from pyld import jsonld

VOCABULARY = "http://schema.org/"
# The parts of schema.org's context that concern products: which properties hold addresses.
CONTEXT = {
    "@vocab": VOCABULARY,
    **{name: {"@type": "@id"} for name in ("availability", "image", "itemCondition", "url")},
}


class Scripts(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.texts, self.is_inside = [], False

    def handle_starttag(self, tag, attrs):
        self.is_inside = tag == "script"
        if self.is_inside:
            self.texts.append("")

    def handle_endtag(self, tag):
        self.is_inside = False

    def handle_data(self, data):
        if self.is_inside:
            self.texts[-1] += data


def script_of_page(text):
    parser = Scripts()
    parser.feed(f'<script type="application/ld+json">{text}</script><p>after</p>')
    parser.close()
    if len(parser.texts) != 1:
        raise SystemExit(f"the page has {len(parser.texts)} scripts")
    return parser.texts[0]


def loader(address, options):
    if address.rstrip("/") != "https://schema.org":
        raise SystemExit(f"unexpected context {address}")
    return {"contextUrl": None, "documentUrl": address, "document": {"@context": CONTEXT}}


def member(value, ranges):
    """The value, or the member of an enumeration that it names."""
    for name in ranges:
        known = getattr(schema_org, name, None)
        if isinstance(known, type) and issubclass(known, enum.Enum):
            if isinstance(value, str) and value.startswith("https://schema.org/"):
                return known(value)
    return value


def model(node):
    """The model of a node. Unknown properties and values of other types are errors."""
    kind = getattr(schema_org, node["@type"])
    ranges = {it.schema_name: it.ranges for it in kind.SCHEMA_PROPERTIES}
    fields = {}
    for name, value in node.items():
        if name == "@type":
            continue
        if name not in ranges:
            raise SystemExit(f"{node['@type']} has no property {name}")
        fields[name] = model(value) if isinstance(value, dict) else member(value, ranges[name])
    return kind.model_validate(fields)


def first(node, name, key="@value"):
    values = node.get(VOCABULARY + name, [])
    return values[0][key] if values else None


def main():
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        text = file.read()
    document = json.loads(script_of_page(text))
    if document != json.loads(text):
        raise SystemExit("the page changes the document")
    for product in document["@graph"]:
        model(product)
    products = []
    for node in jsonld.expand(document, {"documentLoader": loader}):
        if node["@type"] != [VOCABULARY + "Product"]:
            raise SystemExit(f"unexpected type {node['@type']}")
        url = first(node, "url", "@id")
        texts = {name: first(node, name) for name in ("name", "description", "sku")}
        products.append({**texts, "url": url})
    json.dump(products, sys.stdout)


main()
