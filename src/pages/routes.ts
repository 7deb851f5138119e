import { acsRoutes } from './acs.ts';
import { bankAuthRoutes } from './bank-auth.ts';
import { checkoutRoutes } from './checkout.ts';
import { claimRoutes } from './claim.ts';
import { confirmationRoutes } from './confirmation.ts';
import { invoiceRoutes } from './invoice.ts';
import type { PageRoute } from './page.ts';
import { requestRoutes } from './request.ts';
import { sdkFrameRoutes } from './sdk-frames.ts';

/** Every address of the pages. */
export const pageRoutes: readonly PageRoute[] = [
  ...acsRoutes,
  ...claimRoutes,
  ...requestRoutes,
  ...checkoutRoutes,
  ...confirmationRoutes,
  ...bankAuthRoutes,
  ...invoiceRoutes,
  ...sdkFrameRoutes,
];
