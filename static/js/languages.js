// Choosing another language loads the page again, and with it goes whatever was entered and not sent. So the page asks
// first. Hands that wait on the phone (waiting.js) are not part of the page and stay.

// The form of a hand says by itself whether it holds anything, as other scripts empty it and fill it again; the side
// that a tablet is turned to is stored at once.
const UNTRACKED_FORMS = "#outcome, #tablet-side";

const markUnsent = ({ target: { form } }) => {
  if (form?.method === "post" && !form.matches(UNTRACKED_FORMS)) form.setAttribute("data-unsent", "");
};
for (const event of ["input", "change"]) document.addEventListener(event, markUnsent);

// A typed line has left its field for those that wait to be recorded.
document.addEventListener("cleared", ({ target }) => target.removeAttribute("data-unsent"));

// The server marks the language form itself on a page that answers a POST: what such a page holds is stored nowhere.
const UNSENT = "[data-unsent], #outcome[data-filled]";

document.addEventListener("submit", (event) => {
  const { id, dataset } = event.target;
  if (id === "languages" && document.querySelector(UNSENT) && !confirm(dataset.ask)) event.preventDefault();
});
