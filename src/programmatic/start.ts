import { version } from '../../package.json';
import type { WorkspaceMade } from '../control/wire.ts';
import { ServiceError } from '../engine/errors.ts';
import { FixtureError } from '../fixtures/errors.ts';
import { type RunningSandbox, startSandbox } from '../sandbox.ts';
import { StorageError } from '../storage/errors.ts';
import { Connection, everyItem } from './connection.ts';
import { EmulatorError } from './errors.ts';
import { sandboxOptions } from './options.ts';
import type { Emulator, OwnWorkspace, StartOptions, WorkspaceRequest } from './types.ts';
import { workspaceHandle } from './workspace.ts';

/**
 * Starts a sandbox in this process and gives the calls about it.
 * @throws EmulatorError
 */
export async function start(options: StartOptions): Promise<Emulator> {
  const running = await begin(options);
  const connection = new Connection(running);
  // Somebody may stop it through the control API too.
  void running.stopRequested.then(() => connection.stop());
  const { defaultWorkspace } = running.sandbox;
  const made = await connection.clientOf({ workspace: defaultWorkspace, mode: 'test' }).keys();
  const stop = () => connection.stop();
  return Object.assign(workspaceHandle(connection, made, 'test'), {
    workspaces: {
      create: async (request: WorkspaceRequest = {}) =>
        ownWorkspace(connection, await connection.clientOf({}).workspaces.create(request)),
      get: async (id: string) => ownWorkspace(connection, await connection.clientOf({ workspace: id }).keys()),
      list: () => everyItem((query) => connection.clientOf({}).workspaces.list(query)),
    },
    stop,
    [Symbol.asyncDispose]: stop,
  });
}

function ownWorkspace(connection: Connection, made: WorkspaceMade): OwnWorkspace {
  const remove = async () => {
    await connection.clientOf({}).workspaces.remove(made.id);
  };
  return Object.assign(workspaceHandle(connection, made, 'test'), { remove, [Symbol.asyncDispose]: remove });
}

async function begin(options: StartOptions): Promise<RunningSandbox> {
  const given = sandboxOptions(options, version);
  try {
    return await startSandbox(given);
  } catch (error) {
    throw explained(error, given.host ?? '', given.port ?? 0);
  }
}

function explained(error: unknown, host: string, port: number): unknown {
  if (!(error instanceof Error)) return error;
  const told = (code: EmulatorError['code'], message = error.message) =>
    new EmulatorError(code, message, { cause: error });
  if (error instanceof FixtureError) return told('fixture_invalid');
  if (error instanceof ServiceError) return told('wrong_option');
  if (error instanceof StorageError) return told('storage_unavailable');
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return told(
        'address_in_use',
        `${host}:${port} is in use. Leave port out for any free one, or stop what is there.`,
      );
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return told('address_unavailable', `${host}:${port} cannot be listened on: ${error.message}`);
    default:
      return error;
  }
}
