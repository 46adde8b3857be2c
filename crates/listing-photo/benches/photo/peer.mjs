// sharp as a program that prepares photos when it is told to: the commands are
// those of peer.rs.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const sharp = createRequire(import.meta.url)("sharp");
sharp.cache(false);

let file = null;
let made = null;
let ready = 0;

const prepare = (edge) =>
  sharp(file)
    .rotate()
    .resize(edge, edge, { fit: "inside", withoutEnlargement: true, kernel: "lanczos3" })
    .jpeg({ quality: 85 })
    .toBuffer();

for await (const line of createInterface({ input: process.stdin })) {
  const [command, first, second, kind] = line.split("\t");
  if (command === "load") {
    file = readFileSync(first);
  } else if (command === "ready") {
    ready = Number(first);
  } else if (command === "go") {
    made = await prepare(Number(first));
  } else if (command === "batch") {
    await Promise.all(Array.from({ length: ready }, () => prepare(Number(first))));
  } else if (command === "save") {
    writeFileSync(first, made);
  } else if (command === "convert") {
    writeFileSync(second, await sharp(first).webp({ quality: 85, lossless: kind === "lossless" }).toBuffer());
  } else {
    throw new Error(`unknown command ${JSON.stringify(line)}`);
  }
  console.log("ok");
}
