// A bare fastify handler with the answer of `GET /api/v1/usage`: another yardstick of `cargo xtask bench serve`.
import { createRequire } from "node:module";

const server = createRequire(import.meta.url)("fastify")();
server.get("/api/v1/usage", async () => ({
  success: true,
  data: {
    freeUsed: 0,
    freeLimit: 3,
    creditsRemaining: 0,
    isSubscribed: false,
    planType: "free",
    canGenerate: true,
    nextResetDate: "2026-12-01T00:00:00Z",
  },
}));
console.log(`listening on ${await server.listen({ port: 0, host: "127.0.0.1" })}`);
