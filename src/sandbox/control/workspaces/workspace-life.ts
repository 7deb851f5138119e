import { errorOf, invalid, invalidState } from '../../../core/kernel/errors.ts';
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
import type { FixtureOfFiles, WorkspaceFixture } from '../../fixtures/schema.ts';
import { clockRead } from '../clock/clock-moves.ts';
import { addMark } from '../log/markers.ts';
import { checkRule } from '../outcomes/rules.ts';
import type { Uses } from '../sandbox.ts';
import type { FixtureLoadResult, WorkspaceView } from '../wire.ts';
import { askedFixture, fixtureNamed, keepSent, makingOf, type NamedFixture } from './fixture-source.ts';

export interface NewWorkspace {
  id?: string;
  /** The name of a bundled fixture, a file below the emulator's folder, or a fixture. */
  fixture?: unknown;
  settings?: SettingsPatch;
}

const defaultFixture = 'default';

export function workspaceView(sandbox: Uses<'engine'>, workspace: Workspace): WorkspaceView {
  const { id, name, fixture, settings } = workspace;
  return {
    id,
    name,
    fixture,
    settings: { ...settings },
    clock: clockRead(sandbox, workspace),
  };
}

/**
 * Creates a workspace with new keys. Its content comes from the workspace with the same id in its fixture, or else
 * from the first workspace of the fixture.
 * @throws 400 `parameter_invalid` for an id that is in use, or a fixture that does not load
 */
export async function createWorkspace(
  sandbox: Uses<'chapters' | 'engine' | 'overrides' | 'webhooks'>,
  request: NewWorkspace,
  cause: Cause,
): Promise<Workspace> {
  const { engine } = sandbox;
  const { root } = engine.state;
  const asked = await askedFixture(sandbox, request.fixture ?? defaultFixture);
  const { name, fixture } = asked;
  if (request.id !== undefined && engine.workspace(request.id) !== undefined) {
    throw invalid('id', `The workspace ${request.id} already exists.`);
  }
  const id = request.id ?? root.nextId(workspaces.prefix);
  const named = fixture.workspaces.find((one) => one.id === id);
  const model = named ?? withFreeAddresses(engine, { ...fixture.workspaces[0]!, id });
  const keys = ['sk_test', 'pk_test', 'sk_live', 'pk_live'].map((prefix) => ({ key: randomKey(prefix) }));
  const workspaceFixture = {
    ...model,
    id,
    name: id,
    // The capability follows the gateway if the request names another gateway.
    settings: { ...model.settings, ...capabilityOf(request.settings), ...request.settings },
    keys,
    apps: [],
    webhook_secret: randomKey('whsec'),
  };
  const made = await makingOf(sandbox, asked, () => make(sandbox, { name, fixture }, workspaceFixture, cause));
  keepSent(sandbox, asked);
  await sandbox.chapters.begun(made.id);
  return made;
}

/** Changes settings of a workspace. Settings that are not in the patch stay unchanged. */
export function updateWorkspace(
  { engine }: Uses<'engine'>,
  workspace: Workspace,
  { name, settings = {} }: { name?: string; settings?: SettingsPatch },
  cause: Cause,
): Workspace {
  const changed = settings.gateway === platformSettings.of(workspace).gateway ? {} : capabilityOf(settings);
  return engine.runRoot(cause, engine.clock(workspace).now(), (unit, root) =>
    unit.put(root, workspaces, {
      ...workspace,
      name: name ?? workspace.name,
      settings: workspaceSettings.merge(workspace.settings, { ...changed, ...settings }),
    }),
  );
}

/**
 * Removes a workspace with all its content. A later workspace with the same id has its own history.
 * @throws 400 for the default workspace
 */
export async function removeWorkspace(
  sandbox: Uses<'chapters' | 'defaultWorkspace' | 'engine' | 'log' | 'marks' | 'requests' | 'tokens' | 'webhooks'>,
  workspace: Workspace,
  cause: Cause,
): Promise<void> {
  if (workspace.id === sandbox.defaultWorkspace) {
    throw errorOf(invalidState, `${workspace.id} is the default workspace and cannot be removed. Reset it instead.`, {
      param: 'id',
    });
  }
  const endChapter = sandbox.chapters.ending(sandbox, workspace);
  dropWorkspace(sandbox.engine, workspace, cause);
  sandbox.tokens.removeOf(workspace, cause);
  endChapter('deleted');
  sandbox.webhooks.forget();
  // The log receives the last changes when they are stored.
  await sandbox.engine.kept();
  for (const history of [sandbox.log, sandbox.requests, sandbox.marks, sandbox.chapters]) history.endLife(workspace.id);
}

/**
 * Resets a workspace to its fixture: data, clock, keys, endpoints and settings. A workspace that its fixture does not
 * name (because it was created later, with its own keys) keeps its keys and settings. The endpoint of `--forward-to`
 * also stays.
 * @throws 400 if the fixture no longer loads; the workspace is then unchanged
 */
export async function resetWorkspace(
  sandbox: Uses<'chapters' | 'engine' | 'marks' | 'overrides' | 'requests' | 'webhooks'>,
  workspace: Workspace,
  cause: Cause,
): Promise<Workspace> {
  const { engine, webhooks, chapters } = sandbox;
  const fixture = await fixtureNamed(sandbox, workspace.fixture);
  const current = engine.workspace(workspace.id) ?? workspace;
  const named = fixture.workspaces.find(({ id }) => id === current.id);
  const target = named ?? withFreeAddresses(engine, { ...fixture.workspaces[0]!, ...identityOf(sandbox, current) });
  check(sandbox, target);
  const own = engine.state.root.of(endpoints).newestFirst({ workspace_id: [current.id] });
  const forwarding = [...own].find(({ source }) => source === 'forward_to');
  const endChapter = chapters.ending(sandbox, current);
  const made = await makingOf(sandbox, { name: current.fixture, fixture }, () =>
    engine.allOrNone(() => {
      dropWorkspace(engine, current, cause);
      return make(sandbox, { name: current.fixture, fixture }, target, cause);
    }),
  );
  addMark(sandbox, made.id, { kind: 'reset', text: `reset to the fixture ${made.fixture}` });
  if (forwarding !== undefined) webhooks.forwardTo(made, forwarding.url, cause);
  endChapter('reset');
  webhooks.forget();
  await chapters.begun(made.id);
  return made;
}

/**
 * Creates every workspace of a fixture, and replaces workspaces with the same id. Other workspaces do not change.
 * @throws 400 if the fixture does not load or does not fit; all workspaces are then unchanged
 */
export async function putFixture(
  sandbox: Uses<'chapters' | 'engine' | 'marks' | 'overrides' | 'requests' | 'webhooks'>,
  named: NamedFixture,
  cause: Cause,
): Promise<FixtureLoadResult['workspaces']> {
  const { engine, webhooks, chapters } = sandbox;
  const { name, fixture } = named;
  const { root } = engine.state;
  const endings = fixture.workspaces.flatMap(({ id }) => {
    const present = engine.workspace(id);
    return present === undefined ? [] : [chapters.ending(sandbox, present)];
  });
  const replaceAll = () => {
    const replaced = fixture.workspaces.flatMap(({ id }) => engine.workspace(id) ?? []);
    const forwarding = replaced.flatMap(({ id }) =>
      [...root.of(endpoints).newestFirst({ workspace_id: [id] })].filter(({ source }) => source === 'forward_to'),
    );
    for (const workspace of replaced) dropWorkspace(engine, workspace, cause);
    for (const model of fixture.workspaces) check(sandbox, model);
    return fixture.workspaces.map((model) => {
      const made = make(sandbox, { name, fixture }, model, cause);
      const own = forwarding.find((endpoint) => endpoint.workspace_id === made.id);
      if (own !== undefined) webhooks.forwardTo(made, own.url, cause);
      return { id: made.id, replaced: replaced.some(({ id }) => id === made.id) };
    });
  };
  const loaded = await makingOf(sandbox, named, () => engine.allOrNone(replaceAll));
  keepSent(sandbox, named);
  for (const endChapter of endings) endChapter('fixture');
  for (const { id } of loaded) {
    addMark(sandbox, id, { kind: 'fixture', text: `fixture ${name} loaded` });
  }
  webhooks.forget();
  return loaded;
}

/** The identity that a workspace keeps if no fixture names it. */
function identityOf({ engine }: Uses<'engine'>, workspace: Workspace): Partial<WorkspaceFixture> & { id: string } {
  const keys = [...engine.state.root.of(apiKeys).newestFirst({ workspace_id: [workspace.id] })].reverse();
  return {
    id: workspace.id,
    name: workspace.name,
    settings: workspace.settings,
    keys: keys.map(({ id, scopes }) => (scopes === null ? { key: id } : { key: id, scopes: [...scopes] })),
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

function make(
  { engine, webhooks, overrides }: Uses<'engine' | 'overrides' | 'webhooks'>,
  { name, fixture: { seed, files } }: { readonly name: string; readonly fixture: FixtureOfFiles },
  model: WorkspaceFixture,
  cause: Cause,
): Workspace {
  return engine.allOrNone(() =>
    makeWorkspace(engine, model, {
      name,
      seed,
      files,
      cause,
      overrides,
      addEndpoint: (workspace, endpoint, by) => webhooks.createEndpoint(workspace, endpoint, by, 'fixture').id,
      checkRule: (rule) => checkRule(engine.registry, rule),
    }),
  );
}

/** Checks every condition that could fail when the workspace is created, before the old workspace is removed. */
function check({ engine }: Uses<'engine'>, { data = {} }: WorkspaceFixture): void {
  for (const records of [data.test, data.live]) {
    for (const name of Object.keys(records ?? {})) {
      if (!engine.registry.collections.has(name))
        throw invalid('fixture', `The fixture contains records of the unknown kind '${name}'.`);
    }
  }
}
