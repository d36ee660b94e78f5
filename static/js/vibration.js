// A phone that can vibrate does so briefly when a hand is recorded. The menu has a check box to turn this off, which is
// hidden where nothing can vibrate.
/* eslint-disable oldest/members -- nothing is asked for where the check box stays hidden */

const VIBRATION_OFF = "vibration-off";
const MILLISECONDS = 15;

const showVibration = () => {
  const setting = document.getElementById("vibration");
  if (!setting || !navigator.vibrate) return;
  setting.hidden = false;
  setting.querySelector("input").checked = !localStorage.getItem(VIBRATION_OFF);
};
document.addEventListener("change", ({ target }) => {
  if (!target.closest("#vibration")) return;
  if (target.checked) localStorage.removeItem(VIBRATION_OFF);
  else localStorage.setItem(VIBRATION_OFF, "yes");
});
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const isRecorded = requestConfig.elt.id === "outcome" && xhr.status === 200;
  if (isRecorded && navigator.vibrate && !localStorage.getItem(VIBRATION_OFF)) navigator.vibrate(MILLISECONDS);
});
showVibration();
