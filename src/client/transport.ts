import { hideUsers } from '../payments/secrets/patterns.ts';

/** How a client's calls travel: over `node:http` (`over-node.ts`), by a browser's `fetch`, or to no emulator at all. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Call {
  method: Method;
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** An answer whose text comes in pieces. */
export interface StreamedAnswer {
  readonly status: number;
  /** Ends with the answer, or when the reader stops. */
  readonly text: AsyncIterable<string>;
}

export interface Transport {
  /** @throws ConnectionError if nothing answers, or something that is not an emulator */
  send(call: Call): Promise<ApiAnswer>;
  /** Returns the answer while it is still coming; `signal` ends it. @throws as `send`, also while the text is read */
  stream(call: Call, signal: AbortSignal | undefined): Promise<StreamedAnswer>;
}

/** Nothing answers at the address, or something that is not an emulator. */
export class ConnectionError extends Error {
  static override readonly name = 'ConnectionError';
  override readonly name = 'ConnectionError';
  readonly url: string;
  /** Whether something answers on https with a certificate that is not trusted. */
  readonly isUntrusted: boolean;

  constructor(url: string, message: string, isUntrusted = false) {
    // The address may have a password in it, and messages are shown and copied.
    super(hideUsers(message));
    this.url = url;
    this.isUntrusted = isUntrusted;
  }
}

/** The error when what answers is no emulator, or one with other answers than this client knows. */
export const noEmulator = (origin: string, status: number): ConnectionError =>
  new ConnectionError(
    origin,
    `What answers at ${origin} is not an emulator of this version (status ${status}); name the emulator's address with --url.`,
  );

/** The error when nothing answers. @param why in parentheses; empty if it is obvious */
export const nothingAnswers = (origin: string, why: string): ConnectionError =>
  new ConnectionError(
    origin,
    `No emulator is running at ${origin}${why}. Start one with 'emulator start', or name its address with --url.`,
  );
