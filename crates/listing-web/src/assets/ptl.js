// Progressive enhancement for the account area. Every page works without it, and it stores nothing
// in the browser.

const each = (selector, act) => document.querySelectorAll(selector).forEach(act);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Copy buttons: the text of a field or of an element, by its id.
each("[data-copy]", (button) => {
  if (!navigator.clipboard) return;
  const source = document.getElementById(button.dataset.copy);
  const status = button.querySelector(".said");
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.value ?? source.dataset.text ?? source.textContent);
    status.textContent = button.dataset.copied;
    button.classList.add("done");
    await wait(1600);
    status.textContent = "";
    button.classList.remove("done");
  });
});

// Shows times in the reader's time zone and locale.
const lang = document.documentElement.lang;
const locale = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
each("time[data-at]", (time) => {
  const style = time.dataset.at === "date" ? { dateStyle: "long" } : { dateStyle: "long", timeStyle: "short" };
  time.textContent = new Intl.DateTimeFormat(locale, style).format(new Date(time.dateTime));
});

// Closes a menu on a click outside it, or on Escape.
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
