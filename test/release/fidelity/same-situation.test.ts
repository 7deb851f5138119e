import { beforeAll, describe, expect, it } from 'vitest';
import type { CapturedCall } from '../../../src/emulator/fidelity/capture/captured-call.ts';
import { compareCalls } from '../../../src/emulator/fidelity/compare/compare.ts';
import { CapturedEmulator } from '../../support/captured.ts';

const findingsOf = async (calls: readonly CapturedCall[]) => {
  const { findings, notCompared } = await compareCalls(calls, { version: '0' });
  return { findings: findings.map(({ finding }) => finding), notCompared };
};
const nothing = { findings: [], notCompared: [] };

/** A day with a debit card: saved, charged, paid out to; the payment is read before and after it settles. */
let day: CapturedCall[] = [];
/** When the payment settles, in milliseconds. */
let settles = 0;
beforeAll(async () => {
  const emulator = await CapturedEmulator.start({ seed: 9 });
  const { data: customer } = await emulator.ask('POST', '/api/v1/customers', {
    email: 'ada@example.com',
    ...{ cc_number: '4000056655665556', cc_exp_month: '11', cc_exp_year: '2031', cc_cvv: '123' },
    ...{ billing_address_1: '1 Main St', billing_city: 'Austin', billing_state: 'TX' },
    ...{ billing_postal_code: '78701', billing_country: 'US' },
  });
  const { data } = await emulator.ask('POST', '/api/v1/charges', { customer_id: customer.id, amount: 2_500 });
  const payout = { customer_id: customer.id, amount: 700, payment_method_id: data.payment_method_id };
  await emulator.ask('POST', '/api/v1/payouts', payout);
  await emulator.advance(1_990);
  await emulator.ask('GET', `/api/v1/transactions/${data.id}`);
  await emulator.advance(20);
  await emulator.ask('GET', `/api/v1/transactions/${data.id}`);
  await emulator.stop();
  day = emulator.calls;
  settles = emulator.calls[0]!.startedAt + 2_000;
});

/** The day as a capture of a service with another card, as the file writes its number. */
function withCard(number: string, last4: string, bin: string): CapturedCall[] {
  const texts = { 4000056655665556: number, '"5556"': `"${last4}"`, '"400005"': `"${bin}"` };
  const changed = (value: unknown): unknown =>
    value === undefined
      ? undefined
      : JSON.parse(
          Object.entries(texts).reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)),
        );
  return day.map((call) => ({ ...call, body: changed(call.body), answer: changed(call.answer) }));
}

describe('the situation of a capture', { timeout: 30_000 }, () => {
  it('has the test cards of the service: a number that is a credit card here is a debit card there', async () => {
    expect(await findingsOf(withCard('4111111111111111', '1111', '411111'))).toEqual(nothing);
  });

  it('has a card in the place of a number that the capture hides', async () => {
    const { findings, notCompared } = await findingsOf(withCard('hidden.pan.7892', '7892', '471610'));
    expect(notCompared).toEqual([]);
    // The emulator knows the country of published test cards alone.
    expect(findings).toMatchObject([{ place: 'payment_method.card.country', kind: 'assumption' }]);
  });

  it('has a read before or after what happened while it went on, and grants the service a second', async () => {
    const reads = day.filter(({ method }) => method === 'GET');
    expect(reads.map(({ answer }) => (answer as { data: { status: string } }).data.status)).toEqual([
      'pending_settlement',
      'settled',
    ]);
    const at = (startedAt: number, endedAt: number) => (call: CapturedCall) => ({ ...call, startedAt, endedAt });
    const [before, after] = reads as [CapturedCall, CapturedCall];
    const others = day.filter((call) => call !== before && call !== after);
    const late = at(settles + 600, settles + 650)(before);
    const during = at(settles + 700, settles + 800)(after);
    expect(await findingsOf([...others, late, during])).toEqual(nothing);
    const early = at(settles - 100, settles + 100)(after);
    expect(await findingsOf([...others, early])).toEqual(nothing);
    const tooLate = at(settles + 5_000, settles + 5_100)(before);
    const { findings } = await findingsOf([...others, tooLate]);
    expect(findings).toMatchObject([{ place: 'data.status' }, { place: 'data.settled_at' }].slice(0, findings.length));
    expect(findings.length).toBeGreaterThan(0);
  });

  it('has no key where the service knew none, though the call for an app token, which needs none, came through', async () => {
    const emulator = await CapturedEmulator.start({ seed: 9 });
    const wrong = { authorization: 'Bearer sk_test_wrong' };
    const app = { grant_type: 'client_credentials', client_id: 'app_demo', client_secret: 'app_secret_demo' };
    await emulator.ask('POST', '/api/v1/oauth/token', app, wrong);
    await emulator.ask('GET', '/api/v1/customers', undefined, wrong);
    await emulator.ask('GET', '/api/v1/customers');
    await emulator.stop();
    expect(await findingsOf(emulator.calls)).toEqual(nothing);
  });
});
