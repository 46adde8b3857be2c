// Photos that other apps share with the installed app wait here, in memory, for the form that takes
// them. Nothing else goes through this.

let shared = [];

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function keep(request) {
  shared = (await request.formData()).getAll("photos");
  return Response.redirect("/account/new?shared=1", 303);
}

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "POST" && new URL(url).pathname === "/account/new/shared") event.respondWith(keep(event.request));
});

addEventListener("message", (event) => {
  event.source.postMessage(shared);
  shared = [];
});
