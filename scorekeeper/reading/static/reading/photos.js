// The form for photos of a sheet: reports problems with the files before they are sent, and says when they are being
// read.

const form = document.getElementById("photos");
const field = form?.elements.photos;
const button = form?.querySelector("button");
const status = document.getElementById("reading");
const ready = button?.textContent;

const problemOf = (files) => {
  const { mostFiles, mostBytes, tooMany, tooLarge, noFile } = form.dataset;
  if (!files.length) return noFile;
  if (files.length > mostFiles) return tooMany;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > mostBytes ? tooLarge : "";
};

const complain = (problem) => {
  const paragraph = Object.assign(document.createElement("p"), { className: "error", textContent: problem });
  paragraph.setAttribute("role", "alert");
  document.getElementById("id_photos_error").replaceChildren(...(problem ? [paragraph] : []));
  if (problem) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
};

// When the user returns with the Back button, the form is ready again.
const show = (isReading) => {
  button.disabled = isReading;
  button.textContent = isReading ? button.dataset.reading : ready;
  status.textContent = isReading ? status.dataset.reading : "";
};

field?.addEventListener("change", () => complain(field.files.length ? problemOf([...field.files]) : ""));
form?.addEventListener("submit", (event) => {
  const problem = problemOf([...field.files]);
  complain(problem);
  if (problem) {
    event.preventDefault();
    field.focus();
  } else {
    show(true);
  }
});
// With the service worker, this page stays if the connection is lost.
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data !== "not sent" || !form) return;
  show(false);
  complain(form.dataset.notSent);
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && form) show(false);
});
