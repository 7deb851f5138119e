import { openConnection } from './connect.ts';
import { emulatorHandle } from './handle.ts';
import { checkOptions } from './options.ts';
import type { Emulator, StartOptions, WorkspaceRequest } from './types.ts';

/** The options that apply to a workspace; all other options apply to a whole emulator. */
const ownOptions: ReadonlySet<string> = new Set<keyof StartOptions>([
  'attach',
  'fixture',
  'settle',
  'clock',
  'freeze',
  'forwardTo',
  'onWarning',
  // Repeatable ids require the seed of the emulator that runs around the tests.
  'seed',
]);

/** Whether these options do not affect an emulator that other clients also use. */
export const fitsIntoAnother = (options: StartOptions): boolean =>
  Object.entries(options).every(([name, value]) => value === undefined || ownOptions.has(name));

/**
 * The calls for the emulator that runs around these tests. They apply to a new workspace, which starts in the state
 * that the options specify. `stop()` removes that workspace and the workspaces that were created through it; the
 * emulator continues to run.
 * @throws EmulatorError `wrong_option`, `fixture_invalid`, or `not_running` if no emulator responds
 */
export async function attach(url: string, options: StartOptions): Promise<Emulator> {
  checkOptions(options);
  const { connection, reach } = openConnection(url, { token: process.env.EMULATOR_TOKEN });
  const { initialFixture } = await import('./initial-state.ts');
  const fixture = await initialFixture(options);
  const made = new Set<string>();
  const make = async (request: WorkspaceRequest) => {
    const { fixture: named = fixture, ...rest } = request;
    const workspace = await connection.clientOf({}).call('workspaces.create', { ...rest, fixture: named });
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
      .call('workspaces.delete', { id: own.id })
      // The emulator may have been stopped, or the workspace removed.
      .catch(() => {})
      .then(() => connection.stop());
    return stopping;
  };
  return Object.assign(emulator, { stop, [Symbol.asyncDispose]: stop });
}
