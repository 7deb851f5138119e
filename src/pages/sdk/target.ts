import { PaymentsError } from './errors.ts';
import type { Target } from './types.ts';

/**
 * The element that a target names.
 * @throws PaymentsError `not_configured`
 */
export function elementAt(target: Target): HTMLElement {
  if (target instanceof HTMLElement) return target;
  const found = typeof target === 'string' ? document.querySelector(target) : null;
  if (found instanceof HTMLElement) return found;
  throw new PaymentsError(
    'not_configured',
    typeof target === 'string'
      ? `No element of this page matches '${target}'. Mount when it is there.`
      : 'The target must be a CSS selector or an element.',
  );
}

/** Where frames come from, and whom they may talk to. */
export interface Home {
  /** The emulator's origin. */
  readonly frames: string;
  /** This page's. */
  readonly page: string;
}

/** A frame of the service with nothing of its own but its content. */
export function createFrame(address: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = address;
  frame.title = title;
  frame.referrerPolicy = 'origin';
  frame.style.border = '0';
  frame.style.display = 'block';
  frame.style.width = '100%';
  return frame;
}

/** An address of the frames' origin with a query. */
export function frameAddress({ frames }: Home, path: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(path, frames);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
