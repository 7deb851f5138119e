import { hideUsers } from '../payments/secrets/patterns.ts';

/**
 * The transports of a client's calls: over `node:http` (`node-transport.ts`), by a browser's `fetch`, or a transport
 * that reaches no emulator.
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

/** A response whose text arrives in chunks. */
export interface StreamedAnswer {
  readonly status: number;
  /** The text. It ends with the response, or when the reader stops. */
  readonly text: AsyncIterable<string>;
  /** Whether the stream sends no heartbeat, because its run has ended. */
  readonly isSilent?: boolean;
}

export interface Transport {
  /** @throws ConnectionError if no server responds, or if the server is not an emulator */
  send(call: Call): Promise<ApiAnswer>;
  /**
   * Returns the response while its text is still arriving; `signal` ends it.
   * @throws the same errors as `send`, also while the text is read
   */
  stream(call: Call, signal: AbortSignal | undefined): Promise<StreamedAnswer>;
}

/** No server responds at the address, or the server is not an emulator. */
export class ConnectionError extends Error {
  static override readonly name = 'ConnectionError';
  override readonly name = 'ConnectionError';
  readonly url: string;
  /** Whether a server responds on https with a certificate that is not trusted. */
  readonly isUntrusted: boolean;

  constructor(url: string, message: string, isUntrusted = false) {
    // The address can contain a password, and users see and copy messages.
    super(hideUsers(message));
    this.url = url;
    this.isUntrusted = isUntrusted;
  }
}

/**
 * The error if the server is not an emulator, or if it is an emulator of a version that this client does not support.
 */
export const noEmulator = (origin: string, status: number): ConnectionError =>
  new ConnectionError(
    origin,
    `The server at ${origin} is not a compatible emulator (status ${status}). Pass the emulator's address with --url.`,
  );

/** The error if no server responds. @param why the reason in parentheses; empty if it is obvious */
export const nothingAnswers = (origin: string, why: string): ConnectionError =>
  new ConnectionError(
    origin,
    `No emulator is running at ${origin}${why}. Start one with 'npx payments-emulator start', or pass the address of a running emulator with --url.`,
  );
