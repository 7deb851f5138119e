import { objectList } from '../../../core/kernel/declare/declarations.ts';
import { slice } from '../../../core/kernel/declare/slice.ts';
import { checkoutView } from '../common/cells.ts';
import { authenticate, createCard, finish, init, preflight } from './buyer-operations.ts';
import { chargedMethods } from './cards.ts';
import { spentThreeDsToken, threeDsTokens } from './client-token.ts';
import { threeDsLifecycle } from './lifecycle.ts';
import { authentications, ThreeDsResultModel, threeDsSettings } from './model.ts';
import { authenticateThreeDs, finishThreeDs, initializeThreeDs } from './operations.ts';
import { threeDsTrigger } from './trigger.ts';

/** 3-D Secure authentications of cards. */
export const threeDs = slice('three_ds', {
  models: { ThreeDsResult: ThreeDsResultModel },
  settings: [threeDsSettings],
  collections: [authentications, chargedMethods, threeDsTokens],
  lifecycle: threeDsLifecycle,
  operations: [
    initializeThreeDs,
    authenticateThreeDs,
    finishThreeDs,
    preflight,
    createCard,
    init,
    authenticate,
    finish,
  ],
  spends: [spentThreeDsToken],
  trigger: threeDsTrigger,
  fixtures: [
    {
      section: 'authentications',
      noun: 'authentication',
      as: authenticateThreeDs,
      idOf: ({ authentication_id }) => String(authentication_id),
    },
  ],
  // The API shows results, never the subject of an authentication.
  list: objectList(authentications, {
    title: '3-D Secure',
    noun: '3-D Secure',
    view: checkoutView,
    part: 6,
    amount: ({ amount }) => amount,
    who: () => '',
    what: () => '',
  }),
});
