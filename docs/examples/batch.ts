// Turns photos into eBay drafts: PTL_URL=… PTL_KEY=… npx tsx batch.ts FOLDER drafts.csv
// FOLDER has a folder for each item. Its name is the stock number, and it holds one to four JPEG photos.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const [folder, target] = process.argv.slice(2);
const headers = { "X-API-Key": process.env.PTL_KEY!, "Content-Type": "application/json" };

async function call(method: string, path: string, body?: object, more: object = {}): Promise<string> {
  const init = { method, headers: { ...headers, ...more }, body: body && JSON.stringify(body) };
  const answer = await fetch(process.env.PTL_URL + path, init);
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.text();
}

function item(sku: string): object {
  const files = readdirSync(join(folder, sku)).filter((name) => name.endsWith(".jpg")).sort();
  const photo = (name: string) => readFileSync(join(folder, sku, name)).toString("base64");
  return { sku, photos: files.map((name) => `data:image/jpeg;base64,${photo(name)}`) };
}

const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const request = { platforms: ["ebay"], language: "en", items: folders.map((entry) => item(entry.name)) };
const once = { "Idempotency-Key": `batch-${basename(folder)}` };
let batch = JSON.parse(await call("POST", "/api/v1/batches", request, once)).data;
while (batch.state === "running") {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  batch = JSON.parse(await call("GET", `/api/v1/batches/${batch.id}`)).data;
}
await call("PATCH", `/api/v1/generations/${batch.items[0].id}`, { listings: [{ platform: "ebay", price: 49 }] });
writeFileSync(target, await call("GET", `/api/v1/exports?format=ebay-us&batch=${batch.id}`));
