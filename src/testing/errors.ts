/**
 * Why the programmatic API refused; `message` tells the next step. A refusal by the emulator itself is a `ClientError`.
 */
export type EmulatorErrorCode =
  | 'wrong_option'
  | 'fixture_invalid'
  | 'record_unusable'
  | 'profile_invalid'
  | 'address_in_use'
  | 'address_unavailable'
  | 'not_running'
  | 'storage_unavailable'
  | 'no_key'
  | 'stopped'
  | 'wait_timeout';

/** The emulator could not do its caller's request. */
export class EmulatorError extends Error {
  static override readonly name: string = 'EmulatorError';
  override readonly name: string = 'EmulatorError';
  readonly code: EmulatorErrorCode;

  constructor(code: EmulatorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** An awaited event did not come; `seen` lists the events about the object that came, in order. */
export class WaitTimeoutError extends EmulatorError {
  static override readonly name: string = 'WaitTimeoutError';
  override readonly name = 'WaitTimeoutError';
  readonly seen: readonly { id: string; type: string }[];

  constructor(message: string, seen: readonly { id: string; type: string }[]) {
    super('wait_timeout', message);
    this.seen = seen;
  }
}
