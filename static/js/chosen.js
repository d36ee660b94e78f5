// Marks what is chosen in the form of a hand, for the styles of browsers without :has(). The form gets an attribute for
// each choice, such as data-chosen-call="solo"; a group in which nothing is missing gets data-chosen, and so does what
// [data-follows] a choice. Without this script the form has no data-chosen: then the styles show every field, and the
// rules refuse those that don't belong.
const MARK = "data-chosen";

const markGroup = (group) => {
  const digits = [...group.querySelectorAll(".digits")];
  const missing = (part) => !part.querySelector(":checked");
  if ((digits.length ? digits : [group]).some(missing)) group.removeAttribute(MARK);
  else group.setAttribute(MARK, group.querySelector(":checked").value);
};

const markForm = () => {
  const form = document.getElementById("outcome");
  if (!form) return;
  for (const { name } of [...form.attributes]) {
    if (name.startsWith(`${MARK}-`)) form.removeAttribute(name);
  }
  form.setAttribute(MARK, "");
  for (const { name, value } of form.querySelectorAll(":checked")) form.setAttribute(`${MARK}-${name}`, value);
  for (const group of form.querySelectorAll("fieldset")) markGroup(group);
  for (const part of form.querySelectorAll("[data-follows]"))
    part.setAttribute(MARK, form.elements[part.dataset.follows].value);
  form.toggleAttribute("data-not-played", Boolean(form.querySelector('.minor :checked:not([value=""])')));
};

// A tablet between the players: the side that the page is turned to, marked as the server marks it.
const markSide = () => {
  const side = document.querySelector("#tablet-side :checked");
  if (side) document.body.dataset.facing = side.value;
};

const mark = () => {
  markForm();
  markSide();
};

mark();
for (const event of ["change", "cleared", "htmx:load"]) document.addEventListener(event, mark);
addEventListener("pageshow", mark); // Back: the browser has filled in what was chosen
