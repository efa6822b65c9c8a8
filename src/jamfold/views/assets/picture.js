// A picture that the server draws, into the clipboard; its own file, so that pages weigh nothing more until it is asked for.

import { download } from "./game.js";

// Copies the picture of an address, or saves it where the browser refuses the clipboard; says which.
export async function copyPicture(address) {
  const draw = async () => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(address);
    return answer.blob();
  };
  const image = draw();
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": image })]);
    return "Picture copied.";
  } catch {
    const picture = await image.catch(() => null);
    if (!picture) return "No picture could be drawn.";
    download("jamfold.png", picture, "image/png");
    return "Picture saved.";
  }
}
