import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordingOperations } from '../../src/record/answers/operations.ts';
import type { RunRecorder } from '../../src/record/write/run-recorder.ts';
import { controlOperations } from '../../src/sandbox/control/registry.ts';
import { Gate } from '../../src/sandbox/http/gate.ts';
import { Server } from '../../src/sandbox/http/server.ts';
import { call } from '../support/call.ts';
import { developersOperations } from '../support/declared.ts';
import { rawRequest, sendRaw } from '../support/raw-http.ts';
import { refusalOf } from './sandbox.ts';
import { marker, startTeams, type Teams } from './teams.ts';

/** What only the token of the whole emulator does. Whoever adds to this list takes it from every team. */
const ofTheWhole = [
  'GET /comparison',
  'POST /compact',
  'GET /metrics',
  'POST /shutdown',
  'POST /workspaces',
  'DELETE /workspaces/{id}',
  'GET /tokens',
  'POST /tokens',
  'DELETE /tokens/{id}',
  'POST /record',
  'POST /record/start',
];

const operations = [...controlOperations, ...recordingOperations({} as RunRecorder), ...developersOperations];
const routeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const shown = operations.filter((each) => !ofTheWhole.includes(routeOf(each)) && each.id !== 'health');

let teams: Teams;
beforeAll(async () => {
  teams = await startTeams();
});
afterAll(() => teams?.stop());

type Declared = (typeof operations)[number];

/** A call of an operation with the token of ws_a, with its example and these values in its path. */
async function ask({ method, path, example }: Declared, { name = '', query = '', body = {}, headers = {} } = {}) {
  const filled = path.replace(/\{\w+\}/g, encodeURIComponent(name));
  // What waits for something answers at once.
  const waits = path === '/events/wait' ? 'timeout=0&' : path === '/idle' ? 'within=1&' : '';
  const sent = { ...(example?.body as object), ...body };
  return call(`${teams.url}/_emulator${filled}?${waits}${query}`, {
    method,
    headers: {
      ...headers,
      authorization: `Bearer ${teams.token}`,
      ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(sent) }),
  });
}

/** What an answer shows of ws_b, other than what the call itself said. */
const seenIn = (text: string, said = ''): string[] =>
  teams.needles.filter((each) => text.includes(each) && !said.includes(each));

/** The paths in a printed tree of routes. */
function pathsIn(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branch, part] = /^(.*?)[└├]── (\S+) \(/.exec(line) ?? [];
    if (branch === undefined) return [];
    above.splice(branch.length / 4);
    above.push(part!);
    return [above.join('')];
  });
}

describe('with the token of one workspace', () => {
  it('only what is not of one workspace needs the token of the whole emulator', () => {
    const undeclared = operations.filter((each) => 'act' in each && each.reach === undefined && each.id !== 'health');
    expect(undeclared.map(routeOf).sort()).toEqual([...ofTheWhole].sort());
  });

  it.each(ofTheWhole)('%s is refused', async (route) => {
    const operation = operations.find((each) => routeOf(each) === route)!;
    for (const name of [teams.tokenOfB.id, 'ws_b', 'ws_a']) {
      const { status, text } = await ask(operation, { name });
      expect([status, JSON.parse(text)]).toEqual([
        403,
        {
          error: expect.stringContaining('the token for the whole emulator'),
          type: 'permission_error',
          code: 'token_of_workspace',
        },
      ]);
    }
  });

  it.each(shown.map((each) => [routeOf(each), each] as const))(
    '%s says and changes nothing of another',
    async (_, operation) => {
      const places = operation.path.includes('{') ? teams.idsOfB : [''];
      for (const name of places) {
        const { status, text } = await ask(operation, { name });
        expect([routeOf(operation), name, seenIn(text, name)]).toEqual([routeOf(operation), name, []]);
        if (name !== '')
          expect([name, status]).toEqual([name, expect.toSatisfy((it: number) => it >= 400 && it < 500)]);
      }
      // Wherever else a caller may name it.
      const headers = { 'x-workspace': 'ws_b', workspace: 'ws_b', 'emulator-workspace': 'ws_b' };
      const body = { workspace: 'ws_b', workspace_id: 'ws_b', all: true };
      const { text: told } = await ask(operation, { name: teams.idsOfB[0], body, headers });
      expect(seenIn(told, teams.idsOfB[0])).toEqual([]);
      for (const query of ['all=true', 'limit=100', `search=${marker}`]) {
        const { text } = await ask(operation, { name: teams.idsOfB[0], query });
        expect([query, seenIn(text, `${query} ${teams.idsOfB[0]}`)]).toEqual([query, []]);
      }
    },
  );

  it.each(shown.map((each) => [routeOf(each), each] as const))(
    '%s tells no workspace from none',
    async (_, operation) => {
      const answers = await Promise.all(
        ['ws_b', 'ws_none', 'ws_a&workspace=ws_b', '', 'WS_A'].map(async (id) => {
          const { status, text } = await ask(operation, { name: teams.idsOfB[0], query: `workspace=${id}` });
          return [status, text];
        }),
      );
      expect(new Set(answers.map(String)).size).toBe(1);
      expect(answers[0]![0]).toBe(403);
    },
  );

  it('the other is as it was after all these calls', async () => {
    expect(await teams.stateOfB()).toEqual(teams.began);
  });

  it('every route that is no operation is known here, and says nothing of another', async () => {
    const { sandbox } = teams;
    const [allowedHosts, warn] = [new Set<string>(), () => {}];
    const server = new Server({ ...sandbox, gate: new Gate(), secure: null, allowedHosts, warn });
    server.serve({
      sandbox,
      operations: [],
      streamOf: async function* () {},
      allowedHosts,
      agents: async () => async () => new Response(),
      token: null,
      isTokenRequired: false,
      warn,
    });
    const { app } = server;
    await app.ready();
    const routes = pathsIn(app.printRoutes({ commonPrefix: false }));
    await app.close();
    const declared = developersOperations.map(({ path }) => `/_emulator${path.replace(/\{(\w+)\}/g, ':$1')}`);
    const handMade = routes.filter((path) => /^\/(_emulator|docs|mail|inspector|openapi|llms)/.test(path));
    const control = handMade.filter((path) => path.startsWith('/_emulator/') && !declared.includes(path));
    expect(control.sort()).toEqual(['/_emulator/mcp', '/_emulator/stream']);
    expect(handMade).toContain('/mail/:id/source');
    for (const path of handMade) {
      if (path === '/_emulator/stream') continue;
      for (const [id, query] of [
        [teams.mailOfB, ''],
        [teams.mailOfB, '?workspace=ws_b'],
      ]) {
        const at = path.replace(':id', id!).replace(':file', 'invoice.pdf').replace(':name', 'ci');
        const { text } = await call(`${teams.url}${at}${query}`, {
          headers: { authorization: `Bearer ${teams.token}` },
        });
        expect([at, query, seenIn(text, at)]).toEqual([at, query, []]);
      }
    }
  });

  it('a request that its replay would send elsewhere is not sent again', async () => {
    const { a } = teams;
    const key = (await a.call('keys.get')).keys.secret.test!;
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    await sendRaw(
      teams.url,
      rawRequest('POST /api/v1/%2e%2E/../_emulator/workspaces HTTP/1.1', headers, '{"id":"ws_made"}'),
    );
    const [logged] = (await a.call('requests.list')).data;
    expect(logged).toMatchObject({ status: 404, path: expect.stringContaining('%2e') });
    expect((await refusalOf(a.call('requests.replay', { id: logged!.id }))).status).toBe(400);
    expect((await refusalOf(teams.whole.call('workspaces.get', { id: 'ws_made' }))).status).toBe(404);
  });

  it('the stream has what happens in the workspace alone, and ends when the token is removed', async () => {
    const { token, id } = await teams.whole.call('control_tokens.create');
    expect(id).toMatch(/^ctl_/);
    const other = await teams.whole.call('control_tokens.list');
    expect(other.data[0]).toMatchObject({ id, workspace: 'ws_demo' });
    await teams.whole.call('control_tokens.delete', { id });
    const own = await teams.ofA.call('control_tokens.create', { name: 'a listener' });
    expect(token).not.toBe(own.token);
    const listener = teams.clientWith(own.token);
    const stream = await listener.openStream();
    await teams.inB('POST', '/customers', { email: 'secretb2@example.com' });
    await teams.asNobody();
    await teams.ofA.call('markers.add', { text: 'in a' });
    const first = await stream.next();
    expect(first.value).toMatchObject({ workspace: 'ws_a', type: 'mark', data: { text: 'in a' } });
    await teams.ofA.call('control_tokens.delete', { id: own.id });
    await teams.ofA.call('markers.add', { text: 'after it' });
    // A stream that its emulator ends is a broken one to the client.
    const last = await stream.next().catch(() => ({ done: true }));
    expect(last).toMatchObject({ done: true });
    expect((await refusalOf(listener.call('status'))).status).toBe(401);
    expect((await refusalOf(listener.openStream())).status).toBe(401);
  });
});

describe('an agent with the token of one workspace', () => {
  async function says(name: string, given: object = {}): Promise<string> {
    const { status, text } = await call(`${teams.url}/_emulator/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${teams.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    });
    expect(status).toBe(200);
    return text;
  }

  it('works in that workspace, and reads no record', async () => {
    expect(await says('status')).toContain('ws_a');
    expect(await says('keys')).toContain((await teams.a.call('keys.get')).keys.secret.test);
    for (const [tool, given] of [
      ['keys', {}],
      ['list_requests', {}],
      ['list_events', { limit: 100 }],
      ['call_api', { method: 'GET', path: '/../../_emulator/export?workspace=ws_b' }],
    ] as const)
      expect([tool, seenIn(await says(tool, given), JSON.stringify(given))]).toEqual([tool, []]);
    expect(await says('keys', { workspace: 'ws_b' })).toContain('This token gives access only to ws_a');
    expect(await says('open_record', { file: 'package.json' })).toContain('"isError":true');
  });
});

describe('a whole sandbox by its own token', () => {
  it('shows and changes its workspace: clock, faults, snapshots, mail, keys, settings, fixtures', async () => {
    const { a } = teams;
    expect((await a.call('workspaces.list')).data.map(({ id }) => id)).toEqual(['ws_a']);
    expect(await a.call('status')).toMatchObject({
      workspace: 'ws_a',
      workspaces: [{ id: 'ws_a' }],
      storage: { path: null },
    });
    expect((await a.call('keys.get')).id).toBe('ws_a');
    await a.call('reset');
    await a.call('snapshots.save', { name: 'mine' });
    await a.call('clock.move', { advance: '1d' });
    await a.call('faults.create', { on: 'charges.create', kind: 'unavailable' });
    await a.call('workspaces.update', { id: 'ws_a', settings: { require_cvc: true } });
    await a.call('triggers.run', { name: 'invoice.send' });
    expect((await a.call('mail.list')).data).toHaveLength(1);
    await a.call('snapshots.restore', { name: 'mine' });
    expect((await a.call('faults.list')).data).toEqual([]);
    const exported = await a.call('export');
    expect(await a.call('fixtures.load', { fixture: exported })).toMatchObject({
      workspaces: [{ id: 'ws_a', replaced: true }],
    });
    expect(await a.call('reset')).toMatchObject({ id: 'ws_a' });
    // What replaced the workspace has left its tokens as they are.
    expect((await teams.whole.call('control_tokens.list')).data).toContainEqual(
      expect.objectContaining({ workspace: 'ws_a', last_used_at: expect.stringMatching(/Z$/) }),
    );
  });

  it('takes no fixture that names another workspace, an app or the page of one, or a file', async () => {
    const { a } = teams;
    const before = await teams.stateOfB();
    const load = (fixture: string | object) => refusalOf(a.call('fixtures.load', { fixture }));
    for (const fixture of [
      'package.json',
      'shop',
      { workspaces: [{ id: 'ws_b', settings: {} }] },
      {
        workspaces: [
          { id: 'ws_a', settings: {} },
          { id: 'ws_c', settings: {} },
        ],
      },
    ])
      expect(await load(fixture)).toMatchObject({ status: 403, body: { code: 'token_of_workspace' } });
    const { app, link, keys } = teams.ofTheirs;
    for (const workspace of [
      { keys: [{ key: keys }] },
      { apps: [{ name: 'mine', client_id: app, client_secret: 'x' }] },
      { data: { test: { payment_link: [link] } } },
    ]) {
      const refused = await load({ workspaces: [{ id: 'ws_a', settings: {}, ...workspace }] });
      expect(refused).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('belongs to another workspace') },
      });
      expect(JSON.stringify(refused.body)).not.toContain('ws_b');
    }
    expect(await teams.stateOfB()).toEqual(before);
    expect((await refusalOf(teams.whole.call('workspaces.get', { id: 'ws_c' }))).status).toBe(404);
  });
});
