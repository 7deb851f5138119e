import { assertionOperations } from './assertions/assertions.ts';
import { clockOperations } from './clock/clock.ts';
import { idleOperations } from './clock/idle.ts';
import { jobOperations } from './clock/jobs.ts';
import { eventOperations } from './events/events.ts';
import { webhookOperations } from './events/webhook-endpoints.ts';
import { recordOperations } from './log/history.ts';
import { logOperations } from './log/log.ts';
import { markerOperations } from './log/markers.ts';
import { requestOperations } from './log/requests.ts';
import { metricsOperations } from './metrics.ts';
import { editOperations } from './objects/edit.ts';
import { ledgerOperations } from './objects/ledger.ts';
import { mailOperations } from './objects/mail.ts';
import { objectOperations } from './objects/objects.ts';
import { belongingsOperations } from './objects/related-objects.ts';
import { faultOperations } from './outcomes/faults.ts';
import { ruleOperations } from './outcomes/rules.ts';
import { statusOperations } from './status.ts';
import { triggerOperations } from './triggers/triggers.ts';
import { apiKeyOperations } from './workspaces/api-keys.ts';
import { fixtureOperations } from './workspaces/fixtures.ts';
import { keyOperations } from './workspaces/keys.ts';
import { snapshotOperations } from './workspaces/snapshots.ts';
import { tokenOperations } from './workspaces/tokens.ts';
import { workspaceOperations } from './workspaces/workspaces.ts';

/**
 * All operations on the sandbox itself, below `/_emulator`. Operations on one resource are in its slice. `streamOf`
 * serves the stream.
 */
export const controlOperations = [
  ...statusOperations,
  ...metricsOperations,
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
  ...apiKeyOperations,
  ...tokenOperations,
  ...ruleOperations,
  ...faultOperations,
  ...ledgerOperations,
  ...objectOperations,
  ...editOperations,
  ...belongingsOperations,
  ...mailOperations,
];
