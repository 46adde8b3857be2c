// The list to export from: chooses all items, and counts the chosen ones.
const form = document.querySelector("[data-choose]");
if (form) {
  const boxes = [...form.querySelectorAll("[name=id]")];
  const all = form.querySelector("[data-all]");
  const status = form.querySelector("[data-chosen]");
  const none = status.textContent;
  const count = () => {
    const chosen = boxes.filter((box) => box.checked).length;
    status.textContent = chosen ? status.dataset.chosen + chosen : none;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && !all.checked;
  };
  all.parentElement.hidden = false;
  all.addEventListener("change", () => boxes.forEach((box) => { box.checked = all.checked; }));
  form.addEventListener("change", count);
  // Browsers check the same boxes again when the user comes back.
  addEventListener("pageshow", count);
}
