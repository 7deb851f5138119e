import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { paths } from '../src/core/generated/client-api.ts';
import { ada, paymentLink, session } from './support/checkout.ts';
import { cards, Demo } from './support/demo.ts';
import { done, refused } from './support/merchant-client.ts';
import { createTestSandbox, type TestSandbox } from './support/sandbox.ts';

/*
 * What a page or an app does for a buyer, through a client that was made from the description of the client API by a
 * public generator: what does not fit the description does not compile.
 */

let sandbox: TestSandbox;
let demo: Demo;
beforeAll(async () => {
  sandbox = await createTestSandbox();
  demo = Demo.ofFixture(sandbox, 'ws_demo');
});
afterAll(() => sandbox?.stop());

const clientOf = (url: string) => createClient<paths>({ baseUrl: url, headers: { 'X-Service-SDK': 'web/1.4.0' } });
async function aliasesOf(number: string, vaultId: string) {
  const vault = { params: { path: { vaultId } } };
  const body = { card_number: number, card_exp: '12/30', card_cvc: '123' };
  const kept = await done(clientOf(sandbox.url).POST('/vault/{vaultId}/post', { ...vault, body }));
  if (!('card_number' in kept)) expect.fail('no card was vaulted');
  const { card_number = '', card_cvc } = kept;
  return { vaultPanAlias: card_number, vaultCvcAlias: card_cvc, vaultExpMonth: '12', vaultExpYear: '30' };
}

describe('a page that pays through a client made from the description', () => {
  it('loads a session, vaults a card, pays once, and is told of a decline', async () => {
    const api = clientOf(sandbox.url);
    const path = { slug: (await session(demo)).slug };
    const loaded = await done(api.GET('/api/checkout/{slug}', { params: { path } }));
    expect([loaded.kind, loaded.amount, loaded.vaultConfig.environment]).toEqual(['session', 4200, 'sandbox']);
    const { vaultId } = loaded.vaultConfig;
    const attempt = () => ({ path, header: { 'Idempotency-Key': randomUUID() } });

    const declining = { ...ada, ...(await aliasesOf(cards.declined, vaultId)) };
    const declined = await refused(api.POST('/api/checkout/{slug}/pay', { params: attempt(), body: declining }), 400);
    expect([declined.code, 'status' in declined && declined.status]).toEqual(['card_declined', 'declined']);

    const body = { ...ada, ...(await aliasesOf(cards.visaDebit, vaultId)) };
    const params = attempt();
    const paid = await done(api.POST('/api/checkout/{slug}/pay', { params, body }));
    expect([paid.success, paid.status, paid.amount]).toEqual([true, 'pending_settlement', 4200]);
    const again = await api.POST('/api/checkout/{slug}/pay', { params, body });
    expect(again.response.headers.get('Idempotency-Replayed')).toBe('true');
    expect(again.data).toEqual(paid);
    const gone = await refused(api.GET('/api/checkout/{slug}', { params: { path } }), 404);
    expect(gone.error).toEqual(expect.any(String));
  });

  it('chooses on a link, and asks whether a card is to be authenticated', async () => {
    const api = clientOf(sandbox.url);
    const link = await paymentLink(demo);
    const path = { slug: `${link.slug}` };
    const loaded = await done(api.GET('/api/checkout/{slug}', { params: { path, query: { discountCode: 'SAVE10' } } }));
    expect([loaded.kind, loaded.discountCode]).toEqual(['payment_link', 'SAVE10']);
    const { vaultPanAlias = '' } = await aliasesOf(cards.visaDebit, loaded.vaultConfig.vaultId);
    const owner = { workspaceId: loaded.workspaceId, sandbox: loaded.sandbox };
    const asked = await done(
      api.POST('/api/vault/3ds/preflight', {
        body: { ...owner, panAlias: vaultPanAlias, expMonth: '12', expYear: '2030', billingCountry: 'US' },
      }),
    );
    expect(asked.required).toBe(false);
  });
});
