import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/emulator/sandbox-options.ts';
import { publicOrigin } from '../../src/payments/platform/surroundings.ts';
import type { MailDetails, MailView } from '../../src/sandbox/control/wire.ts';
import { Demo } from '../support/demo.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { fontOf } from './font.ts';
import { decodeWords, fontsOfPdf, leavesOf, parseMime, textsOfPdf } from './mime.ts';

let folder: string;
let sandbox: TestSandbox;
let warnings: string[];

async function start(options: Partial<SandboxOptions> = {}): Promise<Demo> {
  sandbox = await createTestSandbox({ dataDir: folder, warn: (line) => warnings.push(line), ...options });
  return Demo.ofFixture(sandbox, 'ws_demo');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emulator-mail-'));
  warnings = [];
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});

const mailFile = (id: string) => join(folder, 'mail', `${id}.eml`);

/** An invoice over two products, sent to Ada; and its mail. */
async function sendInvoice(
  demo: Demo,
  fields: Record<string, unknown> = {},
): Promise<{ invoice: string; mail: MailView }> {
  const customer = await demo.saveCustomer({ company: 'Analytical Engines <Ltd>', ...fields });
  const line_items: { product_id: string; quantity: number }[] = [];
  for (const [name, price] of [
    ['Café crème', 350],
    ['Beans', 1850],
  ] as const) {
    const { data } = await demo.made<{ data: { id: string } }>('/products', { name, price });
    line_items.push({ product_id: data.id, quantity: 2 });
  }
  const body = { customer_id: customer.id, line_items, due_date: '2026-03-31', memo: 'Danke & merci', send: true };
  const { data } = await demo.made<{ data: { id: string; pay_url: string } }>('/invoices', body);
  const [mail] = await list(demo);
  return { invoice: data.id, mail: mail! };
}

const list = async (demo: Demo) => (await demo.control<{ data: MailView[] }>('get', '/mail')).data;

async function raw(id: string, query = ''): Promise<{ status: number; type: string | null; text: string }> {
  const answer = await fetch(`${sandbox.url}/_emulator/mail/${id}${query}`);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

describe('the message', () => {
  it('is a real one (RFC 5322) in the data folder, with the emulated date and the PDF', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    const { status, type, text } = await raw(mail.id);
    expect([status, type]).toEqual([200, 'message/rfc822']);
    expect(readFileSync(mailFile(mail.id), 'utf8')).toBe(text);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
    const message = parseMime(text);
    expect(message.headers).toMatchObject({
      from: 'Demo Shop <no-reply@emulator.localhost>',
      to: 'ada@example.com',
      subject: 'Invoice INV-0001 from Demo Shop',
      date: 'Sun, 01 Mar 2026 09:00:00 +0000',
      'message-id': `<${mail.id}@emulator.localhost>`,
      'mime-version': '1.0',
    });
    const [plain, html, pdf] = leavesOf(message);
    const link = new RegExp(`${sandbox.url}/invoice/[0-9A-Za-z]{20}`).exec(plain!.content.toString())![0];
    expect(plain!.headers['content-type']).toMatch(/^text\/plain/);
    expect(plain!.content.toString()).toContain('Danke & merci');
    expect(html!.headers['content-type']).toMatch(/^text\/html/);
    expect(html!.content.toString()).toContain('Danke &#38; merci');
    expect(html!.content.toString()).toContain(`href="${link}"`);
    expect(pdf!.headers['content-type']).toMatch(/^application\/pdf/);
    expect(pdf!.headers['content-disposition']).toContain('INV-0001.pdf');
    expect(mail.attachments).toEqual([
      { filename: 'INV-0001.pdf', content_type: 'application/pdf', size: pdf!.content.length },
    ]);
  });

  it('carries an invoice that shows merchant, customer, number, dates, lines, total and link', async () => {
    const demo = await start();
    await demo.configure({ brand: { name: 'Käffchen & Co', color: '#0f766e' } });
    const { mail } = await sendInvoice(demo);
    const message = parseMime((await raw(mail.id)).text);
    expect(decodeWords(message.headers.subject!)).toBe('Invoice INV-0001 from Käffchen & Co');
    const pdf = leavesOf(message).at(-1)!.content;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
    const texts = textsOfPdf(pdf);
    for (const text of [
      'Käffchen & Co',
      'INVOICE',
      'INV-0001',
      'Ada Lovelace',
      'Analytical Engines <Ltd>',
      '1 Main St',
      'Springfield, IL 62701',
      'ada@example.com',
      'March 1, 2026',
      'March 31, 2026',
      'Café crème',
      '$3.50',
      '$7.00',
      '$18.50',
      '$37.00',
      'Amount due (USD)',
      '$44.00',
      'Danke & merci',
      'Pay this invoice',
      'Sandbox: created by payments-emulator, a local sandbox. No real money is owed or transferred.',
    ]) {
      expect(texts).toContain(text);
    }
    expect(texts.join('\n')).toMatch(new RegExp(`${sandbox.url}/invoice/`));
    expect(pdf.toString('latin1')).toContain('(D:20260301090000Z)');
  });

  it('prints Latin, Greek and Cyrillic letters in Noto Sans, in the file no more of it than it shows', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo, { last_name: 'Łukasz', company: 'Кофе & Ελλάδα' });
    const pdf = leavesOf(parseMime((await raw(mail.id)).text)).at(-1)!.content;
    const printed = textsOfPdf(pdf).join('');
    for (const text of ['Łukasz', 'Кофе & Ελλάδα']) expect(printed).toContain(text);
    expect(fontsOfPdf(pdf)).toContain('NotoSans-Regular');
    // What is plain stays in the standard fonts.
    expect(textsOfPdf(pdf)).toContain('Café crème');
    expect(pdf.length).toBeLessThan(60_000);
    expect(warnings).toEqual([]);
  });

  it('says in the PDF, in the mail and in the log which letters it cannot print, and prints no question mark', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo, { first_name: 'مد', last_name: '山', company: null });
    const message = parseMime((await raw(mail.id)).text);
    const said =
      'The PDF shows ◌ instead of U+0645, U+062F, U+5C71 because its fonts do not include these characters. The email and the page show these characters correctly.';
    const printed = textsOfPdf(leavesOf(message).at(-1)!.content).join('');
    expect(printed).toContain('◌◌');
    expect(printed).not.toContain('?');
    // A line of the PDF ends before the last three words.
    expect(printed).toContain(said.replace(/ (?=these characters correctly)/, ''));
    const { text, html } = (await demo.control<{ data: MailDetails }>('get', `/mail/${mail.id}?format=json`)).data;
    for (const body of [
      text,
      html,
      ...leavesOf(message)
        .slice(0, 2)
        .map(({ content }) => content.toString()),
    ])
      expect(body).toContain(said);
    expect(warnings).toEqual([
      `Email ${mail.id}, attachment INV-0001.pdf: ${said} Use --pdf-font FILE to specify a font with more characters.`,
    ]);
  });

  it('prints letters that Noto Sans lacks in the given font', async () => {
    const pdfFont = join(folder, 'mountain.ttf');
    writeFileSync(pdfFont, fontOf('山', 'М'));
    const demo = await start({ pdfFont });
    const { mail } = await sendInvoice(demo, { company: '山 & Łukasz 龘' });
    const pdf = leavesOf(parseMime((await raw(mail.id)).text)).at(-1)!.content;
    expect(textsOfPdf(pdf).join('')).toContain('山 & Łukasz ◌');
    expect(warnings.join()).toContain('◌ instead of U+9F98 because');
  });

  it.each([
    ['en', 'INVOICE', ''],
    ['ja', '請求書', '請求書'],
  ])('is in English without a font for Japanese, and in Japanese with one: %s', async (_, printed, letters) => {
    const pdfFont = join(folder, 'invoice.ttf');
    writeFileSync(pdfFont, fontOf('請求書', 'М'));
    const demo = await start(letters === '' ? {} : { pdfFont });
    const { mail } = await sendInvoice(demo, { metadata: { language: 'ja' } });
    const message = parseMime((await raw(mail.id)).text);
    expect(decodeWords(message.headers.subject!)).toContain('請求書');
    expect(textsOfPdf(leavesOf(message).at(-1)!.content)).toContain(printed);
  });

  it('breaks the names of products where they are too wide, between words or East Asian letters', async () => {
    const pdfFont = join(folder, 'tea.ttf');
    writeFileSync(pdfFont, fontOf('抹', 'М'));
    const demo = await start({ pdfFont });
    const customer = await demo.saveCustomer();
    const name = `${'Walnut '.repeat(10)}${'抹'.repeat(60)}${'x'.repeat(70)}`;
    const { data } = await demo.made<{ data: { id: string } }>('/products', { name, price: 100 });
    const line_items = [{ product_id: data.id, quantity: 1 }];
    await demo.made('/invoices', { customer_id: customer.id, line_items, send: true });
    const [mail] = await list(demo);
    const pdf = leavesOf(parseMime((await raw(mail!.id)).text)).at(-1)!.content;
    const lines = textsOfPdf(pdf).filter((text) => text.includes('抹'));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('').match(/抹/g)).toHaveLength(60);
  });

  it('is the same, byte for byte, for the same seed, clock, calls and port', async () => {
    const messages: string[] = [];
    for (const _run of [1, 2]) {
      const demo = await start({ dataDir: null });
      // The port stands in the links.
      sandbox.sandbox.engine.provide(publicOrigin, 'http://127.0.0.1:4747');
      const { mail } = await sendInvoice(demo, { company: 'Кофе 山田' });
      messages.push((await raw(mail.id)).text);
      expect((await raw(mail.id)).text).toBe(messages.at(-1));
      await sandbox.stop();
    }
    expect(messages[0]).toBe(messages[1]);
  });

  it('is not sent when the call that would send it is refused', async () => {
    const demo = await start();
    const { invoice, mail } = await sendInvoice(demo);
    await raw(mail.id);
    await demo.api.post(`/invoices/${invoice}/void`);
    expect((await demo.api.post(`/invoices/${invoice}/send`)).status).toBe(400);
    expect(await list(demo)).toHaveLength(1);
    expect(readdirSync(join(folder, 'mail'))).toHaveLength(1);
  });
});

describe('the control API', () => {
  it('lists newest first, by recipient, page by page, each mode for itself', async () => {
    const demo = await start();
    const first = (await sendInvoice(demo)).mail;
    const second = (await sendInvoice(demo, { email: 'bo@example.com' })).mail;
    expect((await list(demo)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await demo.control('get', '/mail?limit=1')).toMatchObject({ data: [{ id: second.id }], has_more: true });
    expect(await demo.control('get', `/mail?starting_after=${second.id}`)).toMatchObject({ data: [{ id: first.id }] });
    expect(await demo.control('get', '/mail?to=ada@example.com')).toEqual({
      data: [
        {
          id: first.id,
          to: 'ada@example.com',
          subject: 'Invoice INV-0001 from Demo Shop',
          at: '2026-03-01T09:00:00.000Z',
          attachments: first.attachments,
        },
      ],
      has_more: false,
      next: null,
    });
    expect(await list(demo.live)).toEqual([]);
    expect((await raw(first.id, '?mode=live')).status).toBe(404);
    expect((await raw(first.id, '?workspace=ws_demo_a')).status).toBe(404);
    expect((await raw('../db')).status).toBe(404);
  });

  it('gives a message taken apart with format=json', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    const { text, type } = await raw(mail.id, '?format=json');
    expect(type).toMatch(/^application\/json/);
    const { data } = JSON.parse(text) as { data: MailDetails };
    expect(data).toEqual({
      ...mail,
      message_id: `<${mail.id}@emulator.localhost>`,
      from: { name: 'Demo Shop', address: 'no-reply@emulator.localhost' },
      text: expect.stringContaining('invoice INV-0001, due on March 31, 2026.'),
      html: expect.stringMatching(/^<!doctype html>/),
    });
    expect((await raw(mail.id, '?format=xml')).status).toBe(400);
  });
});

describe('the captured mailbox', () => {
  it('outlives a restart, byte for byte, on another port too', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    const before = (await raw(mail.id)).text;
    await sandbox.stop();
    expect(readFileSync(mailFile(mail.id), 'utf8')).toBe(before);
    const again = await start();
    expect(await list(again)).toMatchObject([{ id: mail.id }]);
    expect((await raw(mail.id)).text).toBe(before);
    expect(warnings).toEqual([]);
  });

  it('is its owner’s alone', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    await raw(mail.id);
    expect(statSync(join(folder, 'mail')).mode & 0o777).toBe(0o700);
    expect(statSync(mailFile(mail.id)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['is missing', (file: string) => rmSync(file)],
    ['is damaged', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('merci', 'mercy'))],
    ['is damaged', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -1))],
    ['is damaged', (file: string) => writeFileSync(file, '')],
  ])('warns of a file that %s, and composes the message again', async (fault, damage) => {
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    const before = (await raw(mail.id)).text;
    damage(mailFile(mail.id));
    expect((await raw(mail.id)).text).toBe(before);
    expect(warnings).toEqual([
      `The captured email file ${mail.id}.eml ${fault}. The emulator creates the email again.`,
    ]);
    expect(readFileSync(mailFile(mail.id), 'utf8')).toBe(before);
    expect((await raw(mail.id)).status).toBe(200);
    expect(warnings).toHaveLength(1);
  });

  it('that is not writable is a warning, never a refusal', async () => {
    writeFileSync(join(folder, 'mail'), 'in the way');
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    expect(parseMime((await raw(mail.id)).text).headers.to).toBe('ada@example.com');
    expect(warnings[0]).toMatch(new RegExp(`^The email ${mail.id} cannot be written to .*mail: `));
  });

  it('keeps nothing on disk with --ephemeral, and answers all the same', async () => {
    const demo = await start({ dataDir: null });
    const { mail } = await sendInvoice(demo);
    expect(parseMime((await raw(mail.id)).text).headers.subject).toBe('Invoice INV-0001 from Demo Shop');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('shows the mail of the data that is there: a reset leaves none, and its ids do not bring old files back', async () => {
    const demo = await start();
    const { mail } = await sendInvoice(demo);
    await raw(mail.id);
    await demo.control('post', '/reset', {});
    expect(await list(demo)).toEqual([]);
    expect((await raw(mail.id)).status).toBe(404);
    const again = (await sendInvoice(demo, { email: 'bo@example.com' })).mail;
    expect(again.id).toBe(mail.id);
    expect(parseMime((await raw(again.id)).text).headers.to).toBe('bo@example.com');
  });
});
