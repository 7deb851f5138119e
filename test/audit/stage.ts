import { AsyncLocalStorage } from 'node:async_hooks';
import { lint } from '../../src/audit/lint.ts';
import { ObservedRun } from '../../src/audit/observed/observed-run.ts';
import type { Finding, Verdict } from '../../src/audit/rule.ts';
import { createClient } from '../../src/client/node-client.ts';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { type Answering, type Receiver, type ReceiverAnswer, startReceiver } from '../support/receiver.ts';
import { type Answer, type Caller, createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { isKeeping, keptTest } from './kept-runs.ts';

/** An emulator with an application beside it, and what the audit says of the two. */
export interface Stage {
  readonly sandbox: Pick<TestSandbox, 'url' | 'api' | 'control' | 'as'>;
  /** Where the application hears of events. */
  readonly receiver: Pick<Receiver, 'url' | 'answer'>;
  record(): Promise<ObservedRun>;
  /** The verdict of a rule on all that was recorded. */
  judge(rule: string): Promise<Verdict>;
  /** Its findings; empty where it is not violated. */
  findings(rule: string): Promise<readonly Finding[]>;
  /** Waits until the application hears of an event of a type. */
  hears(type: string): Promise<void>;
  stop(): Promise<void>;
}

/** A stage whose emulator and receiver run. */
export interface LiveStage extends Stage {
  readonly sandbox: TestSandbox;
  readonly receiver: Receiver;
}

/** @param how what the application answers to webhooks */
export async function liveStage(
  options: Partial<SandboxOptions> = {},
  how: Answering | ReceiverAnswer = {},
): Promise<LiveStage> {
  const receiver = await startReceiver(how);
  const sandbox = await createTestSandbox({ forwardTo: receiver.url, ...options });
  const client = createClient({ url: sandbox.url });
  const stop = async () => {
    await sandbox.stop();
    await receiver.close();
  };
  const hears = async (type: string) => {
    await receiver.waitFor((requests) => requests.some(({ headers }) => headers['service-event'] === type));
  };
  return { sandbox, receiver, ...judging(async () => new ObservedRun(await client.call('record.get'))), hears, stop };
}

/**
 * A stage of which a run was kept: the calls of the test are answered as they were then, and what was recorded is
 * judged. Nothing runs, and the application hears of nothing.
 */
export async function stage(
  options: Partial<SandboxOptions> = {},
  how: Answering | ReceiverAnswer = {},
): Promise<Stage> {
  const kept = keptTest();
  const live = isKeeping ? await liveStage(options, inApplication(how)) : null;
  const begun = await kept.step(`stage ${JSON.stringify(options)}`, async () => ({
    answer: { url: live!.sandbox.url, receiver: live!.receiver.url },
  }));
  const { url, receiver } = begun.answer as { url: string; receiver: string };
  const callerOf = (name: string, real: Caller | undefined): Caller => {
    const ask = async <B>(
      method: 'get' | 'post' | 'patch' | 'delete',
      path: string,
      ...further: unknown[]
    ): Promise<Answer<B>> => {
      // biome-ignore lint/suspicious/noExplicitAny: each method takes other arguments
      const perform = () => (real as any)[method](path, ...further) as Promise<Answer<B>>;
      if (ofApplication.getStore() === true) return perform();
      const { answer } = await kept.step(`${name} ${method} ${path} ${JSON.stringify(further)}`, async () => ({
        answer: await perform().then(
          ({ status, body }) => ({ status, body }),
          () => null,
        ),
      }));
      if (answer === null) throw new Error('The connection was cut.');
      return answer as Answer<B>;
    };
    return {
      get: (path) => ask('get', path),
      post: (path, ...further) => ask('post', path, ...further),
      patch: (path, body) => ask('patch', path, body),
      delete: (path) => ask('delete', path),
    };
  };
  return {
    sandbox: {
      url,
      api: callerOf('api', live?.sandbox.api),
      control: callerOf('control', live?.sandbox.control),
      as: (key) => callerOf(key, live?.sandbox.as(key)),
    },
    receiver: { url: receiver, answer: (then) => live?.receiver.answer(inApplication(then)) },
    ...judging(async () => new ObservedRun(await kept.record(async () => (await live!.record()).view))),
    hears: async (type) => live?.hears(type),
    stop: async () => live?.stop(),
  };
}

/** Whether a call is made by the application while it handles an event: nobody replays those. */
const ofApplication = new AsyncLocalStorage<boolean>();

const inApplication = (how: Answering | ReceiverAnswer): Answering | ReceiverAnswer =>
  typeof how === 'function' ? (...heard) => ofApplication.run(true, () => how(...heard)) : how;

const judging = (record: Stage['record']): Pick<Stage, 'record' | 'judge' | 'findings'> => {
  const judge = async (id: string): Promise<Verdict> => {
    const [verdict] = lint(await record(), { only: [id] }).values();
    if (verdict === undefined) throw new Error(`No lint has the name ${id}.`);
    return verdict;
  };
  return {
    record,
    judge,
    findings: async (id) => {
      const verdict = await judge(id);
      return verdict.state === 'violation' ? verdict.findings : [];
    },
  };
};

/** The customer with a saved card that charges and payouts of a sandbox take; it is made once. */
export async function payer({ api }: Pick<TestSandbox, 'api'>): Promise<Payer> {
  const known = payers.get(api);
  if (known !== undefined) return known;
  const { body } = await api.post<{ data: { id: string }; payment_method: { id: string } }>('/customers', {
    email: 'ada@example.com',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
    billing_postal_code: '62701',
  });
  const made = { customer_id: body.data.id, payment_method_id: body.payment_method.id };
  payers.set(api, made);
  return made;
}

interface Payer {
  readonly customer_id: string;
  readonly payment_method_id: string;
}

const payers = new WeakMap<Caller, Payer>();
