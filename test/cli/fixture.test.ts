import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../support/build.ts';
import { command, type Running, startEmulator, temporaryFolder } from './emulator.ts';

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
beforeAll(ensureBuilt, 60_000);
afterAll(() => folder.remove());

async function withEmulator<A>(args: string[], work: (running: Running) => Promise<A>): Promise<A> {
  const running = await startEmulator(['--ephemeral', ...args], { cwd: folder.path });
  try {
    return await work(running);
  } finally {
    await running.stop();
  }
}

describe('emulator fixture check', () => {
  it('says that a good file is good, without an emulator', async () => {
    writeFileSync(at('good.yaml'), 'workspaces: [{ id: ws_a, settings: { gateway: gateway_a } }]');
    expect(await command(['fixture', 'check', 'good.yaml'], { cwd: folder.path })).toEqual({
      stdout: 'good.yaml is a valid fixture for ws_a.',
      stderr: '',
      exitCode: 0,
    });
  });

  it('lists everything that is wrong with its line, column, place, reason and a suggestion, and ends with 2', async () => {
    writeFileSync(
      at('bad.yaml'),
      [
        'workspaces:',
        '  - id: ws_a',
        '    settings: { gatewai: gateway_a }',
        '    objects:',
        '      test:',
        '        customers:',
        '          alice: { email: a@example.com, fist_name: Alice }',
        '        transactions:',
        '          one: { customer_id: $alcie, amount: 100, then: refnd }',
      ].join('\n'),
    );
    const { stdout, exitCode } = await command(['fixture', 'check', 'bad.yaml'], { cwd: folder.path });
    expect(exitCode).toBe(2);
    expect(stdout.split('\n')).toEqual([
      'bad.yaml has 4 problems:',
      "  bad.yaml:3:17, workspaces.0.settings: there is no field 'gatewai'. Did you mean 'gateway'?",
      "  bad.yaml:7:42, workspaces.0.objects.test.customers.alice: there is no field 'fist_name'. Did you mean 'first_name'?",
      "  bad.yaml:9:31, workspaces.0.objects.test.transactions.one.customer_id: customers contains no object '$alcie'. Did you mean '$alice'?",
      "  bad.yaml:9:58, workspaces.0.objects.test.transactions.one.then: 'refnd' is not a move. Did you mean 'refund'?",
    ]);
    const told = await command(['--json', 'fixture', 'check', 'bad.yaml'], { cwd: folder.path });
    expect(JSON.parse(told.stdout)).toMatchObject({
      valid: false,
      problems: [
        { line: 3, column: 17, path: 'workspaces.0.settings', suggestion: 'gateway' },
        { line: 7, column: 42, path: 'workspaces.0.objects.test.customers.alice', suggestion: 'first_name' },
        { line: 9 },
        { line: 9 },
      ],
    });
  });

  it('lists in one run what is wrong in form, in reference, in amount, and what the API would refuse', async () => {
    const customer = "billing_postal_code: '62701', billing_country: US, card: visa_debit";
    writeFileSync(
      at('worse.yaml'),
      [
        'workspaces:',
        '  - id: ws_a',
        '    settings: { gateway: debit_payouts }',
        '    keys: [{ key: sk_tst_a }, { key: sk_test_b }, { key: sk_test_b }]',
        '    endpoints:',
        "      - { url: 'http://127.0.0.1:9/', evnts: ['payout.paid'] }",
        "      - { url: 'http://127.0.0.1:9/', events: ['payout.payed'] }",
        '    faults: [{ on: delivry, kind: drop }]',
        '    objects:',
        '      test:',
        '        customers:',
        `          alice: { email: alice@example.com, fist_name: Alice, ${customer} }`,
        `          bob: { email: bob@example.com, ${customer} }`,
        '        transactions:',
        '          one: { customer_id: $alice, amount: 20000, at: -3d }',
        '          two: { customer_id: $alcie, amount: -5, at: -3x }',
        '          three: { customer_id: $bob, amount: 100, at: -3d, then: { move: refund, amount: 500 } }',
        '        payouts:',
        '          lacking: { customer_id: $bob, amount: 4200 }',
        '          huge: { customer_id: $bob, amount: 999999999 }',
        '  - id: ws_a',
        '    settings: { gateway: gateway_x }',
      ].join('\n'),
    );
    const { stdout, exitCode } = await command(['fixture', 'check', 'worse.yaml'], { cwd: folder.path });
    expect(exitCode).toBe(2);
    const objects = 'workspaces.0.objects.test';
    const lines = stdout.split('\n').map((line) => line.replace(/ \(at .*$/, '').replace(/\S*txn_\w+/, 'it'));
    expect(lines).toEqual([
      'worse.yaml has 13 problems:',
      '  worse.yaml:4:19, workspaces.0.keys.0.key: must be sk or pk, test or live, and up to 60 letters and digits, such as sk_test_shop or pk_live_shop.',
      '  worse.yaml:4:58, workspaces.0.keys.2.key: sk_test_b appears twice.',
      "  worse.yaml:6:39, workspaces.0.endpoints.0: there is no field 'evnts'. Did you mean 'events'?",
      "  worse.yaml:7:47, workspaces.0.endpoints.1.events: 'payout.payed' is not an event type. Did you mean 'payout.paid'?",
      "  worse.yaml:8:20, workspaces.0.faults.0.on: There is no operation 'delivry'. Did you mean 'delivery'?",
      `  worse.yaml:12:46, ${objects}.customers.alice: there is no field 'fist_name'. Did you mean 'first_name'?`,
      `  worse.yaml:16:31, ${objects}.transactions.two.customer_id: customers contains no object '$alcie'. Did you mean '$alice'?`,
      `  worse.yaml:16:47, ${objects}.transactions.two.amount: must be a whole number of cents of at least 1, such as 1250, not -5.`,
      expect.stringContaining(`  worse.yaml:16:55, ${objects}.transactions.two.at: '-3x' is not a time`),
      `  worse.yaml:17:67, ${objects}.transactions.three.then: Only 100 cents of it can still be refunded`,
      `  worse.yaml:20:46, ${objects}.payouts.huge.amount: amount must be at most 99999999 cents`,
      '  worse.yaml:21:9, workspaces.1.id: ws_a appears twice.',
      expect.stringContaining('  worse.yaml:22:26, workspaces.1.settings.gateway: must be one of gateway_a'),
    ]);
  });

  it.each([
    [
      'twice.json',
      '{\n  "workspaces": [\n    { "id": "ws_a", "name": "A", "id": "ws_b" }\n  ]\n}\n',
      'twice.json:3:34 has the key "id" twice.',
    ],
    [
      'deep.json',
      `{"workspaces":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'deep.json is nested more than 64 levels deep.',
    ],
    ['deep.yaml', `workspaces: ${'['.repeat(50_000)}`, /^deep\.yaml:1:\d+ is nested more than 64 levels deep.$/],
    ['dashes.yaml', `${'- '.repeat(20_000)}x`, /^dashes\.yaml:1:\d+ is nested more than 64 levels deep.$/],
    [
      'levels.yaml',
      `workspaces: ${'['.repeat(64)}${']'.repeat(64)}`,
      'levels.yaml:1:76 is nested more than 64 levels deep.',
    ],
    ['twice.yaml', 'workspaces: []\nworkspaces: []\n', 'twice.yaml:2:1 has the key "workspaces" twice.'],
  ])('names the file and the fault of %s', async (name, text, problem) => {
    writeFileSync(join(folder.path, name), text);
    const { stdout, exitCode } = await command(['fixture', 'check', name], { cwd: folder.path });
    const [first] = stdout.split('\n');
    expect({ exitCode, first }).toEqual({
      exitCode: 2,
      first: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });

  it('says of several refused objects of one definition what is wrong once, and nothing of what only follows', async () => {
    writeFileSync(
      at('follows.yaml'),
      [
        'workspaces:',
        '  - id: ws_a',
        '    settings: { gateway: gateway_a }',
        '    objects:',
        '      test:',
        '        customers:',
        '          buyers: { email: "b{n}@example.com", billing_postal_code: "62701", billing_country: US, card: visa_debit, count: 3 }',
        '        transactions:',
        '          big: { customer_id: $buyers, amount: 100000000, count: 5, at: -3d, then: refund }',
        '        disputes:',
        '          late: { transaction_id: $big.2 }',
        '        payment_methods:',
        '          other: { customer_id: $buyers.1, card: visa_debt }',
      ].join('\n'),
    );
    const { stdout } = await command(['fixture', 'check', 'follows.yaml'], { cwd: folder.path });
    expect(stdout.split('\n')).toEqual([
      'follows.yaml has 2 problems:',
      expect.stringMatching(
        /^ {2}follows\.yaml:9:48, workspaces\.0\.objects\.test\.transactions\.big\.amount: big\.1: amount must be at most 99999999 cents \(at \S+\)\.$/,
      ),
      expect.stringMatching(
        /\.payment_methods\.other\.card: 'visa_debt' is not a test card name\. Did you mean 'visa_debit'\?/,
      ),
    ]);
  });

  it.each([
    ['[]', ['the top level: must be an object, not an empty array.']],
    ['null', ['the top level: must be an object, not null.']],
    ['{"workspaces": {}}', ['workspaces: must be an array, not an object.']],
    [
      '{"workspaces": [null, {"id": 5}, {"id": "ws_a", "settings": null, "objects": null, "data": 7, "keys": [3]}]}',
      [
        'workspaces.0: must be an object, not null.',
        "workspaces.1: the field 'settings' is missing.",
        'workspaces.1.id: must be a string, not 5.',
        'workspaces.2.settings: must be an object, not null.',
        'workspaces.2.objects: must be an object, not null.',
        'workspaces.2.data: must be an object, not 7.',
        'workspaces.2.keys.0: must be an object, not 3.',
      ],
    ],
  ])('finds nothing but what is there in a file that is not a fixture: %s', async (text, says) => {
    writeFileSync(at('odd.json'), text);
    const { stdout } = await command(['--json', 'fixture', 'check', 'odd.json'], { cwd: folder.path });
    const { problems } = JSON.parse(stdout) as { problems: { path: string; reason: string }[] };
    expect(problems.map(({ path, reason }) => `${path}: ${reason}.`)).toEqual(says);
  });

  it('runs the file to the end, so that what the API would refuse is found at its line', async () => {
    writeFileSync(
      at('late.json'),
      JSON.stringify(
        {
          workspaces: [
            {
              id: 'ws_a',
              settings: { gateway: 'debit_payouts' },
              objects: {
                test: {
                  customers: { alice: { email: 'a@example.com', billing_postal_code: '62701', card: 'visa_debit' } },
                  payouts: { one: { customer_id: '$alice', amount: 4200 } },
                },
              },
            },
          ],
        },
        null,
        1,
      ),
    );
    const { stdout, exitCode } = await command(['fixture', 'check', 'late.json'], { cwd: folder.path });
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(
      /^late\.json:20:18, workspaces\.0\.objects\.test\.payouts\.one\.amount: The available balance/,
    );
  });

  it.each([
    [
      { rules: [{ when: { operation: 'charges.creat' }, then: { kind: 'fail' } }] },
      "rules.0.when.operation: There is no operation 'charges.creat'. Did you mean 'charges.create'?",
    ],
    [
      { rules: [{ when: { rail: 'wire' }, then: { kind: 'fail' } }] },
      'rules.0.when.rail: when.rail must be one of card',
    ],
    [{ rules: [{ then: { kind: 'explode' } }] }, 'rules.0.then.kind: then.kind must be one of decline'],
    [
      { faults: [{ on: 'delivery', kind: 'rate_limit' }] },
      'faults.0.kind: The kind of a fault on deliveries must be one of drop',
    ],
    [{ faults: [{ on: 'POST /chargs', kind: 'latency' }] }, "faults.0.on: There is no operation 'POST /chargs'"],
    [
      { endpoints: [{ url: 'http://127.0.0.1:9/', events: ['payout.payed'] }] },
      "endpoints.0.events: 'payout.payed' is not an event type. Did you mean 'payout.paid'?",
    ],
    [
      { keys: [{ key: 'sk_tst_a' }] },
      'keys.0.key: must be sk or pk, test or live, and up to 60 letters and digits, such as sk_test_shop or pk_live_shop.',
    ],
  ])('says where a rule, a fault, an endpoint or a key is wrong: %j', async (part, says) => {
    const workspace = { id: 'ws_a', settings: {}, ...part };
    writeFileSync(at('part.json'), JSON.stringify({ workspaces: [workspace] }, null, 1));
    const { stdout, exitCode } = await command(['fixture', 'check', 'part.json'], { cwd: folder.path });
    expect(exitCode).toBe(2);
    // Below the lines that open the file and the workspace.
    expect(Number(/^part\.json:(\d+):/.exec(stdout)?.[1])).toBeGreaterThan(5);
    expect(stdout).toContain(`workspaces.0.${says}`);
  });

  it('takes the name of a bundled one, as everything that takes a fixture does', async () => {
    const { stdout, exitCode } = await command(['fixture', 'check', 'shop'], { cwd: folder.path });
    expect({ stdout, exitCode }).toEqual({
      stdout: expect.stringMatching(/^shop is a valid fixture for ws_demo/),
      exitCode: 0,
    });
  });

  it('is wrong usage for a file that is not there', async () => {
    const { stderr, exitCode } = await command(['fixture', 'check', 'nowhere.yaml'], { cwd: folder.path });
    expect({ stderr, exitCode }).toEqual({
      stderr: 'emulator: There is no fixture file at nowhere.yaml.',
      exitCode: 2,
    });
    const misspelt = await command(['fixture', 'check', 'shpo'], { cwd: folder.path });
    expect(misspelt.stderr).toContain('did you mean shop?');
  });
});

describe('emulator fixture', () => {
  it('lists what is bundled', async () => {
    const { stdout } = await command(['--json', 'fixture', 'list']);
    const names = JSON.parse(stdout).data.map(({ name, about }: { name: string; about: string }) => [
      name,
      about !== '',
    ]);
    expect(names).toEqual(['ci', 'default', 'empty', 'marketplace', 'shop'].map((name) => [name, true]));
  });

  it('loads a file from where the command is called', () =>
    withEmulator([], async ({ run, json }) => {
      writeFileSync(at('mine.yaml'), 'workspaces: [{ id: ws_mine, settings: {}, keys: [{ key: sk_test_mine }] }]');
      const { stdout } = await run('fixture', 'load', 'mine.yaml');
      expect(stdout).toBe('ws_mine was made.');
      expect((await run('fixture', 'load', 'shop')).stdout).toBe('ws_demo was replaced.');
      expect((await json('get', '/products')).data.length).toBe(6);
      expect((await run('fixture', 'load', 'shoop')).stderr).toMatch(
        /There is no fixture file at shoop .*did you mean shop\?/,
      );
      for (const words of [
        ['fixture', 'load', 'nowhere.yaml'],
        ['fixture', 'check', 'nowhere.yaml'],
        ['workspaces', 'add', '--fixture', 'nowhere.yaml'],
      ]) {
        const { stderr, exitCode } = await run(...words);
        expect({ stderr, exitCode }).toEqual({
          stderr: 'emulator: There is no fixture file at nowhere.yaml.',
          exitCode: 2,
        });
      }
      expect(await run('exec', '--fixture', 'nowhere.yaml', '--', 'true')).toMatchObject({
        stderr: 'emulator: --fixture: There is no fixture file at nowhere.yaml.',
        exitCode: 2,
      });
    }));

  it('takes the bundled one where a file or a folder has its name, and says so of a file', async () => {
    const cwd = at('shadowed');
    mkdirSync(join(cwd, 'shop'), { recursive: true });
    const workspace = { id: 'ws_mine', settings: {}, keys: [{ key: 'sk_test_mine' }] };
    writeFileSync(join(cwd, 'ci'), JSON.stringify({ workspaces: [workspace] }));
    const note = 'Using the bundled fixture ci. To load the file with that name, use ./ci.';
    const startIn = (fixture: string) => startEmulator(['--ephemeral', '--fixture', fixture], { cwd });
    const inFolder = await startIn('shop');
    expect((await inFolder.json('get', '/products')).data.length).toBe(6);
    expect(inFolder.errors.join('\n')).not.toContain('bundled fixture');
    for (const words of [
      ['fixture', 'load', 'ci'],
      ['fixture', 'check', 'ci'],
      ['workspaces', 'add', '--fixture', 'ci'],
    ])
      expect(await inFolder.run(...words)).toMatchObject({ exitCode: 0, stderr: note });
    expect((await inFolder.run('fixture', 'load', './ci')).stdout).toBe('ws_mine was made.');
    await inFolder.stop();
    const named = await startIn('ci');
    await expect.poll(() => named.errors).toContain(note);
    expect((await named.json('workspaces')).data[0].id).not.toBe('ws_mine');
    await named.stop();
    const mine = await startIn('./ci');
    expect((await mine.json('workspaces')).data.map(({ id }: { id: string }) => id)).toEqual(['ws_mine']);
    await mine.stop();
  });

  it('ends with 2 where a fixture is bad, by whatever command, and whoever finds the fault', () =>
    withEmulator([], async ({ run }) => {
      const beginning = 'workspaces: [{ id: ws_bad, settings: { gateway: debit_payouts }';
      writeFileSync(at('form.yaml'), `${beginning}, nonsense: 1 }]`);
      const product = '{ name: Mug, price: 100, track_inventory: true, stock_quantity: 0 }';
      const customer = '{ email: a@example.com, card: visa_debit }';
      const transaction = '{ customer_id: $a, product_id: $mug }';
      const objects = `products: { mug: ${product} }, customers: { a: ${customer} }, transactions: { one: ${transaction} }`;
      writeFileSync(at('stock.yaml'), `${beginning}, objects: { test: { ${objects} } } }]`);
      for (const [file, reason] of [
        ['form.yaml', "there is no field 'nonsense'"],
        ['stock.yaml', 'Mug is out of stock'],
      ] as const) {
        for (const words of [
          ['fixture', 'load', file],
          ['fixture', 'check', file],
          ['workspaces', 'add', '--fixture', file],
          ['start', '--ephemeral', '--port', '0', '--fixture', file],
          ['exec', '--fixture', file, '--', 'true'],
        ]) {
          const { stdout, stderr, exitCode } = await run(...words);
          expect({ words, exitCode }).toEqual({ words, exitCode: 2 });
          expect(stdout + stderr).toContain(reason);
        }
      }
    }));

  it('is a regular file of at most 16 MB, wherever it lies: what may never end is not read', () =>
    withEmulator([], async ({ run }) => {
      await execa('mkfifo', [at('pipe.yaml')]);
      writeFileSync(at('large.json'), Buffer.alloc(16 * 1024 * 1024 + 1, ' '));
      for (const [file, reason] of [
        [at('pipe.yaml'), 'is not a regular file'],
        ['/dev/zero', 'is not a regular file'],
        [at('large.json'), 'has 16777217 bytes; the maximum is 16777216 bytes (16 MB)'],
      ] as const) {
        for (const words of [
          ['fixture', 'load', file],
          ['fixture', 'check', file],
          ['workspaces', 'add', '--fixture', file],
          ['exec', '--fixture', file, '--', 'true'],
        ]) {
          const { stderr, exitCode } = await run(...words);
          expect({ words, stderr }).toEqual({ words, stderr: `emulator: ${file} ${reason}.` });
          expect(exitCode).not.toBe(0);
        }
      }
    }));

  it.each(['json', 'yaml'])(
    'saves a state that loads and saves to the same bytes: %s',
    async (extension) => {
      const [first, second] = [at(`first.${extension}`), at(`second.${extension}`)];
      await withEmulator(['--fixture', 'marketplace', '--seed', '5'], async ({ run }) => {
        await run('trigger', 'payout.returned', '--code', 'R03');
        await run('outcomes', 'add', 'decline', '--amount', '777');
        await run('faults', 'add', 'unavailable', '--on', 'POST /charges', '--times', '1');
        await run('faults', 'add', 'status', '--on', 'balance.get', '--probability', '0.05', '--body', '{"down": 1.0}');
        await run('webhooks', 'add', 'http://127.0.0.1:9/hook');
        await run('webhooks', 'rotate', 'http://127.0.0.1:9/hook', '--overlap', '30d');
        expect((await run('fixture', 'save', first)).stdout).toMatch(/^Saved ws_demo with \d+ records to /);
      });
      expect(statSync(first).mode & 0o077).toBe(0);
      await withEmulator(['--fixture', first, '--seed', '6'], async ({ run, json }) => {
        expect((await json('outcomes')).data[0]).toMatchObject({ source: 'workspace', when: { amount: 777 } });
        expect((await json('faults')).data[0]).toMatchObject({ probability: 0.05, body: '{"down": 1.0}' });
        expect((await run('fixture', 'save', second)).exitCode).toBe(0);
        expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
        await run('fixture', 'load', second);
        await run('fixture', 'save', second);
        expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
      });
    },
    60_000,
  );

  it('saves every workspace with --all, and each comes back', async () => {
    const file = at('all.json');
    const again = at('again.json');
    await withEmulator(['--fixture', 'ci'], async ({ run }) => {
      await run('--workspace', 'ws_demo_a', 'post', '/customers', '-d', 'email=a@example.com');
      expect((await run('fixture', 'save', file, '--all')).stdout).toMatch(/^Saved ws_demo, ws_demo_a, ws_demo_b with/);
    });
    await withEmulator(['--fixture', file], async ({ run, json }) => {
      const { data } = await json('--workspace', 'ws_demo_a', 'get', '/customers');
      expect(data.map(({ email }: { email: string }) => email)).toEqual(['a@example.com']);
      await run('fixture', 'save', again, '--all');
      expect(readFileSync(again, 'utf8')).toBe(readFileSync(file, 'utf8'));
    });
  });

  it('begins a workspace of its own with what it holds', () =>
    withEmulator([], async ({ run, json }) => {
      const made = await json('workspaces', 'add', '--fixture', 'marketplace');
      const { data } = await json('--workspace', made.id, 'get', '/payouts?status=failed');
      expect(data.length).toBeGreaterThan(0);
      await run('--workspace', made.id, 'trigger', 'payout.paid');
      await run('--workspace', made.id, 'reset');
      expect((await json('--workspace', made.id, 'get', '/payouts?status=failed')).data).toEqual(data);
    }));

  it('leaves the file as it was where it cannot write another', () =>
    withEmulator([], async ({ run }) => {
      const { stderr, exitCode } = await run('fixture', 'save', join(folder.path, 'no', 'such', 'folder.json'));
      expect({ stderr, exitCode }).toEqual({
        stderr: expect.stringMatching(/folder\.json cannot be written, because the folder \S+ does not exist\./),
        exitCode: 2,
      });
    }));
});

describe('emulator fixture load with the token of one workspace', () => {
  it('sends the content of the file, and names the limit that a larger one exceeds', async () => {
    const write = (id: string, count: number) =>
      writeFileSync(
        at(`${id}.yaml`),
        `workspaces: [{ id: ${id}, settings: {}, objects: { test: { customers: { buyer: { count: ${count}, email: 'b{n}@example.com' } } } } }]`,
      );
    write('ws_team', 3);
    write('ws_other', 3);
    await withEmulator([], async ({ url, json }) => {
      await json('workspaces', 'add', '--id', 'ws_team');
      const { token } = await json('tokens', 'add', '--workspace', 'ws_team');
      const load = (file: string) =>
        command(['fixture', 'load', file], {
          cwd: folder.path,
          env: { EMULATOR_URL: url, EMULATOR_TOKEN: token },
        });
      expect(await load('ws_team.yaml')).toMatchObject({ stdout: 'ws_team was replaced.', exitCode: 0 });
      expect((await json('get', '/customers', '--workspace', 'ws_team')).data).toHaveLength(3);
      expect(await load('ws_other.yaml')).toMatchObject({
        stderr: expect.stringMatching(/only to ws_team, not to the fixture's workspace ws_other/),
        exitCode: 1,
      });
      write('ws_team', 1_001);
      expect(await load('ws_team.yaml')).toMatchObject({
        stderr: expect.stringMatching(/creates 1001 objects and moves, but .* at most 1000/),
        exitCode: 2,
      });
    });
  });
});
