import { fromCaller } from './caller.ts';
import type { ConnectOptions, Emulator, StartOptions } from './types.ts';

/**
 * Starts an emulator in this process. Any number of emulators can run at the same time; stop each one with `stop()`
 * or `await using`. Under `emulator exec`, `attach` creates a workspace in the emulator of that command instead.
 * @throws EmulatorError whose `code` and message identify the error and the next step
 */
export function startEmulator(options: StartOptions = {}): Promise<Emulator> {
  return fromCaller(startEmulator, () => startOrAttach(options));
}

async function startOrAttach(options: StartOptions): Promise<Emulator> {
  const around = options?.attach === true ? process.env.EMULATOR_URL : undefined;
  if (around) {
    const { attach, fitsIntoAnother } = await import('./attach.ts');
    if (fitsIntoAnother(options)) return attach(around, options);
  }
  const { start } = await import('./start.ts');
  return start(options);
}

/**
 * Connects to a running emulator, which `emulator start`, `emulator exec` or another process has started. The
 * handle's `stop()` disconnects, and the emulator continues to run.
 * @param url the emulator's URL, such as `http://127.0.0.1:4747`
 * @throws EmulatorError `not_running` if no emulator responds there; ClientError for an unknown workspace
 */
export function connectEmulator(url: string, options: ConnectOptions = {}): Promise<Emulator> {
  return fromCaller(connectEmulator, async () => (await import('./connect.ts')).connect(url, options));
}
