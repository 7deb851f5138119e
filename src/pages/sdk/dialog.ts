import { keepInSight } from '../browser/lib/keep-in-sight.ts';
import { adopt, dialogCss } from './shadow-styles.ts';
import { createFrame } from './target.ts';

export interface DialogOptions {
  readonly title: string;
  /** What the frame shows; `about:blank` where a form is posted into it. */
  readonly address: string;
  /** By which a form can name the frame as its target. */
  readonly name?: string;
  /** The person closed it, by its button or by Escape. */
  readonly dismissed: () => void;
}

export interface FrameDialog {
  readonly frame: HTMLIFrameElement;
  close(): void;
}

/** A dialog over the page with a frame in it. The page behind cannot be reached meanwhile; focus returns afterwards. */
export function openDialog({ title, address, name, dismissed }: DialogOptions): FrameDialog {
  const host = document.createElement('div');
  host.dataset.paymentsSdk = 'dialog';
  const root = host.attachShadow({ mode: 'open' });
  adopt(root, dialogCss);
  const dialog = document.createElement('dialog');
  // No <header>: outside of sections that would be a second banner of the page.
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
  // Of the page's own tree, so that a form can name it as its target.
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
  keepInSight(dialog);
  return { frame, close };
}
