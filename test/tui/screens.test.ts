import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { Wire } from '../desk/wire.ts';
import { Demo } from '../support/demo.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { withoutSockets } from '../support/without-sockets.ts';
import type { Sought } from './emulated-screen.ts';
import { attach, type Dashboard } from './harness.ts';

/* Whole screens, of one workspace in which a little of everything has happened. */

/** Takes away what differs from run to run and from Node to Node: ports, times of the machine, headers of a receiver. */
const same = (text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:4747')
    .replaceAll(/"(latency_ms|p95_ms)":[\d.]+/g, '"$1":12')
    .replaceAll(/"headers":\{"date"[^}]*\}/g, '"headers":{"content-type":"text/plain"}');

let sandbox: TestSandbox;
let receiver: Receiver;
let wire: Wire;
let shown: Dashboard;

beforeAll(async () => {
  receiver = await startReceiver(({ body }) =>
    body.includes('payout.returned') ? { status: 500, body: "KeyError: 'plan'" } : {},
  );
  sandbox = await createTestSandbox({ forwardTo: `${receiver.url}/hook`, signatureTime: 'emulated' });
  const demo = Demo.ofFixture(withoutSockets(sandbox), 'ws_demo');
  const heard = (count: number) => receiver.received(count);
  const ada = await demo.saveCustomer();
  const card = await demo.saveCard(ada);
  const paid = await demo.charged({ customer_id: ada.id, payment_method_id: card.id, custmer: 1 });
  await demo.settle();
  await heard(1);
  await demo.trigger('transaction.refund', { id: paid.id, amount: 1500 });
  await heard(2);
  await demo.api.post('/charges', { amount: 1 });
  await demo.trigger('payout.returned', { amount: 1500 });
  await heard(5);
  await sandbox.sandbox.webhooks.allEnded('ws_demo', 25_000);
  await demo.control('post', '/markers', { text: 'pays by card' });
  await demo.charged({ customer_id: ada.id, payment_method_id: card.id, amount: 123_456 });
  await demo.control('post', '/rules', { when: { rail: 'card' }, then: { kind: 'decline', code: 'declined' } });
  wire = new Wire(sandbox);
  wire.rewrite = same;
  // How many findings there are may depend on how busy the machine is.
  wire.hold(/GET \/_emulator\/record/);
  shown = attach(sandbox.url, { connect: (scope) => createClient({ url: sandbox.url, ...scope, transport: wire }) });
  await shown.until('ws_demo · test');
});

afterAll(async () => {
  await shown.close();
  await sandbox.stop();
  await receiver.close();
});

const sizes = { small: [60, 15], usual: [80, 24], wide: [120, 30], large: [200, 50] } as const;

/** Goes to a screen, once it is on it with all that it shows. */
async function goTo(keys: readonly string[], shows: Sought): Promise<void> {
  await shown.press('esc', 'esc', '1');
  await shown.until(/▸1 Act/);
  for (const key of keys) await (key.length > 1 && key.startsWith('=') ? shown.type(key.slice(1)) : shown.press(key));
  await shown.until(shows);
}

describe('a screen', () => {
  test.each([
    ['activity', 'small', ['G'], /18 of(.|\n)*▌ .*POST \/charges/],
    ['activity', 'usual', ['G'], /▌ .*POST \/charges/],
    ['activity', 'wide', ['G'], /│ Body(.|\n)*▌ .*POST \/charges/],
    ['payments', 'usual', ['2'], /▌ .*\$1,234\.56(.|\n)*s complete/],
    ['payments', 'wide', ['2'], /▌ .*\$1,234\.56(.|\n)*│ Summary/],
    ['payments', 'large', ['2'], /▌ .*\$1,234\.56(.|\n)*│ Summary/],
    ['webhooks', 'usual', ['7'], /payment\.refunded +200/],
    ['webhook', 'large', ['7', 'enter'], /│▌payout\.returned(.|\n)*attempt 1/],
    ['customers', 'small', ['8'], /▌ .*cus_/],
    ['clock', 'usual', ['0'], /▌ .*settle/],
    ['faults', 'usual', ['='], /▌ rule/],
    ['form', 'usual', ['2', 'f'], /→ M\d+ (.|\n)*Enter fail/],
    ['everything', 'usual', [':'], /─ Everything(.|\n)*▌ Complete(.|\n)*Enter choose/],
    ['help', 'wide', ['?'], /─ Keys/],
  ] as const)('%s, %s, is as it was', async (name, size, keys, shows) => {
    const [columns, rows] = sizes[size];
    await shown.resize(columns, rows);
    await goTo(keys, shows);
    const picture = (): string => `${shown.screen().replaceAll(/ +$/gm, '')}\n`;
    const file = join(import.meta.dirname, `screens/${name}-${size}.txt`);
    // Moves and details are loaded later than rows. What still differs in the end is shown by the comparison.
    const isAsKept = () => existsSync(file) && picture() === readFileSync(file, 'utf8');
    await expect
      .poll(isAsKept, { timeout: 10_000 })
      .toBe(true)
      .catch(() => {});
    await expect(picture()).toMatchFileSnapshot(file);
  });
});

test('what is on the screen is what it would be if it were drawn anew', async () => {
  for (const [keys, shows] of [
    [['2', 'enter'], / Summary/],
    [['?'], /─ Keys/],
    [['7', 'enter'], /▌payout\.returned(.|\n)*Why/],
    [['t'], /─ Trigger/],
    [['6', 'left'], /‹(?!Sessions)/],
  ] as const) {
    await shown.resize(120, 30);
    await goTo(keys, (screen) => shows.test(screen) && !screen.includes('Loading'));
    const drawn = async (): Promise<boolean> => {
      const before = shown.screen();
      // The terminal says that its size may be another, so that all rows are written.
      await shown.resize(120, 30);
      return shown.screen() === before;
    };
    await expect.poll(drawn).toBe(true);
  }
});
