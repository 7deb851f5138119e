import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneAtATime } from '../../src/sandbox/control/workspaces/load-limits.ts';
import { refusalOf } from './sandbox.ts';
import { startTeams, type Teams } from './teams.ts';

let teams: Teams;
beforeAll(async () => {
  teams = await startTeams();
});
afterAll(() => teams?.stop());

/** A fixture of the caller's workspace with many customers who each pay. */
const large = (count: number) => ({
  workspaces: [
    {
      id: 'ws_a',
      settings: {},
      keys: [{ key: 'sk_test_of_a' }],
      objects: {
        test: {
          customers: { buyers: { count, email: 'buyer{n}@example.com', first_name: 'A' } },
        },
      },
    },
  ],
});

describe('a fixture that is loaded with the token of one workspace', () => {
  it('lets the emulator answer others while it loads', async () => {
    let isLoaded = false;
    const loading = teams.a.fixtures.load(large(1_000)).finally(() => {
      isLoaded = true;
    });
    let answers = 0;
    for (; !isLoaded; answers++) await teams.inB('GET', '/balance');
    await loading;
    expect(answers).toBeGreaterThan(2);
  });

  it('can be of a limited size, which the answer tells', async () => {
    expect(await refusalOf(teams.a.fixtures.load(large(100_000)))).toMatchObject({
      status: 400,
      message: expect.stringMatching(/creates 100000 objects and moves.*at most 1000.*token for the whole emulator/),
    });
    const many = {
      workspaces: [{ id: 'ws_a', settings: {}, data: { test: { customer: new Array(1_001).fill({}) } } }],
    };
    expect(await refusalOf(teams.a.fixtures.load(many))).toMatchObject({ message: expect.stringMatching(/1001/) });
  });

  it('waits for no other load: a second one is refused', async () => {
    let finish = () => {};
    const running = oneAtATime(teams.sandbox, 'ws_a', () => new Promise<void>((resolve) => (finish = resolve)));
    const refused = { status: 400, message: expect.stringContaining('still loading') };
    expect(await refusalOf(teams.a.reset())).toMatchObject(refused);
    expect(await refusalOf(teams.a.fixtures.load(large(1)))).toMatchObject(refused);
    finish();
    await running;
    await teams.a.reset();
  });
});

describe('an export', () => {
  it('is sent in pieces, and has everything', async () => {
    await teams.a.fixtures.load(large(900));
    const headers = { authorization: `Bearer ${teams.token}` };
    const answer = await fetch(`${teams.url}/_emulator/export`, { headers });
    expect(answer.headers.get('content-length')).toBeNull();
    const { workspaces } = (await answer.json()) as { workspaces: { data: { test: { customer: object[] } } }[] };
    expect(workspaces[0]!.data.test.customer).toHaveLength(900);
    const head = await fetch(`${teams.url}/_emulator/export`, { method: 'HEAD', headers });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
