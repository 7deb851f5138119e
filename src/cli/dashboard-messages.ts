import type { Acceptance } from '../audit/acceptance.ts';
import type { Left } from '../tui/open.tsx';

/* What `start` and the process of its dashboard say to each other. */

/** Of what emulator the dashboard is, and how it looks. */
export interface Opening {
  readonly url: string;
  readonly token: string | null;
  /** The certificate that the emulator shows at https, as PEM. */
  readonly certificate: string | undefined;
  readonly accept: readonly Acceptance[];
  readonly color: boolean;
  readonly mouse: boolean;
}

export type ToDashboard =
  | { readonly type: 'open'; readonly opening: Opening }
  /** A warning of the emulator, for the screen. */
  | { readonly type: 'warn'; readonly text: string }
  /** The terminal may be lent: Ctrl-C is another program's now. */
  | { readonly type: 'lent' }
  | { readonly type: 'close' };

export type FromDashboard =
  /** A pager or an editor is about to have the terminal; it has ended. */
  | { readonly type: 'lend' }
  | { readonly type: 'returned' }
  /** The terminal is given back. */
  | { readonly type: 'left'; readonly how: Left }
  | { readonly type: 'broke'; readonly why: string };
