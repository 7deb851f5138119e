import { PaymentsError } from './errors.ts';
import type { Target } from './types.ts';

/** @throws PaymentsError `not_configured` if there is no such element */
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

export interface Home {
  /** The origin of the frames: the emulator's. */
  readonly frames: string;
  /** The origin of this page. */
  readonly page: string;
}

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

export function frameAddress({ frames }: Home, path: string, query: Readonly<Record<string, string>>): string {
  const address = new URL(path, frames);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address.href;
}
