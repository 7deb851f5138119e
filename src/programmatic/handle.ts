import type { WorkspaceMade } from '../control/wire.ts';
import type { Mode } from '../engine/workspace.ts';
import { type Connection, everyItem } from './connection.ts';
import type { Emulator, OwnWorkspace, WorkspaceRequest } from './types.ts';
import { workspaceHandle } from './workspace.ts';

/** The calls about an emulator: its own are about one workspace in one mode. */
export function emulatorHandle(connection: Connection, made: WorkspaceMade, mode: Mode): Emulator {
  const stop = () => connection.stop();
  return Object.assign(workspaceHandle(connection, made, mode), {
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
