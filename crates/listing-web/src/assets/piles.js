// The pages for many items: sends photos, sorts them into piles, and follows the progress of a batch. Both
// pages work without it.

const each = (selector, act, root = document) => root.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const announce = (text) => {
  const status = document.querySelector("[data-announce]");
  if (status) status.textContent = text;
};

// The limits of a request; larger photos are shrunk.
const MAX_EDGE = 2048;
const MAX_BYTES = 4 * 1024 * 1024;
const SMALL = 1024 * 1024;
const PER_REQUEST = 4;
const ATTEMPTS = 6;

const isHeic = (file) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
const isUnknown = (file) => file.type === "" || file.type === "application/octet-stream";
const mayBePhoto = (file) => isUnknown(file) || file.type.startsWith("image/") || isHeic(file);

// Metadata that hold a capture time, from the marker to the 20 bytes of the time.
const CAPTURE_TIME = [
  0xff, 0xe1, 0, 72, 69, 120, 105, 102, 0, 0, 73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0,
  0, 0, 0, 0, 1, 0, 3, 0x90, 2, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0, 0, 0, 0,
];

// Returns a JPEG with the capture time of the original, by which photos are grouped, and no other metadata.
async function withCaptureTime(jpeg, original) {
  const head = new TextDecoder("latin1").decode(await original.slice(0, 256 * 1024).arrayBuffer());
  const times = head.match(/\d{4}:[01]\d:[0-3]\d [0-2]\d:[0-5]\d:[0-5]\d\0/g);
  if (!times) return [jpeg];
  const time = new TextEncoder().encode(times[1] ?? times[0]);
  return [jpeg.slice(0, 2), new Uint8Array([...CAPTURE_TIME, ...time]), jpeg.slice(2)];
}

// Returns a large photo as a smaller JPEG, or the photo itself if that fails.
async function shrink(file) {
  if (file.size <= SMALL && !isHeic(file)) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_EDGE / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size <= MAX_BYTES && !isHeic(file)) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    if (!blob || (blob.size >= file.size && !isHeic(file))) return file;
    return new File(await withCaptureTime(blob, file), file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" });
  } catch {
    return file;
  }
}

// Replaces the parts of the page that a response changes.
function swap(html) {
  const next = new DOMParser().parseFromString(html, "text/html");
  if (!next.querySelector("#tray")) return false;
  each("[data-swap]", (part) => {
    const fresh = next.getElementById(part.id);
    if (fresh) part.replaceWith(document.adoptNode(fresh));
  });
  showScripted();
  return true;
}

const showScripted = () => each("#tray .if-script", (part) => { part.hidden = false; });

class Uploads {
  constructor(form, piles) {
    this.form = form;
    this.piles = piles;
    this.zone = form.querySelector("[data-drop]");
    this.input = form.querySelector("#photos");
    this.camera = form.querySelector("#camera");
    this.box = form.querySelector("[data-sending-box]");
    this.refused = form.querySelector("[data-refused]");
    this.resend = form.querySelector("[data-resend]");
    this.waiting = [];
    this.unsent = [];
    this.lines = [];
    this.isSending = false;
    this.zone.classList.add("live");
    each(".if-script", (part) => { part.hidden = false; }, form);
    each(".if-plain", (part) => { part.hidden = true; }, form);
    form.querySelector(".if-touch").hidden = !matchMedia("(pointer: coarse)").matches;
    for (const input of [this.input, this.camera]) {
      input.addEventListener("change", () => {
        this.add(input.files);
        input.value = "";
      });
    }
    for (const kind of ["dragenter", "dragover"]) {
      this.zone.addEventListener(kind, (event) => this.highlight(event, true));
    }
    this.zone.addEventListener("dragleave", (event) => this.highlight(event, false));
    this.zone.addEventListener("drop", (event) => {
      this.highlight(event, false);
      this.add(event.dataTransfer.files);
    });
    document.addEventListener("paste", (event) => this.add(event.clipboardData?.files ?? []));
    this.resend.addEventListener("click", () => {
      const files = this.unsent;
      this.unsent = [];
      this.add(files);
    });
    addEventListener("beforeunload", (event) => {
      if (this.isSending) event.preventDefault();
    });
  }

  highlight(event, isOver) {
    event.preventDefault();
    this.zone.classList.toggle("over", isOver);
  }

  add(files) {
    const { colon, noPhoto, max, leftOut } = this.form.dataset;
    const chosen = [...files];
    if (chosen.length === 0) return;
    if (!this.isSending) this.lines = [];
    const photos = chosen.filter(mayBePhoto);
    this.lines.push(...chosen.filter((file) => !mayBePhoto(file)).map((file) => `${file.name}${colon}${noPhoto}`));
    const room = Math.max(0, max - document.querySelectorAll("[data-photo]").length - this.waiting.length);
    const tooMany = photos.splice(room);
    if (tooMany.length) this.lines.push(`${leftOut} ${tooMany.map((file) => file.name).join(", ")}`);
    this.waiting.push(...photos);
    this.showRefused();
    this.send();
  }

  showRefused(heading = "") {
    const head = this.refused.querySelector("[data-heading]");
    head.textContent = heading || head.dataset.heading;
    this.refused.hidden = this.lines.length === 0 && this.unsent.length === 0;
    this.resend.hidden = this.unsent.length === 0;
    this.refused.querySelector("ul").replaceChildren(
      ...this.lines.map((text) => {
        const line = document.createElement("li");
        line.textContent = text;
        return line;
      }),
    );
  }

  showSending(done, all) {
    const text = this.form.dataset.sending.replace("{n}", Math.min(done + 1, all)).replace("{all}", all);
    this.box.hidden = false;
    this.box.querySelector("p").textContent = text;
    this.box.querySelector("progress").value = (100 * done) / all;
  }

  // Sends the photos a few at a time. The last request also groups them.
  async send() {
    if (this.isSending) return;
    this.isSending = true;
    let done = 0;
    while (this.waiting.length) {
      const files = this.waiting.splice(0, PER_REQUEST);
      this.showSending(done, done + files.length + this.waiting.length);
      const photos = await Promise.all(files.map(shrink));
      const answer = await this.post(photos);
      if (answer === null) {
        this.unsent.push(...files, ...this.waiting.splice(0));
        break;
      }
      done += files.length;
      this.piles.follow(answer);
      this.lines.push(...answer.refused.map(({ name, reason }) => `${name}${this.form.dataset.colon}${reason}`), ...answer.errors);
      if (answer.errors.length) this.waiting = [];
      this.showRefused();
    }
    this.isSending = false;
    this.box.hidden = true;
    if (this.unsent.length) this.showRefused(this.form.dataset.interrupted);
    await this.piles.refresh(this.lines.length === 0 && this.unsent.length === 0);
  }

  // Returns the answer, or null if the service does not accept the photos even when asked again. Sent again,
  // photos are added once, by the draft.
  async post(photos) {
    const body = new FormData();
    body.append("form", this.form.elements.namedItem("form").value);
    body.append("draft", crypto.randomUUID());
    if (this.waiting.length === 0) body.append("regroup", "1");
    for (const photo of photos) body.append("photos", photo, photo.name);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const answer = await fetch(this.form.action, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => null);
      if (answer?.status === 401) location.reload();
      const isBusy = answer === null || answer.status === 429 || answer.status >= 500;
      if (!isBusy) {
        const told = await answer.json().catch(() => null);
        return told?.errors ? told : { seen: -1, version: -1, refused: [], errors: [told?.message ?? this.form.dataset.notSent] };
      }
      if (attempt < ATTEMPTS) await wait(1000 * Math.min(60, Number(answer?.headers.get("Retry-After")) || 2 ** attempt));
    }
    return null;
  }
}

class Piles {
  constructor(form) {
    this.form = form;
    this.turn = Promise.resolve();
    form.addEventListener("submit", (event) => {
      const button = event.submitter;
      if (button?.name !== "step") return;
      event.preventDefault();
      this.take(button.value, button);
    });
    form.addEventListener("keydown", (event) => this.press(event));
    form.addEventListener("pointerdown", (event) => this.grab(event));
    showScripted();
  }

  // After an upload, the page may show the version before it: nothing that it shows has changed.
  follow({ seen, version }) {
    const field = this.form.querySelector("[name=version]");
    if (field && Number(field.value) === seen) field.value = version;
  }

  async refresh(isComplete) {
    const answer = await fetch(location.pathname).catch(() => null);
    if (!answer?.ok) return;
    this.keepTyped(await answer.text());
    const counts = document.querySelector("[data-counts]");
    if (counts) announce(counts.textContent);
    if (isComplete) document.getElementById("tray").scrollIntoView({ block: "start" });
  }

  // The response to an upload does not have texts that are being typed.
  keepTyped(html) {
    const field = (id) => document.getElementById(id);
    const active = document.activeElement?.id;
    const typed = new Map();
    each("[data-pile]", (pile) => {
      const first = pile.querySelector("[data-photo]")?.dataset.photo;
      typed.set(first, [...pile.querySelectorAll("input")].map((input) => [input.value, input.defaultValue]));
    });
    swap(html);
    each("[data-pile]", (pile) => {
      const values = typed.get(pile.querySelector("[data-photo]")?.dataset.photo) ?? [];
      [...pile.querySelectorAll("input")].forEach((input, index) => {
        const [value, before] = values[index] ?? ["", ""];
        if (value !== before) input.value = value;
      });
    });
    if (active) field(active)?.focus();
  }

  // Takes steps one after another, and shows the result.
  take(step, button) {
    this.turn = this.turn.then(() => this.post(step, button)).catch(() => announce(document.querySelector("[data-bulk]").dataset.notSent));
    return this.turn;
  }

  async post(step, button) {
    const body = new URLSearchParams(new FormData(this.form));
    body.set("step", step);
    const photo = step.split(":").find((part) => part.length === 36);
    const neighbor = photo && this.neighbor(photo);
    const answer = await fetch(this.form.action, { method: "POST", body });
    if (answer.status === 401 || answer.status === 403) return location.reload();
    if (!swap(await answer.text())) return location.reload();
    this.focus(step.startsWith("remove") ? neighbor : photo, button?.value);
    if (!answer.ok) document.querySelector("#problems").scrollIntoView({ block: "center" });
  }

  neighbor(photo) {
    const all = [...document.querySelectorAll("[data-photo]")].map((tile) => tile.dataset.photo);
    const index = all.indexOf(photo);
    return all[index + 1] ?? all[index - 1];
  }

  focus(photo, button) {
    const tile = photo && document.querySelector(`[data-photo="${photo}"] summary`);
    const verb = button?.split(":")[0];
    const target = tile ?? document.querySelector(`#tray [name=step][value^="${verb}"]`) ?? document.querySelector("#tray [name=step]");
    target?.focus();
    const name = tile?.querySelector("img").alt ?? document.querySelector("[data-counts]")?.textContent;
    if (name) announce(name);
  }

  // On a photo: arrows move it, Delete removes it.
  press(event) {
    const verbs = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "before", ArrowDown: "after", Delete: "remove" };
    const verb = verbs[event.key];
    if (!verb || !event.target.matches("summary") || event.altKey || event.ctrlKey || event.metaKey) return;
    const button = event.target.parentElement.querySelector(`[value^="${verb}:"]`);
    event.preventDefault();
    if (button) this.take(button.value, button);
  }

  // A mouse drags a photo anywhere, a finger by its grip.
  grab(event) {
    const tile = event.target.closest(".tile");
    const isGrip = event.target.closest(".grip");
    if (!tile || event.button !== 0 || event.target.closest(".acts") || (event.pointerType !== "mouse" && !isGrip)) return;
    new Drag(this, tile, event);
  }
}

const THRESHOLD = 6;
const EDGE = 70;

class Drag {
  constructor(piles, tile, event) {
    this.piles = piles;
    this.tile = tile;
    this.from = { x: event.clientX, y: event.clientY };
    this.at = this.from;
    this.pointer = event.pointerId;
    this.stop = new AbortController();
    const on = (kind, act) => addEventListener(kind, (event) => event.pointerId === this.pointer && act(event), { signal: this.stop.signal });
    on("pointermove", (event) => this.move(event));
    on("pointerup", () => this.end(true));
    on("pointercancel", () => this.end(false));
    addEventListener("keydown", (event) => event.key === "Escape" && this.end(false), { signal: this.stop.signal });
  }

  move(event) {
    this.at = { x: event.clientX, y: event.clientY };
    const moved = Math.hypot(this.at.x - this.from.x, this.at.y - this.from.y);
    if (!this.ghost && moved < THRESHOLD) return;
    if (!this.ghost) this.lift();
    event.preventDefault();
    this.ghost.style.transform = `translate(${this.at.x}px, ${this.at.y}px)`;
    this.aim();
  }

  lift() {
    this.ghost = this.tile.querySelector("img").cloneNode();
    this.ghost.className = "ghost";
    this.ghost.alt = "";
    document.body.append(this.ghost);
    this.tile.classList.add("lifted");
    document.body.classList.add("dragging");
    this.alone = document.querySelector("[data-alone]");
    this.alone.hidden = false;
    const scroll = () => {
      if (!this.ghost) return;
      const over = Math.max(0, EDGE - this.at.y) - Math.max(0, this.at.y - innerHeight + EDGE);
      if (over && this.at.y < innerHeight - EDGE / 4) scrollBy(0, -over / 4);
      this.aim();
      requestAnimationFrame(scroll);
    };
    requestAnimationFrame(scroll);
  }

  // Finds the pile and the place under the pointer.
  aim() {
    const under = document.elementFromPoint(this.at.x, this.at.y);
    const pile = under?.closest("[data-pile]");
    this.target?.mark.classList.remove("target", "target-after");
    this.target = null;
    if (under?.closest("[data-alone]")) {
      this.target = { mark: this.alone, step: (photo) => `alone:${photo}` };
    } else if (pile) {
      const tile = under.closest(".tile");
      const tiles = [...pile.querySelectorAll(".tile")].filter((one) => one !== this.tile);
      const box = tile?.getBoundingClientRect();
      const isAfter = box && this.at.x > box.left + box.width / 2;
      const index = tile && tile !== this.tile ? tiles.indexOf(tile) + Number(isAfter) : tiles.length;
      if (tile === this.tile) return;
      this.target = { mark: tile ?? pile, isAfter, step: (photo) => `move:${photo}:${pile.dataset.pile}:${index}` };
    }
    this.target?.mark.classList.add(this.target.isAfter ? "target-after" : "target");
  }

  end(isDropped) {
    this.stop.abort();
    if (!this.ghost) return;
    this.ghost.remove();
    this.ghost = null;
    this.alone.hidden = true;
    this.tile.classList.remove("lifted");
    document.body.classList.remove("dragging");
    this.target?.mark.classList.remove("target", "target-after");
    // The click that ends a drag must not open the menu.
    const refuse = (event) => event.preventDefault();
    addEventListener("click", refuse, { capture: true });
    setTimeout(() => removeEventListener("click", refuse, { capture: true }));
    if (isDropped && this.target) this.piles.take(this.target.step(this.tile.dataset.photo));
  }
}

// Pictures of many photos may exceed the rate limit; those that are missing are requested again.
document.addEventListener("error", async ({ target }) => {
  const tries = Number(target.dataset?.tries ?? 0) + 1;
  if (!target.matches?.(".tile img") || tries > ATTEMPTS) return;
  target.dataset.tries = tries;
  await wait(5000 * tries);
  target.src = target.getAttribute("src");
}, true);

each("[data-piles]", (form) => {
  const piles = new Piles(form);
  each("form[data-bulk]", (upload) => new Uploads(upload, piles));
});

// A running batch: shows its progress, and reloads the page at its end for the listings.
each("[data-live]", async (section) => {
  let current = section;
  for (let pause = 1500; ; pause = Math.min(pause * 1.1, 8000)) {
    await wait(pause);
    if (document.hidden) continue;
    const answer = await fetch(section.dataset.live).catch(() => null);
    if (!answer?.ok) continue;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("progress");
    if (!next) continue;
    if (!next.hasAttribute("data-live")) return location.reload();
    if (next.textContent === current.textContent) continue;
    const isOpen = current.querySelector("details")?.open;
    const focused = current.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const fresh = document.adoptNode(next);
    fresh.querySelector("details").open = isOpen;
    current.replaceWith(fresh);
    current = fresh;
    if (focused) current.querySelector(`[href="${focused}"]`)?.focus();
  }
});
