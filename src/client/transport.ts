/** How the calls of a client travel: over `node:http` (`over-node.ts`), by the `fetch` of a browser, or to no emulator at all. */

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

/** An answer whose text comes bit by bit. */
export interface StreamedAnswer {
  readonly status: number;
  /** Ends with the answer, or where whoever reads it stops. */
  readonly text: AsyncIterable<string>;
}

export interface Transport {
  /** @throws ConnectionError if nothing answers, or something that is no emulator */
  send(call: Call): Promise<ApiAnswer>;
  /** Has the answer read while it comes; `signal` ends it. @throws as `send`, also while the text is read */
  stream(call: Call, signal: AbortSignal | undefined): Promise<StreamedAnswer>;
}

/** Nothing answers at the address, or something that is no emulator. */
export class ConnectionError extends Error {
  static override readonly name = 'ConnectionError';
  override readonly name = 'ConnectionError';
  readonly url: string;
  /** Whether something answers by https, with a certificate that is not trusted. */
  readonly isUntrusted: boolean;

  constructor(url: string, message: string, isUntrusted = false) {
    super(message);
    this.url = url;
    this.isUntrusted = isUntrusted;
  }
}

/** What is said where nothing answers. @param why in parentheses, or empty where that goes without saying */
export const nothingAnswers = (origin: string, why: string): ConnectionError =>
  new ConnectionError(
    origin,
    `No emulator is running at ${origin}${why}. Start one with 'emulator start', or name its address with --url.`,
  );
