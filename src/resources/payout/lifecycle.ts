import { defineLifecycle } from '../../engine/lifecycle.ts';
import { type Payout, payouts } from './model.ts';

/**
 * The states of a payout (specification, "States and transitions", Payout). One in transit is still shown as
 * `pending`, a returned one still as `paid`.
 */
export const payoutLifecycle = defineLifecycle({
  of: payouts,
  noun: 'payout',
  states: {
    pending: 'pending',
    in_transit: 'pending',
    paid: 'paid',
    returned: 'paid',
    failed: 'failed',
    canceled: 'canceled',
  },
  stateOf: (payout: Payout) => {
    if (payout.status === 'pending') return payout.in_transit_at === null ? 'pending' : 'in_transit';
    return payout.returned ? 'returned' : payout.status;
  },
  verbs: {
    create: { from: null, to: 'pending', by: 'api', emits: ['payout.created'], about: 'a payout is accepted' },
    transit: {
      from: 'pending',
      to: 'in_transit',
      by: 'network',
      emits: ['payout.updated'],
      about: 'a payout is approved and in transit',
    },
    pay: {
      from: ['pending', 'in_transit'],
      usually: 'in_transit',
      to: 'paid',
      by: 'network',
      emits: ['payout.paid'],
      about: 'a payout settles',
    },
    fail: {
      from: ['pending', 'in_transit'],
      to: 'failed',
      by: 'network',
      emits: ['payout.failed'],
      about: 'the network rejects a payout before settlement; its reserve returns',
    },
    return: {
      from: 'paid',
      to: 'returned',
      by: 'network',
      emits: ['payout.returned'],
      about: 'the receiving bank sends a settled ACH payout back',
    },
    cancel: { from: 'pending', to: 'canceled', by: 'developer', about: 'a payout is taken back before it is sent' },
  },
});
