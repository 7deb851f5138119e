/** Why the programmatic API refused; `message` says what to do. What the emulator itself refuses is a `ClientError`. */
export type EmulatorErrorCode =
  | 'wrong_option'
  | 'fixture_invalid'
  | 'record_unusable'
  | 'address_in_use'
  | 'address_unavailable'
  | 'not_running'
  | 'storage_unavailable'
  | 'no_key'
  | 'stopped'
  | 'wait_timeout';

/** Something that the emulator could not do for its caller. */
export class EmulatorError extends Error {
  static override readonly name: string = 'EmulatorError';
  override readonly name: string = 'EmulatorError';
  readonly code: EmulatorErrorCode;

  constructor(code: EmulatorErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** An event that was waited for did not come; `seen` are those that did come about the object, in their order. */
export class WaitTimeoutError extends EmulatorError {
  static override readonly name: string = 'WaitTimeoutError';
  override readonly name = 'WaitTimeoutError';
  readonly seen: readonly { id: string; type: string }[];

  constructor(message: string, seen: readonly { id: string; type: string }[]) {
    super('wait_timeout', message);
    this.seen = seen;
  }
}
