import { lifecycle } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of a payout link (specification, "States and transitions", Payout link). A directed link is `pending`
 * until its recipient claims it. A form is `active` until it is cancelled. The names of the final states are assumed.
 */
export const payoutLinkLifecycle = lifecycle('payout_link', {
  states: ['pending', 'active', 'claimed', 'cancelled', 'expired'],
  moves: {
    create: { from: null, to: 'pending', by: 'api', about: 'a directed link is created; the amount and fee are held' },
    open: { from: null, to: 'active', by: 'api', about: 'a form for payout requests is created' },
    claim: {
      from: 'pending',
      to: 'claimed',
      by: 'api',
      refusal: 409,
      about: 'the recipient chooses a destination, and the held money becomes a payout',
      role: 'settle',
    },
    cancel: {
      from: ['pending', 'active'],
      to: 'cancelled',
      by: 'api',
      refusal: 409,
      about: 'the merchant cancels the link; the held money is released',
      role: 'void',
    },
    expire: {
      from: 'pending',
      to: 'expired',
      by: 'clock',
      about: 'the link is not claimed in time; the held money is released',
      role: 'fail',
    },
  },
});
