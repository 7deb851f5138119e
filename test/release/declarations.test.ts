import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { environmentIn } from '../support/project.ts';
import { ProjectCopy, sliceExamples } from '../support/project-copy.ts';
import { attach } from '../tui/harness.ts';

/** The first slice that CONTRIBUTING shows. */
const example = sliceExamples[0]!;
const { place, text: coupon } = example;

/** The quick tests that go through all slices, and through what is told of them. */
const testsOfAll = [
  'architecture',
  'client-contract',
  'contract',
  'contract-answers',
  'coverage',
  'fixtures',
  'http/authentication',
  'http/idempotency',
  'interface-words',
  'lifecycles',
  'manual',
  'pages/docs',
  'validation/validator',
].map((name) => `test/${name}.test.ts`);

let copy: ProjectCopy;
beforeAll(() => {
  copy = new ProjectCopy();
  copy.addSlice(example, 'coupon', 'customer');
});
afterAll(() => copy.remove());

describe('the slice that CONTRIBUTING shows', () => {
  it('is not loaded without its job and its refusal in the lists, and one line names them', async () => {
    copy.write(place, coupon.replace('jobs: [expireCoupon],', 'jobs: [],').replace('refuses: [codeTaken],', ''));
    await expect(copy.generate()).rejects.toThrow(
      "The declarations are inconsistent: no slice lists the job coupon.expire in its 'jobs'; " +
        "no operation lists the refusal 409 code_taken: add it to 'refuses' in every operation that throws it.",
    );
    copy.write(place, coupon);
  });

  it('is not loaded without an example, and the error is one line that names its folder', async () => {
    copy.write(place, coupon.replace("example: { body: { code: 'SUMMER', percent_off: 10 } },", ''));
    const { stderr } = await copy.generate().then(
      () => ({ stderr: '' }),
      (error: { stderr: string }) => error,
    );
    expect(stderr).toBe(
      'The declarations are inconsistent: the operation coupons.create has no example (src/payments/resources/coupon/).',
    );
    copy.write(place, coupon);
  });

  it('is served, triggered, described and listed, and fixtures know it', async () => {
    await copy.build();
    const fixture = {
      workspaces: [
        {
          id: 'ws_demo',
          settings: { gateway: 'debit_payouts' },
          keys: [{ key: 'sk_test_demo' }],
          objects: { test: { coupons: { summer: { code: 'SUMMER', percent_off: 10 } } } },
        },
      ],
    };
    copy.write('coupons.json', JSON.stringify(fixture));
    expect(await copy.run('play.mjs', play)).toEqual({
      listed: ['SUMMER'],
      made: { object: 'coupon', status: 'active', code: 'AUTUMN', percent_off: 20 },
      refused: [400, 'parameter_invalid', 'percent_off'],
      taken: [409, 'idempotency_error', 'code_taken', 'code'],
      codes: { 409: ['idempotency_key_reused', 'request_in_progress', 'code_taken'] },
      expired: { coupon_id: expect.stringMatching(/^cpn_/), code: 'DEMO-2' },
      afterMonth: ['expired', 'expired', 'expired'],
      described: ['coupons.create', 'coupons.list', 'coupons.get', 'webhook_coupon_expired'],
      title: 'Coupons',
      rows: [
        ['DEMO-2', '10 % off', []],
        ['AUTUMN', '20 % off', ['coupon.expire']],
        ['SUMMER', '10 % off', ['coupon.expire']],
      ],
    });
  });

  it('has a list with its move and the key of it in the dashboard', async () => {
    const served = await serveCopy();
    const dashboard = attach(served.url);
    try {
      await dashboard.until('The log is empty');
      await dashboard.press('+', 'left', 'left');
      await dashboard.until(/‹Coupons 1›(.|\n)*▌ .*cpn_\w+…? +active +SUMMER +10 % off/);
      await dashboard.until('f expire');
      await dashboard.press('f');
      await dashboard.until(/expire coupon cpn_\w+…?(.|\n)*its time is over: active → expired/);
      await dashboard.press('enter');
      await dashboard.until(/▌ .*cpn_\w+…? +expired/);
    } finally {
      await dashboard.close();
      await served.stop();
    }
  });

  it('has a list with its moves and its way through its states in the inspector', async () => {
    copy.take('dist/browser');
    const browser = await openBrowser();
    if (browser === null) return;
    const served = await serveCopy();
    try {
      const { page, faults } = await browser.visit();
      await page.goto(`${served.url}/inspector#/more?kind=coupon`);
      await page.getByRole('tab', { name: 'Coupons', selected: true }).waitFor();
      const row = page.locator('.grid-space [role=row]').filter({ hasText: /SUMMER.*10 % off/s });
      await row.click();
      const life = page.locator('.life');
      await life.waitFor();
      expect(await life.getAttribute('aria-label')).toBe('Current state: active. History: made, active.');
      expect(await life.locator('.is-legal').count()).toBeGreaterThan(0);
      await page.getByRole('toolbar').getByRole('button', { name: 'expire' }).click();
      await page
        .getByRole('dialog', { name: /^expire coupon/ })
        .getByText('its time is over: active → expired')
        .waitFor();
      await page.keyboard.press('Enter');
      await row.filter({ hasText: 'expired' }).waitFor();
      await life.locator('.is-now[data-state=expired]').waitFor();
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      await served.stop();
    }
  });

  it('passes the formatter, the linter and the tests of all slices, with its line in the registry alone', async () => {
    copy.take('test', 'docs', 'bench', 'examples', 'README.md', 'CONTRIBUTING.md', 'biome.json', '.gitignore');
    copy.take('vitest.config.ts', 'dist/browser', 'fixture.schema.json', 'emulator.config.schema.json');
    // Whoever adds a slice has tables and diagrams written, too. No later run has this folder's compiled sources.
    const uncached = '--experimental.fsModuleCache=false';
    const options = { cwd: copy.folder, env: environmentIn(copy.folder), extendEnv: false, all: true } as const;
    await execa('biome', ['check', '--error-on-warnings', place, 'src/payments/resources/registry.ts'], options);
    await execa('vitest', ['run', '--project=main', '--maxWorkers=1', uncached, '-u', ...testsOfAll], options);
    expect(copy.read('docs/reference.md')).toContain('| `coupon.expired` | the time of a coupon is over |');
    expect(copy.read('docs/fixtures.md')).toContain('| `coupons` | `POST /coupons` |');
    expect(copy.read('docs/questions.md')).toContain('`POST /coupons`');
    expect(copy.read('test/diagrams/coupon.txt')).toContain('active');
  });
});

/** Runs an emulator of the copy, with the coupon of its fixture. */
async function serveCopy(): Promise<{ url: string; stop: () => Promise<unknown> }> {
  copy.write('serve.mjs', serve);
  const served = execa('node', [copy.at('serve.mjs')], { cwd: copy.folder, stdin: 'pipe' });
  const { value: url } = await served.iterable()[Symbol.asyncIterator]().next();
  const stop = (): Promise<unknown> => {
    served.stdin.end();
    return served;
  };
  return { url: url!, stop };
}

/** Serves the copy at the address that it prints, until its input ends. */
const serve = `
import { once } from 'node:events';
import { startEmulator } from './dist/index.js';
const emulator = await startEmulator({ fixture: './coupons.json', freeze: true });
console.log(emulator.url);
await once(process.stdin.resume(), 'end');
await emulator.stop();
`;

/** Uses the copy as a test of a user's would. */
const play = `
import { startEmulator } from './dist/index.js';
const emulator = await startEmulator({ fixture: './coupons.json', freeze: true });
const { api } = emulator;
const made = (await api.post('/coupons', { code: 'AUTUMN', percent_off: 20 })).body.data;
const bad = await api.post('/coupons', { code: 'X', percent_off: 200 });
const again = await api.post('/coupons', { code: 'AUTUMN', percent_off: 30 });
const listed = (await api.get('/coupons')).body.data.slice(1).map(({ code }) => code);
await emulator.trigger('coupon.expired');
const { data: expired } = await emulator.events.waitFor('coupon.expired');
const control = async (path) => (await fetch(emulator.url + '/_emulator' + path)).json();
const document = await (await fetch(emulator.url + '/openapi.json')).json();
const kinds = (await control('/kinds')).data;
const { objects } = (await control('/objects?kind=coupon')).data;
await emulator.clock.advance('31d');
const after = (await api.get('/coupons')).body.data;
const { object, status, code, percent_off } = made;
console.log(JSON.stringify({
  listed,
  made: { object, status, code, percent_off },
  refused: [bad.status, bad.body.code, bad.body.param],
  taken: [again.status, again.body.type, again.body.code, again.body.param],
  codes: { 409: document.paths['/coupons'].post['x-codes'][409] },
  expired,
  afterMonth: after.map((each) => each.status),
  described: [
    document.paths['/coupons'].post.operationId,
    document.paths['/coupons'].get.operationId,
    document.paths['/coupons/{id}'].get.operationId,
    document.webhooks['coupon.expired'].post.operationId,
  ],
  title: kinds.find(({ name }) => name === 'coupon').title,
  rows: objects.map(({ who, what, moves }) => [who.text, what.text, moves]),
}));
await emulator.stop();
`;
