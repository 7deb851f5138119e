import { lifecycle, shownAs } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of a payout (specification, "States and transitions", Payout). The API shows a payout in transit as
 * `pending`, and a returned payout as `paid`.
 */
export const payoutLifecycle = lifecycle('payout', {
  states: {
    pending: 'pending',
    in_transit: shownAs('pending', ({ in_transit_at }: { in_transit_at: string | null }) => in_transit_at !== null),
    paid: 'paid',
    returned: shownAs('paid', ({ returned }: { returned: boolean }) => returned),
    failed: 'failed',
    canceled: 'canceled',
  },
  moves: {
    create: { from: null, to: 'pending', by: 'api', emits: ['payout.created'], about: 'a payout is accepted' },
    transit: {
      from: 'pending',
      to: 'in_transit',
      by: 'network',
      emits: ['payout.updated'],
      about: 'a payout is approved and in transit',
      role: 'settle',
      harmless: true,
    },
    pay: {
      from: ['pending', 'in_transit'],
      usually: 'in_transit',
      to: 'paid',
      by: 'network',
      emits: ['payout.paid'],
      about: 'a payout settles',
      role: 'settle',
    },
    fail: {
      from: ['pending', 'in_transit'],
      to: 'failed',
      by: 'network',
      emits: ['payout.failed'],
      about: 'the network rejects a payout before settlement; the reserved amount returns to the balance',
      role: 'fail',
    },
    return: {
      from: 'paid',
      unless: ({ id, rail }: { id: string; rail: string }) =>
        rail === 'ach' ? null : `Payout ${id} was sent on the ${rail} rail; banks can return only ach payouts.`,
      to: 'returned',
      by: 'network',
      emits: ['payout.returned'],
      about: 'the receiving bank sends back a settled ACH payout',
      role: 'return',
    },
    cancel: {
      from: 'pending',
      to: 'canceled',
      by: 'developer',
      about: 'a payout is canceled before it is sent',
      role: 'void',
    },
  },
});
