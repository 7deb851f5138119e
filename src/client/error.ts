import type { ErrorBody } from '../sandbox/control/wire.ts';

/**
 * The emulator refused a call; `body` is its error body. An instance of another copy of this class passes `instanceof`
 * as well: the built dashboard is a module of its own, and a process may load the package by `import` and by `require`.
 */
export class ClientError extends Error {
  static override readonly name = 'ClientError';
  override readonly name = 'ClientError';
  /** The status of the answer. */
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
