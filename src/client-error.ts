import type { ErrorBody } from './control/wire.ts';

/** The emulator refused a call; `body` is its error body. */
export class ClientError extends Error {
  static override readonly name = 'ClientError';
  override readonly name = 'ClientError';
  /** The status of the answer. */
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.error);
    this.status = status;
    this.body = body;
  }
}
