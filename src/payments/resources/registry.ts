import { composeSettings } from '../../core/kernel/declare/settings.ts';
import type { Slice } from '../../core/kernel/declare/slice.ts';
import { withSpends } from '../../core/kernel/declare/spends.ts';
import type { SettingsPatch } from '../platform/settings.ts';
import { platform } from '../platform/slice.ts';
import { account } from './account/index.ts';
import { accountCheck } from './account-check/index.ts';
import { app } from './app/index.ts';
import { balance } from './balance/index.ts';
import { block } from './block/index.ts';
import { checkout } from './checkout/index.ts';
import { checkoutSession } from './checkout-session/index.ts';
import { customer } from './customer/index.ts';
import { dispute } from './dispute/index.ts';
import { fulfillment } from './fulfillment/index.ts';
import { invoice } from './invoice/index.ts';
import { member } from './member/index.ts';
import { paymentLink } from './payment-link/index.ts';
import { paymentMethod } from './payment-method/index.ts';
import { payout } from './payout/index.ts';
import { payoutLink } from './payout-link/index.ts';
import { payoutRequest } from './payout-request/index.ts';
import { pixels } from './pixels/index.ts';
import { portal } from './portal/index.ts';
import { product } from './product/index.ts';
import { rateTier } from './rate-tier/index.ts';
import { receipt } from './receipt/index.ts';
import { storefront } from './storefront/index.ts';
import { subscription } from './subscription/index.ts';
import { threeDs } from './three-ds/index.ts';
import { token } from './token/index.ts';
import { transaction } from './transaction/index.ts';
import { wallet } from './wallet/index.ts';

/** All slices of the service, lower ranks first. */
const slices: readonly Slice[] = [
  platform,
  account,
  app,
  member,
  pixels,
  product,
  token,
  paymentMethod,
  customer,
  storefront,
  threeDs,
  balance,
  accountCheck,
  wallet,
  transaction,
  dispute,
  payout,
  fulfillment,
  payoutLink,
  subscription,
  invoice,
  checkoutSession,
  paymentLink,
  block,
  portal,
  payoutRequest,
  checkout,
  receipt,
  rateTier,
];

/** The slices. Each operation that charges has the fields of all items that a charge can spend. */
export const resources = withSpends(slices);

/** All settings of a workspace. */
export const workspaceSettings = composeSettings<SettingsPatch>(resources);
