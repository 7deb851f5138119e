import { T } from '../../core/kernel/declare/schema.ts';
import { jobs } from '../../core/kernel/time/jobs.ts';
import { RawAnswer, sandboxOperation } from './operation.ts';
import type { Uses } from './sandbox.ts';

/** The upper bounds of the latency buckets, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = Readonly<Record<string, string>>;

/** Counts by labels. */
class Counter {
  readonly #counts = new Map<string, number>();

  add(labels: Labels, by = 1): void {
    const name = textOf(labels);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  *lines(name: string): Generator<string> {
    for (const [labels, count] of this.#counts) yield `${name}${labels} ${count}`;
  }
}

/** `{surface="merchant",status="200"}`; the values come from the emulator, so they need no escapes. */
const textOf = (labels: Labels): string =>
  `{${Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}}`;

/** The parts that are measured. */
type Measured = Uses<'engine' | 'memory' | 'requests' | 'storageStatus' | 'webhooks'>;

/** The counts of an emulator since its metrics were first asked for. Until then, nothing is counted. */
class Metrics {
  readonly #sandbox: Measured;
  readonly #requests = new Counter();
  readonly #latencies = new Counter();
  readonly #sums = new Counter();
  readonly #attempts = new Counter();

  constructor(sandbox: Measured) {
    this.#sandbox = sandbox;
    sandbox.requests.onAdd(({ path, method, status, latency_ms }) => {
      const surface = path.startsWith('/api/v1') ? 'merchant' : 'client';
      this.#requests.add({ surface, method, status: String(status) });
      const seconds = latency_ms / 1_000;
      for (const bound of bounds) if (seconds <= bound) this.#latencies.add({ surface, le: String(bound) });
      this.#latencies.add({ surface, le: '+Inf' });
      this.#sums.add({ surface }, seconds);
    });
    sandbox.webhooks.onAttempt(({ delivery }) => {
      const { status } = delivery.attempts.at(-1) ?? { status: null };
      const outcome = status === null ? 'no_answer' : status < 300 ? 'accepted' : 'refused';
      this.#attempts.add({ outcome });
    });
  }

  /** The text format of Prometheus, version 0.0.4. */
  text(): string {
    return `${[...this.#lines()].join('\n')}\n`;
  }

  *#lines(): Generator<string> {
    const { engine, storageStatus } = this.#sandbox;
    yield* head('emulator_requests_total', 'counter', 'Requests to the merchant and client API.');
    yield* this.#requests.lines('emulator_requests_total');
    yield* head('emulator_request_duration_seconds', 'histogram', 'Time from a request to its response.');
    yield* this.#latencies.lines('emulator_request_duration_seconds_bucket');
    yield* this.#sums.lines('emulator_request_duration_seconds_sum');
    for (const line of this.#latencies.lines('emulator_request_duration_seconds_count')) {
      if (line.includes('le="+Inf"')) yield line.replace(',le="+Inf"', '');
    }
    yield* head('emulator_webhook_attempts_total', 'counter', 'Attempts to deliver webhooks, by outcome.');
    yield* this.#attempts.lines('emulator_webhook_attempts_total');
    let [pending, workspaces] = [0, 0];
    for (const set of engine.state.sets()) pending += set.known(jobs)?.size ?? 0;
    for (const _workspace of engine.allWorkspaces()) workspaces++;
    const { bytes, status } = storageStatus();
    const { rss, heapUsed } = this.#sandbox.memory() ?? { rss: 0, heapUsed: 0 };
    yield* gauge('emulator_pending_jobs', 'Jobs that are due now or later.', pending);
    yield* gauge('emulator_objects', 'Stored records of all workspaces.', engine.state.size);
    yield* gauge('emulator_workspaces', 'Workspaces.', workspaces);
    yield* gauge('emulator_data_bytes', 'Size of db.json and the journal.', bytes ?? 0);
    yield* gauge('emulator_degraded', 'Whether the disk refuses writes.', status === 'ok' ? 0 : 1);
    yield* gauge('process_resident_memory_bytes', 'Memory of the process.', rss);
    yield* gauge('nodejs_heap_size_used_bytes', 'Memory that JavaScript uses.', heapUsed);
    yield* gauge('process_start_time_seconds', 'When the process started.', Math.round(performance.timeOrigin / 1_000));
  }
}

function* head(name: string, type: 'counter' | 'gauge' | 'histogram', help: string): Generator<string> {
  yield `# HELP ${name} ${help}`;
  yield `# TYPE ${name} ${type}`;
}

function* gauge(name: string, help: string, value: number): Generator<string> {
  yield* head(name, 'gauge', help);
  yield `${name} ${value}`;
}

const known = new WeakMap<object, Metrics>();

export const metricsOperations = [
  sandboxOperation('GET /metrics', {
    id: 'metrics',
    summary: 'Read metrics in the text format of Prometheus; counters start with the first call',
    answers: [200, T.Object({})],
    handle: (sandbox: Measured) => {
      const metrics = known.get(sandbox) ?? new Metrics(sandbox);
      known.set(sandbox, metrics);
      return new RawAnswer('text/plain; version=0.0.4; charset=utf-8', metrics.text());
    },
  }),
];
