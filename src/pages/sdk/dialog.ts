import { moveIntoView } from '../browser/lib/dom.ts';
import { adopt, dialogCss } from './shadow-styles.ts';
import { createFrame } from './target.ts';

interface DialogOptions {
  readonly title: string;
  /** `about:blank` if a form is posted into the frame. */
  readonly address: string;
  /** The target of such a form. */
  readonly name?: string;
  /** Called when the person closes the dialog, by its button or by Escape. */
  readonly dismissed: () => void;
}

export interface FrameDialog {
  readonly frame: HTMLIFrameElement;
  close(): void;
}

/** Opens a modal dialog with a frame in it. */
export function openDialog({ title, address, name, dismissed }: DialogOptions): FrameDialog {
  const host = document.createElement('div');
  host.dataset.paymentsSdk = 'dialog';
  const root = host.attachShadow({ mode: 'open' });
  adopt(root, dialogCss);
  const dialog = document.createElement('dialog');
  // A <header> would count as a second banner of the page.
  const head = document.createElement('div');
  head.className = 'head';
  const heading = document.createElement('h2');
  heading.id = 'title';
  heading.textContent = title;
  dialog.setAttribute('aria-labelledby', 'title');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Close';
  head.append(heading, button);
  const frame = createFrame(address, title);
  if (name !== undefined) frame.name = name;
  frame.style.colorScheme = 'light dark';
  frame.style.height = 'min(36rem, calc(100dvh - 88px))';
  const slot = document.createElement('slot');
  dialog.append(head, slot);
  root.append(dialog);
  // The frame is outside the shadow tree, so that a form can have it as its target.
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
  moveIntoView(dialog);
  return { frame, close };
}
