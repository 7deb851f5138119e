import type { Mode } from '../core/kernel/workspace.ts';
import { writeRecordFile } from '../record/write/record-file.ts';
import type { NewWorkspaceView } from '../sandbox/control/wire.ts';
import { fromCallers } from './caller.ts';
import { refuseUnknownOptions } from './check-options.ts';
import { type Connection, everyItem } from './connection.ts';
import type { Emulator, OwnWorkspace, WorkspaceRequest } from './types.ts';
import { workspaceHandle } from './workspace.ts';

/** How a handle differs if another process runs the emulator. */
interface Ways {
  /** Creates a workspace. Default: the call of the control API. */
  readonly make?: (request: WorkspaceRequest) => Promise<NewWorkspaceView>;
  /** Selects the workspaces that `audit()` checks. Default: all. */
  readonly isMeant?: (workspace: string) => boolean;
}

/** The calls for an emulator; they apply to one workspace in one mode. */
export function emulatorHandle(
  connection: Connection,
  made: NewWorkspaceView,
  mode: Mode,
  { make = (request) => connection.clientOf({}).call('workspaces.create', request), isMeant = () => true }: Ways = {},
): Emulator {
  const stop = () => connection.stop();
  return Object.assign(
    workspaceHandle(connection, made, mode, isMeant),
    fromCallers({
      workspaces: {
        create: async (request: WorkspaceRequest = {}) => ownWorkspace(connection, await make(request)),
        get: async (id: string) =>
          ownWorkspace(connection, await connection.clientOf({ workspace: id }).call('keys.get')),
        list: () => everyItem((query) => connection.clientOf({}).call('workspaces.list', query)),
      },
      record: async (file: string, options: { limit?: number; force?: boolean } = {}) => {
        refuseUnknownOptions('record', options, ['limit', 'force']);
        await writeRecordFile(file, await connection.clientOf({}).savedRecord(options.limit), options);
      },
      fetch: (input: string | URL | Request, init?: RequestInit) =>
        connection.fetch(requestTo(connection.url, input, init)),
      stop,
      [Symbol.asyncDispose]: stop,
    }),
  );
}

/** The request, addressed to the emulator. The request's own host does not matter. */
function requestTo(origin: string, input: string | URL | Request, init?: RequestInit): Request {
  const asked = new Request(typeof input === 'string' ? new URL(input, origin) : input, init);
  const { pathname, search } = new URL(asked.url);
  return new Request(origin + pathname + search, asked);
}

function ownWorkspace(connection: Connection, made: NewWorkspaceView): OwnWorkspace {
  const remove = async () => {
    await connection.clientOf({}).call('workspaces.delete', { id: made.id });
  };
  return Object.assign(
    workspaceHandle(connection, made, 'test'),
    fromCallers({ remove, [Symbol.asyncDispose]: remove }),
  );
}
