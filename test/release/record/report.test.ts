import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emulator, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { ensureBuilt } from '../../support/build.ts';

/** Makes the calls that a test run makes: `mark TEXT`, `failed TEXT` and `refund`, each with a workspace if it has one. */
const program = `
const { EMULATOR_URL: url, EMULATOR_SECRET_KEY: key } = process.env;
const post = async (path, body) => {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};
const made = new Map();
for (const [what, text, name] of JSON.parse(process.argv[2])) {
  if (name !== undefined && !made.has(name)) made.set(name, (await post('/_emulator/workspaces', {})).data);
  const workspace = made.get(name);
  const at = workspace === undefined ? '' : '?workspace=' + workspace.id;
  if (what === 'refund') await post('/api/v1/transactions/' + text + '/refund', {});
  else await post('/_emulator/markers' + at, { text, failed: what === 'failed' });
}
process.exit(Number(process.argv[3] ?? 1));
`;

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(ensureBuilt);
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'run.mjs'), program);
});
afterEach(() => folder.remove());

type Call = [what: 'mark' | 'failed' | 'refund', text: string, workspace?: string];

const exec = (calls: readonly Call[], { words = [], status = 1, env = {} }: Partial<ExecOptions> = {}) =>
  emulator(['exec', '--record', 'run.html', ...words, '--', 'node', 'run.mjs', JSON.stringify(calls), String(status)], {
    cwd: folder.path,
    env,
  });
interface ExecOptions {
  words: string[];
  status: number;
  env: Record<string, string>;
}

/** Where the command that goes back begins, as the report names it. */
const placeIn = (report: string): string =>
  /to resume just before the failure: .* --at (.*) --webhooks keep$/m.exec(report)![1]!;

describe('the report of a command that failed', () => {
  it('names the test that failed first, not one that came before it or was refused something', async () => {
    const { stderr } = await exec([
      ['mark', 'is refused a refund'],
      ['refund', 'txn_none'],
      ['mark', 'refunds twice'],
      ['failed', 'refunds twice'],
      ['mark', 'refunds thrice'],
      ['failed', 'refunds thrice'],
    ]);
    expect(stderr).toMatch(/First failure: refunds twice\n/);
    expect(placeIn(stderr)).toBe("'refunds twice'");
  });

  it('names the first answer that was not 2xx where no test is told to have failed', async () => {
    const { stderr } = await exec([['refund', 'txn_none']]);
    expect(stderr).toMatch(/First failure: POST \/api\/v1\/transactions\/txn_none\/refund was answered 404: /);
    expect(placeIn(stderr)).toBe('start');
  });

  it('has a place that is there once, for tests of one name in workspaces that run side by side', async () => {
    const { stderr } = await exec([
      ['refund', 'txn_none'],
      ['mark', 'refunds twice', 'a'],
      ['mark', 'refunds twice', 'b'],
      ['failed', 'refunds twice', 'b'],
    ]);
    const place = placeIn(stderr);
    expect(place).toMatch(/^req_\w+$/);
    const words = ['--ephemeral', '--from', 'run.html', '--at', place];
    const running = await startProcess(words, { cwd: folder.path });
    await running.stop();
    const { stdout } = await emulator(['--json', 'record', 'show', 'run.html'], { cwd: folder.path });
    const { sections, failures } = JSON.parse(stdout).summary;
    expect(sections.map(({ failed }: { failed: boolean }) => failed)).toEqual([false, true]);
    expect(failures[1]).toMatchObject({ kind: 'request', section: null });
  });

  it('moves no cursor by the name of a test', async () => {
    const { stderr } = await exec([
      ['mark', '\u001b[2Jrefunds\ntwice'],
      ['failed', '\u001b[2Jrefunds\ntwice'],
    ]);
    expect(stderr).toContain('First failure: [2Jrefunds twice\n');
    expect(placeIn(stderr)).toBe('start');
  });

  it('ends with where the record is, also behind an audit', async () => {
    const { stderr } = await exec(
      [
        ['mark', 'refunds twice'],
        ['failed', 'refunds twice'],
      ],
      { words: ['--audit'] },
    );
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^emulator: to resume just before the failure: /);
  });

  it('is in the summary of the job, and no text of it is markup there', async () => {
    const env = { GITHUB_STEP_SUMMARY: join(folder.path, 'summary.md') };
    const calls: Call[] = [
      ['mark', '**<img src=x>** | twice'],
      ['failed', '**<img src=x>** | twice'],
      ['refund', 'txn_none'],
    ];
    await exec(calls, { env });
    const summary = readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8');
    expect(summary).toMatch(/^## Run record\n\n<code>run\.html<\/code> has 1 request, 0 events and 0 deliveries\.\n/);
    expect(summary).toContain(`npx payments-emulator start --ephemeral --from run.html --at '**<img src=x>** | twice'`);
    expect(summary).toMatch(/\n- test: &#42;.*\n- request: POST \/api/);
    expect(summary.replace(/```sh\n.*\n```/, '')).not.toMatch(/<img|\|/);
  });
});

it('the report of a command that succeeded names the record alone', async () => {
  const env = { GITHUB_STEP_SUMMARY: join(folder.path, 'summary.md') };
  writeFileSync(env.GITHUB_STEP_SUMMARY, '');
  const { stderr } = await exec([['refund', 'txn_none']], { status: 0, env });
  expect(stderr).toBe('emulator: the record is in run.html.');
  expect(readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8')).toBe('');
});

it.each([
  ['a folder', 'out/', /--record out\/ is a folder. Specify a file in the folder, such as out\/run\.html$/],
  ['a device', '/dev/null', /--record \/dev\/null is not a regular file. Specify a regular file, such as run\.html\.$/],
  [
    'a place below a file',
    'run.mjs/run.html',
    /--record run\.mjs\/run\.html cannot be written, because the folder run\.mjs does not exist\.$/,
  ],
])('%s is not a place for a record, which is known before the command runs', async (_, file, message) => {
  mkdirSync(join(folder.path, 'out'));
  const words = ['exec', '--record', file, '--', 'node', '-e', 'console.log("ran")'];
  const { exitCode, stdout, stderr } = await emulator(words, { cwd: folder.path });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(message);
});
