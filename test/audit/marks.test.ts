import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { type LiveStage, liveStage, payer } from './stage.ts';

let set: LiveStage;
beforeAll(async () => {
  set = await liveStage();
});
afterAll(() => set.stop());

const by = (audit: string) => createClient({ url: set.sandbox.url, audit });

describe('whose doing it was', () => {
  it('bears the mark of the audit on what a trigger brings about, and on what comes of that later', async () => {
    const own = createClient({ url: set.sandbox.url });
    await own.call('triggers.run', { name: 'payout.returned' });
    await by('payout-returned').call('triggers.run', { name: 'payout.returned' });
    await by('settle').call('settle');
    const { events } = await own.call('record.get');
    const marks = events.filter(({ type }) => type === 'payout.returned').map(({ cause }) => cause.audit);
    expect(marks).toEqual([undefined, 'payout-returned']);
  });

  it('bears it on the calls and the deliveries that a fault of the audit acted on, and on no others', async () => {
    const own = createClient({ url: set.sandbox.url });
    await own.call('faults.create', { on: 'customers.create', kind: 'status', status: 500, times: 1 });
    await set.sandbox.api.post('/customers', { email: 'ada@example.com' });
    await by('rate-limited').call('faults.create', { on: 'customers.create', kind: 'rate_limit', times: 1 });
    await set.sandbox.api.post('/customers', { email: 'ada@example.com' });
    await by('webhook-late').call('faults.create', { on: 'delivery', kind: 'delay', ms: '1m', times: 1 });
    await by('webhook-lost').call('faults.create', {
      on: 'delivery',
      kind: 'lost',
      event: 'payment.disputed',
      times: 1,
    });
    await own.call('triggers.run', { name: 'payment.completed' });
    await own.call('triggers.run', { name: 'payment.disputed' });
    await own.call('clock.move', { advance: '1h' });
    const { requests, deliveries } = await own.call('record.get');
    const calls = requests.filter(({ operation, fault }) => operation === 'customers.create' && fault !== null);
    expect(calls.map(({ audit }) => audit)).toEqual([null, 'rate-limited']);
    const acted = deliveries.flatMap(({ attempts }) => attempts).filter(({ fault }) => fault !== null);
    expect(new Set(acted.map(({ fault, audit }) => `${fault} ${audit}`))).toEqual(
      new Set(['delay webhook-late', 'lost webhook-lost']),
    );
    expect(acted.filter(({ fault }) => fault === 'lost')).toHaveLength(3);
  });

  it('bears it on what a rule of the audit decides, and `settle` where the audit only let time go on', async () => {
    const own = createClient({ url: set.sandbox.url });
    const { customer_id } = await payer(set.sandbox);
    const charge = () => set.sandbox.api.post('/charges', { customer_id, amount: 900 });
    await charge();
    await by('payment-failed').call('rules.create', { when: { operation: 'charges.create' }, then: { kind: 'fail' } });
    await charge();
    await by('settle').call('settle');
    const { events } = await own.call('record.get');
    const [failed] = events.filter(({ type }) => type === 'payment.failed');
    expect(failed!.cause).toMatchObject({ type: 'job', audit: 'settle', origin: { audit: 'payment-failed' } });
    const completed = events.findLast(({ type, data }) => type === 'payment.completed' && data.amount === 900);
    expect(completed!.cause.audit).toBe('settle');
    expect(completed!.cause.origin?.audit).toBeUndefined();
  });

  it('refuses a mark that is not a name of an adversity', async () => {
    const refusal = by('Whoever 1').call('triggers.run', { name: 'payment.completed' });
    await expect(refusal).rejects.toThrow(
      'The header Emulator-Audit must contain the name of an adversity, such as payout-returned.',
    );
  });
});
