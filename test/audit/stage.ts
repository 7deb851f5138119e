import { lint } from '../../src/audit/lint.ts';
import { RunRecord } from '../../src/audit/record.ts';
import type { Finding, Verdict } from '../../src/audit/rule.ts';
import { createClient } from '../../src/client.ts';
import type { SandboxOptions } from '../../src/sandbox-options.ts';
import { type Answering, type Receiver, type ReceiverAnswer, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** An emulator with an application beside it, and what the audit says of the two. */
export interface Stage {
  readonly sandbox: TestSandbox;
  /** Where the application hears of events. */
  readonly receiver: Receiver;
  record(): Promise<RunRecord>;
  /** The verdict of a rule on all that was recorded. */
  judge(rule: string): Promise<Verdict>;
  /** Its findings; empty where it is not violated. */
  findings(rule: string): Promise<readonly Finding[]>;
  stop(): Promise<void>;
}

/** @param how what the application answers to webhooks */
export async function stage(
  options: Partial<SandboxOptions> = {},
  how: Answering | ReceiverAnswer = {},
): Promise<Stage> {
  const receiver = await startReceiver(how);
  const sandbox = await createTestSandbox({ forwardTo: receiver.url, ...options });
  const record = async () => new RunRecord(await createClient({ url: sandbox.url }).record());
  const judge = async (id: string): Promise<Verdict> => {
    const [verdict] = lint(await record(), { only: [id] }).values();
    if (verdict === undefined) throw new Error(`No lint has the name ${id}.`);
    return verdict;
  };
  return {
    sandbox,
    receiver,
    record,
    judge,
    findings: async (id) => {
      const verdict = await judge(id);
      return verdict.state === 'violation' ? verdict.findings : [];
    },
    stop: async () => {
      await sandbox.stop();
      await receiver.close();
    },
  };
}

/** A customer with a saved card that charges and payouts take, as an application makes one. */
export async function payer({
  api,
}: Pick<TestSandbox, 'api'>): Promise<{ customer_id: string; payment_method_id: string }> {
  const { body } = await api.post<{ data: { id: string }; payment_method: { id: string } }>('/customers', {
    email: 'ada@example.com',
    cc_number: '4000056655665556',
    cc_exp_month: '12',
    cc_exp_year: '2030',
    billing_postal_code: '62701',
  });
  return { customer_id: body.data.id, payment_method_id: body.payment_method.id };
}
