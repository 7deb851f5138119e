import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../support/build.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030', billing_postal_code: '62701' };
const charges = 1_000;

/** The page of what happened in a sandbox until now. */
async function pageOf({ url }: TestSandbox, body: object = {}): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(`${url}/_emulator/record`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
}

describe('the size of a record', () => {
  let receiver: Receiver;
  let run: TestSandbox;
  let empty: string;
  beforeAll(async () => {
    await ensureBuilt();
    receiver = await startReceiver({ status: 200 });
    run = await createTestSandbox({ forwardTo: receiver.url, recordsAll: true });
    empty = await pageOf(run);
    const { body } = await run.api.post('/customers', { email: 'a@example.com', ...card });
    const customer_id = (body.data as { id: string }).id;
    for (let made = 0; made < charges; made++) {
      const { status } = await run.api.post('/charges', {
        customer_id,
        amount: 500 + made,
        metadata: { order: `o_${made}` },
      });
      expect(status).toBe(201);
    }
    await run.control.post('/clock', { advance: '1d' });
    await run.sandbox.webhooks.allEnded('ws_demo', 60_000);
  }, 120_000);
  afterAll(async () => {
    await run.stop();
    await receiver.close();
  });

  it('is about half a megabyte for the page itself, whose viewer is compressed', () => {
    expect(empty.length).toBeLessThan(660_000);
  });

  it('is less than 300 bytes for each charge that settled and was told to a receiver: 10,000 take 3.5 MB', async () => {
    expect(receiver.requests).toHaveLength(charges);
    const page = await pageOf(run);
    expect((page.length - empty.length) / charges).toBeLessThan(300);
  });
});
