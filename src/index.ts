import type { Emulator, StartOptions } from './programmatic/types.ts';

export { ClientError } from './client-error.ts';
export { EmulatorError, type EmulatorErrorCode, WaitTimeoutError } from './programmatic/errors.ts';
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
