// Rows that unfold: a link with aria-expanded fetches the details below its row, and a second tap folds them again.
// Without this script the link leads to a page of its own.

const opens = (link) => link.getAttribute("aria-expanded") === "false";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt: link, target } = event.detail;
  if (!link.hasAttribute("aria-expanded") || opens(link)) return;
  event.preventDefault();
  target.replaceChildren();
  link.setAttribute("aria-expanded", "false");
});

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const link = detail.requestConfig?.elt; // undefined after a swap by live.js
  if (link?.hasAttribute("aria-expanded")) link.setAttribute("aria-expanded", "true");
});
