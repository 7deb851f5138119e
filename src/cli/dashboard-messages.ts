import type { Acceptance } from '../audit/acceptance.ts';
import type { DashboardExit } from '../desk/terminal/open.tsx';

/* The messages between `start` and the process of its dashboard. */

/** The emulator that the dashboard shows, and its appearance. */
export interface Opening {
  readonly url: string;
  readonly token: string | null;
  /** The certificate that the emulator uses for https, as PEM. */
  readonly certificate: string | undefined;
  readonly accept: readonly Acceptance[];
  readonly color: boolean;
}

export type ToDashboard =
  | { readonly type: 'open'; readonly opening: Opening }
  /** A warning of the emulator that the dashboard shows. */
  | { readonly type: 'warn'; readonly text: string }
  /** The dashboard lends the terminal to another program, which receives Ctrl-C from now on. */
  | { readonly type: 'lent' }
  | { readonly type: 'close' };

export type FromDashboard =
  /** A pager or an editor is about to use the terminal, or has ended. */
  | { readonly type: 'lend' }
  | { readonly type: 'returned' }
  /** The terminal is released. */
  | { readonly type: 'left'; readonly how: DashboardExit }
  | { readonly type: 'broke'; readonly why: string };
