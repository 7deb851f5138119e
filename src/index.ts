import type { ConnectOptions, Emulator, StartOptions } from './programmatic/types.ts';

export { auditMatchers, type NoViolationsOptions } from './audit/matchers.ts';
export type * from './client/declared.ts';
export type * from './client/names.ts';
export { ClientError } from './client-error.ts';
export { EmulatorError, type EmulatorErrorCode, WaitTimeoutError } from './programmatic/errors.ts';
export { assertionMatchers, type EmulatorMatchers } from './programmatic/matchers.ts';
export type * from './programmatic/merchant-api.ts';
export type * from './programmatic/types.ts';

/**
 * Starts an emulator in this process. Any number of them may run at once; each is stopped with `stop()`, or by
 * `await using`.
 * @throws EmulatorError whose `code` and message say what is wrong and what to do
 */
export async function startEmulator(options: StartOptions = {}): Promise<Emulator> {
  const { start } = await import('./programmatic/start.ts');
  return start(options);
}

/**
 * Gives the same calls for an emulator that runs already: one of `emulator start`, `emulator exec` or another process.
 * Its `stop()` lets go of it and leaves it running.
 * @param url where it listens: `http://127.0.0.1:4747`
 * @throws EmulatorError `not_running` where none answers there; ClientError for an unknown workspace
 */
export async function connectEmulator(url: string, options: ConnectOptions = {}): Promise<Emulator> {
  const { connect } = await import('./programmatic/connect.ts');
  return connect(url, options);
}
