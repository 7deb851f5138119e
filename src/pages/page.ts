import type { Engine } from '../core/kernel/engine.ts';
import type { Cause } from '../core/kernel/events.ts';
import type { Assets } from './assets.ts';
import type { Locale } from './locale.ts';

/** `csp` is the `Content-Security-Policy`, which also determines who can frame the page. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly csp: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Download {
  readonly status: number;
  readonly type: string;
  /** The file name for saving; null if the browser shows the file. */
  readonly filename: string | null;
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A URL that the browser opens with GET (303). */
interface Redirect {
  readonly redirect: string;
}

export type PageAnswer = Page | Download | Redirect;

/** A request for a page. */
export interface Visit {
  readonly engine: Engine;
  readonly assets: Assets;
  /** False for a HEAD request, whose response no user sees. */
  readonly isSeen: boolean;
  readonly params: Readonly<Record<string, string>>;
  /** Only the parameters that occur exactly once. */
  readonly query: Readonly<Record<string, string>>;
  /** The fields of a posted form; empty for GET. */
  readonly form: Readonly<Record<string, string>>;
  /** The visitor's language. The language of a session takes precedence. */
  readonly locale: Locale;
  /** The header with the browser's preferred languages. */
  readonly acceptLanguage: string | undefined;
  /** The origin of the page that links here or shows this page in a frame; null if the browser does not report it. */
  readonly referrer: string | null;
  /** The emulator's origin, as the visitor sees it. */
  readonly origin: string;
  /** The cause of the visit's changes. */
  readonly cause: Cause;
}

export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** `/invoice/{slug}` */
  readonly path: string;
  readonly answer: (visit: Visit) => PageAnswer | Promise<PageAnswer>;
}
