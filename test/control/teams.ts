import { createClient } from '../../src/client/node-client.ts';
import { call } from '../support/call.ts';
import { startTestSandbox } from './sandbox.ts';

/** A text that everything of ws_b has, and nothing else. */
export const marker = 'SECRETOFB';

/** An emulator with two teams: the caller has a token of ws_a, and ws_b has objects of all kinds with texts to recognize. */
export async function startTeams() {
  const running = await startTestSandbox({
    agents: async (connection) => (await import('../../src/cli/mcp/server.ts')).answerOverHttp(connection),
  });
  const { url, sandbox } = running;
  const clientWith = (token?: string, workspace?: string) => createClient({ url, token, workspace });
  const [whole, ofA, ofB] = [clientWith(), clientWith(undefined, 'ws_a'), clientWith(undefined, 'ws_b')];
  await whole.call('workspaces.create', { id: 'ws_a' });
  const b = await whole.call('workspaces.create', { id: 'ws_b', settings: { brand: { name: marker } } });
  const inB = (method: 'GET' | 'POST', path: string, body?: object) =>
    ofB.api(method, path, b.keys.secret.test!, body).then(({ text }) => JSON.parse(text).data as { id: string });
  const fill = async () => {
    await inB('POST', '/customers', { email: 'secretofb@example.com', first_name: marker, metadata: { marker } });
    await inB('POST', '/products', { name: marker, price: 4200 });
    await inB('GET', `/customers?email=${marker}`);
    for (const name of ['payment.completed', 'invoice.send', 'payment_link.create', 'payment.disputed', 'payout.paid'])
      await ofB.call('triggers.run', { name });
    await ofB.call('markers.add', { text: marker });
  };
  await fill();
  // A chapter that has ended.
  await ofB.call('reset');
  await ofB.call('webhook_endpoints.create', { url: `http://127.0.0.1:9/${marker}` });
  await ofB.call('faults.create', { on: 'charges.create', kind: 'status', body: marker, status: 418 });
  await ofB.call('rules.create', { when: { customer: `${marker}@example.com` }, then: { kind: 'decline' } });
  await fill();
  await ofB.call('snapshots.save', { name: marker });
  const app = await call(`${url}/_emulator/apps?workspace=ws_b`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: marker }),
  });
  const asNobody = () =>
    call(`${url}/api/v1/customers?email=${marker}`, { headers: { authorization: `Bearer sk_test_${marker}` } });
  await asNobody();
  await ofB.call('settle');
  const { token } = await ofA.call('control_tokens.create', { name: 'team a' });
  const tokenOfB = await ofB.call('control_tokens.create', { name: marker });

  const stateOfB = async () => ({
    exported: await ofB.call('export'),
    requests: (await ofB.call('requests.list', { limit: 100 })).data.filter(({ id }) =>
      sandbox.requests.get('ws_b', id),
    ),
    snapshots: await ofB.call('snapshots.list'),
    endpoints: (await ofB.call('webhook_endpoints.list')).data,
    chapters: (await whole.call('records.list')).chapters.filter(({ workspace }) => workspace === 'ws_b'),
    tokens: (await whole.call('control_tokens.list')).data.filter(({ workspace }) => workspace === 'ws_b'),
    markers: await ofB.call('markers.list'),
    keys: await ofB.call('keys.get'),
  });
  const began = await stateOfB();
  const state = JSON.stringify(began);
  const drawn = new Set(state.match(/\b[a-z]+_[0-9A-Za-z]{20}\b/g));
  const chapters = began.chapters.map(({ id }) => id);
  const kinds = new Map([...drawn, ...chapters].map((id) => [id.replace(/_[^_]*$/, ''), id]));
  const { workspaces } = (await ofB.call('export')) as { workspaces: { data: { test: { payment_link: object[] } } }[] };
  return {
    url,
    sandbox,
    whole,
    ofA,
    a: clientWith(token),
    clientWith,
    inB,
    asNobody,
    token,
    tokenOfB,
    stateOfB,
    began,
    /** Whatever would show that an answer knows ws_b. */
    needles: [marker, marker.toLowerCase(), 'ws_b', ...drawn],
    /** An id of each kind, and names of other things. */
    idsOfB: [...kinds.values(), marker, 'ws_b', '../ws_b', `..%2f${marker}`],
    mailOfB: (await ofB.call('mail.list')).data[0]!.id,
    ofTheirs: {
      app: (JSON.parse(app.text) as { data: { client_id: string } }).data.client_id,
      link: workspaces[0]!.data.test.payment_link[0]!,
      keys: b.keys.secret.test!,
    },
    stop: () => running.stop(),
  };
}

export type Teams = Awaited<ReturnType<typeof startTeams>>;
