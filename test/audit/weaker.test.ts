import { describe, expect, it } from 'vitest';
import { kindsOf } from '../../src/audit/adversities/fault-plans.ts';
import { deliveriesAbout } from '../../src/audit/observed/deliveries.ts';
import { type DeliveryView, ObservedRun } from '../../src/audit/observed/observed-run.ts';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { momentFor } from '../../src/audit/trial/judge-run.ts';
import type { PlannedRun } from '../../src/audit/trial/trial-log.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

const usual = bookshopUnder(null, []);

/** The record of the bookshop with other deliveries. */
const withDeliveries = (change: (delivery: DeliveryView) => DeliveryView): ObservedRun =>
  new ObservedRun({ ...usual.view, deliveries: usual.deliveries.map(change) });

const payment = usual.events.find(({ type }) => type === 'payment.refunded')!.subject;
const about = new Set(usual.events.filter(({ subject }) => subject === payment).map(({ id }) => id));

type Attempt = DeliveryView['attempts'][number];
const marked = (delivery: DeliveryView, change: Partial<Attempt>): DeliveryView =>
  about.has(delivery.event_id)
    ? { ...delivery, attempts: delivery.attempts.map((each) => ({ ...each, ...change })) }
    : delivery;

/** Its events at the same moment, or the first of them after the others. */
const records: Readonly<Record<string, ObservedRun>> = {
  'webhook-at-once': withDeliveries((each) =>
    marked(each, { audit: 'webhook-at-once', fault: 'reorder', sent: 1_000, latency_ms: 100 }),
  ),
  'webhook-late': withDeliveries((each) =>
    each.event_type === 'payment.completed'
      ? marked(each, { audit: 'webhook-late', fault: 'delay', sent: Number.MAX_SAFE_INTEGER })
      : each,
  ),
};

describe('a difference that a weaker adversity shows only when it is repeated with one kind', () => {
  /** @param alone the state if the weaker adversity hits one kind of event */
  const judged = (alone: unknown) => {
    const stateOf = ({ adversity, armament }: PlannedRun): unknown => {
      if (adversity === null) return { status: 'refunded', mails: 0 };
      if (adversity === 'webhook-at-once') return { status: 'paid', mails: 0 };
      return kindsOf(armament ?? {}).length === 1 ? alone : { status: 'refunded', mails: 1 };
    };
    const options = { ...plainOptions, only: ['webhook-late', 'webhook-at-once'] };
    const log = played({ options, runs: [] }, (planned, number) => ({
      ...plain(number),
      record: records[planned.adversity ?? ''] ?? usual,
      state: { value: stateOf(planned) },
    }));
    return judgeLog(log).rules.find(({ id }) => id === 'webhook/lost-update')!;
  };

  it('is not the doing of the stronger one', () => {
    const { state, because } = judged({ status: 'paid', mails: 0 });
    expect([state, because]).toEqual([
      'incomplete',
      'Under webhook-at-once the application ends in the same state as under webhook-late',
    ]);
  });

  it('is the doing of the stronger one if the weaker one shows another', () => {
    expect(judged({ status: 'refunded', mails: 1 }).state).toBe('violation');
  });
});

describe('an event that comes after the scenario', () => {
  it('did not arrive because another event of its type did, about the same payment or about another payout', () => {
    const [event] = usual.events.filter(({ type }) => type === 'payment.refunded');
    const later = { ...event!, id: 'evt_later' };
    const payout = { ...event!, type: 'payout.returned', data: { id: 'po_1' } };
    const other = { ...payout, id: 'evt_other', data: { id: 'po_2' } };
    const delivery = { ...usual.deliveriesOf(event!.id)[0]!, id: 'del_payout', event_id: payout.id };
    const refunds = new ObservedRun({ ...usual.view, events: [...usual.events, later] });
    expect(deliveriesAbout(refunds, event!)).toHaveLength(usual.deliveriesOf(event!.id).length);
    expect(deliveriesAbout(refunds, later)).toEqual([]);
    const payouts = new ObservedRun({ ...usual.view, events: [payout, other], deliveries: [delivery] });
    expect(deliveriesAbout(payouts, payout)).toEqual([delivery]);
    expect(deliveriesAbout(payouts, other)).toEqual([]);
  });

  it('reaches nobody if the scenario removes its endpoint, which the report says', () => {
    const removed = new ObservedRun({ ...usual.view, endpoints: [] });
    expect(momentFor({ ...plain(1), record: removed, outlived: true })).toMatch(
      /^leave the webhook endpoint where it is/,
    );
    expect(momentFor({ ...plain(1), record: usual, outlived: true })).toMatch(/^have the scenario cause more/);
  });
});
