import { rmSync } from 'node:fs';
import { CallerWatch } from '../../../audit/observed/callers.ts';
import type { RunEmulator } from '../../../audit/trial/pace.ts';
import type { Performers } from '../../../audit/trial/perform.ts';
import { createClient } from '../../../client/node-client.ts';
import { pause } from '../../../core/base/time.ts';
import { makeTemporaryFolder } from '../../../core/system/temporary-folder.ts';
import type { RunningSandbox } from '../../../emulator/sandbox-options.ts';
import { CommandFailure } from '../../failure.ts';
import { variablesOf, withPrefix } from '../../options/environment.ts';
import type { AuditRecord } from '../../record/audit-record.ts';
import type { Session } from '../../session.ts';
import { begin } from '../start/start.ts';

/** How many requests of a run are kept. */
const requestsKept = 100_000;

type EmulatorOptions = Parameters<typeof begin>[0];

/** Starts the emulator of each run. @param record keeps the runs; null if no record is wanted */
export function emulatorStarter(
  { scope, mode }: Session,
  given: Omit<EmulatorOptions, 'port' | 'dataDir' | 'seed'>,
  record: AuditRecord | null,
): Performers['start'] {
  return async ({ keepsData, seed, inOrder }) => {
    const dataDir = keepsData ? makeTemporaryFolder('emulator-audit-') : null;
    // Warnings about an endpoint are expected under adversities, and are not shown.
    const warn = (): void => {};
    const deliveriesAtOnce = inOrder ? 1 : undefined;
    const recordsAll = record !== null;
    const first = { ...given, seed, dataDir, port: 0, warn, requestsKept, recordsAll, deliveriesAtOnce };
    const killed: RunningSandbox[] = [];
    const forget = (): void => {
      if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true });
    };
    let running = await begin(first).catch((error) => {
      forget();
      throw error;
    });
    const { url } = running;
    const marked = (audit: string, workspace = scope.workspace) => createClient({ url, ...scope, workspace, audit });
    const client = marked('settle');
    let begun: Parameters<RunEmulator['onWorkspace']>[0] = async () => {};
    const watch = new CallerWatch(url);
    const listen = (): void => {
      running.sandbox.pastRuns.onBegin((workspace) => begun(workspace));
      running.sandbox.requests.onAdd(({ id, connection }) => connection && watch.addCall(id, connection));
      running.sandbox.requests.onSteer((connection) => watch.addSteering(connection));
    };
    listen();
    return {
      url,
      client,
      marked,
      onWorkspace: (then) => {
        begun = then;
      },
      afterWrites: (many, then) => {
        let left = many;
        running.sandbox.requests.onAdd(({ method, path, status }) => {
          const isWrite = method !== 'GET' && path.startsWith('/api/v1/') && status >= 200 && status < 300;
          if (isWrite && --left === 0) then();
        });
      },
      callers: async () => {
        const { data } = await client.call('webhook_endpoints.list', { limit: 100 });
        return watch.callers(data.map((each) => each.url));
      },
      env: {
        ...process.env,
        ...withPrefix('EMULATOR_', variablesOf(url, await client.call('keys.get'), mode, scope.workspace)),
      },
      restart: async () => {
        await running.stop();
        if (record !== null) killed.push(running);
        running = await again({ ...first, port: Number(new URL(url).port) });
        listen();
      },
      ...(record === null ? {} : { keep: (ended) => record.keep([...killed, running], ended) }),
      stop: async () => {
        watch.stop();
        await running.stop();
        forget();
      },
    };
  };
}

/** Starts an emulator. Retries for a moment, because the address of a stopped emulator may still be in use. */
async function again(options: Parameters<typeof begin>[0]): ReturnType<typeof begin> {
  for (let tries = 0; ; tries++) {
    try {
      return await begin(options);
    } catch (error) {
      if (!(error instanceof CommandFailure) || tries === 20) throw error;
      await pause(50);
    }
  }
}
