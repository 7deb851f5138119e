import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { Engine } from '../../../core/kernel/engine.ts';
import { ServiceError } from '../../../core/kernel/errors.ts';
import type { Cause } from '../../../core/kernel/events.ts';
import { State } from '../../../core/kernel/state.ts';
import { Endpoints } from '../../../payments/webhooks/endpoints.ts';
import { makeWorkspace } from '../../fixtures/apply.ts';
import { FixtureError, type FixtureProblem } from '../../fixtures/errors.ts';
import type { FaultyPlaces } from '../../fixtures/fault-places.ts';
import type { AddEndpoint, CheckRule } from '../../fixtures/origin.ts';
import type { FixtureTest } from '../../fixtures/problems.ts';
import type { WorkspaceFixture } from '../../fixtures/schema.ts';
import { soundObjects } from '../../fixtures/valid-objects.ts';
import { checkRule as checkOwnRule } from '../outcomes/rules.ts';

type Path = FixtureProblem['path'];

const cause: Cause = { type: 'control', id: 'start', name: 'start' };

/**
 * Creates a fixture's workspaces in memory from all their valid parts, to find the parts that the emulator rejects.
 */
export const trialOn =
  (registry: Registry): FixtureTest =>
  ({ workspaces, seed }, faulty) => {
    const checkRule: CheckRule = (rule) => checkOwnRule(registry, rule);
    const found = new Map<string, FixtureProblem>();
    for (const [, workspace, place] of faulty.open(workspaces, ['workspaces'])) {
      // Each workspace has its own engine, because another check finds duplicate ids and keys.
      const engine = new Engine({ state: new State(1), registry, journal: null });
      const endpoints = new Endpoints(engine, { allowRemoteWebhooks: true });
      const addEndpoint: AddEndpoint = (own, endpoint, by) => endpoints.add(own, endpoint, 'fixture', by).id;
      const { sound, doubtful, placeOf } = soundPartOf(workspace, place, faulty);
      let isRuleRefused = false;
      const refused = (path: Path, reason: string): void => {
        // If a rule is rejected, objects behave differently, so their errors mean nothing.
        if (path[0] === 'objects' && isRuleRefused) return;
        isRuleRefused ||= path[0] === 'rules';
        const at = [...place, ...placeOf(path)];
        const name = at.join('/');
        // All objects of one definition are rejected for the same reason.
        if (!found.has(name)) found.set(name, { path: at, keyword: '', reason, suggestion: null });
      };
      const drawn = faulty.isSound(['seed']) ? seed : undefined;
      const trial = { refused, doubtful };
      try {
        makeWorkspace(engine, sound, { name: '', seed: drawn, cause, overrides: {}, addEndpoint, checkRule, trial });
      } catch (error) {
        if (!(error instanceof FixtureError || error instanceof ServiceError)) throw error;
        refused([], error.message);
      }
    }
    return [...found.values()];
  };

/** These parts decide how objects behave. If one of them is invalid, errors in objects mean nothing. */
const decisive = ['settings', 'clock', 'balances', 'data', 'rules'];

/**
 * The valid part of a workspace.
 * @returns the part, and how its places map to places in the workspace
 */
function soundPartOf(workspace: WorkspaceFixture, place: Path, faulty: FaultyPlaces) {
  const isSound = (name: string): boolean => faulty.isSound([...place, name]);
  const places = new Map<string, string[]>();
  const soundOf = <Item>(name: string, list: readonly Item[] | undefined): Item[] => {
    const kept = [...faulty.sound(list, [...place, name])];
    places.set(
      name,
      kept.map(([index]) => index),
    );
    return kept.map(([, item]) => item);
  };
  const { keys, apps, endpoints, rules, faults, objects, ...others } = workspace;
  const rest = Object.fromEntries(Object.entries(others).filter(([name]) => isSound(name)));
  const test = soundObjects(objects?.test, [...place, 'objects', 'test'], faulty);
  const live = soundObjects(objects?.live, [...place, 'objects', 'live'], faulty);
  const sound: WorkspaceFixture = {
    ...rest,
    id: isSound('id') ? workspace.id : 'ws_fixture',
    settings: isSound('settings') ? workspace.settings : {},
    keys: soundOf('keys', keys),
    apps: soundOf('apps', apps),
    endpoints: soundOf('endpoints', endpoints),
    rules: soundOf('rules', rules),
    faults: soundOf('faults', faults),
    ...(objects !== undefined && decisive.every(isSound)
      ? { objects: { test: test.objects, live: live.objects } }
      : {}),
  };
  const placeOf = (path: Path): Path => {
    const [name = '', at, ...inner] = path;
    const index = places.get(name)?.[Number(at)];
    return index === undefined ? path : [name, index, ...inner];
  };
  return { sound, doubtful: { test: test.doubtful, live: live.doubtful }, placeOf };
}
