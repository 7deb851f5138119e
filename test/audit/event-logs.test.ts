import { describe, expect, it } from 'vitest';
import { judgeLog } from '../../src/audit/trial/judge-log.ts';
import { bookshopUnder, plain, plainOptions, played } from './plain-run.ts';

const types = ['payment.completed', 'payment.refunded'];
const { events, deliveries } = bookshopUnder(null, []);
const heard = events.filter(({ id }) =>
  deliveries.some(({ event_id, status }) => event_id === id && status === 'delivered'),
);

interface Row {
  readonly event: string;
  readonly amount?: number;
}

const rowOf = ({ id }: { id: string }): Row => ({ event: id });

/** What the audit says where an event that comes twice leads to another state. */
function judged(usual: unknown, twice: unknown) {
  const options = { ...plainOptions, only: ['webhook-twice'] };
  const log = played({ options, runs: [] }, ({ adversity }, number) => ({
    ...plain(number),
    record: bookshopUnder(adversity, types),
    state: { value: adversity === null ? usual : twice },
  }));
  return judgeLog(log).rules.find(({ id }) => id === 'webhook/effect-repeated')!.state;
}

describe('a log of the events that an application gets', () => {
  const all = heard.map(rowOf);

  it('may have another entry, because an entry in it is no effect', () => {
    expect(judged({ seen: all }, { seen: [...all, all[0]] })).not.toBe('violation');
  });

  it('may be an object whose names are the ids of the events', () => {
    const seen = (rows: readonly Row[]) => ({
      books: { seen: Object.fromEntries(rows.map((row) => [row.event, true])) },
    });
    expect(judged(seen(all), seen([...all, { event: 'evt_0000000000000000000' }]))).not.toBe('violation');
  });

  it('is a list of effects if it has an entry for some of them only', () => {
    const some = heard.filter(({ type }) => type === 'payment.completed').map(rowOf);
    expect(judged({ paid: some }, { paid: [...some, some[0]] })).toBe('violation');
  });

  it('does not hide what changed beside it', () => {
    expect(judged({ seen: all, credits: 5 }, { seen: [...all, all[0]], credits: 10 })).toBe('violation');
  });
});
