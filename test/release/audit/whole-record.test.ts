import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lintReport } from '../../../src/audit/lint.ts';
import { readObservedRuns } from '../../../src/audit/observed/observed-run.ts';
import type { Report } from '../../../src/audit/report/models.ts';
import { createClient } from '../../../src/client/node-client.ts';
import { startEmulator as startInProcess } from '../../../src/index.ts';
import { payer } from '../../audit/stage.ts';
import { command, type Running, startEmulator, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';
import { createTestSandbox } from '../../support/sandbox.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
afterAll(() => folder.remove());

/** A marketplace that charges without a reference, and what its tests do to an emulator. */
const market = `
import { connectEmulator, startEmulator } from '${projectFolder}/dist/index.js';
export { connectEmulator, startEmulator };
const card = { cc_number: '4000056655665556', cc_exp_month: '12', cc_exp_year: '2030', billing_postal_code: '62701' };
export async function sell({ apiBase, secretKey }, amount) {
  const post = async (path, body) => {
    const headers = { authorization: 'Bearer ' + secretKey, 'content-type': 'application/json' };
    const answer = await fetch(apiBase + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json());
  };
  const { data, payment_method } = await post('/customers', { email: 'ada@example.com', ...card });
  await post('/charges', { amount, customer_id: data.id, payment_method_id: payment_method.id });
}
`;

function script(name: string, text: string): string {
  writeFileSync(at(name), text);
  return at(name);
}

beforeAll(async () => {
  await ensureBuilt();
  symlinkSync(join(projectFolder, 'node_modules'), at('node_modules'));
  script('market.mjs', market);
});

const only = ['--only', 'request/no-reference,webhook/slow'];
const exec = (...args: string[]) => command(['exec', '--audit', ...only, ...args], { cwd: folder.path });

describe('emulator exec --audit', () => {
  it('judges every workspace that tests made and removed as one run', async () => {
    const suite = script(
      'own.mjs',
      `import { connectEmulator, sell } from './market.mjs';
      const emulator = await connectEmulator(process.env.EMULATOR_URL);
      for (let test = 0; test < 12; test++) {
        const workspace = await emulator.workspaces.create();
        await sell(workspace, 1200 + test);
        await workspace.remove();
      }`,
    );
    const { stderr, exitCode } = await exec('--fail-on', 'warning', '--junit', at('own.xml'), '--', 'node', suite);
    expect(stderr).toContain('Audit of the record of 12 workspaces: 24 requests, 0 events, 0 deliveries');
    // One mistake is read once, with where else it is.
    expect(stderr.match(/^ {2}In ws_\w+: .*charges\.create had no reference_id/gm)).toHaveLength(1);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(
      / In ws_\w+: 1 request of charges.create had no reference_id. Also in ws_\w+, ws_\w+, ws_\w+ and 8 more\./,
    );
    expect(exitCode).toBe(5);
    expect(readFileSync(at('own.xml'), 'utf8').replace(/\s+/g, ' ')).toContain('had no reference_id. Also in ws_');
  });

  it('gives its report as JSON too: in a file, or in place of the text, and leaves the output of the command alone', async () => {
    const suite = script(
      'json.mjs',
      `import { connectEmulator, sell } from './market.mjs';
      await sell(await connectEmulator(process.env.EMULATOR_URL), 1000);
      console.log('sold');`,
    );
    const { stdout, stderr } = await exec('--json', '--json-file', at('report.json'), '--', 'node', suite);
    expect(stdout).toBe('sold');
    const report = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Report;
    expect(report).toMatchObject({ way: 'lint', command: ['node', suite] });
    expect(report.rules.map(({ id, state }) => [id, state])).toContainEqual(['request/no-reference', 'violation']);
    expect(JSON.parse(stderr)).toEqual(report);
  });

  it('judges what was there before a reset, a restored snapshot and another fixture', async () => {
    const suite = script(
      'resets.mjs',
      `import { connectEmulator, sell } from './market.mjs';
      const emulator = await connectEmulator(process.env.EMULATOR_URL);
      await sell(emulator, 1000);
      await emulator.reset();
      const snapshot = await emulator.snapshot();
      await sell(emulator, 2000);
      await emulator.restore(snapshot);
      await sell(emulator, 3000);
      const fixture = { workspaces: [{ id: 'ws_demo', settings: { gateway: 'gateway_a' } }] };
      await fetch(emulator.url + '/_emulator/fixtures', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ fixture }),
      });`,
    );
    const { stderr } = await exec('--', 'node', suite);
    expect(stderr).toContain('Audit of the record of workspace ws_demo: 6 requests, 0 events, 0 deliveries');
    expect(stderr).toContain('1 request of charges.create had no reference_id.');
  });

  it('judges what the command did before it stopped the emulator itself', async () => {
    const suite = script(
      'stops.mjs',
      `import { connectEmulator, sell } from './market.mjs';
      await sell(await connectEmulator(process.env.EMULATOR_URL), 1000);
      await fetch(process.env.EMULATOR_URL + '/_emulator/shutdown', { method: 'POST' });`,
    );
    const { stderr, exitCode } = await exec('--', 'node', suite);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('Audit of the record of workspace ws_demo: 2 requests, 0 events, 0 deliveries');
  });

  it('is told by emulators that tests start themselves, also where nothing stops them and their process is killed', async () => {
    const suite = script(
      'started.mjs',
      `import { sell, startEmulator } from './market.mjs';
      const emulator = await startEmulator({ freeze: true });
      await sell(emulator, 1000);
      await emulator.reset();
      await sell(emulator, 2000);
      const workspace = await emulator.workspaces.create();
      await sell(workspace, 3000);
      await workspace.trigger('payment.completed');
      process.kill(process.pid, 'SIGKILL');`,
    );
    const { stderr } = await exec('--', 'sh', '-c', `node ${suite}; node ${suite}; true`);
    expect(stderr).toMatch(/Audit of the record of 4 workspaces: 12 requests, 2 events, 0 deliveries/);
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/In ws_demo at http:\/\/127\.0\.0\.1:\d+: 1 request of charges.create/);
  });

  it('covers a vitest suite, whose tests get workspaces of its emulator', async () => {
    script(
      'sales.test.mjs',
      `import { expect } from 'vitest';
      import { emulatorTest } from '${projectFolder}/dist/vitest.js';
      import { sell } from './market.mjs';
      const test = emulatorTest({ freeze: true, clock: '2026-03-01T09:00:00Z', settle: 'manual', seed: 1 });
      const seen = [];
      for (const name of ['one', 'two']) {
        test(name, async ({ emulator, workspace }) => {
          await sell(workspace, 1200);
          seen.push(emulator.url, workspace.id);
          expect(emulator.url).toBe(process.env.EMULATOR_URL);
          expect((await workspace.clock.get()).now).toBe('2026-03-01T09:00:00.000Z');
          const { workspaces } = await workspace.status();
          expect(workspaces.find(({ id }) => id === workspace.id)).toMatchObject({ clock: 'frozen', settlement: 'manual' });
          await workspace.reset();
          expect((await workspace.clock.get()).now).toBe('2026-03-01T09:00:00.000Z');
          // It judges what its own file did, whatever others do meanwhile.
          expect((await emulator.audit()).recorded.map(({ workspace }) => workspace)).toEqual(seen.filter((_, at) => at % 2));
        });
      }
      const strict = emulatorTest({ strict: true });
      strict('what one emulator cannot be for some gets its own', async ({ emulator, workspace }) => {
        expect(emulator.url).not.toBe(process.env.EMULATOR_URL);
        expect((await workspace.api.post('/customers', { nmae: 'Ada' })).status).toBe(400);
      });`,
    );
    const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');
    const tests = ['node', vitest, 'run', '--testTimeout=60000', `--root=${folder.path}`, 'sales.test.mjs'];
    const { stdout, stderr, exitCode } = await exec('--', ...tests);
    expect({ stdout, stderr, exitCode }).toMatchObject({ exitCode: 0 });
    expect(stderr).toMatch(/Audit of the record of 3 workspaces: 5 requests/);
  });

  it('passes nothing where nothing was recorded, and says what to do', async () => {
    const { stderr, exitCode } = await exec('--junit', at('nothing.xml'), '--', 'true');
    expect(exitCode).toBe(5);
    expect(stderr).toContain('The record is empty, so no rule was tested.');
    expect(stderr.replace(/\s+/g, ' ')).toContain(
      'Nothing was recorded: make the application call the emulator at EMULATOR_URL',
    );
    expect(stderr).toContain('The record is empty, so no rule was tested.');
    expect(readFileSync(at('nothing.xml'), 'utf8')).toContain('<skipped message="inapplicable: Nothing was recorded.');
    expect((await exec('--allow-empty', '--', 'true')).exitCode).toBe(0);
    // What a fixture made is nothing that the application did.
    expect((await exec('--fixture', 'shop', '--', 'true')).exitCode).toBe(5);
    const other = await command(['exec', '--allow-empty', '--', 'true'], { cwd: folder.path });
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--allow-empty requires --audit') });
  });
});

describe('emulator audit -- COMMAND', () => {
  const trial = (...args: string[]) =>
    command(['audit', '--only', 'request/no-reference', ...args], { cwd: folder.path });

  it('passes nothing where nothing was recorded', async () => {
    const { stdout, exitCode } = await trial('--', 'true');
    expect(exitCode).toBe(5);
    expect(stdout).toContain('The record is empty, so no rule was tested.');
    expect((await trial('--allow-empty', '--', 'true')).exitCode).toBe(0);
  });

  it('judges what the command did elsewhere, and says that no adversity reaches it', async () => {
    const suite = script(
      'elsewhere.mjs',
      `import { connectEmulator, sell, startEmulator } from './market.mjs';
      await sell(await startEmulator(), 1000);
      const emulator = await connectEmulator(process.env.EMULATOR_URL);
      const workspace = await emulator.workspaces.create();
      await sell(workspace, 2000);
      process.exit();`,
    );
    const { stdout } = await trial('--', 'node', suite);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('2 requests went to emulators that the command itself started');
    expect(text).toContain('1 request of charges.create had no reference_id.');
    // The trial's own part of the rule saw nothing wrong in the workspace, and cannot say that nothing is.
    const { stdout: told } = await command(
      ['audit', '--json', '--quiet', '--only', 'answer-slow', '--', 'node', suite],
      {
        cwd: folder.path,
      },
    );
    const { rules } = JSON.parse(told) as Report;
    expect(rules.find(({ id }) => id === 'request/retry-with-new-reference')).toMatchObject({
      state: 'incomplete',
      because: expect.stringMatching(/^2 requests went to emulators that the command itself started/),
    });
  });

  /** Sells in workspaces that it makes and removes, or in one that it resets, and counts what it is told of there; `forgetful` knows no event again. */
  const stalls = () =>
    script(
      'stalls.mjs',
      `import { writeFileSync } from 'node:fs';
      import { createServer } from 'node:http';
      import { connectEmulator, sell } from './market.mjs';
      const emulator = await connectEmulator(process.env.EMULATOR_URL);
      const sold = [];
      for (const amount of [1000, 2000]) {
        const workspace = process.argv[3] === 'resets' ? emulator : await emulator.workspaces.create();
        if (workspace === emulator) await emulator.reset();
        const seen = new Set();
        let count = 0;
        let heard = 0;
        const server = createServer(async (request, response) => {
          const { id, type } = JSON.parse(await new Response(request).text());
          const isNews = process.argv[2] === 'forgetful' || !seen.has(id);
          seen.add(id);
          if (type === 'payment.completed' && isNews) count += 1;
          heard += 1;
          response.end();
        }).listen(0, '127.0.0.1');
        await new Promise((done) => server.once('listening', done));
        await fetch(emulator.url + '/_emulator/webhook-endpoints' + (workspace === emulator ? '' : '?workspace=' + workspace.id), {
          method: 'POST', headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port + '/' }),
        });
        await sell(workspace, amount);
        await workspace.settle();
        while (heard === 0) await new Promise((done) => setTimeout(done, 20));
        await workspace.settle();
        sold.push(count);
        server.close();
        if (workspace !== emulator) await workspace.remove();
      }
      writeFileSync('sold-' + process.env.EMULATOR_RUN + '.json', JSON.stringify({ sold }));
      process.exit();`,
    );

  it.each([
    ['that the command makes', 'makes'],
    ['that it resets', 'resets'],
  ])('brings its adversities into workspaces %s, and judges what comes of them there', async (_, where) => {
    const judged = async (how: string) => {
      const state = ['--state-command', 'cat sold-$EMULATOR_RUN.json'];
      const words = [
        'audit',
        '--json',
        '--quiet',
        '--only',
        'webhook-twice',
        ...state,
        '--',
        'node',
        stalls(),
        how,
        where,
      ];
      const { stdout, stderr } = await command(words, { cwd: folder.path });
      if (stdout === '') throw new Error(stderr);
      const { rules } = JSON.parse(stdout) as Report;
      return rules.find(({ id }) => id === 'webhook/effect-repeated')!;
    };
    const right = await judged('right');
    expect(right).toMatchObject({
      state: 'pass',
      tried: [{ adversity: 'webhook-twice', tried: ['payment.completed'] }],
    });
    const { state, findings } = await judged('forgetful');
    expect({ state, findings }).toMatchObject({
      state: 'violation',
      findings: [
        {
          adversity: 'webhook-twice',
          evidence: { state: [expect.stringMatching(/^sold\[…\]: 1 in the controls, 2 here/)] },
        },
      ],
    });
  });
});

describe('emulator audit', () => {
  let emulator: Running;
  const gone = 'ws_gone';
  beforeAll(async () => {
    emulator = await startEmulator(['--ephemeral', '--freeze']);
    const sale = script(
      'sale.mjs',
      `import { connectEmulator, sell } from './market.mjs';
      const emulator = await connectEmulator(process.env.EMULATOR_URL);
      await sell(emulator, 1000);
      const workspace = await emulator.workspaces.create({ id: 'ws_gone' });
      await sell(workspace, 2000);
      await workspace.remove();`,
    );
    await execa(process.execPath, [sale], { env: { EMULATOR_URL: emulator.url } });
  });
  afterAll(() => emulator.stop());

  it('judges all workspaces of a running emulator, and names each in its findings', async () => {
    const report = await emulator.json('audit', ...only);
    expect(new Ajv2020({ allErrors: true }).validate(schema(), report)).toBe(true);
    expect(report.recorded).toEqual([
      { workspace: gone, url: emulator.url, present: false, requests: 2, events: 0, deliveries: 0 },
      { workspace: 'ws_demo', url: emulator.url, present: true, requests: 2, events: 0, deliveries: 0 },
    ]);
    const { findings } = report.rules.find(({ id }: { id: string }) => id === 'request/no-reference');
    expect(findings.map(({ workspace }: { workspace: string }) => workspace)).toEqual([gone, 'ws_demo']);
  });

  it('is narrowed to one, which may be gone', async () => {
    const { stdout } = await emulator.run('audit', ...only, '--workspace', gone);
    expect(stdout).toContain('Audit of the record of workspace ws_gone: 2 requests');
    expect(stdout).toContain('emulator audit --workspace ws_gone --only request/no-reference');
    const { stderr, exitCode } = await emulator.run('audit', '--workspace', 'ws_gnoe');
    expect({ stderr, exitCode }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("'ws_gnoe'") });
  });
});

const schema = () => JSON.parse(readFileSync(join(projectFolder, 'audit-report.schema.json'), 'utf8'));

describe('the record', () => {
  it('is cut where it becomes too long, and says of how many calls', async () => {
    const sandbox = await createTestSandbox({ requestsKept: 2 });
    for (let count = 0; count < 40; count++) {
      const { body } = await sandbox.control.post<{ data: { id: string; keys: { secret: { test: string } } } }>(
        '/workspaces',
        {},
      );
      const { get } = sandbox.as(body.data.keys.secret.test);
      await get('/customers');
      await get('/products');
      await sandbox.control.delete(`/workspaces/${body.data.id}`);
    }
    const { weak } = lintReport(await readObservedRuns(createClient({ url: sandbox.url })));
    expect(weak[0]!.message).toBe(
      'Incomplete: the log has dropped 20 earlier requests, so the audit cannot find their problems.',
    );
    await sandbox.stop();
  });

  it('has what was asked before a snapshot beside what came after it was restored', async () => {
    const sandbox = await createTestSandbox();
    const { api, control, url } = sandbox;
    const order = { amount: 1_200, ...(await payer(sandbox)), reference_id: 'order-1' };
    const { body } = await api.post<{ data: { id: string } }>('/charges', order);
    await control.post('/clock', { advance: '2d' });
    // The application reads that it is paid: whoever knows of the read blames nobody for the fulfillment.
    await api.get(`/transactions/${body.data.id}`);
    await control.post('/snapshots', { name: 'paid' });
    for (let time = 0; time < 2; time++) {
      await api.post('/fulfillments', { transaction_id: body.data.id, status: 'shipped' });
      await control.post('/snapshots/paid/restore', {});
    }
    await api.post('/fulfillments', { transaction_id: body.data.id, status: 'shipped' });
    const { rules, recorded } = lintReport(await readObservedRuns(createClient({ url })), {
      selection: { only: ['async/fulfilled-early'] },
    });
    expect(rules).toMatchObject([{ state: 'pass' }]);
    expect(recorded).toMatchObject([{ workspace: 'ws_demo', requests: 6 }]);
    await sandbox.stop();
  });
});

describe('audit() of the programmatic API', () => {
  it('judges all workspaces of an emulator, and of a workspace its own', async () => {
    await using emulator = await startInProcess();
    const workspace = await emulator.workspaces.create();
    await workspace.api.get('/customers');
    await workspace.reset();
    await workspace.api.get('/products');
    const other = await emulator.workspaces.create();
    await other.api.get('/customers');
    const counts = async (of: { audit: typeof emulator.audit }) =>
      (await of.audit()).recorded?.map((each) => [each.workspace, each.requests]);
    expect(await counts(workspace)).toEqual([[workspace.id, 2]]);
    await workspace.remove();
    expect(await counts(emulator)).toEqual([
      [workspace.id, 2],
      [other.id, 1],
    ]);
    expect(await counts(other)).toEqual([[other.id, 1]]);
  });
});
