import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRecord } from '../../src/record/read/read.ts';
import { writeRecord } from '../../src/record/write/write.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { openBrowser } from '../support/browser.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox } from '../support/sandbox.ts';
import { describeInBrowser } from './stage.ts';

const markup = `</script><!-- <img src=x onerror="document.title='ran'"> --><script>document.title='ran'</script>`;
const texts = [
  markup,
  ']]> \u2028\u2029 \u0000 \u0007 \u001b[31m',
  '\ud83d lone \udc00 surrogates',
  '\u202eright to left\u202c עברית 👩‍👩‍👧‍👦 e\u0301',
  '{"__proto__":{"a":[1,{"note":"}"}]},"a":-0.1,"b":12345678901234567890}',
  '[[[[[[[[[[]]]]]]]]]]',
  'x'.repeat(400),
];
const foreign = '4539578763621486';
const secret = 'whsec_between-dashes!and$1-signs';
const key = ['sk', 'test', 'ofSomebodyElse123'].join('_');

describeInBrowser(await openBrowser(), 'the page of a record with hostile texts', (stage) => {
  let folder: string;
  let receiver: Receiver;
  let file: string;
  const long = `${'y'.repeat(1_000_000)} end`;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'emulator-record-'));
    file = join(folder, 'run.html');
    receiver = await startReceiver({
      status: 500,
      headers: { 'x-said': `</script> ${'z'.repeat(8_000)}` },
      body: `${markup}\u0000 ${foreign} ${key} ${'w'.repeat(100_000)}`,
    });
    const run = await createTestSandbox({ recordsAll: true });
    await run.control.post('/webhook-endpoints', { url: receiver.url, events: ['*'], secret });
    for (const text of texts) {
      await run.control.post('/markers', { text });
      await run.api.post('/customers', {
        email: 'a@example.com',
        first_name: text,
        metadata: { note: text, [text.slice(0, 40)]: 'x' },
      });
      await run.api.post('/customers', { email: text, unknown: { [text]: [text] } });
      await run.api.get(`/customers/${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'))}`);
    }
    await run.api.post('/customers', {
      email: 'b@example.com',
      metadata: { long: 'v'.repeat(10_000), card: foreign, secret, key },
    });
    await run.control.post('/triggers/payment.completed', {});
    await receiver.received(1);
    await run.sandbox.webhooks.allEnded('ws_demo', 10_000);
    const output = `${texts.join('\n')}\n${secret} ${key} ${foreign}\n${long}`;
    const command = ['run', ...texts, secret, key, foreign];
    const { page } = await writeRecord(run.sandbox, run.recorder!, {
      limit: 25_000_000,
      run: { command, status: 1, output },
    });
    writeFileSync(file, page);
    await run.stop();
  });
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds each text as it was, and no card number, key or signing secret', async () => {
    const record = await readRecord(file, declarations());
    expect(record.end.run!.output).toContain(texts.join('\n'));
    expect(
      record.steps.flatMap((step) => ('mark' in step && step.mark.kind === 'marker' ? [step.mark.text] : [])),
    ).toEqual(texts);
    const page = readFileSync(file, 'utf8');
    const packed = page.matchAll(/<script id="\w+" type="application\/gzip">([^<]*)<\/script>/g);
    const [, run] = [...packed].map(([, data]) => gunzipSync(Buffer.from(data!, 'base64')).toString('utf8'));
    for (const hidden of [foreign, secret, 'dashes!and', key]) {
      expect(run!.includes(hidden), hidden).toBe(false);
      expect(page.includes(hidden), hidden).toBe(false);
    }
  });

  it('opens, runs none of them and shows them', async () => {
    const { page } = stage.visitor;
    await page.goto(pathToFileURL(file).href);
    const rows = page.locator('.grid-space [role=row]');
    await rows.first().waitFor();
    expect(await page.title()).not.toBe('ran');
    await page.locator('nav [data-view=webhooks]').click();
    await rows.filter({ hasText: 'payment.completed' }).first().click();
    await page.getByRole('complementary', { name: 'Details' }).getByText('</script><!--').first().waitFor();
    expect(await page.title()).not.toBe('ran');
    expect(await page.locator('img').count()).toBe(0);
  });
});
