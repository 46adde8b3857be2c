// Checks the products of a page by Google's rules for rich results. Remarks about missing optional values are
// only counted.
//
//     NODE_PACKAGES=FOLDER node rich_results.mjs FILE

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const load = (path) => import(pathToFileURL(join(process.env.NODE_PACKAGES, path)).href);
const { default: Validator } = await load("@adobe/structured-data-validator/src/index.js");
const extractor = await load("@marbec/web-auto-extractor/dist/index.js");
const Extractor = extractor.default.default ?? extractor.default;

const json = readFileSync(process.argv[2], "utf8");
const page = `<html><body><script type="application/ld+json">${json}</script><p>after</p></body></html>`;
const data = new Extractor({ addLocation: true, embedSource: ["rdfa", "microdata"] }).parse(page);
const issues = await new Validator().validate(data);
const isOptional = (issue) => issue.severity === "WARNING" && issue.issueMessage.startsWith("Missing ");
const errors = issues.filter((issue) => !isOptional(issue));
const text = (issue) => `${issue.issueMessage} (${issue.path.map((step) => step.type).join("/")})`;

process.stdout.write(
  JSON.stringify({
    products: data.jsonld.Product.length,
    errors: [...new Set([...data.errors, ...errors.map(text)])],
    remarks: issues.length - errors.length,
  }),
);
