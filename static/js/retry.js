// A page that could not be shown (503) requests itself again, and reloads as soon as there is an answer.
const retry = async () => {
  const answer = await fetch(location.href).catch(() => undefined);
  if (answer && answer.status !== 503) return location.reload();
  setTimeout(retry, 1500);
};
setTimeout(retry, 1500);
