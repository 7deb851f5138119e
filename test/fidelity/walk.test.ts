import { describe, expect, it } from 'vitest';
import { planWalk } from '../../src/emulator/fidelity/walk/plan.ts';
import { type WalkAnswer, type WalkRequest, walk } from '../../src/emulator/fidelity/walk/walk.ts';
import type { GatewayKind } from '../../src/payments/platform/settings.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { call } from '../support/call.ts';
import { clientOperations, merchantOperations } from '../support/declared.ts';
import { createTestSandbox } from '../support/sandbox.ts';

const plan = planWalk(declarations());
const suffixes = { debit_payouts: '', gateway_a: '_a', gateway_b: '_b' } as const;
const limited = 'x-ratelimit-remaining';

async function send({ method, url, headers, body }: WalkRequest): Promise<WalkAnswer> {
  const answer = await call(url, {
    method: method as 'GET',
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: answer.text };
}

/** Walks an emulator whose clock moves when the walk waits. */
async function walked(gateway: GatewayKind, three_ds_enabled: boolean) {
  const sandbox = await createTestSandbox({ rateLimit: true });
  const workspace = `ws_demo${suffixes[gateway]}`;
  await sandbox.control.patch(`/workspaces/${workspace}`, { settings: { three_ds_enabled } });
  for (const [path, body] of [
    ['/payment-links', { name: 'Coffee', amount: 1_800 }],
    ['/triggers/dispute.created', {}],
  ] as const) {
    await sandbox.control.post(`${path}?workspace=${workspace}`, body);
  }
  const { body: app } = await sandbox.control.post<{ data: { client_id: string; client_secret: string } }>(
    `/apps?workspace=${workspace}`,
    { name: 'Loyalty' },
  );
  const key = `sk_test_demo${suffixes[gateway]}`;
  const taken: {
    id: string;
    variation: string;
    statuses: readonly number[];
    status: number;
    text: string;
    body: string | undefined;
  }[] = [];
  const report = await walk(plan, {
    base: `${sandbox.url}/api/v1`,
    key,
    publishableKey: key.replace('sk', 'pk'),
    app: app.data,
    send,
    mark: 'walk1',
    wait: async (ms) => {
      await sandbox.control.post(`/clock?workspace=${workspace}`, { advance: `${Math.ceil(ms)}ms` });
    },
    onCall: ({ operation: { id }, variation, statuses }, { body }, { status, text }) =>
      taken.push({ id, variation: variation?.name ?? '', statuses, status, text, body }),
  });
  const { body: account } = await sandbox.api.get('/account');
  await sandbox.stop();
  return { report, taken, account };
}

describe('a walk', () => {
  it('is planned beforehand: its calls, what stays behind, and what it leaves out', () => {
    expect(plan.calls).toBeGreaterThan(200);
    expect(plan.leaves).toMatchObject({ customer: expect.any(Number), transaction: expect.any(Number) });
    const left = plan.left.map(({ operation }) => operation);
    expect(left.filter((id) => !id.startsWith('portal.'))).toEqual(['payout_links.claim']);
    const shown = new Set(plan.steps.map(({ operation }) => operation.id));
    const all = [...merchantOperations, ...clientOperations].map(({ id }) => id);
    expect(all.filter((id) => !shown.has(id)).toSorted()).toEqual(left.toSorted());
  });

  it.each(['debit_payouts', 'gateway_a'] as const)('answers as declared, on %s', async (gateway) => {
    const { report, taken, account } = await walked(gateway, gateway === 'gateway_a');
    console.log(gateway, plan.calls, report, taken.length, JSON.stringify(plan.leaves));
    const odd = taken.filter(({ status, statuses }) => status !== 429 && !statuses.includes(status));
    console.log(
      odd
        .map(
          ({ id, variation, statuses, status, text, body }) =>
            `${id} [${variation}] ${statuses} -> ${status} ${text.slice(0, 200)} <- ${body?.slice(0, 200)}`,
        )
        .join('\n'),
    );
    expect(account).toBeDefined();
    expect(limited).toBeDefined();
  });
});
