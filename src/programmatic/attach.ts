import { reaching } from './connect.ts';
import { emulatorHandle } from './handle.ts';
import { checkOptions } from './options.ts';
import type { Emulator, StartOptions, WorkspaceRequest } from './types.ts';

/** The options that a workspace of its own can have; all others are about an emulator as a whole. */
const ownOptions: ReadonlySet<string> = new Set<keyof StartOptions>([
  'attach',
  'fixture',
  'settle',
  'clock',
  'freeze',
  'forwardTo',
  'onWarning',
  // The ids of a run repeat where the emulator around it was started with a seed.
  'seed',
]);

/** Whether these options leave an emulator that others use too as it is. */
export const fitsIntoAnother = (options: StartOptions): boolean =>
  Object.entries(options).every(([name, value]) => value === undefined || ownOptions.has(name));

/**
 * The calls about an emulator that runs around these tests. Its own are about a workspace of their own, which begins as the
 * options say and ends with `stop()`, as do the workspaces that are made of it; the emulator runs on.
 * @throws EmulatorError `wrong_option`, `fixture_invalid`, or `not_running` where none answers
 */
export async function attach(url: string, options: StartOptions): Promise<Emulator> {
  checkOptions(options);
  const { connection, reach } = reaching(url, { token: process.env.EMULATOR_TOKEN });
  const { beginning } = await import('./beginning.ts');
  const fixture = await beginning(options);
  const made = new Set<string>();
  const make = async (request: WorkspaceRequest) => {
    const { fixture: named = fixture, ...rest } = request;
    const workspace = await connection.clientOf({}).workspaces.create({ ...rest, fixture: named });
    made.add(workspace.id);
    return workspace;
  };
  const own = await reach(() => make({}));
  const emulator = emulatorHandle(connection, own, 'test', { make, isMeant: (workspace) => made.has(workspace) });
  if (options.forwardTo !== undefined) {
    await emulator.webhooks.add({ url: options.forwardTo, secret: emulator.webhookSecret });
  }
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= connection
      .clientOf({})
      .workspaces.remove(own.id)
      // Somebody may have stopped the emulator, or removed the workspace.
      .catch(() => {})
      .then(() => connection.stop());
    return stopping;
  };
  return Object.assign(emulator, { stop, [Symbol.asyncDispose]: stop });
}
