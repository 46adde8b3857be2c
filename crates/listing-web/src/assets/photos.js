// The form for new listings: adds, shrinks and uploads photos, then waits for the listings.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const json = { Accept: "application/json" };

// Polls a generation until it ends. Returns its state, or null if the state cannot be read.
async function waitForEnd(address) {
  for (let pause = 400; ; pause = Math.min(pause * 1.3, 5000)) {
    await wait(pause);
    const answer = await fetch(address, { headers: json }).catch(() => null);
    if (answer === null) continue;
    const progress = answer.ok ? await answer.json().catch(() => null) : null;
    if (progress?.state !== "running") return progress;
  }
}

// The progress page polls its generation and reloads at its end.
each("[data-poll]", async (page) => {
  await waitForEnd(page.dataset.poll);
  location.replace(page.dataset.poll);
});

// The limits of a form; larger photos are shrunk.
const MAX_PHOTOS = 4;
const MAX_EDGE = 2048;
const MAX_BYTES = 4 * 1024 * 1024;

// The format of iPhones. A browser that can decode it sends a JPEG instead.
const isHeic = (file) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);

// Adds chosen files to the present ones, and returns the reasons for rejected files. A file of unknown type
// may be a photo, such as a JPEG without an extension: the service checks its bytes.
function addFiles(present, chosen, { colon, noPhoto, tooMany }) {
  const isUnknown = (file) => file.type === "" || file.type === "application/octet-stream";
  const mayBePhoto = (file) => isUnknown(file) || file.type.startsWith("image/") || isHeic(file);
  const isPresent = (file) => present.some((one) => one.name === file.name && one.size === file.size && one.lastModified === file.lastModified);
  const all = [...present, ...chosen.filter((file) => mayBePhoto(file) && !isPresent(file))];
  const rejected = chosen.filter((file) => !mayBePhoto(file)).map((file) => `${file.name}${colon}${noPhoto}`);
  if (all.length > MAX_PHOTOS) rejected.push(`${all.slice(MAX_PHOTOS).map((file) => file.name).join(", ")}${colon}${tooMany}`);
  return { files: all.slice(0, MAX_PHOTOS), rejected };
}

// Returns a large photo as a smaller JPEG, or the photo itself if that fails.
async function shrink(file) {
  const heic = isHeic(file);
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_EDGE / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size <= MAX_BYTES && !heic) return file;
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
    // The reasons for rejected files of the last choice, and the service's reasons for unusable photos.
    this.rejected = [];
    this.faults = new Map();
    this.zone.classList.add("live");
    this.zone.querySelector(".if-script").hidden = false;
    this.zone.querySelector(".if-touch").hidden = !matchMedia("(pointer: coarse)").matches;
    this.input.addEventListener("change", () => this.add(this.input.files));
    this.camera.addEventListener("change", () => this.add(this.camera.files));
    for (const kind of ["dragenter", "dragover"]) {
      this.zone.addEventListener(kind, (event) => this.highlight(event, true));
    }
    this.zone.addEventListener("dragleave", (event) => this.highlight(event, false));
    this.zone.addEventListener("drop", (event) => {
      this.highlight(event, false);
      this.add(event.dataTransfer.files);
    });
    document.addEventListener("paste", (event) => this.add(event.clipboardData?.files ?? []));
    this.add(this.input.files);
  }

  highlight(event, isOver) {
    event.preventDefault();
    this.zone.classList.toggle("over", isOver);
  }

  add(files) {
    const chosen = [...files];
    if (chosen.length === 0) return;
    Object.assign(this, addFiles(this.files, chosen, this.zone.dataset));
    this.show();
  }

  // The file field has the shown photos, so that a plain submission sends the same.
  show() {
    const transfer = new DataTransfer();
    this.files.forEach((file) => transfer.items.add(file));
    this.input.files = transfer.files;
    this.camera.value = "";
    this.previews.querySelectorAll("img").forEach((image) => URL.revokeObjectURL(image.src));
    this.previews.replaceChildren(...this.files.map((file, index) => this.preview(file, index)));
    const faults = this.files.filter((file) => this.faults.has(file));
    const lines = [...faults.map((file) => `${file.name}${this.colon}${this.faults.get(file)}`), ...this.rejected];
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
    this.rejected = [];
    this.show();
    this.refused.scrollIntoView({ block: "center" });
  }

  preview(file, index) {
    const item = document.createElement("li");
    item.classList.toggle("refused", this.faults.has(file));
    const image = document.createElement("img");
    image.src = URL.createObjectURL(file);
    image.alt = file.name;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", `${this.zone.dataset.remove} ${index + 1}`);
    button.addEventListener("click", () => {
      this.files.splice(index, 1);
      this.rejected = [];
      this.show();
      this.input.focus();
    });
    item.append(image, button);
    return item;
  }

  showStatus(text) {
    const box = this.form.querySelector(".sending");
    box.hidden = false;
    box.querySelector("p").textContent = text;
    box.querySelector("progress").hidden = true;
    return box;
  }
}

// Offers guesses of the item. A choice fills the form and sends it with the same photos.
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

// Sends the form with shrunk photos, and shows the progress.
async function send(form, photos) {
  offer(form, photos, []);
  const box = photos.showStatus(form.dataset.shrinking);
  const bar = box.querySelector("progress");
  const button = form.querySelector(".send .button");
  bar.hidden = false;
  bar.removeAttribute("value");
  button.disabled = true;
  const body = new FormData(form);
  body.delete("photos");
  for (const file of photos.files) body.append("photos", await shrink(file));
  const failed = (text) => {
    photos.showStatus(text);
    button.disabled = false;
  };
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", json.Accept);
  request.responseType = "json";
  request.upload.addEventListener("progress", (event) => {
    box.querySelector("p").textContent = form.dataset.sending;
    // After the upload the listings are written: the bar becomes indeterminate.
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

// Waits for the listings at their address. The page keeps the form, so that the photos are still there if
// the generation fails.
async function awaitListings(location, form, photos) {
  const writing = document.querySelector("[data-writing]");
  const heading = document.querySelector("[data-before]");
  const formAddress = window.location.href;
  const showWriting = (isWriting) => {
    writing.hidden = !isWriting;
    form.hidden = heading.hidden = isWriting;
  };
  showWriting(true);
  history.replaceState(null, "", location);
  writing.querySelector("h2").focus();
  const end = await waitForEnd(location);
  if (end === null || end.state === "done") {
    window.location.replace(location.split("?")[0]);
    return;
  }
  history.replaceState(null, "", formAddress);
  showWriting(false);
  const refused = end.photos ?? [];
  const box = photos.showStatus((end.errors ?? []).join(" ") || (refused.length ? "" : form.dataset.notWritten));
  box.hidden = refused.length > 0;
  form.querySelector(".send .button").disabled = false;
  if (refused.length) photos.refuse(refused);
  offer(form, photos, end.guesses ?? []);
}

// Fetches photos that another app shared from the service worker.
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
  // Enter moves to the next field: only the button spends a unit.
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
