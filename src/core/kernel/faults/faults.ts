import { closest, orOf } from '../../base/closest.ts';
import { toIso } from '../../base/instants.ts';
import { collection } from '../../store/collection.ts';
import { LengthOfTime, readLength } from '../declare/length-of-time.ts';
import { operationNamed } from '../declare/operation-names.ts';
import type { Registry } from '../declare/registry.ts';
import { about, nullable, OneOf, T, Text, Timestamp } from '../declare/schema.ts';
import type { Engine } from '../engine.ts';
import { invalid, invalidPart, missing, notFound } from '../errors.ts';
import type { Cause } from '../events.ts';
import { type Page, type PageQuery, pageOfOwn } from '../pagination.ts';
import type { Workspace } from '../workspace.ts';
import { deliveryFaultKinds, type FaultKind, fieldTakers, requestFaultKinds, takesField } from './fault-kinds.ts';
import { OwnBody, ownBodyText } from './own-answer.ts';

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

/** The value of `on` for faults of deliveries. */
export const onDelivery = 'delivery';

const longest = 30 * 86_400_000;
const allFaultKinds = [...new Set<FaultKind>([...requestFaultKinds, ...deliveryFaultKinds])];

const Milliseconds = () => T.Integer({ minimum: 0, maximum: longest });

/** A field that a caller can set, in the form that is sent, stored and shown. */
interface Field<Sent extends T.TSchema, Kept extends T.TSchema, Unset> {
  readonly sent: Sent;
  readonly kept: Kept;
  /** The value that is shown if the field is not set. */
  readonly unset: Unset;
}

function field<S extends T.TSchema, const U extends number | boolean | null = null>(
  description: string,
  schema: S,
  unset: U = null as U,
): Field<S, S, U> {
  return { sent: about(schema, description), kept: schema, unset };
}

/** A field that is stored in another form than callers send it. */
const converted = <S extends T.TSchema, K extends T.TSchema>(description: string, sent: S, kept: K) => ({
  sent: about(sent, description),
  kept,
  unset: null,
});

/**
 * The fields that decide what a fault does, and when. The control API, the typed client, the options of the command,
 * the tools for agents, forms and fixtures follow from this list; `fieldTakers` says which faults accept which field.
 */
const faultFields = {
  status: field('the HTTP status', T.Integer({ minimum: 200, maximum: 599 })),
  body: converted('the body of a custom response, as JSON or text', OwnBody(), T.String()),
  /** Real time for `latency`, emulated time for `delay`. */
  ms: converted('the delay, as a duration or in milliseconds', LengthOfTime(), Milliseconds()),
  times: field(
    'how many times the fault happens; by default, until you remove the fault',
    T.Integer({ minimum: 1, maximum: 1_000_000 }),
  ),
  at_once: field('whether both deliveries are sent at the same time', T.Boolean(), false),
  settled: field('whether the result of the call also settles before the response', T.Boolean(), false),
  event: field('only deliveries of events of this type', Text(100)),
  attempt: field('only the delivery attempt with this number', T.Integer({ minimum: 1, maximum: 100 })),
  endpoint: field('only deliveries to this webhook endpoint (id or URL)', Text(2048)),
  handling: field('only calls about an object whose event is being delivered', T.Boolean(), false),
  skip: field('how many matches to skip first', T.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
  every: field('only the first match in each group of this size', T.Integer({ minimum: 1, maximum: 1_000_000 }), 1),
  probability: field(
    'only this fraction of the matches, such as 0.1; the seed determines which ones',
    T.Number({ exclusiveMinimum: 0, maximum: 1 }),
    1,
  ),
  resolve: field('how the unknown outcome is resolved', OneOf(['approved', 'failed'])),
  /** Emulated time. */
  after: converted('the time until the unknown outcome is known', LengthOfTime(), Milliseconds()),
};
type FaultFields = typeof faultFields;
type FieldName = keyof FaultFields;
const fieldNames = Object.keys(faultFields) as FieldName[];

const given = <S extends T.TSchema>(schema: S) => T.Optional(nullable(schema));

/** The fields of an object schema, each made from a field of a fault. */
const eachField = <F extends Record<string, T.TSchema>>(make: (field: FaultFields[FieldName]) => T.TSchema): F =>
  Object.fromEntries(fieldNames.map((name) => [name, make(faultFields[name])])) as F;
type SentFields = { [N in FieldName]: ReturnType<typeof given<FaultFields[N]['sent']>> };
type KeptFields = { [N in FieldName]: T.TUnsafe<T.Static<FaultFields[N]['kept']> | null> };
type ShownFields = {
  [N in FieldName]: T.TUnsafe<T.Static<FaultFields[N]['kept']> | (FaultFields[N]['unset'] extends null ? null : never)>;
};

/** The fields of a fault that a caller can set. */
export const FaultInput = T.Object({
  on: given(about(Text(200), 'an operation name, a method and path, or delivery')),
  operation: given(about(Text(200), 'an alias for on; outcome rules use this name')),
  kind: OneOf(allFaultKinds),
  ...eachField<SentFields>(({ sent }) => given(sent)),
});
export type FaultInput = T.Static<typeof FaultInput>;

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
  ...eachField<KeptFields>(({ kept }) => nullable(kept)),
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
  ...eachField<ShownFields>(({ kept, unset }) => (unset === null ? nullable(kept) : kept)),
  ...progress,
});
export type FaultView = T.Static<typeof FaultView>;

export const faultView = ({ workspace_id: _workspace, seen: _seen, audit: _audit, ...fault }: Fault): FaultView => ({
  ...fault,
  ...(Object.fromEntries(fieldNames.map((name) => [name, fault[name] ?? faultFields[name].unset])) as T.Static<
    T.TObject<ShownFields>
  >),
});

type CheckedFault = Omit<Fault, 'id' | 'workspace_id' | 'audit' | 'used' | 'seen' | 'spent' | 'created_at'>;

/** The default delays, in milliseconds. */
export const defaultMs: Partial<Record<FaultKind, number>> = { latency: 2_000, delay: 60_000 };
export const defaultStatus = 500;
/** The maximum delay of a request, in milliseconds. */
export const longestLatency = 60_000;

/**
 * Checks a fault for errors that its schema cannot detect, and sets defaults.
 * @throws 400 `parameter_invalid`
 */
export function checkFault(registry: Registry, input: FaultInput): CheckedFault {
  const { kind } = input;
  const on = targetOf(registry, input);
  const onDeliveries = on === onDelivery;
  const kinds: readonly string[] = onDeliveries ? deliveryFaultKinds : requestFaultKinds;
  if (!kinds.includes(kind)) {
    throw invalid(
      'kind',
      `The kind of a fault on ${onDeliveries ? 'deliveries' : 'requests'} must be one of ${kinds.join(', ')}.`,
    );
  }
  for (const [param, value] of Object.entries(input)) {
    if (value == null || takesField(kind, onDeliveries ? 'delivery' : 'request', param)) continue;
    const { kinds: takers, on: target } = fieldTakers[param] ?? {};
    const which =
      takers === undefined ? '' : ` of kind ${takers.join(' or ')}${takers.includes(kind) ? '' : `, not ${kind}`}`;
    const of = target === undefined ? '' : ` of ${target === 'delivery' ? 'deliveries' : 'calls'}`;
    throw invalidPart(param, `${param} is valid only for faults${of}${which}.`);
  }
  if (input.event != null && !registry.events.has(input.event)) {
    const near = closest(input.event, registry.events.keys(), 3);
    const hint = near.length === 0 ? '' : ` Did you mean ${orOf(near)}?`;
    throw invalid('event', `There is no event '${input.event}'.${hint}`);
  }
  const status = kind === 'status' ? (input.status ?? defaultStatus) : null;
  return {
    ...(Object.fromEntries(fieldNames.map((name) => [name, input[name] ?? null])) as T.Static<T.TObject<KeptFields>>),
    on,
    kind,
    status,
    body: input.body == null || status === null ? null : ownBodyText(input.body, status),
    ms: lengthOf(input, 'ms', kind === 'latency' ? longestLatency : longest) ?? defaultMs[kind] ?? null,
    after: lengthOf(input, 'after', longest),
    endpoint: input.endpoint == null ? null : endpointOf(input.endpoint),
  };
}

/** The milliseconds of a field; null if it is not set. @throws 400 `parameter_invalid` */
const lengthOf = (input: FaultInput, param: 'ms' | 'after', most: number): number | null =>
  input[param] == null ? null : readLength(param, input[param], most);

/**
 * Returns the endpoint of a fault: an id, or a URL in the same form as in endpoints.
 * @throws 400 `parameter_invalid`
 */
function endpointOf(given: string): string {
  if (/^whe_\w+$/.test(given)) return given;
  if (/^https?:/i.test(given) && URL.canParse(given)) return new URL(given).href;
  throw invalid(
    'endpoint',
    'endpoint must be the id of a webhook endpoint, or a URL such as http://127.0.0.1:3000/hook',
  );
}

/** Returns the target of a fault: the name of an operation, or `delivery`. */
function targetOf(registry: Registry, { on, operation }: FaultInput): string {
  if (on != null && operation != null)
    throw invalid('operation', 'on and operation are aliases; send only one of them.');
  const given = on ?? operation;
  if (given == null) throw missing('on');
  return operationNamed(registry, given, { param: on == null ? 'operation' : 'on', further: [onDelivery] });
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

/** The properties of a delivery or a call that a fault can match. */
export interface FaultFacts {
  /** For a delivery: the type of its event. */
  readonly event?: string;
  /** For a delivery: the number of the attempt, counted from 1. */
  readonly attempt?: number;
  /** For a delivery: whether an endpoint, identified by its id or its URL, receives it. */
  readonly isTo?: (endpoint: string) => boolean;
  /** For a call: whether the handler of a delivery makes it. */
  readonly isHandling?: () => boolean;
}

/**
 * Returns the fault that happens now, if any, and counts it as used. This is the oldest matching fault. A fault of an
 * audit happens only if no other fault matches. If there are no faults, the search returns immediately.
 * @param on the name of an operation, or `delivery`
 */
export function takeFault<K extends FaultKind>(
  engine: Engine,
  workspaceId: string,
  on: string,
  kinds: readonly K[],
  facts?: FaultFacts,
): (Fault & { kind: K }) | null {
  const all = engine.state.root.of(faults);
  if (all.size === 0) return null;
  const workspace = engine.workspace(workspaceId);
  if (workspace === undefined) return null;
  const matching = [...all.newestFirst({ workspace_id: [workspaceId], on: [on], spent: [false] })]
    .filter((fault) => (kinds as readonly FaultKind[]).includes(fault.kind) && fits(fault, facts))
    .reverse()
    .sort((one, other) => Number(one.audit !== undefined) - Number(other.audit !== undefined));
  const [oldest] = matching;
  if (oldest === undefined) return null;
  const cause: Cause = { type: 'control', id: oldest.id, name: 'faults.take' };
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
    for (const fault of matching) {
      const after = isCounted(fault) ? { ...fault, seen: (fault.seen ?? 0) + 1 } : fault;
      const happens = hasTurn(fault) && (fault.probability === null || unit.draw(root) < fault.probability);
      if (happens) {
        const used = fault.used + 1;
        unit.put(root, faults, { ...after, used, spent: fault.times !== null && used >= fault.times });
        return fault as Fault & { kind: K };
      }
      unit.put(root, faults, after);
    }
    return null;
  });
}

/** Whether a fault counts its matches, because it does not affect every match. */
const isCounted = ({ skip, every, probability }: Fault): boolean =>
  skip !== null || every !== null || probability !== null;

const fits = ({ event, attempt, endpoint, handling }: Fault, facts: FaultFacts = {}): boolean =>
  (event === null || event === facts.event) &&
  (attempt === null || attempt === facts.attempt) &&
  (endpoint === null || facts.isTo?.(endpoint) === true) &&
  (handling !== true || facts.isHandling?.() === true);

/** Whether a fault that counts its matches affects the current match. */
function hasTurn({ seen = 0, skip, every }: Fault): boolean {
  const after = seen - (skip ?? 0);
  return after >= 0 && after % (every ?? 1) === 0;
}
