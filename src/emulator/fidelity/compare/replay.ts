import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { secondMs, toIso } from '../../../core/base/instants.ts';
import { isObject, jsonOrText } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import type { Engine } from '../../../core/kernel/engine.ts';
import { ServiceError } from '../../../core/kernel/errors.ts';
import { type Cause, events, type StoredEvent } from '../../../core/kernel/events.ts';
import { modes } from '../../../core/kernel/workspace.ts';
import { makeTemporaryFolder } from '../../../core/system/temporary-folder.ts';
import { platformSettings } from '../../../payments/platform/settings.ts';
import { vaultIdOf } from '../../../payments/platform/vault-id.ts';
import { rules } from '../../../payments/platform/workspace-rules.ts';
import { checkRule } from '../../../sandbox/control/outcomes/rules.ts';
import { loadFixture } from '../../../sandbox/fixtures/load.ts';
import type { WorkspaceFixture } from '../../../sandbox/fixtures/schema.ts';
import type { Profile } from '../../../sandbox/profile/profile.ts';
import { startSandbox } from '../../sandbox.ts';
import type { RunningSandbox } from '../../sandbox-options.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { Bindings } from './bindings.ts';
import type { Exchange, Replay, SentEvent } from './exchange.ts';
import { bindAliases } from './situation/aliases.ts';
import type { Decisions } from './situation/decisions.ts';
import { agreement, momentsOf } from './situation/moments.ts';
import type { Routed, Routes } from './situation/routes.ts';
import { sendable } from './situation/sendable.ts';
import { vocabularyOf } from './situation/vocabulary.ts';
import { appCredentials, credentialOf, type EarlierObject, type Keys, situationId, workspaceOf } from './situation.ts';

export interface ReplayOptions {
  readonly calls: readonly CapturedCall[];
  readonly routes: Routes;
  readonly keys: Keys;
  readonly base: WorkspaceFixture;
  readonly gateway: Parameters<typeof workspaceOf>[1];
  readonly settings: Readonly<Record<string, unknown>>;
  /** The card numbers that replace hidden ones. */
  readonly standIns: readonly (readonly [hidden: string, number: string])[];
  readonly balances: Readonly<Record<string, number>>;
  readonly earlier: readonly EarlierObject[];
  /** The decisions of the service's networks; null if the emulator makes its own decisions. */
  readonly decisions: Decisions | null;
  readonly seed: number;
  readonly version: string;
  readonly profile?: string | undefined;
  readonly overSpecification?: boolean | undefined;
}

const cause: Cause = { type: 'control', id: 'compare', name: 'compare' };

/**
 * Sends the calls of a capture to a fresh emulator, in the same order, at the same times, and with the same names.
 */
export async function replay(options: ReplayOptions): Promise<Replay> {
  const { calls, base, gateway, settings, keys, balances, seed, version, profile, overSpecification } = options;
  const begin = Math.min(...calls.map(({ startedAt }) => startedAt));
  const folder = makeTemporaryFolder('emulator-compare-');
  try {
    const fixture = join(folder, 'situation.json');
    const workspaces = [workspaceOf(base, gateway, settings, keys, balances)];
    await writeFile(fixture, JSON.stringify({ workspaces }));
    const clock = toIso(begin);
    const running = await startSandbox({
      ...{ dataDir: null, port: 0, fixture, clock, freeze: true, seed, version, rateLimit: false, requestsKept: 10 },
      ...(profile === undefined ? {} : { profile, overSpecification: overSpecification === true }),
    });
    try {
      putEarlier(running, options, begin);
      return await ask(running, options);
    } finally {
      await running.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the objects that the service already had. Lists are in order of creation. */
function putEarlier({ sandbox: { engine } }: RunningSandbox, { earlier }: ReplayOptions, begin: number): void {
  if (earlier.length === 0) return;
  const order = ({ shown }: EarlierObject): string => String(shown.created_at ?? '');
  const sorted = [...earlier].sort((one, other) => (order(one) < order(other) ? -1 : 1));
  engine.runRoot(cause, begin, (unit) => {
    for (const { def, record } of sorted) unit.put(engine.dataSet(situationId, 'test'), def, record);
  });
}

async function ask(
  { sandbox }: RunningSandbox,
  { calls, routes, keys, standIns, earlier, decisions }: ReplayOptions,
): Promise<Replay> {
  const { engine, scheduler } = sandbox;
  const bindings = new Bindings(vocabularyOf(engine.registry));
  for (const { id } of earlier) bindings.bind(id, id);
  for (const [hidden, number] of standIns) bindings.bind(hidden, number);
  const sets = modes.map((mode) => engine.dataSet(situationId, mode).of(events));
  const sent = (): number => sets.reduce((sum, set) => sum + set.size, 0);
  const now = (): number => engine.clock(engine.workspace(situationId)!).now();
  const moveTo = (at: number) => scheduler.moveTo(situationId, Math.max(now(), at), cause);
  const exchanges: Exchange[] = [];
  for (const call of calls) {
    if (call.kind === 'delivery') continue;
    const [first, ...moments] = momentsOf(call);
    await moveTo(first);
    const routed = routes.of(call.method, call.path);
    const operation = routed?.operation ?? null;
    const add = (answer: Exchange['answer'], why: string | null): void => {
      exchanges.push({ call, operation, answer, why, at: now(), events: sent() });
    };
    const credential = credentialOf(call);
    const key =
      credential === null
        ? keys.leftOutOf(call, operation)
        : (keys.of(credential) ?? bindings.emulatorOf(credential) ?? credential);
    bindWorkspace(call, routed, bindings);
    bindings.noteSent(call.body, [...call.query.values()]);
    await bindAliases(sandbox, call, bindings);
    const request = sendable(call, operation, bindings, key);
    if (typeof request === 'string') {
      add(null, request);
      continue;
    }
    const rule = operation === null ? null : decide(engine, decisions?.of(call, operation) ?? null, now());
    let { status, headers, body } = await sandbox.call(request);
    if (rule !== null) forget(engine, rule, now());
    let answered = contentOf(body);
    for (const moment of moments) {
      if ((scheduler.next(situationId)?.due ?? Number.POSITIVE_INFINITY) > moment) continue;
      await moveTo(moment);
      const later = await sandbox.call(request);
      const after = contentOf(later.body);
      const gain = agreement(call.answer, after, bindings) - agreement(call.answer, answered, bindings);
      if (moment <= call.startedAt ? gain < 0 : gain <= 0) continue;
      ({ status, headers, body } = later);
      answered = after;
    }
    if (status < 500 === (call.status ?? 500) < 500) bindings.learn(call.answer, answered);
    add(
      { status, headers, body: answered },
      call.leftOut === 'answer' ? 'the capture does not contain the response of the service' : null,
    );
  }
  // Events that the service sent after the last call happen here, too.
  await scheduler.moveTo(situationId, Math.max(now(), ...calls.map(endOf)), cause);
  const stored = sets.flatMap((set) => [...set.oldestFirst()]);
  const { delays } = platformSettings.of(engine.workspace(situationId)!).settlement;
  return { exchanges, events: sentEvents(stored, sandbox.profile), bindings, delays };
}

/** The end of the second in which a delivered event happened. */
const endOf = ({ kind, body }: CapturedCall): number =>
  kind === 'delivery' && isObject(body) && Number.isInteger(body.created)
    ? (Number(body.created) + 1) * secondMs - 1
    : 0;

/** The events as the emulator sends them. A profile can rename them, and reorder the events of one call. */
function sentEvents(stored: readonly StoredEvent[], profile: Profile | null): SentEvent[] {
  if (profile === null) return stored.map((event) => ({ ...event, declared: event.type }));
  const sent = stored.flatMap((event) =>
    profile.typesOf(event.type).map((type) => ({ ...profile.event(event, type), type, declared: event.type })),
  );
  const calls = new Map<string, SentEvent[]>();
  for (const event of sent) getOrMake(calls, `${event.cause.id} ${event.created}`, () => []).push(event);
  return [...calls.values()].flatMap((events) => [...profile.inOrder(events, ({ type }) => type)]);
}

/** Binds the names of the service's workspace and vault to those of the replayed workspace. */
function bindWorkspace({ body, status = 500 }: CapturedCall, routed: Routed | null, bindings: Bindings): void {
  if (status >= 400) return;
  if (isObject(body) && typeof body.workspaceId === 'string') bindings.bind(body.workspaceId, situationId);
  const isForToken = routed?.operation.id === 'app_tokens.create' && isObject(body);
  if (isForToken && typeof body.client_id === 'string') bindings.bind(body.client_id, appCredentials.client_id);
  if (routed?.operation.id === 'vault.post') bindings.bind(routed.params[0]!, vaultIdOf({ id: situationId }, 'test'));
}

/**
 * Adds a rule for the next call.
 * @returns the id of the rule; null if there is no decision, or if the emulator does not know its code
 */
function decide(engine: Engine, decision: ReturnType<Decisions['of']>, at: number): string | null {
  if (decision === null) return null;
  try {
    const checked = checkRule(engine.registry, decision);
    return engine.runRoot(cause, at, (unit, root) => {
      const rule = { id: unit.nextId(root, rules.prefix), workspace_id: situationId, ...checked, matched: 0 };
      return unit.put(root, rules, rule).id;
    });
  } catch (error) {
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

/** Removes a rule that did not apply: the call was rejected earlier, or decided without the rule. */
function forget(engine: Engine, id: string, at: number): void {
  if (engine.state.root.of(rules).get(id)?.matched !== 0) return;
  engine.runRoot(cause, at, (unit, root) => unit.remove(root, rules, id));
}

/** Parsed JSON; the text itself if it is not JSON; undefined if there is no body. */
const contentOf = (body: string): unknown => (body === '' ? undefined : jsonOrText(body));

/** The workspace in a fixture that the replay starts from: the one with the capture's gateway, or else the first. */
export async function baseOf(fixture: string | undefined, gateway: string | null): Promise<WorkspaceFixture> {
  const { workspaces } = await loadFixture(fixture ?? 'default');
  const fitting = workspaces.find(({ settings }) => isObject(settings) && settings.gateway === gateway);
  return fitting ?? workspaces[0]!;
}
