import { didYouMean } from '../../core/base/closest.ts';
import { parseIso, toIso } from '../../core/base/instants.ts';
import { OneOf, T, Timestamp } from '../../core/kernel/declare/schema.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import { invalid, notFound } from '../../core/kernel/errors.ts';
import type { Cause } from '../../core/kernel/events.ts';
import { randomKey, randomText } from '../../core/kernel/ids.ts';
import type { DataSet, State } from '../../core/kernel/state.ts';
import type { UnitOfWork } from '../../core/kernel/unit-of-work.ts';
import { type Mode, modes, type Workspace, workspaces } from '../../core/kernel/workspace.ts';
import { collection } from '../../core/store/collection.ts';
import { checkTarget } from './receiver-address.ts';
import type { SendingOptions } from './sending-options.ts';

/** The previous secret, which also signs deliveries until it expires. */
const FormerSecret = T.Object({ secret: T.String(), until: Timestamp() });
export type FormerSecret = Readonly<T.Static<typeof FormerSecret>>;

const EndpointModel = T.Object({
  id: T.String(),
  workspace_id: T.String(),
  url: T.String(),
  /** The signing secret. The whole string is the HMAC key. */
  secret: T.String(),
  former: T.Optional(FormerSecret),
  enabled: T.Boolean(),
  /** The event types that the endpoint gets; `['*']`: all types. */
  events: T.Unsafe<readonly string[]>(T.Array(T.String(), { minItems: 1 })),
  mode: OneOf(modes),
  source: OneOf(['api', 'forward_to', 'fixture']),
  created_at: Timestamp(),
  updated_at: Timestamp(),
});
/**
 * A receiver of the events of one workspace and mode. Like the workspace, it lies outside the data sets of both modes.
 */
export type WebhookEndpoint = Readonly<T.Static<typeof EndpointModel>>;

export const endpoints = collection('webhook_endpoint', {
  model: EndpointModel,
  prefix: 'whe',
  indexes: [['workspace_id']],
});

/** The endpoint of a delivery; null: it goes to an address alone, or its endpoint is gone. */
export const endpointOf = ({ root }: State, { endpoint_id }: { endpoint_id: string | null }): WebhookEndpoint | null =>
  endpoint_id === null ? null : (root.of(endpoints).get(endpoint_id) ?? null);

export interface EndpointInput {
  url: string;
  /** The signing secret; default: a generated secret. */
  secret?: string;
  former?: FormerSecret;
  /** Default true. */
  enabled?: boolean;
  /** Default `['*']`. */
  events?: readonly string[];
  /** Default `test`. */
  mode?: Mode;
}

/** The addresses and the types of events that an endpoint may have. */
type EndpointRules = Pick<SendingOptions, 'allowRemoteWebhooks' | 'shown'>;

export type EndpointPatch = Partial<Pick<EndpointInput, 'url' | 'secret' | 'enabled' | 'events'>>;

export const wants = (endpoint: WebhookEndpoint, type: string): boolean =>
  endpoint.enabled && subscribesTo(endpoint, type);

/** Whether an endpoint, once enabled, wants events of a type. */
export const subscribesTo = ({ events }: WebhookEndpoint, type: string): boolean =>
  events[0] === '*' || events.includes(type);

/** The endpoints of a workspace in a mode, oldest first. */
export function endpointsOf(root: DataSet, workspaceId: string, mode: Mode): WebhookEndpoint[] {
  const found: WebhookEndpoint[] = [];
  for (const endpoint of root.of(endpoints).newestFirst({ workspace_id: [workspaceId] })) {
    if (endpoint.mode === mode) found.push(endpoint);
  }
  return found.reverse();
}

/** @throws 404 `resource_missing` if the workspace has no such endpoint */
export function getEndpoint(root: DataSet, workspaceId: string, id: string): WebhookEndpoint {
  const endpoint = root.of(endpoints).get(id);
  if (endpoint === undefined || endpoint.workspace_id !== workspaceId) throw notFound('webhook endpoint', id);
  return endpoint;
}

/**
 * Adds an endpoint inside a unit of work (fixtures and `--forward-to` use it directly).
 * @param at the emulated now, in milliseconds
 * @throws 400 `parameter_invalid`
 */
export function addEndpoint(
  engine: Engine,
  unit: UnitOfWork,
  workspaceId: string,
  input: EndpointInput,
  source: WebhookEndpoint['source'],
  at: number,
  { allowRemoteWebhooks, shown }: EndpointRules,
): WebhookEndpoint {
  const { root } = engine.state;
  const url = checkUrl(input.url, allowRemoteWebhooks);
  const events = checkEvents(engine, input.events ?? ['*'], shown);
  const secret = input.secret === undefined ? freshSecret() : checkSecret(input.secret);
  return unit.put(root, endpoints, {
    id: unit.nextId(root, endpoints.prefix),
    workspace_id: workspaceId,
    url,
    secret,
    ...(input.former === undefined ? {} : { former: { ...input.former } }),
    enabled: input.enabled ?? true,
    events,
    mode: input.mode ?? 'test',
    source,
    created_at: toIso(at),
    updated_at: toIso(at),
  });
}

/** The secrets that sign a delivery at an instant (milliseconds), newest first. */
export function secretsAt({ secret, former }: WebhookEndpoint, at: number): string[] {
  return former !== undefined && at < (parseIso(former.until) ?? 0) ? [secret, former.secret] : [secret];
}

/**
 * Sets a new secret. The old secret also signs for a while, so that receivers can switch without refusing a delivery.
 * If the endpoint uses the workspace's own webhook secret, the workspace's secret changes too.
 * @param overlap emulated milliseconds during which deliveries carry both signatures
 * @throws 400 `parameter_invalid`, 404 `resource_missing`
 */
export function rotateSecret(
  engine: Engine,
  workspace: Workspace,
  id: string,
  secret: string | undefined,
  overlap: number,
  cause: Cause,
): WebhookEndpoint {
  const at = engine.clock(workspace).now();
  return engine.runRoot(cause, at, (unit, root) => {
    const { former: _ended, ...endpoint } = getEndpoint(root, workspace.id, id);
    const next = secret === undefined ? freshSecret() : checkSecret(secret);
    if (next === endpoint.secret) throw invalid('secret', 'This is the secret that the endpoint has.');
    if (workspace.webhook_secret === endpoint.secret)
      unit.put(root, workspaces, { ...workspace, webhook_secret: next });
    return unit.put(root, endpoints, {
      ...endpoint,
      secret: next,
      ...(overlap === 0 ? {} : { former: { secret: endpoint.secret, until: toIso(at + overlap) } }),
      updated_at: toIso(at),
    });
  });
}

/**
 * Changes the given fields of an endpoint. A new secret replaces the old secret at once.
 * @throws 400 `parameter_invalid`, 404 `resource_missing`
 */
export function changeEndpoint(
  engine: Engine,
  workspace: Workspace,
  id: string,
  patch: EndpointPatch,
  cause: Cause,
  { allowRemoteWebhooks, shown }: EndpointRules,
): WebhookEndpoint {
  const at = engine.clock(workspace).now();
  return engine.runRoot(cause, at, (unit, root) => {
    const { former, ...endpoint } = getEndpoint(root, workspace.id, id);
    const isSameSecret = patch.secret === undefined || patch.secret === endpoint.secret;
    return unit.put(root, endpoints, {
      ...endpoint,
      ...(former !== undefined && isSameSecret ? { former } : {}),
      url: patch.url === undefined ? endpoint.url : checkUrl(patch.url, allowRemoteWebhooks),
      secret: patch.secret === undefined ? endpoint.secret : checkSecret(patch.secret),
      enabled: patch.enabled ?? endpoint.enabled,
      events: patch.events === undefined ? endpoint.events : checkEvents(engine, patch.events, shown),
      updated_at: toIso(at),
    });
  });
}

/** @throws 404 `resource_missing` */
export function removeEndpoint(engine: Engine, workspace: Workspace, id: string, cause: Cause): WebhookEndpoint {
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) => {
    const endpoint = getEndpoint(root, workspace.id, id);
    unit.remove(root, endpoints, id);
    return endpoint;
  });
}

function checkUrl(text: string, allowRemote: boolean): string {
  const { target, refusal } = checkTarget(text, allowRemote);
  if (target === null) throw invalid('url', refusal);
  return target.href;
}

function checkSecret(secret: string): string {
  if (!/^whsec_[\x21-\x7e]{1,250}$/.test(secret)) {
    throw invalid('secret', "secret must be 'whsec_' and 1 to 250 printable characters without spaces.");
  }
  return secret;
}

function checkEvents(engine: Engine, types: readonly string[], shown: EndpointRules['shown']): readonly string[] {
  if (types.length === 0) throw invalid('events', "events must name event types, or '*' for all of them.");
  const known = [...engine.registry.events.keys(), ...(shown?.eventTypes ?? [])];
  for (const type of types) {
    if (type !== '*' && !known.includes(type)) {
      const hint = didYouMean(type, known) || ` Known: ${known.join(', ')}.`;
      throw invalid('events', `There is no event '${type}'.${hint}`);
    }
  }
  return types.includes('*') ? ['*'] : [...new Set(types)];
}

/** A generated secret is as long as the service's secrets: a key, and four more characters. */
const freshSecret = (): string => randomKey('whsec') + randomText().slice(0, 4);
