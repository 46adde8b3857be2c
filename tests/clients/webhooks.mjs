// A receiver of webhooks for Node: the package `standardwebhooks` verifies each message.
//
// It creates a webhook, requests a test and a batch, and ends once both messages are verified.

import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const { PTL_URL, PTL_KEY, PTL_PHOTO } = process.env;

async function call(path, body = {}) {
  const headers = { "X-API-Key": PTL_KEY, "Content-Type": "application/json" };
  const answer = await fetch(PTL_URL + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return (await answer.json()).data;
}

let notify;
const received = [];
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  received.push([Buffer.concat(chunks).toString(), request.headers]);
  response.writeHead(204).end();
  notify?.();
});

async function messages(number) {
  const late = setTimeout(() => { throw new Error("no message in 60 seconds"); }, 60_000);
  while (received.length < number) await new Promise((resolve) => (notify = resolve));
  clearTimeout(late);
}

function refuses(verifier, body, headers) {
  try {
    verifier.verify(body, headers);
  } catch {
    return;
  }
  throw new Error("a forged message was accepted");
}

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const created = await call("/api/v1/webhooks", { url: `http://127.0.0.1:${server.address().port}/hooks` });
const batch = await call("/api/v1/batches", { platforms: ["ebay"], items: [{ photos: [PTL_PHOTO] }] });
await messages(1);
const rotated = await call(`/api/v1/webhooks/${created.id}/rotate`);
await call(`/api/v1/webhooks/${created.id}/test`);
await messages(2);
server.close();

const [former, current] = [new Webhook(created.secret), new Webhook(rotated.secret)];
const [[finished, finishedHeaders], [test, testHeaders]] = received;
const message = former.verify(finished, finishedHeaders);
if (message.type !== "batch.finished" || message.data.id !== batch.id) {
  throw new Error(`an unexpected message: ${finished}`);
}
refuses(current, finished, finishedHeaders);
refuses(former, finished.replace("finished", "canceled"), finishedHeaders);
for (const verifier of [former, current]) {
  if (verifier.verify(test, testHeaders).type !== "webhook.test") throw new Error("the test has another type");
}
console.log("2 messages verified");
process.exit(0);
