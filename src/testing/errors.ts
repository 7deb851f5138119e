/**
 * Why the programmatic API refused a call; `message` contains the next step. A refusal by the emulator itself is a
 * `ClientError`.
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

/** The emulator could not complete the caller's request. */
export class EmulatorError extends Error {
  static override readonly name: string = 'EmulatorError';
  override readonly name: string = 'EmulatorError';
  readonly code: EmulatorErrorCode;

  constructor(code: EmulatorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** An awaited event did not arrive; `seen` lists the events about the object that did arrive, in order. */
export class WaitTimeoutError extends EmulatorError {
  static override readonly name: string = 'WaitTimeoutError';
  override readonly name = 'WaitTimeoutError';
  readonly seen: readonly { id: string; type: string }[];

  constructor(message: string, seen: readonly { id: string; type: string }[]) {
    super('wait_timeout', message);
    this.seen = seen;
  }
}
