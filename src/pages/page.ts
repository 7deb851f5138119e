import type { Engine } from '../engine/engine.ts';
import type { Cause } from '../engine/events.ts';
import type { Assets } from './assets.ts';

/** What a page answers. `csp` is its `Content-Security-Policy`, which also says who may frame it. */
export interface Page {
  readonly status: number;
  readonly html: string;
  readonly csp: string;
}

/** A file that a page offers. */
export interface Download {
  readonly status: number;
  readonly type: string;
  /** How it is saved; shown in the browser where there is none. */
  readonly filename: string | null;
  readonly bytes: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An address to go on to, by GET (303). */
export interface Redirect {
  readonly redirect: string;
}

export type PageAnswer = Page | Download | Redirect;

/** A request for a page, and what its answer is made from. */
export interface Visit {
  readonly engine: Engine;
  readonly assets: Assets;
  /** Whether somebody is shown the page; a HEAD request only asks about it. */
  readonly isSeen: boolean;
  readonly params: Readonly<Record<string, string>>;
  /** Parameters of the query that are given once. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields of a posted form that are given once; empty for GET. */
  readonly form: Readonly<Record<string, string>>;
  /** What a change that the visit makes is put down to. */
  readonly cause: Cause;
}

/** One address of the pages. */
export interface PageRoute {
  readonly method: 'GET' | 'POST';
  /** `/invoice/{slug}` */
  readonly path: string;
  readonly answer: (visit: Visit) => PageAnswer | Promise<PageAnswer>;
}
