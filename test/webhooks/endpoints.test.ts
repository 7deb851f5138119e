import { describe, expect, it } from 'vitest';
import type { ServiceError } from '../../src/core/kernel/errors.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Bench, cause, closeAfter, closeAfterEach, makeBench, workspaceId } from './harness.ts';

closeAfterEach();

const url = 'http://127.0.0.1:3000/hook';

const refusalOf = (work: () => unknown): ServiceError => {
  try {
    work();
  } catch (error) {
    return error as ServiceError;
  }
  throw new Error('It was not refused.');
};

describe('a webhook endpoint', () => {
  it('is made with a fresh secret, for all events of test mode, unless told otherwise', () => {
    const bench = makeBench();
    const endpoint = bench.endpoint(url);
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^whe_[0-9A-Za-z]{20}$/),
      workspace_id: workspaceId,
      url,
      secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{24}$/),
      enabled: true,
      events: ['*'],
      mode: 'test',
      source: 'api',
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-01T09:00:00.000Z',
    });
    expect(bench.endpoint(url).secret).not.toBe(endpoint.secret);
    expect(bench.endpoint(url, { events: ['lamp.lit', '*'] }).events).toEqual(['*']);
    expect(bench.endpoint(url, { events: ['lamp.lit', 'lamp.lit'], mode: 'live', secret: 'whsec_demo' })).toMatchObject(
      {
        events: ['lamp.lit'],
        mode: 'live',
        secret: 'whsec_demo',
      },
    );
  });

  it.each([
    ['an address that is none', { url: 'nowhere' }, 'url'],
    ['another scheme', { url: 'ftp://localhost/' }, 'url'],
    ['another host', { url: 'https://example.com/' }, 'url'],
    ['a metadata address', { url: 'http://2852039166/' }, 'url'],
    ['an unknown event', { events: ['lamp.broken'] }, 'events'],
    ['no event', { events: [] }, 'events'],
    ['a secret of another kind', { secret: 'sk_test_x' }, 'secret'],
    ['an empty secret', { secret: 'whsec_' }, 'secret'],
    ['a secret with a line break', { secret: 'whsec_a\nb' }, 'secret'],
  ])('with %s is refused, made or changed', (_, input, param) => {
    const bench = makeBench();
    expect(refusalOf(() => bench.endpoint(url, input))).toMatchObject({
      status: 400,
      code: 'parameter_invalid',
      param,
    });
    const { id } = bench.endpoint(url);
    const change = () => bench.webhooks.updateEndpoint(bench.workspace, id, input, cause);
    expect(refusalOf(change)).toMatchObject({ status: 400, param });
    expect(bench.webhooks.getEndpoint(workspaceId, id).url).toBe(url);
  });

  it('may be another host where that is allowed, a metadata address never', () => {
    const bench = makeBench({ allowRemoteWebhooks: true });
    expect(bench.endpoint('https://example.com/').url).toBe('https://example.com/');
    expect(refusalOf(() => bench.endpoint('http://[::ffff:a9fe:a9fe]/')).param).toBe('url');
  });

  it('is changed field by field', () => {
    const bench = makeBench();
    const { id, secret } = bench.endpoint(url);
    const changed = bench.webhooks.updateEndpoint(bench.workspace, id, { events: ['lamp.out'], enabled: false }, cause);
    expect(changed).toMatchObject({ id, url, secret, events: ['lamp.out'], enabled: false });
  });

  it('belongs to its workspace: others neither see, change nor remove it', () => {
    const bench = makeBench();
    const { id } = bench.endpoint(url);
    const stranger = { ...bench.workspace, id: 'ws_other' };
    expect(refusalOf(() => bench.webhooks.getEndpoint('ws_other', id)).status).toBe(404);
    expect(refusalOf(() => bench.webhooks.updateEndpoint(stranger, id, {}, cause)).status).toBe(404);
    expect(refusalOf(() => bench.webhooks.deleteEndpoint(stranger, id, cause)).status).toBe(404);
    expect(bench.webhooks.listEndpoints('ws_other', 'test').data).toEqual([]);
    expect(bench.webhooks.listEndpoints(workspaceId, 'test').data).toHaveLength(1);
  });

  it('is listed newest first, by mode and page', () => {
    const bench = makeBench();
    const made = [1, 2, 3].map((number) => bench.endpoint(`http://localhost/${number}`).id);
    bench.endpoint(url, { mode: 'live' });
    const page = bench.webhooks.listEndpoints(workspaceId, 'test', { limit: 2 });
    expect([page.data.map(({ id }) => id), page.has_more]).toEqual([[made[2], made[1]], true]);
    const rest = bench.webhooks.listEndpoints(workspaceId, 'test', { starting_after: made[1] });
    expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([[made[0]], false]);
  });

  it('of --forward-to signs with the workspace’s secret and takes the place of an earlier one', async () => {
    const bench = makeBench();
    const other = bench.endpoint(url);
    const first = bench.webhooks.forwardTo(bench.workspace, 'http://localhost:3000/', cause);
    const second = bench.webhooks.forwardTo(bench.workspace, 'http://localhost:4000/', cause);
    expect(first).toMatchObject({ secret: 'whsec_workspace', source: 'forward_to', mode: 'test', events: ['*'] });
    expect(second).toMatchObject({ id: first.id, url: 'http://localhost:4000/' });
    expect(bench.webhooks.listEndpoints(workspaceId, 'test').data.map(({ id }) => id)).toEqual([first.id, other.id]);
  });
});

describe('deliveries', () => {
  const ids = (page: ReturnType<Bench['webhooks']['listDeliveries']>) => page.data.map(({ event_id }) => event_id);

  it('are listed newest first, by event, endpoint, status and page', async () => {
    const receiver = closeAfter(await startReceiver(({ path }) => ({ status: path === '/bad' ? 500 : 200 })));
    const bench = makeBench();
    const good = bench.endpoint(`${receiver.url}/good`);
    const bad = bench.endpoint(`${receiver.url}/bad`);
    const [first, second] = [bench.light(), bench.light()];
    await bench.settled();
    const list = (...rest: [object?, object?]) => bench.webhooks.listDeliveries(workspaceId, 'test', ...rest);
    expect(ids(list())).toEqual([second, second, first, first]);
    expect(ids(list({}, { event_id: first }))).toEqual([first, first]);
    expect(ids(list({}, { endpoint_id: good.id }))).toEqual([second, first]);
    expect(list({}, { status: 'delivered' }).data.every((delivery) => delivery.endpoint_id === good.id)).toBe(true);
    expect(list({}, { status: 'pending', endpoint_id: bad.id }).data).toHaveLength(2);
    expect(list({}, { status: 'failed' }).data).toEqual([]);
    const page = list({ limit: 1 }, { status: 'pending' });
    expect([ids(page), page.has_more]).toEqual([[second], true]);
    expect(ids(list({ starting_after: page.data[0]!.id }, { status: 'pending' }))).toEqual([first]);
    expect(refusalOf(() => bench.webhooks.getDelivery(workspaceId, 'live', page.data[0]!.id)).status).toBe(404);
  });
});
