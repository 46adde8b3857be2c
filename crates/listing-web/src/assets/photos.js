// Photos that become listings: chosen, made smaller and sent, and their listings waited for.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const json = { Accept: "application/json" };

// The end of a generation at an address: how it is, once it is not being written any more; null
// where that cannot be told.
async function finished(address) {
  for (let pause = 400; ; pause = Math.min(pause * 1.3, 5000)) {
    await wait(pause);
    const answer = await fetch(address, { headers: json }).catch(() => null);
    if (answer === null) continue;
    const told = answer.ok ? await answer.json().catch(() => null) : null;
    if (told?.state !== "running") return told;
  }
}

// The page of a generation that is being written asks whether it is there.
each("[data-poll]", async (page) => {
  await finished(page.dataset.poll);
  location.replace(page.dataset.poll);
});

// Photos: dropped, chosen or taken, shown, removed, made smaller, sent.
const MOST = 4;
const LONGEST_EDGE = 2048;
const MOST_BYTES = 4 * 1024 * 1024;

// Photos as iPhones take them; where the browser can read one, it is sent as JPEG.
const isHeic = (file) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);

// What is taken of chosen files in addition to those at hand, and why the others are not. A file without a known
// type may be a photo all the same, as a JPEG without an ending is: the service looks at its bytes.
function taken(held, chosen, { colon, noPhoto, tooMany }) {
  const isUnknown = (file) => file.type === "" || file.type === "application/octet-stream";
  const mayBePhoto = (file) => isUnknown(file) || file.type.startsWith("image/") || isHeic(file);
  const isHeld = (file) => held.some((one) => one.name === file.name && one.size === file.size && one.lastModified === file.lastModified);
  const all = [...held, ...chosen.filter((file) => mayBePhoto(file) && !isHeld(file))];
  const left = chosen.filter((file) => !mayBePhoto(file)).map((file) => `${file.name}${colon}${noPhoto}`);
  if (all.length > MOST) left.push(`${all.slice(MOST).map((file) => file.name).join(", ")}${colon}${tooMany}`);
  return { files: all.slice(0, MOST), left };
}

// A large photo as a smaller JPEG; the photo itself where that is not to be had.
async function shrunk(file) {
  const heic = isHeic(file);
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size <= MOST_BYTES && !heic) return file;
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
    if (!blob || (blob.size >= file.size && !heic)) return file;
    return new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: "image/jpeg" });
  } catch {
    return file;
  }
}

class Photos {
  constructor(form) {
    this.form = form;
    this.zone = form.querySelector("[data-drop]");
    this.input = this.zone.querySelector("#photos");
    this.camera = this.zone.querySelector("#camera");
    this.previews = form.querySelector(".previews");
    this.refused = form.querySelector("[data-refused]");
    this.colon = this.zone.dataset.colon;
    this.files = [];
    // What was not taken of the last files, and what the service said of photos.
    this.left = [];
    this.faults = new Map();
    this.zone.classList.add("live");
    this.zone.querySelector(".if-script").hidden = false;
    this.zone.querySelector(".if-touch").hidden = !matchMedia("(pointer: coarse)").matches;
    this.input.addEventListener("change", () => this.add(this.input.files));
    this.camera.addEventListener("change", () => this.add(this.camera.files));
    for (const kind of ["dragenter", "dragover"]) {
      this.zone.addEventListener(kind, (event) => this.over(event, true));
    }
    this.zone.addEventListener("dragleave", (event) => this.over(event, false));
    this.zone.addEventListener("drop", (event) => {
      this.over(event, false);
      this.add(event.dataTransfer.files);
    });
    document.addEventListener("paste", (event) => this.add(event.clipboardData?.files ?? []));
    this.add(this.input.files);
  }

  over(event, is) {
    event.preventDefault();
    this.zone.classList.toggle("over", is);
  }

  add(files) {
    const chosen = [...files];
    if (chosen.length === 0) return;
    Object.assign(this, taken(this.files, chosen, this.zone.dataset));
    this.show();
  }

  // The field holds what is shown, so that the form sends the same without the script.
  show() {
    const held = new DataTransfer();
    this.files.forEach((file) => held.items.add(file));
    this.input.files = held.files;
    this.camera.value = "";
    this.previews.querySelectorAll("img").forEach((image) => URL.revokeObjectURL(image.src));
    this.previews.replaceChildren(...this.files.map((file, place) => this.preview(file, place)));
    const faults = this.files.filter((file) => this.faults.has(file));
    const lines = [...faults.map((file) => `${file.name}${this.colon}${this.faults.get(file)}`), ...this.left];
    this.refused.hidden = lines.length === 0;
    this.refused.querySelector("ul").replaceChildren(
      ...lines.map((text) => {
        const line = document.createElement("li");
        line.textContent = text;
        return line;
      }),
    );
  }

  // Shows which photos the service cannot use, by their numbers.
  refuse(photos) {
    for (const { number, reason } of photos) this.faults.set(this.files[number - 1], reason);
    this.left = [];
    this.show();
    this.refused.scrollIntoView({ block: "center" });
  }

  preview(file, place) {
    const item = document.createElement("li");
    item.classList.toggle("refused", this.faults.has(file));
    const image = document.createElement("img");
    image.src = URL.createObjectURL(file);
    image.alt = file.name;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", `${this.zone.dataset.remove} ${place + 1}`);
    button.addEventListener("click", () => {
      this.files.splice(place, 1);
      this.left = [];
      this.show();
      this.input.focus();
    });
    item.append(image, button);
    return item;
  }

  say(text) {
    const box = this.form.querySelector(".sending");
    box.hidden = false;
    box.querySelector("p").textContent = text;
    box.querySelector("progress").hidden = true;
    return box;
  }
}

// Offers what the item may be: a choice is written into the form and sent with the same photos.
function offer(form, photos, guesses) {
  const box = form.querySelector("[data-guesses]");
  const choice = (guess) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button plain small";
    button.textContent = guess;
    button.addEventListener("click", () => {
      form.elements.namedItem("name").value = guess;
      send(form, photos);
    });
    return button;
  };
  box.hidden = guesses.length === 0;
  box.replaceChildren(...guesses.map(choice));
}

// Sends the form with the photos made smaller, and tells how far that is.
async function send(form, photos) {
  offer(form, photos, []);
  const box = photos.say(form.dataset.shrinking);
  const bar = box.querySelector("progress");
  const button = form.querySelector(".send .button");
  bar.hidden = false;
  bar.removeAttribute("value");
  button.disabled = true;
  const body = new FormData(form);
  body.delete("photos");
  for (const file of photos.files) body.append("photos", await shrunk(file));
  const failed = (text) => {
    photos.say(text);
    button.disabled = false;
  };
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", json.Accept);
  request.responseType = "json";
  request.upload.addEventListener("progress", (event) => {
    box.querySelector("p").textContent = form.dataset.sending;
    // What is sent is not yet written: the bar goes on by itself at the end.
    if (event.loaded < event.total) bar.value = (100 * event.loaded) / event.total;
    else bar.removeAttribute("value");
  });
  request.addEventListener("error", () => failed(form.dataset.failed));
  request.addEventListener("load", () => {
    const answer = request.response;
    if (answer?.location) awaitListings(answer.location, form, photos);
    else if (request.status === 401) form.submit();
    else failed(answer?.errors?.join(" ") ?? answer?.message ?? form.dataset.failed);
  });
  request.send(body);
}

// Waits for the listings with the form at hand, so that photos are still there should nothing come
// of them. The address is the one at which they will be.
async function awaitListings(location, form, photos) {
  const writing = document.querySelector("[data-writing]");
  const heading = document.querySelector("[data-before]");
  const wasAt = window.location.href;
  const turn = (is) => {
    writing.hidden = !is;
    form.hidden = heading.hidden = is;
  };
  turn(true);
  history.replaceState(null, "", location);
  writing.querySelector("h2").focus();
  const end = await finished(location);
  if (end === null || end.state === "done") {
    window.location.replace(location.split("?")[0]);
    return;
  }
  history.replaceState(null, "", wasAt);
  turn(false);
  const refused = end.photos ?? [];
  const box = photos.say((end.errors ?? []).join(" ") || (refused.length ? "" : form.dataset.notWritten));
  box.hidden = refused.length > 0;
  form.querySelector(".send .button").disabled = false;
  if (refused.length) photos.refuse(refused);
  offer(form, photos, end.guesses ?? []);
}

// Photos that another app shared wait with the worker.
async function takeShared(form, photos) {
  const workers = navigator.serviceWorker;
  const worker = await workers?.register(form.dataset.worker, { scope: "/account/new" }).catch(() => null);
  if (!worker?.active || !new URLSearchParams(location.search).has("shared")) return;
  workers.addEventListener("message", (event) => photos.add(event.data), { once: true });
  workers.startMessages();
  worker.active.postMessage("photos");
  history.replaceState(null, "", location.pathname);
}

each("form[data-upload]", (form) => {
  const photos = new Photos(form);
  takeShared(form, photos);
  // The key Enter goes on to the next field: only the button spends a unit.
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input:not([type=file])") || event.isComposing) return;
    event.preventDefault();
    const fields = [...form.querySelectorAll("input:not([type=hidden], [type=file]), select, .send .button")];
    fields[fields.indexOf(event.target) + 1]?.focus();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, photos);
  });
});
