import { parseIso } from '../../core/base/instants.ts';
import type { Engine } from '../../core/kernel/engine.ts';
import type { Workspace } from '../../core/kernel/workspace.ts';
import type { Webhooks } from '../../payments/webhooks/webhooks.ts';
import { checkRule } from '../../sandbox/control/outcomes/rules.ts';
import { trialOn } from '../../sandbox/control/workspaces/fixture-trial.ts';
import type { Store } from '../../sandbox/files/persistence.ts';
import { applyStartupOverrides, makeWorkspace } from '../../sandbox/fixtures/apply.ts';
import { historyOf, inSlices } from '../../sandbox/fixtures/history/built-history.ts';
import { fileOf, loadFixtureOfFiles, reportingAllProblems, shadowedNote } from '../../sandbox/fixtures/load.ts';
import type { Origin, Overrides } from '../../sandbox/fixtures/origin.ts';
import type { Profile } from '../../sandbox/profile/profile.ts';
import { changedFixtures } from '../changed-fixtures.ts';
import { inTheNameOf } from '../option-names.ts';
import type { SandboxOptions } from '../sandbox-options.ts';
import { type Start, startCause } from './start.ts';

/** The parts that the first state of a run needs. */
interface StateParts {
  readonly engine: Engine;
  readonly webhooks: Webhooks;
  readonly profile: Profile | null;
}

/**
 * Loads the fixture into a fresh store, or applies the options to the stored state. Adds the endpoint of `--forward-to`.
 * @returns the values of start-up flags, which override those of all current and later workspaces
 * @throws FixtureError, ServiceError with a message of one line
 */
export async function putInitialState(start: Start, store: Store, parts: StateParts): Promise<Overrides> {
  const { options, begun, warn } = start;
  const { engine, webhooks, profile } = parts;
  const { delays, fees } = profile ?? {};
  const ofProfile = { ...(delays === undefined ? {} : { delays }), ...(fees === undefined ? {} : { fees }) };
  const own = { ...overridesIn(options), ...ofProfile };
  const overrides = { ...begun?.overrides, ...own };
  if (store.fresh) {
    const { fixture = 'default' } = options;
    const note = shadowedNote(fixture);
    if (note !== null) warn(note);
    await loadFixture(fixture, overrides, parts, options.signal);
  } else applyStartupOverrides(engine, own, startCause);
  const changed = store.fresh || begun !== null ? [] : changedFixtures(engine, defaultWorkspaceOf(start, engine).id);
  for (const remark of changed) warn(remark);
  if (options.forwardTo !== undefined) forwardTo(start, { engine, webhooks }, options.forwardTo);
  return overrides;
}

/** The workspace for calls without `?workspace=`. */
export const defaultWorkspaceOf = ({ begun }: Start, engine: Engine): Workspace =>
  engine.workspace(begun?.workspace ?? 'ws_demo') ?? [...engine.allWorkspaces()][0]!;

/** Sends the webhooks of the default workspace to a URL. @throws ServiceError that names the option */
export function forwardTo(
  start: Start,
  { engine, webhooks }: Pick<StateParts, 'engine' | 'webhooks'>,
  url: string,
): void {
  const workspace = defaultWorkspaceOf(start, engine);
  inTheNameOf(start.named('forwardTo'), () => webhooks.forwardTo(workspace, url, startCause));
}

function overridesIn({ settle, clock, freeze }: SandboxOptions): Overrides {
  return {
    ...(settle === undefined ? {} : { settlement: settle }),
    ...(clock === undefined ? {} : { clock: parseIso(clock) }),
    ...(freeze === undefined ? {} : { freeze }),
  };
}

/** Makes the workspaces of a fixture, in slices, so that a signal can abort the load. */
async function loadFixture(
  name: string,
  overrides: Overrides,
  { engine, webhooks }: StateParts,
  signal: AbortSignal | undefined,
): Promise<void> {
  const trial = trialOn(engine.registry);
  const { workspaces, seed, files } = await loadFixtureOfFiles(name, trial);
  const origin: Origin = {
    name,
    seed,
    files,
    cause: startCause,
    overrides,
    addEndpoint: (owner, endpoint, cause) => webhooks.createEndpoint(owner, endpoint, cause, 'fixture').id,
    checkRule: (rule) => checkRule(engine.registry, rule),
  };
  await reportingAllProblems({ file: fileOf(name) }, trial, async () => {
    for (const workspace of workspaces) {
      const history = await inSlices(historyOf(engine, workspace, origin), () => signal?.throwIfAborted());
      makeWorkspace(engine, workspace, { ...origin, history });
    }
  });
}
