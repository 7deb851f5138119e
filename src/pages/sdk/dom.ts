import { focusWhenLoaded, make, moveIntoView } from '../browser/lib/dom.ts';
import { PaymentsError } from './errors.ts';
import { adoptStyles, dialogCss } from './shadow-styles.ts';
import { declaredTheme } from './theme.ts';
import type { Target } from './types.ts';

/** @throws PaymentsError `not_configured` if there is no such element */
export function elementAt(target: Target): HTMLElement {
  if (target instanceof HTMLElement) return target;
  const found = typeof target === 'string' ? firstMatch(target) : null;
  if (found instanceof HTMLElement) return found;
  throw new PaymentsError(
    'not_configured',
    typeof target === 'string'
      ? `No element on this page matches '${target}'. Call the mount method after the element exists.`
      : 'The target must be a CSS selector or an element.',
  );
}

/** @returns null if there is no such element, or if the text is not a selector */
function firstMatch(selector: string): Element | null {
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}

export interface Origins {
  /** The origin of the emulator, which serves the frames. */
  readonly frames: string;
  readonly page: string;
  /** The origins of the pages around this page, which can frame it and its frames. */
  readonly around: readonly string[];
}

/** Query parameters for a frame's URL. */
export const aroundIn = ({ around }: Origins): Readonly<Record<string, string>> =>
  around.length === 0 ? {} : { around: around.join(' ') };

export function createFrame(address: string, title: string): HTMLIFrameElement {
  const frame = make('iframe', { src: address, title, referrerpolicy: 'origin' });
  frame.style.border = '0';
  frame.style.display = 'block';
  frame.style.width = '100%';
  return frame;
}

export function frameAddress({ frames }: Origins, path: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(path, frames);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}

interface DialogOptions {
  readonly title: string;
  /** The language of the title; undefined if it is the language of the page. */
  readonly language?: string;
  /** The label of the close button. */
  readonly closeLabel: string;
  /** `about:blank` if a form is posted into the frame. */
  readonly address: string;
  /** The target name for such a form. */
  readonly name?: string;
  /** Called when the user closes the dialog with its button or with Escape. */
  readonly dismissed: () => void;
}

export interface FrameDialog {
  readonly frame: HTMLIFrameElement;
  /** @param height the height of the frame's content, in pixels */
  adjust(height: number): void;
  close(): void;
}

/** Opens a modal dialog with a frame, which gets the focus. */
export function openDialog({ title, language, closeLabel, address, name, dismissed }: DialogOptions): FrameDialog {
  const host = make('div', { 'data-payments-sdk': 'dialog', ...(language === undefined ? {} : { lang: language }) });
  const root = host.attachShadow({ mode: 'open' });
  adoptStyles(root, dialogCss);
  const button = make('button', { type: 'button', 'aria-label': closeLabel }, ['✕']);
  const dialog = make('dialog', { 'aria-labelledby': 'title', tabindex: -1 }, [
    // A <header> would count as a second banner of the page.
    make('div', { class: 'head' }, [make('h2', { id: 'title' }, [title]), button]),
    make('slot'),
  ]);
  const frame = createFrame(address, title);
  if (name !== undefined) frame.name = name;
  frame.style.colorScheme = declaredTheme(document.body);
  frame.style.height = 'min(36rem, calc(100dvh - 88px))';
  frame.style.minHeight = '0';
  root.append(dialog);
  // The frame is outside the shadow tree, so that a form can target it.
  host.append(frame);
  document.body.append(host);

  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    dialog.close();
    host.remove();
  };
  const dismiss = () => {
    if (!isOpen) return;
    close();
    dismissed();
  };
  button.addEventListener('click', dismiss);
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    dismiss();
  });
  dialog.showModal();
  focusWhenLoaded(frame, dialog);
  moveIntoView(dialog);
  const adjust = (height: number) => {
    if (!(height > 0)) return;
    frame.style.height = `min(${Math.ceil(height)}px, calc(100dvh - 88px))`;
    moveIntoView(dialog);
  };
  return { frame, adjust, close };
}
