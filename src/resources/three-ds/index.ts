import { defineResource } from '../../engine/resource.ts';
import { chargedMethods } from './charged-methods.ts';
import { threeDsLifecycle } from './lifecycle.ts';
import { authentications, ThreeDsResultModel } from './model.ts';
import { authenticateThreeDs, finishThreeDs, initializeThreeDs } from './operations.ts';
import { threeDsTrigger } from './trigger.ts';

/** 3-D Secure authentications of cards. */
export const threeDs = defineResource({
  name: 'three_ds',
  models: { ThreeDsResult: ThreeDsResultModel },
  collections: [authentications, chargedMethods],
  lifecycle: threeDsLifecycle,
  operations: [initializeThreeDs, authenticateThreeDs, finishThreeDs],
  trigger: threeDsTrigger,
});
