/** Pixels between a dialog and the edge of its frame. */
const edge = 12;

/**
 * Puts an open dialog where the buyer looks. A frame may be far higher than the window: its middle, where dialogs open, is
 * not where the buyer is. What of it the window shows, only an observer can tell a frame.
 */
export function keepInSight(dialog: HTMLDialogElement): void {
  if (window.parent === window) return;
  const observer = new IntersectionObserver(([seen]) => {
    observer.disconnect();
    if (seen === undefined) return;
    const { top, height } = seen.intersectionRect;
    const wanted = top + Math.max(edge, (height - dialog.offsetHeight) / 2);
    const lowest = window.innerHeight - dialog.offsetHeight - edge;
    dialog.style.margin = '0 auto auto';
    dialog.style.top = `${Math.max(edge, Math.min(wanted, lowest))}px`;
  });
  observer.observe(document.documentElement);
}
