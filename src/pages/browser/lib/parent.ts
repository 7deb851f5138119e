import type { FrameState } from '../../checkout-state.ts';
import { applyAppearance } from './appearance.ts';
import { isLoopbackHost } from './loopback.ts';

const source = 'payments-sdk';

/** Any page of this machine, where the session names no origins. */
function isLocalOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && /^https?:$/.test(url.protocol) && isLoopbackHost(url.hostname);
}

/** The page around the frame: told what happens if it is one of those that may hear it, and nobody else ever is. */
export class ParentPage {
  readonly #origin: string | null;

  constructor(frame: FrameState | null) {
    this.#origin = frame === null ? null : originOfParent(frame.origins);
    if (this.#origin === null) return;
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    window.addEventListener('message', ({ source: sender, origin, data }) => {
      if (sender !== window.parent || origin !== this.#origin) return;
      if (data?.source === source && data.type === 'appearance') applyAppearance(data.appearance, sheet);
    });
    new ResizeObserver(() => this.#tellHeight()).observe(document.body);
  }

  tell(type: 'ready' | 'complete' | 'error' | 'resize', fields: Readonly<Record<string, unknown>> = {}): void {
    if (this.#origin !== null) window.parent.postMessage({ ...fields, source, type }, this.#origin);
  }

  #tellHeight(): void {
    this.tell('resize', { height: Math.ceil(document.body.getBoundingClientRect().height) });
  }
}

/** The origin of the page around: what the browser says of it, else what the address of the frame claims. */
function originOfParent(allowed: readonly string[] | null): string | null {
  if (window.parent === window) return null;
  const claimed = new URLSearchParams(location.search).get('parent');
  const known = location.ancestorOrigins?.[0] ?? claimed ?? originOf(document.referrer);
  if (known === null) return null;
  return (allowed === null ? isLocalOrigin(known) : allowed.includes(known)) ? known : null;
}

const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null);
