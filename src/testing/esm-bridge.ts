import { connect } from './connect.ts';
import { EmulatorError, type EmulatorErrorCode } from './errors.ts';
import type { Emulator, StartOptions } from './types.ts';

/* Replaces `start.ts` and `initial-state.ts` when this package is loaded by `require`. A runner such as jest gives
   each test file its own globals, fakes timers and loads no modules. So the emulator runs outside of the runner's
   globals, and its answers are rebuilt inside, where an object is an `Object` of the test. */

/**
 * Starts an emulator and returns the calls for it.
 * @throws EmulatorError
 */
export async function start(options: StartOptions): Promise<Emulator> {
  if (options?.listen === false)
    throw new EmulatorError(
      'wrong_option',
      'listen: false works only if you load the package with import; with require, the emulator must listen.',
    );
  const { running, endReport } = await fromOutside(({ begin }) => begin(options));
  const { token, certificate: ca } = running;
  const known = { ...(token === null ? {} : { token }), ...(ca === undefined ? {} : { ca }) };
  const emulator = await connect(running.url, known).catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  const letGo = emulator.stop;
  const stop = async (): Promise<void> => {
    await letGo();
    await running.stop().finally(endReport);
  };
  return Object.assign(emulator, { stop, [Symbol.asyncDispose]: stop });
}

type Outside = typeof import('./esm-side.ts');

/** Calls the same function outside the test runner's globals. @throws EmulatorError */
export const initialFixture = (options: StartOptions): ReturnType<Outside['initialFixture']> =>
  fromOutside((outside) => outside.initialFixture(options));

/**
 * Runs some work outside the test runner's globals. An EmulatorError from outside becomes an EmulatorError of this
 * side.
 */
async function fromOutside<A>(work: (outside: Outside) => Promise<A>): Promise<A> {
  // A test runner replaces `require`, even the `require` that `createRequire` returns. Node's own function loads
  // modules once for all test files.
  const require = process.getBuiltinModule('node:module').createRequire(import.meta.filename);
  const outside: Outside = require('./outside.js');
  try {
    return await work(outside);
  } catch (error) {
    const { name, message, code } = error as EmulatorError;
    throw name === 'EmulatorError' ? new EmulatorError(code as EmulatorErrorCode, message, { cause: error }) : error;
  }
}
