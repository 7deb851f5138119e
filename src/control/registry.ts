import { assertionOperations } from './assertions.ts';
import { belongingsOperations } from './belongings.ts';
import { clockOperations } from './clock.ts';
import { eventOperations } from './events.ts';
import { faultOperations } from './faults.ts';
import { fixtureOperations } from './fixtures.ts';
import { idleOperations } from './idle.ts';
import { jobOperations } from './jobs.ts';
import { keyOperations } from './keys.ts';
import { ledgerOperations } from './ledger.ts';
import { logOperations } from './log.ts';
import { mailOperations } from './mail.ts';
import { markerOperations } from './markers.ts';
import { objectOperations } from './objects.ts';
import type { SandboxOperation } from './operation.ts';
import { recordOperations } from './record.ts';
import { requestOperations } from './requests.ts';
import { ruleOperations } from './rules.ts';
import { snapshotOperations } from './snapshots.ts';
import { statusOperations } from './status.ts';
import { triggerOperations } from './triggers.ts';
import { webhookOperations } from './webhook-endpoints.ts';
import { workspaceOperations } from './workspaces.ts';

/**
 * Every operation on the sandbox itself, below `/_emulator`. Operations on one resource are in its slice; `streamOf`
 * serves the stream.
 */
export const controlOperations: readonly SandboxOperation[] = [
  ...statusOperations,
  ...triggerOperations,
  ...clockOperations,
  ...jobOperations,
  ...idleOperations,
  ...eventOperations,
  ...webhookOperations,
  ...requestOperations,
  ...assertionOperations,
  ...recordOperations,
  ...markerOperations,
  ...logOperations,
  ...workspaceOperations,
  ...fixtureOperations,
  ...snapshotOperations,
  ...keyOperations,
  ...ruleOperations,
  ...faultOperations,
  ...ledgerOperations,
  ...objectOperations,
  ...belongingsOperations,
  ...mailOperations,
];
