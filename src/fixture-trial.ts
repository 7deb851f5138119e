import { checkRule as checkOwnRule } from './control/rules.ts';
import { realNow } from './engine/clock.ts';
import { Engine } from './engine/engine.ts';
import { ServiceError } from './engine/errors.ts';
import type { Cause } from './engine/events.ts';
import { State } from './engine/state.ts';
import { type AddEndpoint, type CheckRule, makeWorkspace } from './fixtures/apply.ts';
import { FixtureError } from './fixtures/load.ts';
import type { Fixture } from './fixtures/schema.ts';
import { declarations } from './sandbox.ts';
import { builtInOutcomes } from './simulation/outcomes.ts';
import { addEndpoint as addWebhookEndpoint } from './webhooks/endpoints.ts';

const cause: Cause = { type: 'control', id: 'start', name: 'start' };

/**
 * Makes the workspaces of a fixture in memory, to see whether it could be loaded.
 * @returns what refuses it, and where; null where nothing does
 */
export function tryFixture(fixture: Fixture): { path: string[]; reason: string } | null {
  const registry = declarations();
  const engine = new Engine({ state: new State(1), registry, outcomes: builtInOutcomes, journal: null });
  const addEndpoint: AddEndpoint = (workspace, endpoint, by) =>
    engine.runRoot(by, realNow(), (unit) =>
      addWebhookEndpoint(engine, unit, workspace.id, endpoint, 'fixture', realNow(), true),
    ).id;
  const checkRule: CheckRule = (rule) => checkOwnRule(registry, rule);
  const origin = { name: '', seed: fixture.seed, cause, overrides: {}, addEndpoint, checkRule };
  for (const [at, workspace] of fixture.workspaces.entries()) {
    try {
      makeWorkspace(engine, workspace, origin);
    } catch (error) {
      const path = ['workspaces', String(at)];
      if (error instanceof FixtureError)
        return { path: [...path, ...(error.fault?.path ?? [])], reason: error.fault?.reason ?? error.message };
      if (error instanceof ServiceError) return { path, reason: error.message };
      throw error;
    }
  }
  return null;
}
