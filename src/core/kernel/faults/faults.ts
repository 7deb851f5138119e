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

const FaultModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  /** The name of an operation, such as `charges.create`, or `delivery`. */
  on: T.String(),
  kind: OneOf(allFaultKinds),
  /** The HTTP status that a `status` fault returns. */
  status: nullable(T.Integer({ minimum: 200, maximum: 599 })),
  /** The text that a `status` fault returns instead of an error. */
  body: T.Optional(T.String()),
  /** Milliseconds: real time for `latency`, emulated time for `delay`. */
  ms: nullable(T.Integer({ minimum: 0, maximum: longest })),
  /** How often the fault happens; null if it happens until it is removed. */
  times: nullable(T.Integer({ minimum: 1 })),
  /** Whether `duplicate` sends the copy without waiting for the first delivery. */
  at_once: T.Optional(T.Boolean()),
  /** Whether `before_answer` also settles the result of the call. */
  settled: T.Optional(T.Boolean()),
  /** Only deliveries of events of this type. */
  event: T.Optional(T.String()),
  /** Only the delivery attempt with this number. */
  attempt: T.Optional(T.Integer({ minimum: 1 })),
  /** Only deliveries to this endpoint, by its id or its URL. */
  endpoint: T.Optional(T.String()),
  /** Only calls about the object of an event that is being delivered. */
  handling: T.Optional(T.Boolean()),
  /** How many matches the fault skips first. */
  skip: T.Optional(T.Integer({ minimum: 0 })),
  /** The fault affects only the first of each group of this many matches. */
  every: T.Optional(T.Integer({ minimum: 1 })),
  /** The share of matches that the fault affects, chosen by the seed. If absent, the fault affects all matches. */
  probability: T.Optional(T.Number({ exclusiveMinimum: 0, maximum: 1 })),
  /** The number of matches so far. Only counted with `skip`, `every` or `probability`. */
  seen: T.Optional(T.Integer({ minimum: 0 })),
  /** How the unknown outcome of `unavailable` ends. */
  resolve: nullable(OneOf(['approved', 'failed'])),
  /** Milliseconds on the emulated clock until the outcome of `unavailable` becomes known. */
  after: nullable(T.Integer({ minimum: 0, maximum: longest })),
  /** The audit's adversity that injected the fault. */
  audit: T.Optional(T.String()),
  used: T.Integer({ minimum: 0 }),
  /** Whether the fault has happened `times` times. */
  spent: T.Boolean(),
  created_at: Timestamp(),
});
/** A fault that a developer requested. It affects the next matching calls or deliveries. */
export type Fault = Readonly<T.Static<typeof FaultModel>>;

export const faults = collection('fault', {
  model: FaultModel,
  prefix: 'fault',
  indexes: [['workspace_id'], ['workspace_id', 'on', 'spent']],
});

const given = <S extends T.TSchema>(schema: S) => T.Optional(nullable(schema));

/** The fields of a fault that a caller can set. */
export const FaultInput = T.Object({
  on: given(about(Text(200), 'an operation name, a method and path, or delivery')),
  operation: given(about(Text(200), 'an alias for on; outcome rules use this name')),
  kind: OneOf(allFaultKinds),
  status: given(about(T.Integer({ minimum: 200, maximum: 599 }), 'the HTTP status')),
  body: given(OwnBody()),
  ms: given(about(LengthOfTime(), 'the delay, as a duration or in milliseconds')),
  times: given(
    about(
      T.Integer({ minimum: 1, maximum: 1_000_000 }),
      'how many times the fault happens; by default, until you remove the fault',
    ),
  ),
  at_once: given(about(T.Boolean(), 'whether both deliveries are sent at the same time')),
  settled: given(about(T.Boolean(), 'whether the result of the call also settles before the response')),
  event: given(about(Text(100), 'only deliveries of events of this type')),
  attempt: given(about(T.Integer({ minimum: 1, maximum: 100 }), 'only the attempt with this number')),
  endpoint: given(about(Text(2048), 'only deliveries to this webhook endpoint (id or URL)')),
  handling: given(
    about(
      T.Boolean(),
      'only calls while a webhook is being delivered: calls about the object of the event, and writes if no other delivery is open',
    ),
  ),
  skip: given(about(T.Integer({ minimum: 0, maximum: 1_000_000 }), 'how many matches to skip first')),
  every: given(about(T.Integer({ minimum: 1, maximum: 1_000_000 }), 'only the first match in each group of this size')),
  probability: given(
    about(
      T.Number({ exclusiveMinimum: 0, maximum: 1 }),
      'only this fraction of the matches, such as 0.1; the seed determines which ones',
    ),
  ),
  resolve: given(about(OneOf(['approved', 'failed']), 'how the unknown outcome is resolved')),
  after: given(about(LengthOfTime(), 'the time until the outcome is known')),
});
export type FaultInput = T.Static<typeof FaultInput>;

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
  const lengthOf = (param: 'ms' | 'after', most = longest): number | null =>
    input[param] == null ? null : readLength(param, input[param], most);
  const status = kind === 'status' ? (input.status ?? defaultStatus) : null;
  return {
    on,
    kind,
    status,
    ...(input.body == null || status === null ? {} : { body: ownBodyText(input.body, status) }),
    ms: lengthOf('ms', kind === 'latency' ? longestLatency : longest) ?? defaultMs[kind] ?? null,
    times: input.times ?? null,
    ...(input.at_once === true ? { at_once: true } : {}),
    ...(input.settled === true ? { settled: true } : {}),
    ...(input.event == null ? {} : { event: input.event }),
    ...(input.attempt == null ? {} : { attempt: input.attempt }),
    ...(input.endpoint == null ? {} : { endpoint: endpointOf(input.endpoint) }),
    ...(input.handling === true ? { handling: true } : {}),
    ...(input.skip == null ? {} : { skip: input.skip }),
    ...(input.every == null ? {} : { every: input.every }),
    ...(input.probability == null ? {} : { probability: input.probability }),
    resolve: input.resolve ?? null,
    after: lengthOf('after'),
  };
}

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
      const happens = hasTurn(fault) && (fault.probability === undefined || unit.draw(root) < fault.probability);
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
  skip !== undefined || every !== undefined || probability !== undefined;

const fits = ({ event, attempt, endpoint, handling }: Fault, facts: FaultFacts = {}): boolean =>
  (event === undefined || event === facts.event) &&
  (attempt === undefined || attempt === facts.attempt) &&
  (endpoint === undefined || facts.isTo?.(endpoint) === true) &&
  (handling === undefined || facts.isHandling?.() === true);

/** Whether a fault that counts its matches affects the current match. */
const hasTurn = ({ seen = 0, skip = 0, every = 1 }: Fault): boolean => seen >= skip && (seen - skip) % every === 0;
