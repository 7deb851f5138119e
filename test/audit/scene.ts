import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Callers, ObservedRun, unknownCallers } from '../../src/audit/observed/observed-run.ts';
import type { Report, RuleReport } from '../../src/audit/report/models.ts';
import { failsOn } from '../../src/audit/report/report.ts';
import { performRun, type Run, type StartedCommand } from '../../src/audit/trial/run.ts';
import { type TrialOptions, trial } from '../../src/audit/trial/trial.ts';
import type { LogOptions } from '../../src/audit/trial/trial-log.ts';
import { variablesOf, withPrefix } from '../../src/cli/options/environment.ts';
import { createClient } from '../../src/client/node-client.ts';
import type { CommandOptions } from '../../src/core/system/running-command.ts';
import { startSandbox } from '../../src/emulator/sandbox.ts';
import { verifySignature } from '../../src/payments/webhooks/signature.ts';
import type { RunView } from '../../src/sandbox/control/wire.ts';
import { call } from '../support/call.ts';
import { keptTest } from './kept-runs.ts';

// biome-ignore lint/suspicious/noExplicitAny: applications look into answers of every shape
type Any = any;

/** What an application has that runs in this process. */
export interface Scene {
  /** The number of the run, from 1. */
  readonly run: number;
  /** The time zone that the run has. */
  readonly zone: string;
  /**
   * Calls the API (`/charges`) or the emulator (`/_emulator/settle`) until it answers.
   * @param name the key by which a repeated call is known again
   * @param trace the `traceparent` of the delivery that is handled, which tracing passes on
   * @returns what is answered, as JSON
   */
  ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, name?: string, trace?: string): Promise<Any>;
  /** Has an endpoint, which is told of events: of the types that it names, or of all. */
  hear(how: Hearer, types?: readonly string[]): Promise<void>;
  /** Waits for what an event brings about. @throws Error if it does not come about in five seconds */
  until(holds: () => boolean): Promise<void>;
  /** Goes on after its command, as a server does, and keeps from then on what this gives, or promises. */
  outlive(state: () => unknown): void;
}

/** What else a delivery tells than its event. */
interface Heard {
  /** Whether it is signed with the secret of the endpoint, and not long ago. */
  readonly isSigned: boolean;
  readonly trace: string;
}

/** Handles an event. It is answered afterwards: with 200, or with the status that this chooses. */
type Hearer = (event: Any, answer: (status: number) => void, heard: Heard) => unknown;

/** Works to its end. @returns what it keeps, which is its state */
export type Application = (scene: Scene) => Promise<unknown>;

export const card = {
  cc_number: '4000056655665556',
  cc_exp_month: '12',
  cc_exp_year: '2040',
  billing_postal_code: '62701',
};

export const saveCard = async ({ ask }: Scene): Promise<string> =>
  (await ask('POST', '/customers', { email: 'ada@example.com', ...card }, 'ada')).data.id;

export interface Sold {
  customer_id: string;
  /** The id of the charge. */
  id: string;
}

/** Charges a saved card, and lets the charge settle. */
export async function charge(scene: Scene): Promise<Sold> {
  const { ask } = scene;
  const customer_id = await saveCard(scene);
  const { data } = await ask('POST', '/charges', { customer_id, amount: 900, reference_id: 'one' }, 'one');
  await ask('POST', '/_emulator/settle', {});
  return { customer_id, id: data.id };
}

/** An application in this process, as the audit sees a command. */
class RunningApplication implements StartedCommand {
  readonly ended: StartedCommand['ended'];
  readonly failure = null;
  output = '';
  #isGone = false;
  #outlives = false;
  readonly #closing: (() => void)[] = [];
  readonly #env: CommandOptions['env'];

  constructor(application: Application, env: CommandOptions['env'], keep: (run: number, state: () => unknown) => void) {
    this.#env = env;
    const run = Number(env.EMULATOR_RUN);
    const scene: Scene = {
      run,
      zone: env.TZ ?? 'UTC',
      ask: this.#ask.bind(this),
      hear: this.#hear.bind(this),
      until: this.#until.bind(this),
      outlive: (state) => {
        this.#outlives = true;
        keep(run, state);
      },
    };
    this.ended = application(scene)
      .then(
        (state) => {
          if (!this.#outlives) keep(run, () => state);
          return 0;
        },
        (error) => {
          this.output = String(error);
          return 1;
        },
      )
      .then((status) => {
        if (!this.#outlives) this.kill();
        return { status, timedOut: false };
      });
  }

  get hasProcesses(): boolean {
    return this.#outlives && !this.#isGone;
  }

  async end(): Promise<void> {
    this.kill();
    await this.ended;
  }

  kill(): void {
    this.#isGone = true;
    for (const close of this.#closing.splice(0)) close();
  }

  async #ask(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    name?: string,
    traceparent?: string,
  ): Promise<Any> {
    const { EMULATOR_URL: url, EMULATOR_API_BASE: api, EMULATOR_SECRET_KEY: key } = this.#env;
    const isMerchants = !path.startsWith('/_emulator/');
    const headers = {
      'content-type': 'application/json',
      ...(isMerchants ? { authorization: `Bearer ${key}` } : {}),
      ...(name === undefined ? {} : { 'idempotency-key': name }),
      ...(traceparent === undefined ? {} : { traceparent }),
    };
    for (;;) {
      const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const answer = await call(`${isMerchants ? api : url}${path}`, sent).catch(() => null);
      this.#throwIfGone();
      if (answer !== null) return answer.text === '' ? null : JSON.parse(answer.text);
      await sleep(1);
    }
  }

  async #hear(how: Hearer, types?: readonly string[]): Promise<void> {
    let secret = '';
    const server = createServer(async (request, response) => {
      const raw = Buffer.concat(await request.toArray());
      const event = JSON.parse(raw.toString());
      const { 'service-signature': signature = '', traceparent = '' } = request.headers;
      const { valid } = verifySignature({ header: String(signature), body: raw, secret, tolerance: 300 });
      const heard = { isSigned: valid, trace: String(traceparent) };
      const answer = (status: number) => {
        response.statusCode = status;
      };
      // As a framework for servers does, and without an end of all tests by what comes after the application's own.
      await Promise.resolve()
        .then(() => how(event, answer, heard))
        .catch(() => answer(500));
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#closing.push(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const endpoint = { url: `http://127.0.0.1:${port}/`, events: types };
    secret = (await this.#ask('POST', '/_emulator/webhook-endpoints', endpoint)).data?.secret ?? '';
  }

  async #until(holds: () => boolean): Promise<void> {
    for (const end = performance.now() + 5_000; !holds(); await sleep(5)) {
      this.#throwIfGone();
      if (performance.now() > end) throw new Error('It never came about.');
    }
  }

  #throwIfGone(): void {
    if (this.#isGone) throw new Error('The application was ended.');
  }
}

/** Starts the emulator of a run, as `emulator audit` does. */
const start: TrialOptions['start'] = async ({ seed, inOrder }) => {
  const deliveriesAtOnce = inOrder ? 1 : undefined;
  const running = await startSandbox({ port: 0, dataDir: null, version: '0.0.0-test', seed, deliveriesAtOnce });
  const { url } = running;
  const marked = (audit: string, workspace?: string) => createClient({ url, workspace, audit });
  const client = marked('settle');
  return {
    url,
    client,
    marked,
    onWorkspace: () => {},
    afterWrites: () => {},
    callers: async () => unknownCallers,
    env: withPrefix('EMULATOR_', variablesOf(url, await client.call('keys.get'), 'test', undefined)),
    restart: () => Promise.reject(new Error('No application in this process outlives its emulator.')),
    stop: () => running.stop(),
  };
};

/** The application of a scene makes all calls itself. */
const callersIn = ({ requests }: RunView): Callers => ({
  ...unknownCallers,
  receiving: new Set(requests.map(({ id }) => id)),
});

export interface TriedOut {
  readonly report: Report;
  /** How each rule that was asked ended. */
  readonly states: Readonly<Record<string, string>>;
  readonly rule: (id: string) => RuleReport;
  /** What was told while it went on. */
  readonly lines: readonly string[];
  /** Whether `emulator audit` would end with the status of a violation. */
  readonly fails: boolean;
}

/** As JSON, which is how a command would tell it. */
const copyOf = (state: unknown): unknown => (state === undefined ? undefined : JSON.parse(JSON.stringify(state)));

/**
 * Audits an application that runs in this process, by a trial as `emulator audit` makes one of a command; or judges the
 * kept runs of that.
 */
export const tryOut = (application: Application, ...only: string[]): Promise<TriedOut> =>
  tryOutWith({}, application, ...only);

/** The same with options of the trial. */
export async function tryOutWith(
  options: Partial<Pick<LogOptions, 'quick' | 'seed' | 'settle'>>,
  application: Application,
  ...only: string[]
): Promise<TriedOut> {
  const kept = new Map<string | undefined, () => unknown>();
  const keptRuns = keptTest();
  const lines: string[] = [];
  const report = await trial({
    log: {
      command: ['application'],
      only,
      seed: 1,
      rounds: 1,
      quick: false,
      jobs: 3,
      settle: 2_000,
      timeout: 120_000,
      ignore: [],
      stateNextStep: '',
      again: [],
      ...options,
    },
    launch: (_, { env }) => new RunningApplication(application, env, (run, state) => kept.set(String(run), state)),
    start,
    stateSource: { ask: async ({ EMULATOR_RUN: run }) => copyOf(await kept.get(run)?.()), nextStep: '' },
    signal: new AbortController().signal,
    told: (line) => lines.push(line),
    perform: async (how) => {
      const { number, armament } = how;
      const asked = `run ${number} ${JSON.stringify(armament)}`;
      const { answer, view } = await keptRuns.step(asked, async () => {
        const { record, ...run } = await performRun(how);
        return { answer: run, view: record.view };
      });
      return { ...(answer as Omit<Run, 'record'>), record: new ObservedRun(view!, [], [], callersIn(view!)) };
    },
  });
  return {
    report,
    states: Object.fromEntries(report.rules.map(({ id, state }) => [id, state])),
    rule: (id) => report.rules.find((rule) => rule.id === id)!,
    lines,
    fails: failsOn(report, 'error'),
  };
}
