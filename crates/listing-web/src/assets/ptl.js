// Comfort for the pages of the account area. Every page works without it, and nothing is
// remembered in the browser.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const json = { Accept: "application/json" };

// Copy buttons: the text of a field or of an element, by its id.
each("[data-copy]", (button) => {
  if (!navigator.clipboard) return;
  const from = document.getElementById(button.dataset.copy);
  const said = button.querySelector(".said");
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(from.value ?? from.dataset.text ?? from.textContent);
    said.textContent = button.dataset.copied;
    button.classList.add("done");
    await wait(1600);
    said.textContent = "";
    button.classList.remove("done");
  });
});

// A menu closes when one goes elsewhere.
document.addEventListener("click", (event) => {
  each("details.menu[open]", (menu) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  each("details.menu[open]", (menu) => {
    menu.open = false;
    menu.querySelector("summary").focus();
  });
});

// An edited text is judged by the rules of its marketplace while it is typed.
each("[data-judge]", (form) => {
  const box = form.querySelector(".findings");
  const list = box.querySelector("ul");
  let turn = 0;
  const show = (part, length, limit, said) => {
    const count = form.querySelector(`[data-count="${part}"]`);
    count.querySelector("b").textContent = length;
    count.querySelector("i").textContent = limit;
    count.querySelector(".hide").textContent = count.title = said;
    count.classList.toggle("over-limit", length > limit);
  };
  form.addEventListener("input", async () => {
    const mine = ++turn;
    await wait(350);
    if (mine !== turn) return;
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.dataset.judge, { method: "POST", body, headers: json }).catch(() => null);
    if (!answer?.ok || mine !== turn) return;
    const judged = await answer.json();
    show("title", judged.titleLength, judged.titleLimit, judged.titleSaid);
    show("description", judged.descriptionLength, judged.descriptionLimit, judged.descriptionSaid);
    list.replaceChildren(
      ...judged.findings.map((finding) => {
        const line = document.createElement("li");
        line.textContent = finding;
        return line;
      }),
    );
    box.hidden = judged.findings.length === 0;
  });
});

// The page of a generation that is being written asks whether it is there.
each("[data-poll]", async (page) => {
  for (let pause = 800; ; pause = Math.min(pause * 1.3, 5000)) {
    await wait(pause);
    const answer = await fetch(page.dataset.poll, { headers: json }).catch(() => null);
    if (answer === null) continue;
    if (answer.ok && (await answer.json().catch(() => ({}))).state === "running") continue;
    location.replace(page.dataset.poll);
    return;
  }
});

// Photos: dropped, chosen or taken, shown, removed, made smaller, sent.
const MOST = 4;
const LONGEST_EDGE = 2048;
const MOST_BYTES = 4 * 1024 * 1024;

// Photos as iPhones take them; where the browser can read one, it is sent as JPEG.
const isHeic = (file) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);

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
    this.files = [];
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
    const pictures = [...files].filter((file) => file.type.startsWith("image/") || isHeic(file));
    const known = (file) => this.files.some((one) => one.name === file.name && one.size === file.size && one.lastModified === file.lastModified);
    const all = [...this.files, ...pictures.filter((file) => !known(file))];
    this.files = all.slice(0, MOST);
    this.show();
    if (all.length > MOST) this.say(this.zone.dataset.tooMany);
  }

  // The field holds what is shown, so that the form sends the same without the script.
  show() {
    const held = new DataTransfer();
    this.files.forEach((file) => held.items.add(file));
    this.input.files = held.files;
    this.camera.value = "";
    this.previews.querySelectorAll("img").forEach((image) => URL.revokeObjectURL(image.src));
    this.previews.replaceChildren(...this.files.map((file, place) => this.preview(file, place)));
  }

  preview(file, place) {
    const item = document.createElement("li");
    const image = document.createElement("img");
    image.src = URL.createObjectURL(file);
    image.alt = file.name;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "×";
    button.setAttribute("aria-label", `${this.zone.dataset.remove} ${place + 1}`);
    button.addEventListener("click", () => {
      this.files.splice(place, 1);
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

// Sends the form with the photos made smaller, and tells how far that is.
async function send(form, photos) {
  const box = photos.say(form.dataset.shrinking);
  const bar = box.querySelector("progress");
  const button = form.querySelector(".send button");
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
    if (answer?.location) location.assign(answer.location);
    else if (request.status === 401) form.submit();
    else failed(answer?.errors?.join(" ") ?? answer?.message ?? form.dataset.failed);
  });
  request.send(body);
}

each("form[data-upload]", (form) => {
  const photos = new Photos(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, photos);
  });
});
