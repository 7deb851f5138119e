import { T } from '../../../core/kernel/declare/schema.ts';
import { largestInputFile } from '../../../core/system/regular-file.ts';
import { isBundled } from '../../fixtures/load.ts';
import type { Fixture } from '../../fixtures/schema.ts';
import { beyondToken, sandboxOperation } from '../operation.ts';
import { FixtureLoadResult } from '../wire.ts';
import { askedFixture, FixtureRequest } from './fixture-source.ts';
import { checkSize, checkSteps, oneAtATime } from './load-limits.ts';
import { putFixture, type Resetting } from './workspace-life.ts';

export const fixtureOperations = [
  sandboxOperation('POST /fixtures', {
    id: 'fixtures.load',
    reach: 'workspace',
    summary: 'Load a fixture: create its workspaces, and replace workspaces with the same id',
    body: T.Object({ fixture: FixtureRequest }),
    largestBody: largestInputFile,
    answers: [200, FixtureLoadResult],
    example: { body: { fixture: 'shop' } },
    handle: async (sandbox: Resetting, { body, within, cause }) => {
      if (within !== null && typeof body.fixture === 'string' && !isBundled(body.fixture))
        throw beyondToken('fixture files', within);
      if (within !== null) checkSize(body.fixture, within);
      return oneAtATime(sandbox, within, async () => {
        const asked = await askedFixture(sandbox, body.fixture);
        if (within !== null) checkWithin(asked.fixture, within);
        const workspaces = await putFixture(sandbox, asked, cause, within === null ? undefined : checkSteps);
        for (const { id } of workspaces) await sandbox.pastRuns.begun(id);
        return { fixture: asked.name, workspaces };
      });
    },
  }),
];

/** @throws 403 if the fixture names another workspace */
function checkWithin({ workspaces }: Fixture, within: string): void {
  for (const { id } of workspaces) if (id !== within) throw beyondToken(`the fixture's workspace ${id}`, within);
}
