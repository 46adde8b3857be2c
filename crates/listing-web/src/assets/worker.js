// Holds photos that other apps share with the installed app, in memory, until the form takes them. It
// handles no other request.

let shared = [];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function hold(request) {
  shared = (await request.formData()).getAll("photos");
  return Response.redirect("/account/new?shared=1", 303);
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && new URL(url).pathname === "/account/new/shared") event.respondWith(hold(event.request));
});

addEventListener("message", (event) => {
  event.source.postMessage(shared);
  shared = [];
});
