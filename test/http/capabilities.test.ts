import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../src/core/kernel/declare/operation.ts';
import { clientOperations, merchantOperations } from '../support/declared.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let token: string;
/** What the paths of client operations name. */
const named: Record<string, string> = {};
beforeAll(async () => {
  sandbox = await createTestSandbox();
  const app = { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' };
  token = (await sandbox.api.post<{ access_token: string }>('/oauth/token', app)).body.access_token;
  type Made = { data: { slug: string; id: string } };
  const { body: link } = await sandbox.api.post<Made>('/payout-links', { type: 'request' });
  const { body: product } = await sandbox.api.post<Made>('/products', { name: 'Mug', price: 900 });
  const { body: session } = await sandbox.api.post<{ data: { url: string } }>('/checkout-sessions', {
    line_items: [{ product_id: product.data.id, quantity: 1 }],
    success_url: 'https://shop.example/thanks',
  });
  const { body: customer } = await sandbox.api.post<Made>('/customers', { email: 'ada@example.com' });
  const { body: portal } = await sandbox.control.post<{ data: { url: string } }>(
    `/customers/${customer.data.id}/portal`,
  );
  Object.assign(named, {
    '/api/checkout/{slug}': new URL(session.data.url).pathname.split('/').at(-1),
    '/api/claims/{slug}': link.data.slug,
    '/api/payout-requests/{slug}': link.data.slug,
    '/api/portal/{slug}': new URL(portal.data.url).pathname.split('/').at(-1),
    '/vault/{vaultId}/post': 'vlt_demo_sandbox',
  });
  const settings = { debit_payouts_enabled: { test: false }, vault_enabled: false, three_ds_enabled: false };
  await sandbox.control.patch('/workspaces/ws_demo', { settings });
});
afterAll(() => sandbox?.stop());

const pathOf = ({ surface, path }: AnyOperation): string => {
  const [, slug = 'none_1'] = Object.entries(named).find(([template]) => path.startsWith(template)) ?? [];
  return `${surface === 'merchant' ? '/api/v1' : ''}${path.replace(/\{\w+\}/, slug).replace(/\{\w+\}/g, 'none_1')}`;
};

/** The refusal in words: the client API tells no code. */
async function refusalOf(operation: AnyOperation, body: string | undefined, query = '') {
  const answer = await fetch(`${sandbox.url}${pathOf(operation)}${query}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${operation.access === 'app' ? token : 'sk_test_demo'}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body,
  });
  return [answer.status, ((await answer.json()) as { error: string }).error];
}

const needing = [...merchantOperations, ...clientOperations].filter(({ capability }) => capability !== undefined);
const cases = needing.map((operation) => [operation.id, operation] as const);

describe('where a capability is off', () => {
  it.each(cases)('%s says so before anything about what was sent', async (_id, operation) => {
    const workspace = sandbox.sandbox.engine.workspace('ws_demo')!;
    const refused = [400, operation.capability?.lackOf(workspace, 'test')];
    expect(await refusalOf(operation, undefined, '?limit=0&status=none&amount=x'), 'a query').toEqual(
      operation.ownerBody === undefined ? refused : [400, expect.stringMatching(/workspaceId/)],
    );
    if (operation.body === undefined) return;
    const owner = operation.ownerBody === undefined ? {} : { workspaceId: 'ws_demo', sandbox: true };
    for (const wrong of [{}, { amount: 'x', cardRef: 7, service_wallet: 1, number: [] }]) {
      expect(await refusalOf(operation, JSON.stringify({ ...owner, ...wrong })), JSON.stringify(wrong)).toEqual(
        refused,
      );
    }
    if (operation.ownerBody === undefined) {
      for (const malformed of ['{', '[]', '"x"', `"${'x'.repeat(1_100_000)}"`]) {
        expect(await refusalOf(operation, malformed), malformed.slice(0, 10)).toEqual(refused);
      }
    }
  });

  it('there are such operations on both APIs', () => {
    expect(new Set(needing.map(({ surface }) => surface))).toEqual(new Set(['merchant', 'client']));
    expect(needing.length).toBeGreaterThan(25);
  });
});
