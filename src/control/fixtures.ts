import { T } from '../engine/schema.ts';
import { sandboxOperation } from './operation.ts';
import { FixtureLoaded } from './wire.ts';
import { putFixture } from './workspace-life.ts';

export const fixtureOperations = [
  sandboxOperation('POST /fixtures', {
    id: 'fixtures.load',
    summary: 'Load a fixture: the workspaces that it names are made, in the place of those of the same id',
    body: T.Object({ fixture: T.String({ minLength: 1, maxLength: 1_000 }) }),
    answers: [200, FixtureLoaded],
    example: { body: { fixture: 'shop' } },
    handle: async (sandbox, { body, cause }) => ({
      fixture: body.fixture,
      workspaces: await putFixture(sandbox, body.fixture, cause),
    }),
  }),
];
