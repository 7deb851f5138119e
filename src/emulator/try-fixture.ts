import { trialOn } from '../sandbox/control/workspaces/fixture-trial.ts';
import { declarations } from '../sandbox/declarations.ts';
import type { FixtureTest } from '../sandbox/fixtures/problems.ts';

/** Makes what a fixture describes in memory, without an emulator. */
export const tryFixture: FixtureTest = (fixture, faulty) => trialOn(declarations())(fixture, faulty);
