import { afterEach, beforeEach, expect, it } from 'vitest';
import { pagePaths } from '../../src/pages/paths.ts';
import { pageRoutes } from '../../src/pages/routes.ts';
import { sentInvoice } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
let demo: Demo;
beforeEach(async () => {
  sandbox = await createTestSandbox();
  demo = Demo.ofFixture(sandbox, 'ws_demo');
});
afterEach(() => sandbox?.stop());

const page = { accept: 'text/html,application/xhtml+xml' };

it('are at the addresses that the server knows before it loads them', () => {
  expect(pagePaths).toEqual(pageRoutes.map(({ method, path }) => ({ method, path })));
});

it('answer HEAD as GET, without a body', async () => {
  const { body } = await sandbox.api.post<{ data: { url: string } }>('/checkout-sessions', {
    amount: 4200,
    success_url: 'https://shop.example/thanks',
  });
  for (const url of [body.data.url, `${sandbox.url}/pay/nothing`]) {
    const [head, get] = await Promise.all([fetch(url, { method: 'HEAD' }), fetch(url)]);
    expect([url, head.status, await head.text()]).toEqual([url, get.status, '']);
    for (const name of ['content-type', 'content-security-policy', 'x-frame-options', 'cache-control']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  }
});

it('do not take an invoice for viewed because somebody asked about its address', async () => {
  const { id, slug } = await sentInvoice(demo);
  const status = async () => (await demo.read<{ data: { status: string } }>(`/invoices/${id}`)).data.status;
  for (const path of [`/invoice/${slug}`, `/invoice/${slug}/pdf`]) {
    expect((await fetch(`${sandbox.url}${path}`, { method: 'HEAD' })).status).toBe(200);
  }
  expect(await status()).toBe('sent');
  await fetch(`${sandbox.url}/invoice/${slug}`);
  expect(await status()).toBe('viewed');
});

it('say to a person what is wrong with what was sent, and to a program in the error body', async () => {
  const body = new URLSearchParams([
    ['creq', '<b>'],
    ['creq', '2'],
  ]);
  const url = `${sandbox.url}/acs/return`;
  const shown = await fetch(url, { method: 'POST', body, headers: page });
  expect([shown.status, shown.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await shown.text()).toMatch(/contains the field creq twice.*\n.*req_/);
  const told = await fetch(url, { method: 'POST', body });
  expect(await told.json()).toMatchObject({ type: 'invalid_request_error', param: 'creq' });
});

it('say which method and which form of body they take', async () => {
  const method = await fetch(`${sandbox.url}/invoice/any`, { method: 'POST' });
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const headers = { 'content-type': 'application/json' };
  const form = await fetch(`${sandbox.url}/acs/return`, { method: 'POST', headers, body: '{}' });
  expect([form.status, ((await form.json()) as { error: string }).error]).toEqual([
    415,
    expect.stringContaining('application/x-www-form-urlencoded'),
  ]);
});

it('stand where a browser asks for what is not there, and the error body where a program does', async () => {
  const nowhere = [
    '/pay/x/y',
    '/invoice/nope',
    '/invoice/nope/pdf',
    '/embed/a/b/c',
    '/claim',
    '/sdk/v2/sdk.js',
    '/nothing',
  ];
  for (const path of [...nowhere, `/pay/${'x'.repeat(600)}`]) {
    const shown = await fetch(sandbox.url + path, { headers: page });
    expect([path, shown.status, shown.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await shown.text()).toContain('This page does not exist');
  }
  for (const path of ['/pay/x/y', '/nothing']) {
    const told = await fetch(sandbox.url + path);
    expect([told.status, await told.json()]).toMatchObject([
      404,
      { type: 'not_found_error', code: 'resource_missing' },
    ]);
  }
  for (const path of [
    '/api/v1/nothing',
    '/api/checkout/nothing',
    '/vault/nothing/post',
    '/_emulator/nothing',
    '/_assets/x.js',
  ]) {
    const told = await fetch(sandbox.url + path, { headers: page });
    expect([path, told.headers.get('content-type')]).toEqual([path, 'application/json; charset=utf-8']);
  }
  const method = await fetch(`${sandbox.url}/invoice/any`, { method: 'POST', headers: page });
  expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(await method.text()).toContain('This request is not valid');
});

it('show images that their policy lets through, and no others', async () => {
  const shown = ['http://localhost:9/a.png', 'http://img.localhost:9/b.png', 'https://127.0.0.1:9/c.png'];
  const left = ['http://[::1]:9/d.png', 'http://127.9.8.7:9/e.png', 'https://shop.example/f.png'];
  const products = await Promise.all(
    [...shown, ...left].map(async (image_url, at) => {
      const made = await demo.made<{ data: { id: string } }>('/products', { name: `P${at}`, price: 100, image_url });
      return { product_id: made.data.id, quantity: 1 };
    }),
  );
  const link = await sandbox.control.post<{ data: { url: string } }>('/payment-links', { name: 'All', products });
  const answer = await fetch(link.body.data.url);
  const sources = [...(await answer.text()).matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, source]) => source);
  expect(sources.toSorted()).toEqual(shown.toSorted());
  const policy = answer.headers.get('content-security-policy');
  for (const host of ['localhost', '*.localhost', '127.0.0.1']) expect(policy).toContain(` http://${host}:*`);
});
