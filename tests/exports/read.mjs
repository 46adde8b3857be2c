// Prints the records of CSV files as JSON. `csv-parse` refuses records of different lengths and stray quotes.
//
//     NODE_PACKAGES=FOLDER node read.mjs FILE...

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const { parse } = createRequire(join(process.env.NODE_PACKAGES, "_"))("csv-parse/sync");

const table = (path) => ({ records: parse(readFileSync(path), { bom: true, skip_empty_lines: false }) });

process.stdout.write(JSON.stringify(process.argv.slice(2).map(table)));
