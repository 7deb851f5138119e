import type { ResourceDef } from '../engine/resource.ts';
import { balance } from './balance/index.ts';
import { customer } from './customer/index.ts';
import { dispute } from './dispute/index.ts';
import { fulfillment } from './fulfillment/index.ts';
import { paymentMethod } from './payment-method/index.ts';
import { payout } from './payout/index.ts';
import { product } from './product/index.ts';
import { token } from './token/index.ts';
import { transaction } from './transaction/index.ts';

/** Every slice of the service, lower ranks first. */
export const resources: readonly ResourceDef[] = [
  product,
  token,
  paymentMethod,
  customer,
  balance,
  transaction,
  dispute,
  payout,
  fulfillment,
];
