import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/audit/report/models.ts';
import { command, type Running, startEmulator, temporaryFolder } from '../cli/emulator.ts';
import { ensureBuilt, projectFolder } from '../support/build.ts';
import { call } from '../support/call.ts';
import { expectFile } from '../support/written-pages.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
let emulator: Running;
beforeAll(async () => {
  await ensureBuilt();
  emulator = await startEmulator();
  // An application that sends a misspelt field, charges without a reference, and hears of nothing.
  await emulator.run('post', '/customers', '-d', 'email=ada@example.com', '-d', 'fullname=Ada');
  const { data } = await emulator.json('trigger', 'payment.completed').then(() => emulator.json('get', '/customers'));
  await emulator.run('post', '/charges', '-d', 'amount=1200', '-d', `customer_id=${data[0].id}`);
});
afterAll(async () => {
  await emulator.stop();
  folder.remove();
});

const audit = (...args: string[]) =>
  command(['audit', ...args], {
    cwd: folder.path,
    env: { EMULATOR_URL: emulator.url, GITHUB_STEP_SUMMARY: at('summary.md') },
  });
const schema = join(projectFolder, 'audit-report.schema.json');

describe('emulator audit', () => {
  const readable = (stdout: string) =>
    stdout
      .replace(/req_\w+/g, 'req_1')
      .replace(/at \d{4}-\S+ \S+Z/g, 'at NOW')
      .replace(/cus_\w+/g, 'cus_1')
      .replace(/answered \{.*/, 'answered {…')
      .replace(/\d+ requests, \d+ events?/, 'N requests, N events');
  const fix = `  Fix          Look up the fields of POST /customers in the API description (npx payments-emulator
               openapi); replace each placeholder in a path with an id. Run tests with npx
               payments-emulator start --strict, which refuses unknown fields.
  Repeat with  npx payments-emulator audit --only request/unknown-fields`;
  const lint = `docs/audit.md has a section about each rule.
This is a lint: it judges what happened, and tries nothing. To try repeated, late, lost and forged webhooks, lost answers,
refusals and returned money (17 more rules): npx payments-emulator audit -- npm test`;
  const first = `Audit of the record of workspace ws_demo: N requests, N events, 0 deliveries

 1. note     customers.create was sent fullname, which the API does not read.
             (request/unknown-fields)

2 rules: 1 violated, 0 passed, 0 undecided, 1 not applicable

1. note  request/unknown-fields
`;

  it('prints a line for each violation and the counts, then evidence, fix and command, and what was not tested', async () => {
    const { stdout, stderr, exitCode } = await audit('--only', 'request/unknown-fields', '--only', 'webhook/slow');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(readable(stdout)).toBe(`${first}  customers.create was sent fullname, which the API does not read.
  Evidence     POST /api/v1/customers answered 201 (req_1)
${fix}

Not tested or undecided: 1 rule, by what you can do
  - No webhook was sent: add the address of the application: npx payments-emulator webhooks add URL,
    or --forward-to URL (webhook/slow)

--verbose shows all evidence, the reason of each rule and the output of failed runs.
${lint}`);
  });

  it('has the complete evidence, the reason and the source of each rule with --verbose', async () => {
    const { stdout } = await audit('--only', 'request/unknown-fields', '--only', 'webhook/slow', '--verbose');
    expect(readable(stdout)).toBe(`${first}  - customers.create was sent fullname, which the API does not read.
    └─ POST /api/v1/customers  req_1  answered 201 at NOW
       ├─ asked {"email":"ada@example.com","fullname":"Ada"}
       └─ answered {…
  Reason       The API ignores unknown fields: a misspelled field has no effect.
  Source       The body and query fields of each operation are listed; the API reads no others
               (specification, "Endpoints").
${fix}

Not tested or undecided: 1 rule, by what you can do
  - Add the address of the application: npx payments-emulator webhooks add URL, or --forward-to URL
    webhook/slow: No webhook was sent

${lint}`);
  });

  it('ends with 5 where a violation is as bad as --fail-on says', async () => {
    expect((await audit()).exitCode).toBe(0);
    expect((await audit('--fail-on', 'note')).exitCode).toBe(5);
    expect((await audit('--fail-on', 'note', '--skip', 'request/,webhook/', '--skip', 'async/')).exitCode).toBe(0);
  });

  it('prints one document that fits the published schema', async () => {
    await expectFile('audit-report.schema.json', `${JSON.stringify(reportSchema, null, 2)}\n`);
    const { stdout } = await audit('--json');
    const report = JSON.parse(stdout);
    const fits = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(readFileSync(schema, 'utf8')));
    fits(report);
    expect(fits.errors).toBeNull();
    const states = report.rules.map(({ state }: { state: string }) => state);
    for (const [state, count] of Object.entries(report.counts)) {
      expect(states.filter((each: string) => each === state)).toHaveLength(count as number);
    }
  });

  it('writes a case a rule for JUnit: failures, and skips with the reason', async () => {
    await audit('--junit', at('audit.xml'), '--fail-on', 'note');
    const xml = readFileSync(at('audit.xml'), 'utf8');
    expect(xml).toMatch(
      /<testcase classname="audit.request" name="request\/unknown-fields" time="0"><failure type="note" message="customers.create was sent fullname, which the API does not read.">/,
    );
    expect(xml).toMatch(
      /name="webhook\/slow" time="0"><skipped message="inapplicable: No webhook was sent. To test it: /,
    );
    await audit('--junit', at('audit.xml'));
    expect(readFileSync(at('audit.xml'), 'utf8')).toMatch(
      /name="request\/unknown-fields" time="0"><system-out>note request/,
    );
  });

  it('writes well-formed XML that its owner alone may read, whatever was sent', async () => {
    const odd = `a\uFFFFb\uD800c\uFFFE]]><&"`;
    writeFileSync(at('odd.json'), JSON.stringify({ email: 'odd@example.com', [odd]: odd }));
    await emulator.run('post', '/customers', '-d', `@${at('odd.json')}`);
    await audit('--junit', at('odd.xml'));
    const xml = readFileSync(at('odd.xml'), 'utf8');
    expect(xml).toContain('a�b�c�');
    expect(xml).not.toMatch(/[\uFFFE\uFFFF]/);
    expect(statSync(at('odd.xml')).mode & 0o777).toBe(0o600);
  });

  it('appends a table to the summary of a job', async () => {
    writeFileSync(at('summary.md'), '# before\n');
    await audit('--only', 'request/unknown-fields');
    expect(readFileSync(at('summary.md'), 'utf8')).toMatch(
      /^# before\n## Audit of the integration\n[\s\S]*\| note \| `request\/unknown-fields` \| customers.create was sent fullname/,
    );
  });

  it('lists its rules', async () => {
    const { stdout } = await audit('--list');
    expect(stdout).toMatch(/^webhook\/slow +warning +lint, trial +The endpoint takes more than half/m);
  });

  it('refuses a rule that there is not', async () => {
    expect(await audit('--only', 'webhook/slw')).toMatchObject({
      stderr: "emulator: There is no rule 'webhook/slw'. Did you mean 'webhook/slow'?",
      exitCode: 2,
    });
    expect((await audit('--fail-on', 'fatal')).exitCode).toBe(2);
  });
});

describe('a finding that somebody accepted', () => {
  const accept = (...accepted: object[]) =>
    writeFileSync(at('emulator.config.json'), JSON.stringify({ audit: { accept: accepted } }));

  it('is shown with the reason and fails nothing; one that is needed no more is told', async () => {
    accept(
      { rule: 'request/unknown-fields', where: 'customers.create', reason: 'sent for an older version' },
      { rule: 'request/no-reference', where: 'payouts.create', reason: 'none yet' },
    );
    const run = await audit('--fail-on', 'error', '--only', 'request/unknown-fields', '--only', 'request/no-reference');
    expect(run.stdout).toContain('Accepted\n  - request/unknown-fields at customers.create: sent for an older version');
    expect(run.stdout.replace(/\s+/g, ' ')).toContain(
      'Limit: The acceptance of request/no-reference at payouts.create (none yet) is no longer needed',
    );
    expect((await audit('--fail-on', 'note', '--only', 'request/unknown-fields')).exitCode).toBe(0);
  });

  it('needs a reason, and a rule that there is', async () => {
    accept({ rule: 'request/unknown-fields' });
    expect(await audit()).toMatchObject({
      stderr: 'emulator: emulator.config.json: audit.accept.0.reason is required.',
      exitCode: 2,
    });
    accept({ rule: 'request/unknown-fields', reason: ' \t' });
    expect(await audit()).toMatchObject({
      stderr: 'emulator: emulator.config.json: audit.accept.0.reason must not be blank.',
      exitCode: 2,
    });
    accept({ rule: 'request/unknown-field', reason: 'why not' });
    expect((await audit()).stderr).toBe(
      "emulator: emulator.config.json: audit.accept: There is no rule 'request/unknown-field'. Did you mean 'request/unknown-fields'?",
    );
    writeFileSync(at('emulator.config.json'), '{}');
  });
});

describe('emulator exec --audit', () => {
  const run = (args: string[]) => command(['exec', ...args], { cwd: folder.path });
  const script = `fetch(process.env.EMULATOR_API_BASE + '/customers', { method: 'POST', headers: { authorization: 'Bearer ' + process.env.EMULATOR_SECRET_KEY, 'content-type': 'application/json' }, body: '{"email":"ada@example.com","nmae":"Ada"}' }).then((answer) => process.exit(answer.status === 201 ? Number(process.argv[1] ?? 0) : 9))`;

  it('judges what the command did, beside its own output', async () => {
    const { stderr, exitCode } = await run(['--audit', '--fail-on', 'note', '--', 'node', '-e', script]);
    expect(stderr).toContain('customers.create was sent nmae, which the API does not read.');
    expect(stderr).toContain(
      "Repeat with  npx payments-emulator exec --audit --only request/unknown-fields -- node -e 'fetch(",
    );
    expect(exitCode).toBe(5);
  });

  it('leaves the status of a command that fails', async () => {
    const { stderr, exitCode } = await run(['--audit', '--fail-on', 'note', '--', 'node', '-e', script, '3']);
    expect(stderr).toContain('ended with status 3');
    expect(stderr).toContain('customers.create was sent nmae');
    expect(exitCode).toBe(3);
  });

  it('is asked for by --audit alone', async () => {
    expect(await run(['--fail-on', 'note', '--', 'true'])).toMatchObject({
      stderr: 'emulator: --fail-on requires --audit.',
      exitCode: 2,
    });
  });
});

describe('an outcome that a header asked for', () => {
  it('shows its request as injected, and blames nobody for the header', async () => {
    const send = (path: string, body: object, outcome: string) =>
      call(`${emulator.url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_test_demo',
          'content-type': 'application/json',
          'x-emulator-outcome': outcome,
        },
        body: JSON.stringify(body),
      });
    const card = {
      cc_number: '4000056655665556',
      cc_exp_month: '12',
      cc_exp_year: '2040',
      billing_postal_code: '62701',
    };
    const made = await send('/customers', { email: 'grace@example.com', ...card }, 'late');
    expect([made.status, made.headers.get('x-emulator-ignored')]).toEqual([201, 'X-Emulator-Outcome']);
    const customer_id = JSON.parse(made.text).data.id;
    const declined = await send('/charges', { amount: 900, customer_id, amuont: 900 }, 'decline cvc');
    expect(declined.status).toBe(402);
    const { stdout } = await audit('--verbose', '--only', 'request/unknown-fields');
    expect(stdout).toMatch(
      /POST \/api\/v1\/charges {2}req_\w+ {2}answered 402 .* \(injected fault: outcome decline cvc\)/,
    );
    expect(stdout).toContain('charges.create was sent amuont, which the API does not read.');
    expect(stdout).not.toContain('X-Emulator-Outcome');
  });
});

describe('a request of sixty unknown fields', () => {
  it('has at most 12 lines for a violation, however much was sent', async () => {
    const long = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`unknown_field_number_${at}`, 'x'.repeat(50)]),
    );
    writeFileSync(at('long.json'), JSON.stringify({ email: 'long@example.com', ...long }));
    await emulator.run('post', '/customers', '-d', `@${at('long.json')}`);
    const { stdout } = await audit();
    const sections = stdout.split('\n\n').filter((text) => /^\d+\. (error|warning|note) {2}/.test(text));
    expect(sections.length).toBeGreaterThan(0);
    for (const section of sections) expect(section.split('\n').length).toBeLessThanOrEqual(12);
  });
});
