import { dayMs, toIso } from '../../../core/base/instants.ts';
import { realNow } from '../../../core/base/time.ts';
import { readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { errorOf, invalid, invalidState, notFound, ServiceError } from '../../../core/kernel/errors.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import { randomKey } from '../../../core/kernel/ids.ts';
import { apiKeys, type Workspace, workspaces } from '../../../core/kernel/workspace.ts';
import type { SettingsPatch } from '../../../payments/platform/settings.ts';
import { platformSettings } from '../../../payments/platform/settings.ts';
import { workspaceSettings } from '../../../payments/resources/registry.ts';
import { endpoints } from '../../../payments/webhooks/endpoints.ts';
import { makeWorkspace } from '../../fixtures/apply.ts';
import { dropWorkspace } from '../../fixtures/drop.ts';
import { withFreeAddresses } from '../../fixtures/free-addresses.ts';
import { historyOf, inSlices } from '../../fixtures/history/built-history.ts';
import type { History } from '../../fixtures/history/history.ts';
import type { Origin } from '../../fixtures/origin.ts';
import type { FixtureOfFiles, WorkspaceFixture } from '../../fixtures/schema.ts';
import { clockRead } from '../clock/clock-moves.ts';
import { addMark } from '../log/markers.ts';
import { checkRule } from '../outcomes/rules.ts';
import type { Uses } from '../sandbox.ts';
import type { FixtureLoadResult, WorkspaceView } from '../wire.ts';
import { askedFixture, fixtureNamed, keepSent, makingOf, type NamedFixture } from './fixture-source.ts';
import { expiryOf, lastUseOf } from './workspace-times.ts';

export interface NewWorkspace {
  id?: string;
  /** The name of a bundled fixture, a file below the emulator's folder, or a fixture. */
  fixture?: unknown;
  settings?: SettingsPatch;
  /** Default: the name in the fixture that the call names, or the id. */
  name?: string;
  /** How long the workspace can be unused before it is removed; null for forever. */
  expires_after?: number | string | null;
}

/** The parts that the creation of a workspace uses. */
export type Making = Uses<'engine' | 'expiry' | 'overrides' | 'pastRuns' | 'stopping' | 'webhooks' | 'workspaceTtl'>;

/** The parts that a reset and the load of a fixture use. */
export type Resetting = Uses<'engine' | 'marks' | 'overrides' | 'pastRuns' | 'requests' | 'stopping' | 'webhooks'>;

/** The longest life of a workspace without use, in milliseconds: a year. */
const longestLife = 366 * dayMs;

const defaultFixture = 'default';

export function workspaceView(sandbox: Uses<'engine' | 'uses'>, workspace: Workspace): WorkspaceView {
  const { id, name, fixture, settings, created_at = null, expires_after = null } = workspace;
  const [used, expiry] = [lastUseOf(sandbox, workspace), expiryOf(sandbox, workspace)];
  return {
    id,
    name,
    fixture,
    settings: { ...settings },
    clock: clockRead(sandbox, workspace),
    created_at,
    last_used_at: used === null ? null : toIso(used),
    expires_after,
    expires_at: expiry === null ? null : toIso(expiry),
  };
}

/**
 * Creates a workspace with new keys. Its content comes from the workspace with the same id in its fixture, or else
 * from the first workspace of the fixture.
 * @throws 400 `parameter_invalid` for an id that is in use, or a fixture that does not load
 */
export async function createWorkspace(sandbox: Making, request: NewWorkspace, cause: Cause): Promise<Workspace> {
  const { engine } = sandbox;
  const { root } = engine.state;
  const asked = await askedFixture(sandbox, request.fixture ?? defaultFixture);
  const { name, fixture } = asked;
  refuseExistingId(sandbox, request.id);
  const id = request.id ?? root.nextId(workspaces.prefix);
  const named = fixture.workspaces.find((one) => one.id === id);
  const model = named ?? withFreeAddresses(engine, { ...fixture.workspaces[0]!, id });
  const keys = ['sk_test', 'pk_test', 'sk_live', 'pk_live'].map((prefix) => ({ key: randomKey(prefix) }));
  const workspaceFixture = {
    ...model,
    id,
    name: request.name ?? (request.fixture === undefined ? id : (model.name ?? id)),
    // The capability follows the gateway if the request names another gateway.
    settings: { ...model.settings, ...capabilityOf(request.settings), ...request.settings },
    keys,
    apps: [],
    webhook_secret: randomKey('whsec'),
  };
  const made = await makingOf(sandbox, asked, async () => {
    const span = request.expires_after === undefined ? sandbox.workspaceTtl : lifeOf(request.expires_after);
    const life = { created_at: toIso(realNow()), ...(span === null ? {} : { expires_after: span }) };
    const origin = { ...originOf(sandbox, name, cause, fixture), life };
    const [history = null] = await historiesOf(sandbox, [workspaceFixture], origin);
    refuseExistingId(sandbox, request.id);
    return make(sandbox, workspaceFixture, { ...origin, history });
  });
  keepSent(sandbox, asked);
  await sandbox.pastRuns.begun(made.id);
  sandbox.expiry.plan();
  return made;
}

/** A life in milliseconds; null for a life without end. @throws 400 `parameter_invalid` */
function lifeOf(expiresAfter: number | string | null): number | null {
  if (expiresAfter === null) return null;
  const span = readLength('expires_after', expiresAfter, longestLife);
  if (span >= 1) return span;
  throw invalid('expires_after', 'expires_after must be longer than 0, such as 7d; to remove the limit, send null.');
}

/** @throws 400 `parameter_invalid` for an id that is in use */
function refuseExistingId({ engine }: Uses<'engine'>, id: string | undefined): void {
  if (id !== undefined && engine.workspace(id) !== undefined) {
    throw invalid('id', `The workspace ${id} already exists.`);
  }
}

/** Changes settings of a workspace. Settings that are not in the patch stay unchanged. */
export function updateWorkspace(
  sandbox: Uses<'engine' | 'expiry'>,
  workspace: Workspace,
  { name, settings = {}, expires_after }: Pick<NewWorkspace, 'name' | 'settings' | 'expires_after'>,
  cause: Cause,
): Workspace {
  const { engine } = sandbox;
  const { expires_after: before, ...rest } = workspace;
  const span = expires_after === undefined ? (before ?? null) : lifeOf(expires_after);
  const life = span === null ? {} : { expires_after: span, used_at: toIso(realNow()) };
  const changed = settings.gateway === platformSettings.of(workspace).gateway ? {} : capabilityOf(settings);
  const updated = engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) =>
    unit.put<Workspace>(root, workspaces, {
      ...rest,
      ...life,
      name: name ?? workspace.name,
      settings: workspaceSettings.merge(workspace.settings, { ...changed, ...settings }),
    }),
  );
  sandbox.expiry.plan();
  return updated;
}

/**
 * Removes a workspace with all its content. A later workspace with the same id has its own history.
 * @throws 400 for the default workspace
 */
export async function removeWorkspace(
  sandbox: Uses<'defaultWorkspace' | 'engine' | 'log' | 'marks' | 'pastRuns' | 'requests' | 'tokens' | 'webhooks'>,
  workspace: Workspace,
  cause: Cause,
): Promise<void> {
  if (workspace.id === sandbox.defaultWorkspace) {
    throw errorOf(invalidState, `${workspace.id} is the default workspace and cannot be removed. Reset it instead.`, {
      param: 'id',
    });
  }
  const endRun = sandbox.pastRuns.ending(sandbox, workspace);
  dropWorkspace(sandbox.engine, workspace, cause);
  sandbox.tokens.removeOf(workspace, cause);
  endRun('deleted');
  sandbox.webhooks.forget();
  // The log receives the last changes when they are stored.
  await sandbox.engine.kept();
  for (const history of [sandbox.log, sandbox.requests, sandbox.marks, sandbox.pastRuns]) history.endLife(workspace.id);
}

/**
 * Resets a workspace to its fixture: data, clock, keys, endpoints and settings. A workspace that its fixture does not
 * name (because it was created later, with its own keys) keeps its keys and settings. The endpoint of `--forward-to`
 * also stays.
 * @throws 400 if the fixture no longer loads; the workspace is then unchanged
 */
export async function resetWorkspace(sandbox: Resetting, workspace: Workspace, cause: Cause): Promise<Workspace> {
  const { engine, webhooks, pastRuns } = sandbox;
  const fixture = await fixtureNamed(sandbox, workspace.fixture);
  const current = engine.workspace(workspace.id) ?? workspace;
  const named = fixture.workspaces.find(({ id }) => id === current.id);
  const target =
    withKeysOf(sandbox, current, named) ??
    withFreeAddresses(engine, { ...fixture.workspaces[0]!, ...identityOf(sandbox, current) });
  check(sandbox, target);
  const own = engine.state.root.of(endpoints).newestFirst({ workspace_id: [current.id] });
  const forwarding = [...own].find(({ source }) => source === 'forward_to');
  let endRun: ReturnType<typeof pastRuns.ending> = () => {};
  const made = await makingOf(sandbox, { name: current.fixture, fixture }, async () => {
    const origin = originOf(sandbox, current.fixture, cause, fixture);
    const [history = null] = await historiesOf(sandbox, [target], origin);
    const latest = engine.workspace(current.id);
    if (latest === undefined) throw notFound('workspace', current.id);
    endRun = pastRuns.ending(sandbox, latest);
    const life = lifeIn(latest);
    return engine.allOrNone(() => {
      dropWorkspace(engine, latest, cause);
      return make(sandbox, target, { ...origin, history, life });
    });
  });
  addMark(sandbox, made.id, { kind: 'reset', text: `reset to the fixture ${made.fixture}` });
  if (forwarding !== undefined) webhooks.forwardTo(made, forwarding.url, cause);
  endRun('reset');
  webhooks.forget();
  await pastRuns.begun(made.id);
  return made;
}

/**
 * Creates every workspace of a fixture, and replaces workspaces with the same id. Other workspaces do not change.
 * @throws 400 if the fixture does not load or does not fit; all workspaces are then unchanged
 */
export async function putFixture(
  sandbox: Resetting,
  named: NamedFixture,
  cause: Cause,
  checkSteps?: (steps: number) => void,
): Promise<FixtureLoadResult['workspaces']> {
  const { engine, webhooks, pastRuns } = sandbox;
  const { name, fixture } = named;
  const { root } = engine.state;
  const origin = originOf(sandbox, name, cause, fixture);
  const replaceAll = (histories: readonly (History | null)[]) => {
    const replaced = fixture.workspaces.flatMap(({ id }) => engine.workspace(id) ?? []);
    // An application goes on with its keys if the fixture names none.
    const models = fixture.workspaces.map((model) => withKeysOf(sandbox, engine.workspace(model.id), model));
    const forwarding = replaced.flatMap(({ id }) =>
      [...root.of(endpoints).newestFirst({ workspace_id: [id] })].filter(({ source }) => source === 'forward_to'),
    );
    for (const workspace of replaced) dropWorkspace(engine, workspace, cause);
    for (const model of models) check(sandbox, model);
    return models.map((model, at) => {
      const present = replaced.find(({ id }) => id === model.id);
      const life = present === undefined ? {} : lifeIn(present);
      const own = { ...origin, life, history: histories[at] ?? null };
      const made = make(sandbox, model, own);
      const forwarded = forwarding.find((endpoint) => endpoint.workspace_id === made.id);
      if (forwarded !== undefined) webhooks.forwardTo(made, forwarded.url, cause);
      return { id: made.id, replaced: replaced.some(({ id }) => id === made.id) };
    });
  };
  let endings: ReturnType<typeof pastRuns.ending>[] = [];
  const loaded = await makingOf(sandbox, named, async () => {
    const histories = await historiesOf(sandbox, fixture.workspaces, origin, checkSteps);
    endings = fixture.workspaces
      .flatMap(({ id }) => engine.workspace(id) ?? [])
      .map((each) => pastRuns.ending(sandbox, each));
    return engine.allOrNone(() => replaceAll(histories));
  });
  keepSent(sandbox, named);
  for (const endRun of endings) endRun('fixture');
  for (const { id } of loaded) {
    addMark(sandbox, id, { kind: 'fixture', text: `fixture ${name} loaded` });
  }
  webhooks.forget();
  return loaded;
}

/** A workspace of a fixture; if the fixture names no keys, with the keys that the present workspace has. */
function withKeysOf<M extends WorkspaceFixture | undefined>(
  sandbox: Uses<'engine'>,
  present: Workspace | undefined,
  model: M,
): M {
  if (model === undefined || model.keys !== undefined || present === undefined) return model;
  const { keys = [] } = identityOf(sandbox, present);
  return keys.length === 0 ? model : { ...model, keys };
}

/** The identity that a workspace keeps if no fixture names it. */
function identityOf({ engine }: Uses<'engine'>, workspace: Workspace): Partial<WorkspaceFixture> & { id: string } {
  const keys = [...engine.state.root.of(apiKeys).newestFirst({ workspace_id: [workspace.id] })].reverse();
  return {
    id: workspace.id,
    name: workspace.name,
    settings: workspace.settings,
    keys: keys
      .filter(({ expires_at }) => expires_at === undefined)
      .map(({ id, scopes }) => (scopes === null ? { key: id } : { key: id, scopes: [...scopes] })),
    apps: [],
    webhook_secret: workspace.webhook_secret,
  };
}

function capabilityOf(settings: SettingsPatch | undefined): SettingsPatch {
  if (settings?.gateway === undefined) return {};
  return {
    debit_payouts_enabled: platformSettings.of({ settings: workspaceSettings.defaultsFor(settings) })
      .debit_payouts_enabled,
  };
}

/** What a workspace keeps when its content is replaced. */
function lifeIn({ created_at, used_at, expires_after }: Workspace): NonNullable<Origin['life']> {
  return {
    ...(created_at === undefined ? {} : { created_at }),
    ...(used_at === undefined ? {} : { used_at }),
    ...(expires_after === undefined ? {} : { expires_after }),
  };
}

function originOf(
  { engine, webhooks, overrides }: Uses<'engine' | 'overrides' | 'webhooks'>,
  name: string,
  cause: Cause,
  { seed, files }: FixtureOfFiles,
): Origin {
  return {
    name,
    seed,
    files,
    cause,
    overrides,
    addEndpoint: (workspace, endpoint, by) => webhooks.createEndpoint(workspace, endpoint, by, 'fixture').id,
    checkRule: (rule) => checkRule(engine.registry, rule),
  };
}

/**
 * Creates the objects of workspaces in slices, so that other calls are answered in between.
 * @param checkSteps throws for too many steps
 * @throws 503 if the emulator stops in the meantime
 */
async function historiesOf(
  { engine, stopping }: Uses<'engine' | 'stopping'>,
  workspaces: readonly WorkspaceFixture[],
  origin: Origin,
  checkSteps: (steps: number) => void = () => {},
): Promise<(History | null)[]> {
  const check = (steps: number) => {
    checkSteps(steps);
    if (!stopping.aborted) return;
    const message = 'The emulator is stopping, so it did not load the fixture.';
    throw new ServiceError('api_error', message, { status: 503 });
  };
  const histories: (History | null)[] = [];
  for (const fixture of workspaces) histories.push(await inSlices(historyOf(engine, fixture, origin), check));
  return histories;
}

const make = ({ engine }: Uses<'engine'>, model: WorkspaceFixture, origin: Origin): Workspace =>
  engine.allOrNone(() => makeWorkspace(engine, model, origin));

/** Checks every condition that could fail when the workspace is created, before the old workspace is removed. */
function check({ engine }: Uses<'engine'>, { data = {} }: WorkspaceFixture): void {
  for (const records of [data.test, data.live]) {
    for (const name of Object.keys(records ?? {})) {
      if (!engine.registry.collections.has(name))
        throw invalid('fixture', `The fixture contains records of the unknown kind '${name}'.`);
    }
  }
}
