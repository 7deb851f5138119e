import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of a payout link (specification, "States and transitions", Payout link). A directed link is `pending`
 * until its recipient claims it, a form is `active` until it is cancelled; the names of the final states are assumed.
 */
export const payoutLinkLifecycle = lifecycle('payout_link', {
  states: ['pending', 'active', 'claimed', 'cancelled', 'expired'],
  moves: {
    create: { from: null, to: 'pending', by: 'api', about: 'a directed link is made; amount and fee are held' },
    open: { from: null, to: 'active', by: 'api', about: 'a form for payout requests is made' },
    claim: {
      from: 'pending',
      to: 'claimed',
      by: 'api',
      refusal: 409,
      about: 'the recipient says where the money goes; the hold becomes a payout',
      role: 'settle',
    },
    cancel: {
      from: ['pending', 'active'],
      to: 'cancelled',
      by: 'api',
      refusal: 409,
      about: 'the merchant takes it back; what it held is released',
      role: 'void',
    },
    expire: {
      from: 'pending',
      to: 'expired',
      by: 'clock',
      about: 'nobody claimed it in time; its hold is released',
      role: 'fail',
    },
  },
});
