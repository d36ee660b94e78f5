// Choosing another language reloads the page, which loses any input not yet sent. So the page asks first. Hands that
// wait on the phone (waiting.js) are not part of the page and stay.

// What was tapped for a hand is kept (chosen.js), and the side that a tablet is turned to is stored at once.
const UNTRACKED_FORMS = "#outcome, #tablet-side";

const markUnsent = ({ target: { form } }) => {
  if (form?.method === "post" && !form.matches(UNTRACKED_FORMS)) form.setAttribute("data-unsent", "");
};
for (const event of ["input", "change"]) document.addEventListener(event, markUnsent);

// A typed line has moved from its field to the waiting lines.
document.addEventListener("cleared", ({ target }) => target.removeAttribute("data-unsent"));

// On a page that answers a POST, the server marks the language form itself: the input on such a page is stored nowhere.
document.addEventListener("submit", (event) => {
  const { id, dataset } = event.target;
  if (id === "languages" && document.querySelector("[data-unsent]") && !confirm(dataset.ask)) event.preventDefault();
});
