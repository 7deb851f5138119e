import { lifecycle, type TransitionOf } from '../../../core/kernel/declare/lifecycle.ts';

/**
 * The states of an authentication (specification, "3-D Secure authentication"). The directory's response ends the
 * authentication. If there is a challenge, the cardholder's response ends it.
 */
export const threeDsLifecycle = lifecycle('three_ds', {
  states: {
    initialized: 'initialized',
    authenticated: 'Y',
    attempted: 'A',
    denied: 'N',
    unavailable: 'U',
    rejected: 'R',
    skipped: 'SKIPPED',
    challenged: 'C',
  },
  moves: {
    initialize: { from: null, to: 'initialized', by: 'api', about: 'an authentication starts' },
    challenge: {
      from: 'initialized',
      to: 'challenged',
      by: 'network',
      about: 'the issuer requires a challenge for the cardholder',
    },
    authenticate: {
      from: 'initialized',
      to: 'authenticated',
      by: 'network',
      about: 'the issuer authenticates the cardholder without a challenge',
    },
    attempt: {
      from: 'initialized',
      to: 'attempted',
      by: 'network',
      about: 'the network confirms only that authentication was attempted',
    },
    deny: {
      from: 'initialized',
      to: 'denied',
      by: 'network',
      about: 'the issuer does not authenticate the cardholder',
    },
    reject: {
      from: 'initialized',
      to: 'rejected',
      by: 'network',
      about: 'the issuer rejects the authentication',
      role: 'return',
    },
    miss: {
      from: 'initialized',
      to: 'unavailable',
      by: 'network',
      about: 'the directory does not respond, or the card is not enrolled',
      role: 'fail',
    },
    skip: { from: 'initialized', to: 'skipped', by: 'network', about: 'the card brand has no acquirer profile' },
    approve: {
      from: 'challenged',
      to: 'authenticated',
      by: 'developer',
      about: 'the cardholder passes the challenge',
      role: 'settle',
      harmless: true,
    },
    refuse: {
      from: 'challenged',
      to: 'denied',
      by: 'developer',
      about: 'the cardholder fails the challenge',
      role: 'fail',
      harmless: true,
    },
    cancel: {
      from: 'challenged',
      to: 'denied',
      by: 'developer',
      about: 'the cardholder cancels the challenge',
      role: 'void',
      harmless: true,
    },
  },
});

/** The outcomes of a challenge. */
export type ChallengeMove = 'approve' | 'refuse' | 'cancel';
/** The directory's responses to an authentication that has started. */
export type DirectoryMove = Exclude<TransitionOf<typeof threeDsLifecycle>, ChallengeMove>;
