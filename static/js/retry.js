// A page that could not be shown (503) asks for itself again, and gives way as soon as there is an answer.
const retry = async () => {
  const answer = await fetch(location.href).catch(() => undefined);
  if (answer && answer.status !== 503) return location.reload();
  setTimeout(retry, 1500);
};
setTimeout(retry, 1500);
