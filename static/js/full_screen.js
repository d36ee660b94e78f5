// The button for the full screen. It stays hidden where the browser has none, as on an iPhone.
/* eslint-disable oldest/members -- nothing is asked for where the button stays hidden */

const showFullScreenButton = () => {
  const button = document.getElementById("full-screen");
  if (document.fullscreenEnabled) button.hidden = false;
};
const toggleFullScreen = ({ target }) => {
  if (!target.closest("#full-screen")) return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen();
};
document.addEventListener("click", toggleFullScreen);
document.addEventListener("htmx:afterSettle", showFullScreenButton);
showFullScreenButton();
