import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/audit/report/models.ts';
import { command, emulator, startProcess, temporaryFolder } from '../../cli/emulator.ts';
import { cashback } from '../../record/cashback.ts';
import { ensureBuilt, projectFolder } from '../../support/build.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const inFolder = (words: readonly string[]) => emulator(words, { cwd: folder.path });
const audit = (...words: string[]) =>
  command(['audit', '--json', ...words, '--', 'node', 'cashback.mjs'], { cwd: folder.path });

/** An audit that finds what shows under an adversity, and what the controls themselves show. */
let report: Report;
let told: string;
beforeAll(async () => {
  await ensureBuilt();
  writeFileSync(at('cashback.mjs'), cashback);
  const ran = await audit('--record', 'audit.html', '--only', 'webhook-twice,request/unknown-fields');
  expect(ran.exitCode, ran.stderr).toBe(5);
  report = JSON.parse(ran.stdout);
  told = ran.stderr;
  return () => folder.remove();
}, 180_000);

const findingOf = (rule: string) => report.rules.find(({ id }) => id === rule)!.findings[0]!;
/** How many refunds an emulator knows that goes on from a record. */
async function refundsAfter(...words: string[]) {
  const running = await startProcess(['--ephemeral', '--from', 'audit.html', ...words], { cwd: folder.path });
  try {
    const { data } = (await (await fetch(`${running.url}/_emulator/requests`)).json()) as { data: { path: string }[] };
    return { refunds: data.filter(({ path }) => path.endsWith('/refund')).length, said: running.errors.join('\n') };
  } finally {
    await running.stop();
  }
}

describe('audit --record', () => {
  it('names the record, its runs and the place of each finding in the report', () => {
    expect(report.record).toEqual({
      file: 'audit.html',
      runs: [
        { name: 'control', number: 1, adversity: null },
        { name: 'webhook-twice', number: expect.any(Number), adversity: 'webhook-twice' },
      ],
    });
    const { place, runs, evidence } = findingOf('webhook/effect-repeated');
    const second = evidence.requests.at(-1)!.id;
    expect(place).toEqual({
      run: 'webhook-twice',
      control: 'control',
      at: second,
      start: `npx payments-emulator start --ephemeral --from audit.html --run webhook-twice --at ${second} --webhooks keep`,
    });
    expect(runs).toContain(report.record!.runs[1]!.number);
    expect(findingOf('request/unknown-fields').place).toMatchObject({ run: 'control', control: null });
    expect(told).toContain(
      'The record in audit.html contains 2 runs. Open the file to see webhook-twice beside control.',
    );
    const schema = JSON.parse(readFileSync(join(projectFolder, 'audit-report.schema.json'), 'utf8'));
    const isReport = new Ajv2020({ strict: false }).compile(schema);
    expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
  });

  it('holds only the runs that findings show in, and tells of them', async () => {
    expect(statSync(at('audit.html')).size).toBeLessThan(2_000_000);
    const { stdout } = await inFolder(['record', 'show', 'audit.html']);
    expect(stdout).toMatch(
      /Its runs:\n {2}control {8}3 requests, .* ended with status 0\n {2}webhook-twice {2}4 requests/,
    );
    expect(stdout).toMatch(
      /error {2}webhook\/effect-repeated\n {2}A second refund of \$5\.00 .* was made\. .*\n {2}Shown by webhook-twice beside control: npx payments-emulator start .* --run webhook-twice --at req_/,
    );
    const { audit: all, runs } = JSON.parse((await inFolder(['--json', 'record', 'show', 'audit.html'])).stdout);
    expect(runs.map(({ name, head }: { name: string; head: object }) => [name, head])).toEqual([
      ['control', expect.objectContaining({ workspace: 'ws_demo' })],
      ['webhook-twice', expect.objectContaining({ workspace: 'ws_demo' })],
    ]);
    expect(all.findings.map(({ rule }: { rule: string }) => rule)).toEqual([
      'webhook/effect-repeated',
      'request/unknown-fields',
    ]);
    const one = await inFolder(['record', 'show', 'audit.html', '--run', 'webhook-twice']);
    expect(one.stdout).toMatch(/node cashback\.mjs\nended with status 0\n[\s\S]*4 requests/);
  });

  it('is gone back into: into the run that is named, or else into the first, which is said', async () => {
    const place = findingOf('webhook/effect-repeated').place!;
    const twice = await refundsAfter('--run', place.run, '--at', place.at!);
    expect(twice).toEqual({ refunds: 2, said: expect.not.stringContaining('runs') });
    const first = await refundsAfter();
    const remark = 'audit.html contains 2 runs; this is control. Choose another one with --run: webhook-twice.';
    expect(first).toEqual({ refunds: 1, said: expect.stringContaining(remark) });
    const back = (...words: string[]) => ['start', '--ephemeral', '--port', '0', '--from', 'audit.html', ...words];
    const wrong = await inFolder(back('--run', 'webhook-twic'));
    expect(wrong).toMatchObject({ exitCode: 2 });
    expect(wrong.stderr).toContain(
      "has no run 'webhook-twic'. Available runs: control, webhook-twice. Did you mean 'webhook-twice'?",
    );
    const elsewhere = await inFolder(back('--at', place.at!));
    expect(elsewhere.stderr).toContain(
      `the run control has no place '${place.at}'. The place exists in webhook-twice; add --run webhook-twice.`,
    );
  });

  it('has the control alone where nothing is found, and is not written where only failures are wanted', async () => {
    const found = await audit('--record', 'well.html', '--only', 'webhook-unknown');
    expect(found.exitCode, found.stderr).toBe(0);
    expect(found.stderr).toContain('The record in well.html contains control and shows no findings.');
    expect((await inFolder(['record', 'show', 'well.html'])).stdout).toContain('The runs have no findings.');
    const words = ['--record', 'none.html', '--record-when', 'failure', '--only', 'webhook-unknown'];
    const unwritten = JSON.parse((await audit(...words)).stdout);
    expect([unwritten.record, existsSync(at('none.html'))]).toEqual([null, false]);
  }, 180_000);

  it('has the run of a scenario that fails by itself', async () => {
    writeFileSync(at('fails.mjs'), "console.error('Error: no database'); process.exit(3);");
    const words = ['audit', '--record', 'failed.html', '--', 'node', 'fails.mjs'];
    const { exitCode, stderr } = await inFolder(words);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('The record is in failed.html.');
    const { stdout } = await inFolder(['record', 'show', 'failed.html', '--run', 'control']);
    expect(stdout).toContain('ended with status 3');
  });

  it('knows an unwritable path before the command runs, and what it is not for', async () => {
    const unwritable = await inFolder(['audit', '--record', 'no/run.html', '--', 'node', 'cashback.mjs']);
    expect(unwritable).toMatchObject({ exitCode: 2, stdout: '' });
    const running = await inFolder(['audit', '--record', 'run.html']);
    expect(running.stderr).toContain(
      "To save the run of a running emulator, use 'npx payments-emulator record save run.html'.",
    );
  });
});
