// Comfort for the pages of the account area. Every page works without it, and nothing is
// remembered in the browser.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

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

// Moments in the time zone and the way of writing of whoever reads them.
const lang = document.documentElement.lang;
const spoken = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
each("time[data-at]", (time) => {
  const style = time.dataset.at === "date" ? { dateStyle: "long" } : { dateStyle: "long", timeStyle: "short" };
  time.textContent = new Intl.DateTimeFormat(spoken, style).format(new Date(time.dateTime));
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
