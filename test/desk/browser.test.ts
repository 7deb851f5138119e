import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge } from '../../src/audit/judge.ts';
import type * as DeskModule from '../../src/desk/model/desk.ts';
import type * as SessionModule from '../../src/desk/model/session.ts';
import { startTestSandbox, type TestSandbox } from '../control/sandbox.ts';
import { readSources } from '../support/sources.ts';
import { hurried } from './pace.ts';
import { ways } from './setup.ts';

const source = join(import.meta.dirname, '../../src');

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});

afterAll(() => sandbox.stop());

/** What a page has beside the language. */
const ofPages = {
  AbortController,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  clearInterval,
  clearTimeout,
  performance,
  setInterval,
  setTimeout,
};

test('every file of the desk is bundled for a browser, and asks for nothing that none has', async () => {
  const files = readSources().filter(({ path }) => path.startsWith('desk/model/'));
  const { errors, warnings } = await build({
    entryPoints: files.map(({ path }) => join(source, path)),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    outdir: 'unused',
    write: false,
    logLevel: 'silent',
  });
  expect([...errors, ...warnings]).toEqual([]);
});

test('it shows an emulator where there is nothing but what a page has', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { Desk } from './desk/model/desk.ts'; export { Session } from './desk/model/session.ts';",
      resolveDir: source,
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'bundle',
    write: false,
  });
  const page = createContext({ ...ofPages });
  runInContext(outputFiles[0]!.text, page);
  const { Desk, Session }: typeof DeskModule & typeof SessionModule = runInContext('bundle', page);
  await sandbox.client.call('triggers.run', { name: 'payment.completed', amount: 4200 });
  const session = new Session({ connect: () => sandbox.client, judge: (client) => judge(client), pace: hurried });
  const desk = new Desk(session, {
    name: 'dashboard',
    isWindows: false,
    ways,
    copy: async () => 'went nowhere',
    browse: async () => false,
  });
  session.open();
  try {
    await expect.poll(() => desk.rows.length).toBeGreaterThan(0);
    desk.go(desk.views.find(({ name }) => name === 'payments')!);
    await expect.poll(() => desk.selected?.cells()).toContainEqual('$42.00');
    desk.filter('amount:>50');
    await expect.poll(() => [desk.pending.isSearching, desk.rows.length]).toEqual([false, 0]);
  } finally {
    desk.close();
    session.close();
  }
});
