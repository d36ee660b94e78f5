// The screen stays on while a table is open, where the browser allows it; the lock is lost when the page is hidden and
// taken again when it is seen.
if (document.body.hasAttribute("data-awake") && "wakeLock" in navigator) {
  const stayOn = () => {
    if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayOn);
  stayOn();
}

// A button with data-copy copies the text of the element it names. It is shown only where that can work (https or localhost).
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      await navigator.clipboard.writeText(source.value ?? source.textContent.trim());
      button.textContent = button.dataset.copied;
    });
  }
}

// The second tap of a double tap, which may find another button where the first one was: Undo must not put back what it took.
let tapped = { timeStamp: -Infinity };
document.addEventListener(
  "click",
  (tap) => {
    const { timeStamp, clientX, clientY } = tapped;
    tapped = tap;
    if (!tap.detail || !tap.target.closest("#table button") || tap.timeStamp - timeStamp > 400) return; // detail 0: by keyboard
    if (Math.hypot(tap.clientX - clientX, tap.clientY - clientY) < 20) tap.preventDefault();
  },
  true,
);

// When the table is swapped, a preview that is still on its way is about a form that is gone: it is not let into the next.
document.addEventListener("htmx:beforeSwap", ({ target }) => {
  const bar = target.querySelector("#bar");
  if (bar) htmx.trigger(bar, "htmx:abort");
});

// Bad wifi: whoever got no answer is told, and may tap again; where the answer was a refusal that would not help.
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, () => {
    const said = document.getElementById("said");
    if (!said) return;
    const words = document.createElement("strong");
    words.className = "problem";
    words.textContent = failure === "htmx:responseError" ? said.dataset.refused : said.dataset.lost;
    said.replaceChildren(words);
    hear();
  });
}

// The form of a new session is drawn anew when another game is chosen or a seat is added. What was typed while that was on
// its way is kept: wherever the answer has what was sent, and something else stands there by now.
let typed = [];
document.addEventListener("htmx:beforeSwap", ({ target, detail }) => {
  if (target.id !== "new_form") return;
  const { parameters } = detail.requestConfig;
  typed = [...target.querySelectorAll("input.input")].filter(({ name, value }) => value !== parameters[name]);
  typed = typed.map(({ name, value }) => ({ name, value, sent: parameters[name] }));
});
document.addEventListener("htmx:afterSwap", () => {
  for (const { name, value, sent } of typed) {
    const field = document.querySelector(`#new_form [name="${name}"]`);
    if (field?.value === sent) field.value = value;
  }
  typed = [];
});

// Screen readers hear what changed. What they listen to has to stay in the page, so it repeats what is swapped: what was
// written, what is wrong, or else what the save button says now.
const hear = () => {
  const heard = document.getElementById("heard");
  if (!heard) return;
  const [said, errors, result] = ["#said > :first-child", "#outcome .error", "#result"].map((places) =>
    [...document.querySelectorAll(places)].map((place) => place.textContent.trim()).filter(Boolean).join(" "),
  );
  const words = [said, errors].filter(Boolean).join(" ") || result;
  if (heard.textContent !== words) heard.textContent = words;
};
document.addEventListener("htmx:afterSettle", hear);
