import { defineResource } from '../../engine/resource.ts';
import { chargedMethods } from './charged-methods.ts';
import { authenticate, createCard, finish, init, preflight } from './client.ts';
import { threeDsTokens } from './client-token.ts';
import { threeDsLifecycle } from './lifecycle.ts';
import { authentications, ThreeDsResultModel } from './model.ts';
import { authenticateThreeDs, finishThreeDs, initializeThreeDs } from './operations.ts';
import { threeDsTrigger } from './trigger.ts';

/** 3-D Secure authentications of cards. */
export const threeDs = defineResource({
  name: 'three_ds',
  models: { ThreeDsResult: ThreeDsResultModel },
  collections: [authentications, chargedMethods, threeDsTokens],
  lifecycle: threeDsLifecycle,
  operations: [initializeThreeDs, authenticateThreeDs, finishThreeDs],
  clientOperations: [preflight, createCard, init, authenticate, finish],
  trigger: threeDsTrigger,
});
