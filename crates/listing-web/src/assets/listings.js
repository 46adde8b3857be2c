// Listings that are read and edited: one at a time, judged and saved while they are typed.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const json = { Accept: "application/json" };

// Links to the parts of a page become tabs, of which one part shows.
each("[data-tabs]", (list) => {
  const tabs = [...list.querySelectorAll("a")];
  const parts = tabs.map((tab) => document.getElementById(tab.hash.slice(1)));
  const show = (place) => {
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", at === place);
      tab.tabIndex = at === place ? 0 : -1;
      parts[at].hidden = at !== place;
    });
    tabs[place].scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const turn = (place) => {
    show(place);
    tabs[place].focus();
    history.replaceState(null, "", tabs[place].hash);
  };
  list.setAttribute("role", "tablist");
  tabs.forEach((tab, place) => {
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", parts[place].id);
    parts[place].setAttribute("role", "tabpanel");
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      turn(place);
    });
    tab.addEventListener("keydown", (event) => {
      const last = tabs.length - 1;
      const to = { ArrowRight: place === last ? 0 : place + 1, ArrowLeft: place === 0 ? last : place - 1, Home: 0, End: last, " ": place }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      turn(to);
    });
  });
  const refused = parts.findIndex((part) => part.querySelector("[data-problem]:not([hidden])"));
  const named = tabs.findIndex((tab) => tab.hash === location.hash);
  show(refused >= 0 ? refused : Math.max(named, 0));
});

// An edited listing is judged by the rules of its marketplace while it is typed.
class Card {
  constructor(form, card) {
    this.form = form;
    this.card = card;
    this.platform = card.id;
    this.version = card.querySelector("[name=version]");
    this.findings = card.querySelector(".findings");
    this.problem = card.querySelector("[data-problem]");
    this.turn = 0;
    card.addEventListener("input", () => this.judge());
  }

  count(part, length, limit, said) {
    const count = this.card.querySelector(`[data-count="${part}"]`);
    count.querySelector("b").textContent = length;
    count.querySelector("i").textContent = limit;
    count.querySelector(".hide").textContent = count.title = said;
    count.classList.toggle("over-limit", length > limit);
  }

  async judge() {
    const mine = ++this.turn;
    await wait(350);
    if (mine !== this.turn) return;
    const body = new URLSearchParams({ form: this.form.elements.form.value });
    this.card.querySelectorAll("[name]:not(button)").forEach((field) => body.append(field.name, field.value));
    const answer = await fetch(this.form.dataset.judge, { method: "POST", body, headers: json }).catch(() => null);
    if (!answer?.ok || mine !== this.turn) return;
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

  // Shows what the service says of a save; false where the listing was not stored.
  saved(one) {
    this.problem.hidden = one.problem === null;
    this.problem.querySelector("span").textContent = one.problem ?? "";
    document.querySelector(`[data-tabs] [href="#${this.platform}"]`)?.classList.toggle("bad", one.problem !== null);
    // Only a person who has read of the other version may replace it.
    if (one.isOvertaken) this.replaced = one.version;
    if (one.problem !== null) return false;
    this.version.value = one.version;
    this.replaced = undefined;
    this.card.querySelector("[data-edited]").hidden = !one.isEdited;
    this.card.querySelector("[data-restore]").hidden = !one.isRestorable;
    return true;
  }
}

// Listings are saved by themselves a moment after something was typed.
class Listings {
  constructor(form) {
    this.form = form;
    this.cards = [...form.querySelectorAll("[data-card]")].map((card) => new Card(form, card));
    this.state = form.querySelector("[data-state]");
    this.bar = this.state.parentElement;
    // What was typed, and what of it is stored, as numbers that only grow. What was refused is typed
    // and not stored.
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

  // One save after the other: each is made from what the one before it stored.
  save(isAsked) {
    this.queue = this.queue.then(() => this.send(isAsked));
  }

  async send(isAsked) {
    const mine = this.typed;
    if (mine === this.stored && !isAsked) return;
    this.bar.hidden = false;
    this.state.textContent = this.form.dataset.saving;
    const body = new URLSearchParams(new FormData(this.form));
    const answer = await fetch(this.form.action, { method: "POST", body, headers: json }).catch(() => null);
    if (answer?.status === 401 && isAsked) {
      // The page to sign in on keeps what was typed.
      this.stored = this.typed;
      this.form.submit();
      return;
    }
    const saved = answer?.ok ? await answer.json() : null;
    const are = saved?.listings.map((one) => this.cards.find((card) => card.platform === one.platform)?.saved(one));
    if (are?.every(Boolean)) this.stored = mine;
    if (mine !== this.typed) return;
    this.state.textContent = saved === null ? this.form.dataset.failed : (this.stored === mine ? saved.said : saved.notAll);
  }
}
each("[data-judge]", (form) => new Listings(form));
