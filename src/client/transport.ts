import { hideUsers } from '../payments/secrets/patterns.ts';

/**
 * The transports of a client's calls: over `node:http` (`node-transport.ts`), by a browser's `fetch`, or to no emulator
 * at all.
 */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Call {
  method: Method;
  /** The path with its query string. */
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
  /** The text, which ends with the answer, or when the reader stops. */
  readonly text: AsyncIterable<string>;
}

export interface Transport {
  /** @throws ConnectionError if no server answers, or a server that is not an emulator */
  send(call: Call): Promise<ApiAnswer>;
  /**
   * Returns the answer while its text is still coming; `signal` ends it.
   * @throws as `send`, also while the text is read
   */
  stream(call: Call, signal: AbortSignal | undefined): Promise<StreamedAnswer>;
}

/** No server answers at the address, or a server that is not an emulator. */
export class ConnectionError extends Error {
  static override readonly name = 'ConnectionError';
  override readonly name = 'ConnectionError';
  readonly url: string;
  /** Whether a server answers on https with a certificate that is not trusted. */
  readonly isUntrusted: boolean;

  constructor(url: string, message: string, isUntrusted = false) {
    // The address may contain a password, and messages are shown and copied.
    super(hideUsers(message));
    this.url = url;
    this.isUntrusted = isUntrusted;
  }
}

/** The error for a server that is not an emulator, or an emulator with other answers than this client knows. */
export const noEmulator = (origin: string, status: number): ConnectionError =>
  new ConnectionError(
    origin,
    `What answers at ${origin} is not an emulator of this version (status ${status}); name the emulator's address with --url.`,
  );

/** The error when no server answers. @param why in parentheses; empty if it is obvious */
export const nothingAnswers = (origin: string, why: string): ConnectionError =>
  new ConnectionError(
    origin,
    `No emulator is running at ${origin}${why}. Start one with 'npx payments-emulator start', or name its address with --url.`,
  );
