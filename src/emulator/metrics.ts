import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from 'prom-client';
import { remembering } from '../core/base/once.ts';
import { jobs } from '../core/kernel/time/jobs.ts';
import type { Sandbox, Uses } from '../sandbox/control/sandbox.ts';

/** The parts that are measured. */
type Measured = Uses<'engine' | 'requests' | 'storageStatus' | 'webhooks'>;

/** The upper bounds of the latency buckets, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The library, which loads when metrics are first requested. */
const library = async () => (await import('prom-client')).default;
type Library = Awaited<ReturnType<typeof library>>;

/** Counts requests and webhooks from now on, and measures the sandbox and the process at each scrape. */
function measure({ Registry, collectDefaultMetrics, ...library }: Library, sandbox: Measured): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  countEvents(library, registers, sandbox);
  const { engine, storageStatus } = sandbox;
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new library.Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('emulator_pending_jobs', 'Jobs that are due now or later.', () =>
    [...engine.state.sets()].reduce((sum, set) => sum + (set.known(jobs)?.size ?? 0), 0),
  );
  gauge('emulator_objects', 'Stored records of all workspaces.', () => engine.state.size);
  gauge('emulator_workspaces', 'Workspaces.', () => [...engine.allWorkspaces()].length);
  gauge('emulator_data_bytes', 'Size of the data folder, with snapshots.', () => sizeOf(storageStatus().path));
  gauge('emulator_degraded', 'Whether the disk refuses writes.', () => (storageStatus().status === 'ok' ? 0 : 1));
  return registry;
}

/** The size of all files below a folder; 0 if there is no folder. */
async function sizeOf(folder: string | null): Promise<number> {
  if (folder === null) return 0;
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // A file can be replaced meanwhile.
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
  }
  return bytes;
}

function countEvents(
  { Counter, Histogram }: Pick<Library, 'Counter' | 'Histogram'>,
  registers: Registry[],
  { requests, webhooks }: Measured,
): void {
  const answered = new Counter({
    name: 'emulator_requests_total',
    help: 'Requests to the merchant and client API.',
    labelNames: ['surface', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'emulator_request_duration_seconds',
    help: 'Time from a request to its response.',
    labelNames: ['surface'],
    buckets,
    registers,
  });
  const attempts = new Counter({
    name: 'emulator_webhook_attempts_total',
    help: 'Attempts to deliver webhooks, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  requests.onAdd(({ path, method, status, latency_ms }) => {
    const surface = path.startsWith('/api/v1') ? 'merchant' : 'client';
    answered.inc({ surface, method, status });
    durations.observe({ surface }, latency_ms / 1_000);
  });
  webhooks.onAttempt(({ delivery }) => {
    const { status } = delivery.attempts.at(-1) ?? { status: null };
    attempts.inc({ outcome: status === null ? 'no_answer' : status < 300 ? 'accepted' : 'refused' });
  });
}

/** The metrics of a sandbox in the text format of Prometheus. They are measured from the first call on. */
export function metricsOf(sandbox: () => Measured): Sandbox['metrics'] {
  const begun = remembering(async () => measure(await library(), sandbox()));
  return async () => {
    const registry = await begun();
    return { type: registry.contentType, text: (await registry.metrics()).replace(unmeasured, '') };
  };
}

/** The delays of the event loop for which the library has no measurement, because a scrape follows another one or the start. */
const unmeasured = /^nodejs_eventloop_lag_\w+ (?:Nan|9223372036\.\d+)\n/gm;
