// The page of a generation: tabs, live checks and autosave.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const json = { Accept: "application/json" };

// Turns the jump links into tabs that show one section at a time.
each("[data-tabs]", (list) => {
  const tabs = [...list.querySelectorAll("a")];
  const parts = tabs.map((tab) => document.getElementById(tab.hash.slice(1)));
  const show = (index) => {
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", at === index);
      tab.tabIndex = at === index ? 0 : -1;
      parts[at].hidden = at !== index;
    });
    tabs[index].scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const select = (index) => {
    show(index);
    tabs[index].focus();
    history.replaceState(null, "", tabs[index].hash);
  };
  list.setAttribute("role", "tablist");
  tabs.forEach((tab, index) => {
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", parts[index].id);
    parts[index].setAttribute("role", "tabpanel");
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      select(index);
    });
    tab.addEventListener("keydown", (event) => {
      const last = tabs.length - 1;
      const to = { ArrowRight: index === last ? 0 : index + 1, ArrowLeft: index === 0 ? last : index - 1, Home: 0, End: last, " ": index }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      select(to);
    });
  });
  const refused = parts.findIndex((part) => part.querySelector("[data-problem]:not([hidden])"));
  const linked = tabs.findIndex((tab) => tab.hash === location.hash);
  show(refused >= 0 ? refused : Math.max(linked, 0));
});

// Checks an edited listing against the rules of its marketplace while the user types.
class Card {
  constructor(form, card) {
    this.form = form;
    this.card = card;
    this.platform = card.id;
    this.version = card.querySelector("[name=version]");
    this.findings = card.querySelector(".findings");
    this.problem = card.querySelector("[data-problem]");
    this.latestCheck = 0;
    card.addEventListener("input", () => this.judge());
  }

  count(part, length, limit, sentence) {
    const count = this.card.querySelector(`[data-count="${part}"]`);
    count.querySelector("b").textContent = length;
    count.querySelector("i").textContent = limit;
    count.querySelector(".hide").textContent = count.title = sentence;
    count.classList.toggle("over-limit", length > limit);
  }

  async judge() {
    const mine = ++this.latestCheck;
    await wait(350);
    if (mine !== this.latestCheck) return;
    const body = new URLSearchParams({ form: this.form.elements.form.value });
    this.card.querySelectorAll("[name]:not(button)").forEach((field) => body.append(field.name, field.value));
    const answer = await fetch(this.form.dataset.judge, { method: "POST", body, headers: json }).catch(() => null);
    if (!answer?.ok || mine !== this.latestCheck) return;
    const judged = await answer.json();
    this.count("title", judged.titleLength, judged.titleLimit, judged.titleSaid);
    this.count("description", judged.descriptionLength, judged.descriptionLimit, judged.descriptionSaid);
    this.card.querySelector("[data-net]").textContent = judged.netSaid;
    this.findings.querySelector("ul").replaceChildren(
      ...judged.findings.map((finding) => {
        const line = document.createElement("li");
        line.textContent = finding;
        return line;
      }),
    );
    this.findings.hidden = judged.findings.length === 0;
  }

  // Shows the result of a save; returns false if the listing was not stored.
  showResult(one) {
    this.problem.hidden = one.problem === null;
    this.problem.querySelector("span").textContent = one.problem ?? "";
    document.querySelector(`[data-tabs] [href="#${this.platform}"]`)?.classList.toggle("bad", one.problem !== null);
    // The user may replace the other version only after seeing the conflict.
    if (one.isOvertaken) this.replaced = one.version;
    if (one.problem !== null) return false;
    this.version.value = one.version;
    this.replaced = undefined;
    this.card.querySelector("[data-edited]").hidden = !one.isEdited;
    this.card.querySelector("[data-restore]").hidden = !one.isRestorable;
    return true;
  }
}

// Saves the listings automatically shortly after a change.
class Listings {
  constructor(form) {
    this.form = form;
    this.cards = [...form.querySelectorAll("[data-card]")].map((card) => new Card(form, card));
    this.state = form.querySelector("[data-state]");
    this.bar = this.state.parentElement;
    // Counters of typed and of stored changes. A refused change counts as typed, not as stored.
    this.stored = 0;
    this.typed = form.querySelector("[data-problem]:not([hidden])") ? 1 : 0;
    this.bar.hidden = this.typed === 0;
    this.queue = Promise.resolve();
    form.addEventListener("input", async () => {
      const mine = ++this.typed;
      this.bar.hidden = false;
      this.state.textContent = form.dataset.unsaved;
      await wait(1500);
      if (mine === this.typed) this.save();
    });
    form.addEventListener("submit", (event) => {
      if (event.submitter?.name === "restore") {
        this.stored = this.typed;
        return;
      }
      event.preventDefault();
      for (const card of this.cards) card.version.value = card.replaced ?? card.version.value;
      this.save(true);
    });
    addEventListener("beforeunload", (event) => {
      if (this.typed !== this.stored) event.preventDefault();
    });
  }

  // Saves run one at a time, since each builds on the version that the previous one stored.
  save(isManual) {
    this.queue = this.queue.then(() => this.send(isManual));
  }

  async send(isManual) {
    const mine = this.typed;
    if (mine === this.stored && !isManual) return;
    this.bar.hidden = false;
    this.state.textContent = this.form.dataset.saving;
    const body = new URLSearchParams(new FormData(this.form));
    const answer = await fetch(this.form.action, { method: "POST", body, headers: json }).catch(() => null);
    if (answer?.status === 401 && isManual) {
      // The sign-in page carries the typed fields along.
      this.stored = this.typed;
      this.form.submit();
      return;
    }
    const saved = answer?.ok ? await answer.json() : null;
    const results = saved?.listings.map((one) => this.cards.find((card) => card.platform === one.platform)?.showResult(one));
    if (results?.every(Boolean)) this.stored = mine;
    if (mine !== this.typed) return;
    this.state.textContent = saved === null ? this.form.dataset.failed : (this.stored === mine ? saved.said : saved.notAll);
  }
}
each("[data-judge]", (form) => new Listings(form));
