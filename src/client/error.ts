import type { ErrorBody } from '../sandbox/control/wire.ts';

/**
 * The emulator refused a call; `body` is the body of the error response. `instanceof` also accepts an instance of
 * another copy of this class: the built dashboard is a separate module, and a process can load the package by both
 * `import` and `require`.
 */
export class ClientError extends Error {
  static override readonly name = 'ClientError';
  override readonly name = 'ClientError';
  /** The HTTP status of the response. */
  readonly status: number;
  readonly body: ErrorBody;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ClientError';
  }

  constructor(status: number, body: ErrorBody) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}
