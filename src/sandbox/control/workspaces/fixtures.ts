import { T } from '../../../core/kernel/declare/schema.ts';
import { largestGiven } from '../../../core/system/regular-file.ts';
import { isBundled } from '../../fixtures/load.ts';
import type { Fixture } from '../../fixtures/schema.ts';
import { beyondToken, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { FixtureLoadResult } from '../wire.ts';
import { AskedFixture, askedFixture } from './fixture-source.ts';
import { putFixture } from './workspace-life.ts';

export const fixtureOperations = [
  sandboxOperation('POST /fixtures', {
    id: 'fixtures.load',
    reach: 'workspace',
    summary: 'Load a fixture: create its workspaces, and replace workspaces with the same id',
    body: T.Object({ fixture: AskedFixture }),
    largestBody: largestGiven,
    answers: [200, FixtureLoadResult],
    example: { body: { fixture: 'shop' } },
    handle: async (
      sandbox: Uses<'chapters' | 'engine' | 'marks' | 'overrides' | 'requests' | 'webhooks'>,
      { body, within, cause },
    ) => {
      if (within !== null && typeof body.fixture === 'string' && !isBundled(body.fixture))
        throw beyondToken('fixture files', within);
      const asked = await askedFixture(sandbox, body.fixture);
      if (within !== null) checkWithin(asked.fixture, within);
      const workspaces = await putFixture(sandbox, asked, cause);
      for (const { id } of workspaces) await sandbox.chapters.begun(id);
      return { fixture: asked.name, workspaces };
    },
  }),
];

/** @throws 403 if the fixture names another workspace */
function checkWithin({ workspaces }: Fixture, within: string): void {
  for (const { id } of workspaces) if (id !== within) throw beyondToken(`the fixture's workspace ${id}`, within);
}
