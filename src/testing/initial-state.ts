import { tryFixture } from '../emulator/try-fixture.ts';
import { FixtureError, isBundled, loadFixture } from '../sandbox/fixtures/load.ts';
import type { Fixture } from '../sandbox/fixtures/schema.ts';
import { EmulatorError } from './errors.ts';
import type { StartOptions } from './types.ts';

/**
 * The fixture of a workspace with the changes from the options, or only the fixture's name if there are no changes.
 * @throws EmulatorError `fixture_invalid`
 */
export async function initialFixture({
  fixture = 'default',
  settle,
  clock,
  freeze,
}: StartOptions): Promise<string | Fixture> {
  const hasOverrides = settle !== undefined || clock !== undefined || freeze !== undefined;
  if (!hasOverrides && isBundled(fixture)) return fixture;
  const read = await loadFixture(fixture, tryFixture).catch((error: unknown) => {
    throw error instanceof FixtureError ? new EmulatorError('fixture_invalid', error.message, { cause: error }) : error;
  });
  return {
    ...read,
    workspaces: read.workspaces.map((workspace) => ({
      ...workspace,
      settings: {
        ...workspace.settings,
        ...(settle === undefined ? {} : { settlement: { ...workspace.settings.settlement, mode: settle } }),
      },
      clock: {
        mode: 'running',
        ...workspace.clock,
        ...(freeze === undefined ? {} : { mode: freeze ? 'frozen' : 'running' }),
        ...(clock === undefined ? {} : { now: clock }),
      },
    })),
  };
}
