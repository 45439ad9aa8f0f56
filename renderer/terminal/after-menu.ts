/** Frames after which a menu that is still there is not waited for any longer. */
const PATIENCE_FRAMES = 30;

/**
 * Does something once the menu it was chosen from is gone: a closing menu gives the focus back to its button, and would
 * take it from whatever got it in between.
 */
export function afterMenu(run: () => void): void {
  let frames = 0;
  const look = (): void => {
    frames += 1;
    const isOpen = document.querySelector('[role=menu]') !== null;
    if (isOpen && frames < PATIENCE_FRAMES) requestAnimationFrame(look);
    // The button gets the focus in the frame after the menu has gone.
    else requestAnimationFrame(() => requestAnimationFrame(run));
  };
  requestAnimationFrame(look);
}
