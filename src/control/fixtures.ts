import { T } from '../engine/schema.ts';
import { defineControl } from './operation.ts';
import { FixtureLoaded } from './wire.ts';
import { putFixture } from './workspace-life.ts';

export const fixtureOperations = [
  defineControl({
    id: 'fixtures.load',
    method: 'POST',
    path: '/fixtures',
    summary: 'Load a fixture: the workspaces that it names are made, in the place of those of the same id',
    body: T.Object({ fixture: T.String({ minLength: 1, maxLength: 1_000 }) }),
    success: 200,
    envelope: 'data',
    answer: FixtureLoaded,
    example: { body: { fixture: 'shop' } },
    handle: async (sandbox, { body, cause }) => ({
      fixture: body.fixture,
      workspaces: await putFixture(sandbox, body.fixture, cause),
    }),
  }),
];
