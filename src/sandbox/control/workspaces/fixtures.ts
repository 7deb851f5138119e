import { T } from '../../../core/kernel/declare/schema.ts';
import { largestGiven } from '../../../core/system/regular-file.ts';
import { sandboxOperation } from '../operation.ts';
import { FixtureLoaded } from '../wire.ts';
import { AskedFixture, askedFixture } from './fixture-source.ts';
import { putFixture } from './workspace-life.ts';

export const fixtureOperations = [
  sandboxOperation('POST /fixtures', {
    id: 'fixtures.load',
    summary: 'Load a fixture: make the workspaces that it names, and replace those with the same id',
    body: T.Object({ fixture: AskedFixture }),
    largestBody: largestGiven,
    answers: [200, FixtureLoaded],
    example: { body: { fixture: 'shop' } },
    handle: async (sandbox, { body, cause }) => {
      const asked = await askedFixture(sandbox, body.fixture);
      const workspaces = putFixture(sandbox, asked, cause);
      for (const { id } of workspaces) await sandbox.chapters.begun(id);
      return { fixture: asked.name, workspaces };
    },
  }),
];
