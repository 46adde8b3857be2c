"""Prints the records of CSV files as JSON, and the text of each description as a browser shows it.

    read.py FILE...
"""

import csv
import html.parser
import json
import sys

HTML = "Description"
# A description of 80,000 characters is longer in HTML than the default limit.
csv.field_size_limit(1_000_000)


class Text(html.parser.HTMLParser):
    """The text of HTML whose only element is `br`."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.parts = []

    def handle_data(self, data):
        self.parts.append(data)

    def handle_starttag(self, tag, attrs):
        if tag != "br" or attrs:
            raise SystemExit(f"unexpected element {tag}")
        self.parts.append("\n")

    def handle_endtag(self, tag):
        raise SystemExit(f"unexpected end of {tag}")

    def handle_comment(self, data):
        raise SystemExit("unexpected comment")

    def handle_decl(self, decl):
        raise SystemExit("unexpected declaration")

    def handle_pi(self, data):
        raise SystemExit("unexpected instruction")


def shown(cell):
    parser = Text()
    parser.feed(cell)
    parser.close()
    return "".join(parser.parts)


def table(path):
    # A byte order mark is allowed. Line breaks stay as they are.
    with open(path, encoding="utf-8-sig", newline="") as file:
        records = list(csv.reader(file, strict=True))
    header = next((record for record in records if HTML in record), None)
    if header is None:
        return {"records": records}
    place = header.index(HTML)
    return {"records": records, "shown": [shown(record[place]) for record in records]}


json.dump([table(path) for path in sys.argv[1:]], sys.stdout)
