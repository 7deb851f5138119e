import { toIso } from './clock.ts';
import { collection } from './collection.ts';
import type { Engine } from './engine.ts';
import { invalid, notFound } from './errors.ts';
import type { Cause } from './events.ts';
import { LengthOfTime, readLength } from './length-of-time.ts';
import { operationNamed } from './operation-names.ts';
import { type Page, type PageQuery, pageOfOwn } from './pagination.ts';
import type { Registry } from './registry.ts';
import { nullable, OneOf, T, Text, Timestamp } from './schema.ts';
import type { Workspace } from './workspace.ts';

/** What can go wrong with an answer of the API. */
export const requestFaultKinds = [
  'unavailable',
  'latency',
  'rate_limit',
  'drop_connection',
  'answer_lost',
  'before_answer',
  'grown',
  'status',
] as const;
/** What can go wrong with a delivery. */
export const deliveryFaultKinds = [
  'drop',
  'duplicate',
  'delay',
  'reorder',
  'bad_signature',
  'old_timestamp',
  'forged',
  'grown',
  'odd_bytes',
  'status',
  'latency',
] as const;

export type RequestFaultKind = (typeof requestFaultKinds)[number];
export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number];
export type FaultKind = RequestFaultKind | DeliveryFaultKind;

/** What a forged copy of a delivery has: no signature, one by a wrong key, or that of another body. */
export const forgeries = ['unsigned', 'wrong_signature', 'altered'] as const;
export type Forgery = (typeof forgeries)[number];

/** What the fault `grown` adds to payloads and answers: a field that no description knows. */
export const addition = { emulator_added: { by: 'an injected fault' } } as const;

/** What `on` says for faults of deliveries. */
export const onDelivery = 'delivery';

const longest = 30 * 86_400_000;
const allFaultKinds = [...new Set<FaultKind>([...requestFaultKinds, ...deliveryFaultKinds])];

const FaultModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  /** The name of an operation, `charges.create`, or `delivery`. */
  on: T.String(),
  kind: OneOf(allFaultKinds),
  /** The HTTP status of kind `status`. */
  status: nullable(T.Integer({ minimum: 200, maximum: 599 })),
  /** Milliseconds: real ones of `latency`, emulated ones of `delay`. */
  ms: nullable(T.Integer({ minimum: 0, maximum: longest })),
  /** How often it happens; null: until it is removed. */
  times: nullable(T.Integer({ minimum: 1 })),
  /** Whether the copy of `duplicate` is sent without waiting for the first. */
  at_once: T.Optional(T.Boolean()),
  /** How the unknown outcome of `unavailable` ends. */
  resolve: nullable(OneOf(['approved', 'failed'])),
  /** Milliseconds on the emulated clock until that outcome is known. */
  after: nullable(T.Integer({ minimum: 0, maximum: longest })),
  used: T.Integer({ minimum: 0 }),
  /** Whether it has happened `times` times. */
  spent: T.Boolean(),
  created_at: Timestamp(),
});
/** A fault that a developer asked for. It happens to the next calls, or deliveries, that it names. */
export type Fault = Readonly<T.Static<typeof FaultModel>>;

export const faults = collection('fault', {
  model: FaultModel,
  prefix: 'fault',
  indexes: [['workspace_id'], ['workspace_id', 'on', 'spent']],
});

const given = <S extends T.TSchema>(schema: S) => T.Optional(nullable(schema));

/** What somebody may say of a fault. */
export const FaultInput = T.Object({
  /** The name of an operation, its `METHOD /path`, or `delivery`. */
  on: Text(200),
  kind: OneOf(allFaultKinds),
  status: given(T.Integer({ minimum: 200, maximum: 599 })),
  ms: given(LengthOfTime()),
  times: given(T.Integer({ minimum: 1, maximum: 1_000_000 })),
  at_once: given(T.Boolean()),
  resolve: given(OneOf(['approved', 'failed'])),
  after: given(LengthOfTime()),
});
export type FaultInput = T.Static<typeof FaultInput>;

type CheckedFault = Omit<Fault, 'id' | 'workspace_id' | 'used' | 'spent' | 'created_at'>;

const defaultMs: Partial<Record<FaultKind, number>> = { latency: 2_000, delay: 60_000 };
/** A request is held back no longer than this. */
const longestLatency = 60_000;

/**
 * Checks what no schema says of a fault, and fills in what it leaves out.
 * @throws 400 `parameter_invalid`
 */
export function checkFault(registry: Registry, input: FaultInput): CheckedFault {
  const { kind } = input;
  const onDeliveries = input.on === onDelivery;
  const on = onDeliveries ? onDelivery : operationNamed(registry, input.on, { param: 'on', further: [onDelivery] });
  const kinds: readonly string[] = onDeliveries ? deliveryFaultKinds : requestFaultKinds;
  if (!kinds.includes(kind)) {
    throw invalid('kind', `A fault on ${onDeliveries ? 'deliveries' : 'requests'} is one of ${kinds.join(', ')}.`);
  }
  const only = (param: keyof FaultInput, ...allowed: FaultKind[]): void => {
    if (input[param] != null && !allowed.includes(kind)) {
      throw invalid(param, `${param} belongs to faults of kind ${allowed.join(' or ')}, not ${kind}.`);
    }
  };
  only('status', 'status');
  only('ms', 'latency', 'delay');
  only('at_once', 'duplicate');
  only('resolve', 'unavailable');
  only('after', 'unavailable');
  const lengthOf = (param: 'ms' | 'after', most = longest): number | null =>
    input[param] == null ? null : readLength(param, input[param], most);
  return {
    on,
    kind,
    status: kind === 'status' ? (input.status ?? 500) : null,
    ms: lengthOf('ms', kind === 'latency' ? longestLatency : longest) ?? defaultMs[kind] ?? null,
    times: input.times ?? null,
    ...(input.at_once === true ? { at_once: true } : {}),
    resolve: input.resolve ?? null,
    after: lengthOf('after'),
  };
}

/** @throws as `checkFault` */
export function addFault(engine: Engine, workspace: Workspace, input: FaultInput, cause: Cause): Fault {
  const checked = checkFault(engine.registry, input);
  const at = engine.clock(workspace).now();
  return engine.runRoot(cause, at, (unit, root) =>
    unit.put(root, faults, {
      id: unit.nextId(root, faults.prefix),
      workspace_id: workspace.id,
      ...checked,
      used: 0,
      spent: false,
      created_at: toIso(at),
    }),
  );
}

/** @throws 404 `resource_missing` where the workspace has no such fault */
export function removeFault(engine: Engine, workspace: Workspace, id: string, cause: Cause): Fault {
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
    const fault = root.of(faults).get(id);
    if (fault === undefined || fault.workspace_id !== workspace.id) throw notFound('fault', id);
    unit.remove(root, faults, id);
    return fault;
  });
}

/** Removes all faults of a workspace; answers how many there were. */
export function removeFaults(engine: Engine, workspace: Workspace, cause: Cause): number {
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
    const own = [...root.of(faults).newestFirst({ workspace_id: [workspace.id] })];
    for (const fault of own) unit.remove(root, faults, fault.id);
    return own.length;
  });
}

/** The faults of a workspace, newest first, those that are spent among them. */
export const listFaults = (engine: Engine, workspaceId: string, query: PageQuery = {}): Page<Fault> =>
  pageOfOwn(engine.state.root.of(faults), query, { workspace_id: [workspaceId] });

/** The faults of a workspace that are still to happen, the oldest first. */
export const armedFaults = (engine: Engine, workspaceId: string): Fault[] =>
  [...engine.state.root.of(faults).newestFirst({ workspace_id: [workspaceId] })]
    .filter(({ spent }) => !spent)
    .reverse();

/**
 * The fault that happens now, if any: the oldest that fits, counted as used. Costs nothing where there is none.
 * @param on the name of an operation, or `delivery`
 */
export function takeFault<K extends FaultKind>(
  engine: Engine,
  workspaceId: string,
  on: string,
  kinds: readonly K[],
): (Fault & { kind: K }) | null {
  const all = engine.state.root.of(faults);
  if (all.size === 0) return null;
  let taken: Fault | undefined;
  for (const fault of all.newestFirst({ workspace_id: [workspaceId], on: [on], spent: [false] })) {
    if ((kinds as readonly FaultKind[]).includes(fault.kind)) taken = fault;
  }
  if (taken === undefined) return null;
  const workspace = engine.workspace(workspaceId);
  if (workspace === undefined) return null;
  const fault = taken;
  const used = fault.used + 1;
  const cause: Cause = { type: 'control', id: fault.id, name: 'faults.take' };
  engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) =>
    unit.put(root, faults, { ...fault, used, spent: fault.times !== null && used >= fault.times }),
  );
  return fault as Fault & { kind: K };
}
