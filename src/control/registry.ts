import { appOperations } from './apps.ts';
import { clockOperations } from './clock.ts';
import { disputeOperations } from './disputes.ts';
import { eventOperations } from './events.ts';
import { faultOperations } from './faults.ts';
import { fixtureOperations } from './fixtures.ts';
import { invoiceOperations } from './invoices.ts';
import { keyOperations } from './keys.ts';
import { ledgerOperations } from './ledger.ts';
import { mailOperations } from './mail.ts';
import { memberOperations } from './members.ts';
import { objectOperations } from './objects.ts';
import type { AnyControlOperation } from './operation.ts';
import { paymentLinkOperations } from './payment-links.ts';
import { payoutRequestOperations } from './payout-requests.ts';
import { requestOperations } from './requests.ts';
import { ruleOperations } from './rules.ts';
import { snapshotOperations } from './snapshots.ts';
import { statusOperations } from './status.ts';
import { storefrontOperations } from './storefronts.ts';
import { triggerOperations } from './triggers.ts';
import { webhookOperations } from './webhook-endpoints.ts';
import { workspaceOperations } from './workspaces.ts';

/** Every operation of the control API, below `/_emulator`; the stream beside them is `streamOf`. */
export const controlOperations: readonly AnyControlOperation[] = [
  ...statusOperations,
  ...triggerOperations,
  ...clockOperations,
  ...eventOperations,
  ...webhookOperations,
  ...requestOperations,
  ...workspaceOperations,
  ...fixtureOperations,
  ...snapshotOperations,
  ...keyOperations,
  ...ruleOperations,
  ...faultOperations,
  ...ledgerOperations,
  ...objectOperations,
  ...disputeOperations,
  ...invoiceOperations,
  ...mailOperations,
  ...payoutRequestOperations,
  ...paymentLinkOperations,
  ...memberOperations,
  ...storefrontOperations,
  ...appOperations,
];
