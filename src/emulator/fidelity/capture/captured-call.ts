/**
 * One call of a capture, or one delivery of a webhook to the application. A secret has the form of
 * `payments/secrets/hidden-form.ts`.
 */
export interface CapturedCall {
  /** Its number in the file's entries, from 1. */
  readonly entry: number;
  /** The file's name as it was given. */
  readonly capture: string;
  /** A delivery is a webhook that the service sent to the application. */
  readonly kind: 'call' | 'delivery';
  /** Milliseconds since 1970; by the service's own clock where its `Date` header is more than an hour off. */
  readonly startedAt: number;
  /** When the answer was there; undefined: the file does not say how long the call took. */
  readonly endedAt?: number | undefined;
  readonly method: string;
  readonly url: URL;
  /** The path as the emulator has it, from `/api` on; what stands before `/api` in the capture's address is dropped. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case names; the values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, a string where the body is none, undefined without a body. */
  readonly body: unknown;
  /** Undefined where the outcome is unknown. */
  readonly status: number | undefined;
  readonly answerHeaders: Readonly<Record<string, string>>;
  /** Parsed JSON, a string where the answer is none, undefined without a body. */
  readonly answer: unknown;
  /** Which body the file leaves out; undefined: none. */
  readonly leftOut?: 'request' | 'answer' | undefined;
}

/** An entry of a capture that is not a call of the service's API, and why. */
export interface LeftEntry {
  readonly entry: number;
  readonly why: string;
}

/** What a capture has, in the order of its entries. */
export interface Capture {
  readonly calls: readonly CapturedCall[];
  readonly left: readonly LeftEntry[];
}
