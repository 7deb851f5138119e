import { version } from '../../package.json';
import { overFetch } from '../client/fetch-transport.ts';
import { createClient, overNode, type Transport } from '../client/node-client.ts';
import { ServiceError } from '../core/kernel/errors.ts';
import { reportAround } from '../emulator/report-to-audit.ts';
import { startSandbox } from '../emulator/sandbox.ts';
import type { RunningSandbox, SandboxOptions } from '../emulator/sandbox-options.ts';
import { RecordError } from '../record/errors.ts';
import { listen } from '../sandbox/control/log/stream.ts';
import type { StreamMessage } from '../sandbox/control/wire.ts';
import { StorageError } from '../sandbox/files/errors.ts';
import { FixtureError } from '../sandbox/fixtures/errors.ts';
import { ProfileError } from '../sandbox/profile/read.ts';
import type { Connection } from './connection.ts';
import { EmulatorError } from './errors.ts';
import { emulatorHandle } from './handle.ts';
import { sandboxOptions } from './options.ts';
import type { Emulator, StartOptions } from './types.ts';

/**
 * Starts a sandbox in this process and returns the calls for it.
 * @throws EmulatorError
 */
export async function start(options: StartOptions): Promise<Emulator> {
  const { running, endReport } = await begin(options);
  const connection = connectionTo(running, options.listen !== false, endReport);
  // The control API can also stop the emulator.
  void running.stopRequested.then(() => connection.stop());
  const { defaultWorkspace } = running.sandbox;
  const made = await connection.clientOf({ workspace: defaultWorkspace, mode: 'test' }).call('keys.get');
  return emulatorHandle(connection, made, 'test');
}

const stoppedMessage = 'This emulator was stopped; start a new one with startEmulator().';

/** Calls use HTTP. Events arrive directly, in this process. */
function connectionTo(running: RunningSandbox, listens: boolean, endReport: () => void): Connection {
  const { url, token, certificate: ca } = running;
  let stopping: Promise<void> | null = null;
  // An emulator that does not listen responds in this process.
  const node = listens ? overNode(url, ca) : overFetch(url, running.fetch);
  const transport: Transport = {
    ...node,
    send: async (call) => {
      if (stopping !== null) throw new EmulatorError('stopped', stoppedMessage);
      return node.send(call);
    },
  };
  return {
    url,
    fetch: async (request) => {
      if (stopping !== null) throw new EmulatorError('stopped', stoppedMessage);
      return running.fetch(request);
    },
    clientOf: (scope) => createClient({ url, ca, token: token ?? undefined, ...scope, transport }),
    onEvent: async ({ workspace, mode }, hear) => {
      const isOf = (message: StreamMessage) => message.workspace === workspace && message.mode === mode;
      return listen(running.sandbox, (message) => isOf(message) && hear(message), new Set(['event', 'delivery']));
    },
    stop: () => {
      stopping ??= running.stop().finally(endReport);
      return stopping;
    },
  };
}

/** Creates the server for agents, which is loaded with the first agent. */
const agentsAt: SandboxOptions['agents'] = async (connection) =>
  (await import('../cli/mcp/server.ts')).answerOverHttp(connection);

/** @throws EmulatorError */
export async function begin(options: StartOptions): Promise<{ running: RunningSandbox; endReport: () => void }> {
  const given = sandboxOptions(options, version);
  try {
    const running = await startSandbox({ ...given, agents: agentsAt });
    return { running, endReport: reportAround(running.sandbox, given.warn ?? (() => {})) };
  } catch (error) {
    throw explained(error, given.host ?? '', given.port ?? 0);
  }
}

function explained(error: unknown, host: string, port: number): unknown {
  if (!(error instanceof Error)) return error;
  const told = (code: EmulatorError['code'], message = error.message) =>
    new EmulatorError(code, message, { cause: error });
  if (error instanceof FixtureError) return told('fixture_invalid');
  if (error instanceof RecordError) return told('record_unusable');
  if (error instanceof ProfileError) return told('profile_invalid');
  if (error instanceof ServiceError) return told('wrong_option');
  if (error instanceof StorageError) return told('storage_unavailable');
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return told(
        'address_in_use',
        `${host}:${port} is in use. Omit port to use any free port, or stop the process that uses it.`,
      );
    case 'EACCES':
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return told('address_unavailable', `The emulator cannot listen on ${host}:${port}: ${error.message}`);
    default:
      return error;
  }
}
