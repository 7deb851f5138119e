import { T } from '../../../core/kernel/declare/schema.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { modes } from '../../../core/kernel/workspace.ts';
import { largestGiven } from '../../../core/system/regular-file.ts';
import { isBundled } from '../../fixtures/load.ts';
import type { Fixture } from '../../fixtures/schema.ts';
import { beyondToken, sandboxOperation } from '../operation.ts';
import type { Sandbox } from '../sandbox.ts';
import { FixtureLoaded } from '../wire.ts';
import { AskedFixture, askedFixture } from './fixture-source.ts';
import { putFixture } from './workspace-life.ts';

export const fixtureOperations = [
  sandboxOperation('POST /fixtures', {
    id: 'fixtures.load',
    reach: 'workspace',
    summary: 'Load a fixture: make the workspaces that it names, and replace those with the same id',
    body: T.Object({ fixture: AskedFixture }),
    largestBody: largestGiven,
    answers: [200, FixtureLoaded],
    example: { body: { fixture: 'shop' } },
    handle: async (sandbox, { body, within, cause }) => {
      if (within !== null && typeof body.fixture === 'string' && !isBundled(body.fixture))
        throw beyondToken('a file of the emulator', within);
      const asked = await askedFixture(sandbox, body.fixture);
      if (within !== null) checkWithin(sandbox.engine, asked.fixture, within);
      const workspaces = putFixture(sandbox, asked, cause);
      for (const { id } of workspaces) await sandbox.chapters.begun(id);
      return { fixture: asked.name, workspaces };
    },
  }),
];

/** The fields by which a page finds its workspace: a record with the one of another workspace would take over its page. */
const addresses = ['slug', 'client_secret'];

/** @throws 403 for a fixture that names another workspace, 400 for one with the address of a page of another workspace */
function checkWithin(engine: Sandbox['engine'], fixture: Fixture, within: string): void {
  for (const { id, data = {} } of fixture.workspaces) {
    if (id !== within) throw beyondToken(`the fixture's workspace ${id}`, within);
    for (const [name, records] of modes.flatMap((mode) => Object.entries(data[mode] ?? {}))) {
      const def = engine.registry.collections.get(name);
      const field = addresses.find((each) => def?.indexes.some((fields) => fields.length === 1 && fields[0] === each));
      if (def === undefined || field === undefined) continue;
      for (const { [field]: address } of records) {
        if (typeof address !== 'string') continue;
        const owner = engine.ownerOf(def, { [field]: [address] });
        if (owner !== null && owner.workspace.id !== within)
          throw invalid('fixture', `The ${field} ${address} belongs to another workspace now.`);
      }
    }
  }
}
