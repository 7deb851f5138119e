import { acsRoutes } from './bank/acs.ts';
import { bankAuthRoutes } from './bank/bank-auth.ts';
import { checkoutRoutes } from './checkout/checkout.ts';
import { confirmationRoutes } from './checkout/confirmation.ts';
import { invoiceRoutes } from './invoice.ts';
import type { PageRoute } from './page.ts';
import { payoutLinkRoutes } from './payout-link.ts';
import { portalRoutes } from './portal/portal.ts';
import { sdkFrameRoutes } from './sdk-frames.ts';

export const pageRoutes: readonly PageRoute[] = [
  ...acsRoutes,
  ...payoutLinkRoutes,
  ...checkoutRoutes,
  ...confirmationRoutes,
  ...bankAuthRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...sdkFrameRoutes,
];

export { localeOfVisitor } from './locale.ts';
export { failurePage, unknownPage } from './refusals.ts';
