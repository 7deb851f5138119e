import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/client/node-client.ts';
import { isRequest } from '../../src/record/format.ts';
import { readRecord } from '../../src/record/read/read.ts';
import { declarations } from '../../src/sandbox/declarations.ts';
import { temporaryFolder } from '../cli/emulator.ts';
import { createTestSandbox } from '../support/sandbox.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A workspace with thousands of records. */
const fixture = {
  workspaces: [
    {
      id: 'ws_large',
      settings: {},
      objects: {
        test: {
          customers: { buyers: { count: 2_000, at: '-26w', email: 'buyer{n}@example.com', card: 'visa_debit' } },
        },
      },
    },
  ],
};

it('nobody asked for keeps no workspaces that are long gone, and says how many requests it no longer has', async () => {
  const sandbox = await createTestSandbox();
  onTestFinished(() => sandbox.stop());
  for (let count = 0; count < 3; count++) await sandbox.api.get('/balance');
  for (let count = 0; count < 5; count++) {
    expect((await sandbox.control.post('/workspaces', { id: 'ws_large', fixture })).status).toBe(201);
    await sandbox.control.delete('/workspaces/ws_large');
  }
  await sandbox.api.get('/products');
  const file = join(folder.path, 'run.html');
  writeFileSync(file, await createClient({ url: sandbox.url }).savedRecord());
  const { head, steps } = await readRecord(file, declarations());
  expect(head.missing.requests).toBe(3);
  expect(steps.filter(isRequest).map(({ request }) => request.path)).toEqual(['/api/v1/products']);
});
