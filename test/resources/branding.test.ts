import { describe, expect, it } from 'vitest';
import type { MailDetails, MailView } from '../../src/sandbox/control/wire.ts';
import { textsOfPdf } from '../mail/mime.ts';
import { Buyer } from '../support/buyer.ts';
import { load, sentInvoice, session } from '../support/checkout.ts';
import { type Demo, eachTest } from '../support/demo.ts';

let demo: Demo;
eachTest((fresh) => {
  demo = fresh;
});

type Data<T> = { data: T };

/** Every mail, oldest first, taken apart. */
async function mails(): Promise<MailDetails[]> {
  const { data } = await demo.control<Data<MailView[]>>('get', '/mail');
  const each = data.map(({ id }) => demo.control<Data<MailDetails>>('get', `/mail/${id}?format=json`));
  return (await Promise.all(each)).map((answer) => answer.data).reverse();
}

async function rename(name: string, fields: Record<string, unknown> = {}, of = demo): Promise<void> {
  expect((await of.api.patch('/account', { name, ...fields })).status).toBe(200);
}

const claimable = async (of = demo) =>
  (await of.made<Data<{ url: string; slug: string }>>('/payout-links', { amount: 1500, recipient_email: 'a@b.co' }))
    .data;

const page = async (url: string) => (await fetch(url)).text();

describe('the account’s name and logo', () => {
  it('are in every message, with the color of the workspace', async () => {
    await rename('Ada & Bo', { logo_url: 'https://shop.example/logo.png?size=1&v="2"' });
    await demo.configure({ brand: { color: '#0f766e' } });
    await sentInvoice(demo);
    await claimable();
    const { id } = await session(demo);
    await demo.trigger('checkout_session.complete', { id });
    await demo.advance('10s');
    const all = await mails();
    expect(all.map(({ subject }) => subject)).toEqual([
      'Invoice INV-0001 from Ada & Bo',
      'Ada & Bo has sent you $15.00',
      'Your receipt from Ada & Bo: order #1',
    ]);
    for (const { from, html } of all) {
      expect(from.name).toBe('Ada & Bo');
      expect(html).toContain('<img src="https://shop.example/logo.png?size=1&#38;v=&#34;2&#34;"');
      expect(html).toContain('border-top:4px solid #0f766e');
    }
  });

  it.each(['red', 'javascript:alert(1)', '#12345', '#fff;background:url(x)', ''])('has no color %j', async (color) => {
    const answer = await demo.sandbox.control.patch(`/workspaces/${demo.workspace}`, {
      settings: { brand: { color } },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'parameter_invalid', param: 'settings.brand.color' } });
  });

  it('are on the invoice as a file', async () => {
    await rename('Ada & Bo');
    const { slug } = await sentInvoice(demo);
    const [mail] = await mails();
    const raw = await page(`${demo.sandbox.url}/_emulator/mail/${mail!.id}?workspace=${demo.workspace}`);
    const attached = /\r\n\r\n(JVBERi[A-Za-z0-9+/=\r\n]+)/.exec(raw)![1]!;
    expect(textsOfPdf(Buffer.from(attached, 'base64'))).toContain('Ada & Bo');
    const download = await fetch(`${demo.sandbox.url}/invoice/${slug}/pdf`);
    expect(textsOfPdf(Buffer.from(await download.arrayBuffer()))).toContain('Ada & Bo');
  });

  it('are on every page, and in what the client API tells', async () => {
    const logo_url = 'http://localhost:4000/logo.png';
    await rename('Ada & Bo', { logo_url });
    const { slug } = await session(demo);
    const { slug: invoice } = await sentInvoice(demo);
    const claim = await claimable();
    const form = (await demo.made<Data<{ url: string }>>('/payout-links', { type: 'request' })).data;
    const { origin } = new URL(demo.sandbox.url);
    for (const url of [`${origin}/pay/${slug}`, `${origin}/invoice/${invoice}`, claim.url, form.url]) {
      const shown = await page(url);
      expect(shown, url).toContain('Ada &amp; Bo');
      expect(shown, url).toContain(`src="${logo_url}"`);
    }
    const brand = { name: 'Ada & Bo', logoUrl: logo_url, color: '#4f46e5' };
    const buyer = new Buyer(demo);
    expect((await load(buyer, slug)).body.brand).toEqual(brand);
    expect((await buyer.get(`/api/claims/${claim.slug}`)).body.brand).toEqual(brand);
  });

  it('are in the descriptor of a payout and the sheet of a wallet', async () => {
    await rename('Ada & Bo');
    expect((await demo.paidOut()).descriptor).toBe('ADA & BO');
    const gateway = await demo.on('gateway_a');
    await rename('Bo’s Tea', {}, gateway);
    const { body } = await gateway.publishable.post<{ session: { displayName: string } }>('/wallets/wallet-a-session', {
      domain: 'shop.example',
    });
    expect(body.session.displayName).toBe('Bo’s Tea');
  });

  it('are the workspace’s until they are changed, and each mode has its own', async () => {
    const descriptor = async () => (await demo.paidOut()).descriptor;
    await demo.configure({ brand: { name: 'First' } });
    expect(await descriptor()).toBe('FIRST');
    await rename('Live', {}, demo.live);
    expect(await descriptor()).toBe('FIRST');
    await rename('Second');
    await demo.configure({ brand: { name: 'Third' } });
    expect(await descriptor()).toBe('SECOND');
  });

  it.each(['javascript:alert(1)', 'logo.png', 'ftp://shop.example/logo.png', 'data:text/html,<b>'])(
    'take no logo that is not a picture’s address: %s',
    async (logo_url) => {
      await expect(demo.configure({ brand: { logo_url } })).rejects.toThrow('settings.brand.logo_url must be');
      const { url } = await claimable();
      expect((await mails())[0]!.html).not.toContain('<img');
      expect(await page(url)).not.toContain('<img');
    },
  );

  it.each([
    ['#0F766E', '#0f766e'],
    ['#abc', '#aabbcc'],
  ])('take the color %s as %s', async (color, shown) => {
    await demo.configure({ brand: { color } });
    const { url } = await claimable();
    expect((await mails())[0]!.html).toContain(`border-top:4px solid ${shown};`);
    expect(await page(url)).toContain(`brand-${shown.slice(1)}.css`);
  });
});
