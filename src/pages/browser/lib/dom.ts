/** The data that the server embedded in the page. */
export function readState<T>(): T {
  const text = document.getElementById('state')?.textContent;
  if (text == null) throw new Error('The page contains no embedded data.');
  return JSON.parse(text) as T;
}

/** @throws Error if the markup does not contain the element */
export function need<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (found === null) throw new Error(`No element on the page matches ${selector}.`);
  return found;
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Creates an element. Strings become text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}

/**
 * Moves the focus from an open dialog into its frame, which contains the dialog's question. The dialog has the focus
 * until the frame is loaded, so that Escape closes the dialog from the start. An empty frame would receive the key.
 */
export function focusWhenLoaded(frame: HTMLIFrameElement, dialog: HTMLDialogElement): void {
  const root = dialog.getRootNode();
  dialog.focus();
  frame.addEventListener('load', () => {
    if ((root instanceof ShadowRoot ? root : document).activeElement === dialog) frame.focus();
  });
}

/** The distance in pixels between a dialog and the edge of its frame. */
const edge = 12;

/**
 * Moves an open dialog into the visible part of a frame, and limits its height to the height of that part. A frame
 * can be taller than the window, and a dialog opens in the middle of the frame. Only an observer reports which part
 * of a frame is visible.
 */
export function moveIntoView(dialog: HTMLDialogElement): void {
  if (window.parent === window) return;
  const observer = new IntersectionObserver(([seen]) => {
    observer.disconnect();
    if (seen === undefined) return;
    const { top, height } = seen.intersectionRect;
    dialog.style.maxHeight = `${height - 2 * edge}px`;
    const wanted = top + Math.max(edge, (height - dialog.offsetHeight) / 2);
    const lowest = window.innerHeight - dialog.offsetHeight - edge;
    dialog.style.margin = '0 auto auto';
    dialog.style.top = `${Math.max(edge, Math.min(wanted, lowest))}px`;
  });
  observer.observe(document.documentElement);
}
