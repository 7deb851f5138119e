import { toIso } from '../../base/instants.ts';
import { collection } from '../../store/collection.ts';
import { OneOf, T, Timestamp } from '../declare/schema.ts';
import type { Engine } from '../engine.ts';
import { notFound } from '../errors.ts';
import type { Cause } from '../events.ts';
import { type Page, type PageQuery, pageOfOwn } from '../pagination.ts';
import type { DataSet } from '../state.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { Workspace } from '../workspace.ts';
import { checkFault, type onDelivery } from './check-fault.ts';
import {
  allFaultKinds,
  type CallFacts,
  type DeliveryFacts,
  type FaultInput,
  fieldsInWords,
  keptFields,
  meetsConditions,
  shownFields,
  shownValues,
} from './fault-fields.ts';
import type { FaultKind } from './fault-kinds.ts';

/**
 * The forged copies of a delivery: without a signature, signed with a wrong key, with the signature of another body,
 * or with a signature from one hour ago or one hour in the future.
 */
export const forgeries = ['unsigned', 'wrong_signature', 'altered', 'stale', 'future'] as const;
export type Forgery = (typeof forgeries)[number];

/** The undocumented field that the fault `grown` adds to payloads and responses. */
export const addition = { emulator_added: { by: 'an injected fault' } } as const;

/** The field that `grown` also adds to a delivery, so that its body exceeds 100 KB. */
export const padding = { emulator_padding: 'x'.repeat(100 * 1024) } as const;

/** The type of an event that does not exist yet, which the fault `unknown_type` sends. */
export const unknownType = 'emulator.added';

/** What a fault is about: its own fields around those that a caller can set. */
const identity = {
  id: T.String(),
  /** The name of an operation, such as `charges.create`, or `delivery`. */
  on: T.String(),
  kind: OneOf(allFaultKinds),
};
const progress = {
  used: T.Integer({ minimum: 0 }),
  /** Whether the fault has happened `times` times. */
  spent: T.Boolean(),
  created_at: Timestamp(),
};

const FaultModel = T.Object({
  ...identity,
  workspace_id: T.String(),
  ...keptFields,
  /** The number of matches so far. Only counted with `skip`, `every` or `probability`. */
  seen: T.Optional(T.Integer({ minimum: 0 })),
  /** The audit's adversity that injected the fault. */
  audit: T.Optional(T.String()),
  ...progress,
});
/** A fault that a developer requested. It affects the next matching calls or deliveries. */
export type Fault = Readonly<T.Static<typeof FaultModel>>;

export const faults = collection('fault', {
  model: FaultModel,
  prefix: 'fault',
  indexes: [['workspace_id'], ['workspace_id', 'on', 'spent']],
});

/** A fault as the control API shows it. */
export const FaultView = T.Object({
  ...identity,
  ...shownFields,
  /** The fields that are set, in words. */
  details: T.String(),
  ...progress,
});
export type FaultView = T.Static<typeof FaultView>;

export const faultView = ({ workspace_id: _workspace, seen: _seen, audit: _audit, ...fault }: Fault): FaultView => ({
  ...fault,
  ...shownValues(fault),
  details: fieldsInWords(fault),
});

/** @throws as `checkFault` */
export function addFault(engine: Engine, workspace: Workspace, input: FaultInput, cause: Cause): Fault {
  const checked = checkFault(engine.registry, input);
  const at = engine.clock(workspace).now();
  return engine.runRoot(cause, at, (unit, root) =>
    unit.put(root, faults, {
      id: unit.nextId(root, faults.prefix),
      workspace_id: workspace.id,
      ...checked,
      ...(cause.audit === undefined ? {} : { audit: cause.audit }),
      used: 0,
      spent: false,
      created_at: toIso(at),
    }),
  );
}

/** @throws 404 `resource_missing` if the workspace has no such fault */
export function removeFault(engine: Engine, workspace: Workspace, id: string, cause: Cause): Fault {
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
    const fault = root.of(faults).get(id);
    if (fault === undefined || fault.workspace_id !== workspace.id) throw notFound('fault', id);
    unit.remove(root, faults, id);
    return fault;
  });
}

/** Removes all faults of a workspace, and returns their number. */
export function removeFaults(engine: Engine, workspace: Workspace, cause: Cause): number {
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
    const own = [...root.of(faults).newestFirst({ workspace_id: [workspace.id] })];
    for (const fault of own) unit.remove(root, faults, fault.id);
    return own.length;
  });
}

/** The faults of a workspace, newest first, including faults that have already happened as often as they should. */
export const listFaults = (engine: Engine, workspaceId: string, query: PageQuery = {}): Page<Fault> =>
  pageOfOwn(engine.state.root.of(faults), query, { workspace_id: [workspaceId] });

/** The faults of a workspace that can still happen, oldest first. */
export const armedFaults = (engine: Engine, workspaceId: string): Fault[] =>
  [...engine.state.root.of(faults).newestFirst({ workspace_id: [workspaceId] })]
    .filter(({ spent }) => !spent)
    .reverse();

/** A call or a delivery, and the kinds of faults that it can have. */
type FaultSearch<K extends FaultKind> = {
  readonly workspaceId: string;
  readonly kinds: readonly K[];
} & (
  | { readonly on: typeof onDelivery; readonly facts: DeliveryFacts }
  /** `on` is the name of an operation. */
  | { readonly on: string; readonly facts: CallFacts }
);

/**
 * Returns the fault that happens now, if any, and counts it as used. This is the oldest matching fault. A fault of an
 * audit happens only if no other fault matches. If there are no faults, the search returns immediately.
 */
export function takeFault<K extends FaultKind>(engine: Engine, search: FaultSearch<K>): (Fault & { kind: K }) | null {
  if (engine.state.root.of(faults).size === 0) return null;
  const workspace = engine.workspace(search.workspaceId);
  if (workspace === undefined) return null;
  const matching = matchingFaults(engine, search);
  const [oldest] = matching;
  if (oldest === undefined) return null;
  const cause: Cause = { type: 'control', id: oldest.id, name: 'faults.take' };
  return engine.runRoot(
    cause,
    engine.clock(workspace).now(),
    (unit, root) => matching.find((fault) => countMatch(unit, root, fault)) ?? null,
  );
}

/** The faults that match, oldest first, and those of an audit last. */
function matchingFaults<K extends FaultKind>(
  engine: Engine,
  { workspaceId, on, kinds, facts }: FaultSearch<K>,
): (Fault & { kind: K })[] {
  const isOfKind = (fault: Fault): fault is Fault & { kind: K } => (kinds as readonly FaultKind[]).includes(fault.kind);
  return [...engine.state.root.of(faults).newestFirst({ workspace_id: [workspaceId], on: [on], spent: [false] })]
    .filter(isOfKind)
    .filter((fault) => meetsConditions(fault, facts))
    .reverse()
    .sort((one, other) => Number(one.audit !== undefined) - Number(other.audit !== undefined));
}

/** Counts a match of a fault. @returns whether the fault happens */
function countMatch(unit: UnitOfWork, root: DataSet, fault: Fault): boolean {
  const counted = isCounted(fault) ? { ...fault, seen: (fault.seen ?? 0) + 1 } : fault;
  const happens = hasTurn(fault) && (fault.probability === null || unit.draw(root) < fault.probability);
  if (!happens) {
    unit.put(root, faults, counted);
    return false;
  }
  const used = fault.used + 1;
  unit.put(root, faults, { ...counted, used, spent: fault.times !== null && used >= fault.times });
  return true;
}

/** Whether a fault counts its matches, because it does not affect every match. */
const isCounted = ({ skip, every, probability }: Fault): boolean =>
  skip !== null || every !== null || probability !== null;

/** Whether a fault that counts its matches affects the current match. */
function hasTurn({ seen = 0, skip, every }: Fault): boolean {
  const after = seen - (skip ?? 0);
  return after >= 0 && after % (every ?? 1) === 0;
}
