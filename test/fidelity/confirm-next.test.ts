import { describe, expect, it } from 'vitest';
import type { Assumption } from '../../src/emulator/fidelity/compare/observations.ts';
import { confirmNext, nextLine } from '../../src/emulator/fidelity/report/confirm-next.ts';
import { countsOf, weightOf } from '../../src/emulator/fidelity/report/weights.ts';
import { declarations } from '../../src/sandbox/declarations.ts';

const untouched = (...ids: string[]): Assumption[] => ids.map((id) => ({ id, state: 'untouched' }));

describe('the weight of an assumption', () => {
  it.each([
    ['payout_link.fee', 'money'],
    ['request payout_links.create amount', 'money'],
    ['checkout.load.products[].price', 'money'],
    ['transaction.status=voided', 'state'],
    ['event payment.completed.status=voided', 'state'],
    ['operation claims.get', 'state'],
    ['code invalid_state', 'error'],
    ['transaction.decline_code', 'error'],
    ['event subscription.past_due', 'webhook'],
    ['customer.shipping_state', 'form'],
    ['transaction.settled_at', 'form'],
    ['header request-id', 'form'],
  ])('%s is %s', (id, weight) => {
    expect(weightOf(id)).toBe(weight);
  });
});

describe('what to confirm next', () => {
  it('is the call that shows the gravest untested assumptions', () => {
    const ids = ['payout_link.fee', 'payout_link.amount', 'request payout_links.create amount', 'payout_link.note'];
    const next = confirmNext(
      declarations(),
      untouched('customer.company', 'transaction.status=voided', 'transaction.decline_code', ...ids),
    );
    expect(next.map(nextLine)).toEqual([
      'POST /payout-links: payout_link.fee, payout_link.amount, request amount, payout_link.note (money)',
      'POST /transactions/{id}/void: transaction.status=voided (state)',
      'a charge of the card 4000 0000 0000 0002, which is declined: transaction.decline_code (error)',
      'POST /customers: customer.company (form)',
    ]);
  });

  it('leaves out what is known, livemode and dates', () => {
    const known: Assumption[] = [{ id: 'payout_link.fee', state: 'confirmed' }];
    expect(confirmNext(declarations(), [...known, ...untouched('payout.livemode', 'payout.paid_at')])).toEqual([]);
  });
});

it('a headline does not count livemode and dates', () => {
  const assumptions: Assumption[] = [
    { id: 'payout_link.fee', state: 'confirmed' },
    { id: 'payout_link.livemode', state: 'confirmed' },
    { id: 'payout_link.created_at', state: 'confirmed' },
    { id: 'code invalid_state', state: 'refuted' },
  ];
  expect(countsOf(assumptions)).toEqual({ confirmed: 1, refuted: 1, untouched: 0 });
});
