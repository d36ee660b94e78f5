// When the server redraws the form of a new session, it looks unchanged: what was entered in the meantime is kept, open
// folds stay open, and the focused element stays in its place on the screen (without one, the page isn't scrolled).
let entered = [];
let unfolded = [];
let seenAt = {};
const topOf = (element) => element.getBoundingClientRect().top;
document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig } }) => {
  const form = target.closest("#new_form");
  if (!form) return;
  const { activeElement, body } = document;
  entered = [...new FormData(form)].map(([name, value]) => [name, value, requestConfig.formData.get(name) ?? ""]);
  unfolded = [...form.querySelectorAll("details[open]")].map(({ id }) => id);
  seenAt = { id: activeElement.id, top: topOf(activeElement), page: topOf(body) };
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  const form = target.closest("#new_form");
  if (!form) return;
  for (const [name, value, sent] of entered) {
    const field = form.elements[name];
    if (value !== sent && field?.value.trim() === sent.trim()) field.value = value;
  }
  for (const id of unfolded) document.getElementById(id)?.setAttribute("open", "");
  const focused = document.getElementById(seenAt.id);
  focused?.focus({ preventScroll: true }); // htmx can't, in a fold that was closed
  scrollBy(0, focused ? topOf(focused) - seenAt.top : topOf(document.body) - seenAt.page);
});
