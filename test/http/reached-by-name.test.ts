import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { threeDsCards } from '../support/three-ds-cards.ts';

// What an Android emulator calls the machine that it runs on.
const name = '10.0.2.2';
let sandbox: TestSandbox;
let host: string;
beforeAll(async () => {
  sandbox = await createTestSandbox({ allowedHosts: [name] });
  host = `${name}:${new URL(sandbox.url).port}`;
  await sandbox.control.patch('/workspaces/ws_demo', { settings: { three_ds_enabled: true } });
});
afterAll(() => sandbox?.stop());

/** Calls the client API as an app on such a device does. */
async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { Host: host, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const text = body === undefined ? '' : JSON.stringify(body);
  const { status, json } = await sendRaw(sandbox.url, rawRequest(`${method} ${path} HTTP/1.1`, headers, text));
  expect([path, status, json]).toEqual([path, 200, expect.anything()]);
  return json ?? {};
}

it('tells a device the addresses by the name under which the device knows the emulator', async () => {
  const { body } = await sandbox.api.post<{ data: { slug: string; url: string } }>('/checkout-sessions', {
    amount: 4200,
    success_url: 'https://shop.example/thanks',
  });
  const { vaultConfig } = await call('GET', `/api/checkout/${body.data.slug}`);
  expect(vaultConfig).toMatchObject({ url: `http://${host}/vault/vlt_demo_sandbox/post` });
  expect(body.data.url).toBe(`${sandbox.url}/pay/${body.data.slug}`);
});

it('lets a challenge of such a device return to the emulator', async () => {
  const card = { card_number: threeDsCards.challenge, card_exp: '12/30' };
  const { card_number: panAlias } = await call('POST', '/vault/vlt_demo_sandbox/post', card);
  const owner = { workspaceId: 'ws_demo', sandbox: true };
  const three = (step: string, fields: object) => call('POST', `/api/vault/3ds/${step}`, { ...owner, ...fields });
  const { cardRef } = await three('create-card', { panAlias, expMonth: '12', expYear: '30' });
  const { transactionInfo } = await three('init', { cardRef });
  const redirectUrl = `http://${host}/acs/return`;
  const asked = await three('authenticate', { cardRef, transactionInfo, amount: 42, currency: 'USD', redirectUrl });
  expect(asked.challenge).toMatchObject({ url: expect.stringContaining(`http://${host}/acs/`) });
});

it('tells pages and apps on this machine its own address, whatever loopback name they use', async () => {
  const link = await sandbox.control.post<{ data: { slug: string } }>('/payment-links', { name: 'Tea', amount: 500 });
  const { json } = await sendRaw(
    sandbox.url,
    rawRequest(`GET /api/checkout/${link.body.data.slug} HTTP/1.1`, { Host: 'shop.localhost:9' }),
  );
  expect(json?.vaultConfig).toMatchObject({ url: `${sandbox.url}/vault/vlt_demo_sandbox/post` });
});
