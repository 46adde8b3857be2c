// A caller in TypeScript: its types are made of the description by openapi-typescript,
// its calls by openapi-fetch. What the types must not allow is marked
// `@ts-expect-error`, which is an error itself where it is allowed.

import { deepStrictEqual, strictEqual } from "node:assert";

import createClient from "openapi-fetch";

import type { components, paths } from "./schema.js";

const baseUrl = process.env.PTL_URL!;
const client = createClient<paths>({ baseUrl, headers: { "X-API-Key": process.env.PTL_KEY! } });
const stranger = createClient<paths>({ baseUrl, headers: { "X-API-Key": `ptl_${"0".repeat(64)}` } });

type Wish = components["schemas"]["GenerateRequest"];
const wish: Wish = { photos: [process.env.PTL_PHOTO!], platforms: ["vinted", "ebay"], language: "en" };

const generated = await client.POST("/api/v1/listings", { body: wish });
if (!generated.data) throw new Error(generated.error.message);
strictEqual(generated.data.success, true);
deepStrictEqual(generated.data.data.listings.map((listing) => listing.platform), wish.platforms);
for (const listing of generated.data.data.listings) {
  for (const text of [listing.title, listing.description, listing.category, listing.condition]) {
    strictEqual(typeof text === "string" && text.length > 0, true, JSON.stringify(listing));
  }
  strictEqual(listing.price > 0, true, JSON.stringify(listing));
}
strictEqual(generated.data.usage.freeUsed, 1);

const usage = await client.GET("/api/v1/usage");
if (!usage.data) throw new Error(usage.error.message);
const { planType, freeUsed, freeLimit, canGenerate, nextResetDate } = usage.data.data;
deepStrictEqual([planType, freeUsed, freeLimit, canGenerate], ["free", 1, 3, true]);
strictEqual(new Date(nextResetDate) > new Date(), true, nextResetDate);

// @ts-expect-error: There is no such marketplace.
const wrong: Wish = { ...wish, platforms: ["attic"] };
const refused = await client.POST("/api/v1/listings", { body: wrong });
strictEqual(refused.response.status, 400);
strictEqual(refused.error?.statusCode, 400);
strictEqual(refused.error.message.includes("platforms[0]"), true, refused.error.message);

// @ts-expect-error: Photos must be there.
const empty: Wish = { platforms: ["vinted"] };
strictEqual((await client.POST("/api/v1/listings", { body: empty })).error?.statusCode, 400);

const unknown = await stranger.GET("/api/v1/usage");
strictEqual(unknown.error?.statusCode, 401);
strictEqual(unknown.error.message.includes("X-API-Key"), true, unknown.error.message);

console.log("5 calls");
