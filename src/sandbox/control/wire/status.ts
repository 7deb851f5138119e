import { OneOf, T } from '../../../core/kernel/declare/schema.ts';
import { gatewayKinds } from '../../../payments/platform/settings.ts';
import { clockFields } from './clock.ts';
import { BalanceView } from './objects.ts';
import { FaultView, RuleView } from './outcomes.ts';
import { Count, ModeName, orNull } from './schemas.ts';
import { EndpointView } from './webhooks.ts';

/** The state of the emulator. */

export const Health = T.Object({ status: OneOf(['ok', 'degraded']) });
export type Health = T.Static<typeof Health>;

/** Whether a workspace has no pending work, and how much work of each kind is pending. */
export const Idle = T.Object({
  idle: T.Boolean(),
  pending: T.Object({
    /** Requests without a response, except those that wait for a message. */
    requests: Count(),
    /** Jobs that are due by the clock. */
    jobs: Count(),
    /** Webhooks that are due, or that have no response yet. */
    deliveries: Count(),
    /** Mails that are not written yet, or that the mail catcher has not received yet. */
    mails: Count(),
  }),
});
export type Idle = T.Static<typeof Idle>;

export const StorageView = T.Object({
  kind: OneOf(['folder', 'memory']),
  path: orNull(T.String()),
  /** The size of `db.json` and the journal; null in memory. */
  bytes: orNull(Count()),
  status: OneOf(['ok', 'degraded']),
  reason: orNull(T.String()),
});

export type StorageView = T.Static<typeof StorageView>;

/** The size of the data on disk in bytes; null in memory. */
export const CompactionResult = T.Object({ before: orNull(Count()), after: orNull(Count()) });
export type CompactionResult = T.Static<typeof CompactionResult>;

const WorkspaceSummary = T.Object({
  id: T.String(),
  gateway: OneOf(gatewayKinds),
  clock: OneOf(['running', 'frozen']),
  settlement: OneOf(['auto', 'manual']),
});

export const Status = T.Object({
  version: T.String(),
  url: T.String(),
  /** The address in links. */
  public_url: T.String(),
  /** The memory of the process in bytes; null for a token of one workspace. */
  memory: orNull(Count()),
  status: OneOf(['ok', 'degraded']),
  workspace: T.String(),
  mode: ModeName(),
  clock: T.Object(clockFields),
  storage: StorageView,
  /** The number of records of the workspace in this mode, by collection. */
  counts: T.Record(Count()),
  /** The balances, in cents. */
  balances: T.Array(BalanceView),
  deliveries: T.Object({ pending: Count() }),
  /** Injected faults that are not used up, oldest first. */
  faults: T.Array(FaultView),
  /** Outcome rules of the workspace that are not used up, oldest first. */
  rules: T.Array(RuleView),
  endpoints: T.Array(EndpointView),
  workspaces: T.Array(WorkspaceSummary),
  options: T.Object({
    strict: T.Boolean(),
    rate_limit: T.Boolean(),
    signature_time: OneOf(['real', 'emulated']),
    allow_remote_webhooks: T.Boolean(),
  }),
  /** The name of the profile that the emulator follows; null if it follows its own assumptions. */
  profile: orNull(T.String()),
  /** How many findings the comparison with the service has; null if no comparison was passed at the start. */
  comparison: orNull(Count()),
});
export type Status = T.Static<typeof Status>;
