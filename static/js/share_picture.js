// The link to the picture of a result opens the phone's own share sheet, where the browser can share files. Elsewhere it
// leads to the picture.

const link = document.querySelector("[data-share-picture]");
const { file: name, title } = link?.dataset ?? {};

// Fetched when the finger comes down, since some browsers share only at once after a tap.
let picture;
const fetchPicture = async () => {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return new File([await answer.blob()], name, { type: "image/png" });
};
const prepare = () => {
  picture ??= fetchPicture();
  picture.catch(() => {});
};

const share = async (event) => {
  event.preventDefault();
  prepare();
  try {
    await navigator.share?.({ files: [await picture], title });
  } catch (error) {
    picture = undefined;
    if (error.name !== "AbortError") location.assign(link.href); // anything but a share sheet that was closed
  }
};

if (link && navigator.canShare?.({ files: [new File([""], name, { type: "image/png" })] })) {
  link.addEventListener("pointerdown", prepare);
  link.addEventListener("click", share);
}
