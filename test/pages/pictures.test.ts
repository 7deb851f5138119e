import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFixture } from '../../src/sandbox/fixtures/load.ts';
import { Buyer } from '../support/buyer.ts';
import { byCard, pay, session } from '../support/checkout.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** One pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const data = `data:image/png;base64,${pixel}`;

let folder: string;
let sandbox: TestSandbox;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-pictures-'));
  writeFileSync(join(folder, 'mug.png'), Buffer.from(pixel, 'base64'));
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(65_537));
  sandbox = await createTestSandbox({ fixture: fixtureOf('mug.png') });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A fixture file whose mug has this picture. */
function fixtureOf(picture: string, logo = './mug.png'): string {
  const file = join(folder, `${picture.replace(/\W/g, '-')}.yaml`);
  writeFileSync(
    file,
    `workspaces:
  - id: ws_demo
    keys: [{key: sk_test_demo}, {key: pk_test_demo}]
    settings:
      gateway: gateway_a
      brand: {name: Mugs, logo_url: ${logo}, color: '#0f766e'}
    objects:
      test:
        products:
          mug:
            name: Mug
            price: 1200
            image_url: ${picture}
`,
  );
  return file;
}

it('a file beside a fixture is a picture of the checkout, the confirmation and the invoice, and of every header', async () => {
  const demo = Demo.ofFixture(sandbox, 'ws_demo');
  const buyer = new Buyer(demo);
  const [mug] = (await sandbox.api.get<{ data: { id: string; image_url: string }[] }>('/products')).body.data;
  expect(mug?.image_url).toBe(data);
  const line_items = [{ product_id: mug!.id, quantity: 1 }];
  const { slug } = await session(demo, { line_items });
  const { confirmationToken } = (await pay(buyer, slug, await byCard(buyer))).body;
  const open = await session(demo, { line_items });
  const { id: customer_id } = await demo.saveCustomer();
  const invoice = await demo.made<{ data: { hosted_invoice_url: string } }>('/invoices', {
    customer_id,
    line_items,
    send: true,
  });
  const paths = [
    `/pay/${open.slug}`,
    `/pay/${slug}/confirmation?token=${confirmationToken}`,
    new URL(invoice.data.hosted_invoice_url).pathname,
  ];
  for (const path of paths) {
    const answer = await fetch(`${sandbox.url}${path}`);
    const pictures = [...(await answer.text()).matchAll(/<img class="([\w-]+)" src="([^"]*)"/g)];
    expect(
      pictures.map(([, look, source]) => [look, source]),
      path,
    ).toEqual([
      ['brand-logo', data],
      [path.includes(open.slug) ? 'line-picture' : 'row-picture', data],
    ]);
    expect(answer.headers.get('content-security-policy')).toMatch(/img-src 'self' data: [^;]*localhost/);
    expect(answer.headers.get('content-security-policy')).not.toMatch(/img-src[^;]* https?:( |;)/);
  }
});

it.each([
  ['nothing.png', /nothing-png\.yaml:13:\d+, workspaces\.0\.objects\.test\.products\.mug\.image_url: .*no picture at/],
  ['large.png', /:13:\d+, .*65537 bytes; the maximum is 65536 bytes \(64 KB\)/],
  ['mug.bmp', /:13:\d+, .*a file name with one of the extensions png, jpg/],
])('a file that cannot be shown is told with its line: %s', async (picture, message) => {
  await expect(loadFixture(fixtureOf(picture))).rejects.toThrow(message);
});

it('a picture as data is taken up to 64 KB, and what is none is refused', async () => {
  const save = (image_url: string) => sandbox.api.post('/products', { name: 'Cup', price: 100, image_url });
  const pictureOf = (size: number) => `data:image/webp;base64,${Buffer.alloc(size).toString('base64')}`;
  expect((await save(data)).status).toBe(201);
  expect((await save(pictureOf(65_536))).status).toBe(201);
  for (const wrong of [
    pictureOf(65_537),
    'data:text/html;base64,PGI+',
    'data:image/png,raw',
    'data:image/png;base64,%%',
  ]) {
    expect(await save(wrong)).toMatchObject({ status: 400, body: { param: 'image_url' } });
  }
  expect((await save(pictureOf(65_537))).body.error).toMatch(/65537 bytes; the maximum is 65536 bytes \(64 KB\)/);
  expect((await sandbox.api.patch('/account', { logo_url: pictureOf(65_537) })).status).toBe(400);
  expect((await sandbox.api.patch('/account', { logo_url: data })).body).toMatchObject({ logo_url: data });
});
