// The clock of a round counts down by the server's time, which may differ from that of the phone. Without this script
// the page says when the round ends.

const offsets = new WeakMap(); // of each clock on the page: how far the server's time is ahead

const two = (number) => String(number).padStart(2, "0");

const inWords = (seconds) => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
};

const tick = (clock) => {
  if (!offsets.has(clock)) offsets.set(clock, Number(clock.dataset.now) - Date.now() / 1000);
  const left = Math.ceil(Number(clock.dataset.ends) - offsets.get(clock) - Date.now() / 1000);
  const isOver = left <= 0;
  clock.querySelector(".clock__left").textContent = isOver ? "" : inWords(left);
  clock.querySelector(".clock__end").hidden = isOver;
  clock.querySelector(".clock__over").hidden = !isOver;
};

const tickAll = () => document.querySelectorAll("[data-ends]").forEach(tick);
setInterval(tickAll, 1000);
document.addEventListener("htmx:afterSettle", tickAll);
tickAll();
