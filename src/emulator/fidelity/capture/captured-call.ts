/**
 * One call in a capture, or one webhook delivery to the application. Secrets are hidden in the form that
 * `payments/secrets/hidden-form.ts` defines.
 */
export interface CapturedCall {
  /** The number of the entry in the file, counted from 1. */
  readonly entry: number;
  /** The file name, as passed by the caller. */
  readonly capture: string;
  /** A delivery is a webhook that the service sent to the application. */
  readonly kind: 'call' | 'delivery';
  /** Milliseconds since 1970, by the service's own clock if its `Date` header is more than two seconds off. */
  readonly startedAt: number;
  /** When the response arrived; undefined if the file does not say how long the call took. */
  readonly endedAt?: number | undefined;
  readonly method: string;
  readonly url: URL;
  /** The path as the emulator serves it, from `/api` on. Anything before `/api` in the captured address is dropped. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Keyed by lowercase names. The values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; a string if the body is not JSON; undefined if there is no body. */
  readonly body: unknown;
  /** Undefined if the outcome is unknown. */
  readonly status: number | undefined;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Parsed JSON; a string if the response is not JSON; undefined if there is no body. */
  readonly answer: unknown;
  /** Which body the file omits; undefined if it omits none. */
  readonly leftOut?: 'request' | 'answer' | undefined;
}

/** An entry in a capture that is not a call to the service's API, with the reason. */
export interface LeftEntry {
  readonly entry: number;
  readonly why: string;
}

/** The contents of a capture, in the order of its entries. */
export interface Capture {
  readonly calls: readonly CapturedCall[];
  readonly left: readonly LeftEntry[];
}
