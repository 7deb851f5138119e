import type { EventType } from '../client/names.ts';
import { type Client, queryString } from '../client/node-client.ts';
import type { Method } from '../client/transport.ts';
import { jsonOrText } from '../core/base/json-values.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import type { NewWorkspaceView } from '../sandbox/control/wire.ts';
import { fromCallers } from './caller.ts';
import { refuseOther, refuseUnknownOptions } from './check-options.ts';
import { type Connection, everyItem } from './connection.ts';
import { EmulatorError } from './errors.ts';
import type { MerchantApi } from './merchant-api.ts';
import type { EventFilter, Workspace } from './types.ts';
import { waitForEvent } from './wait-for-event.ts';

/**
 * The calls for one data set.
 * @param isMeant selects the workspaces that `audit()` checks; default: this workspace
 */
export function workspaceHandle(
  connection: Connection,
  made: NewWorkspaceView,
  mode: Mode,
  isMeant = (workspace: string): boolean => workspace === made.id,
): Workspace {
  const { id, keys, webhook_secret: webhookSecret, api_base: apiBase, client_base: clientBase } = made;
  const client = connection.clientOf({ workspace: id, mode });
  const keyOf = (kind: 'secret' | 'publishable'): string => {
    const key = keys[kind][mode];
    if (key !== null) return key;
    throw new EmulatorError('no_key', `The fixture has no ${kind} key for ${id} in ${mode} mode.`);
  };
  return fromCallers({
    id,
    mode,
    url: connection.url,
    apiBase,
    clientBase,
    keys,
    get secretKey() {
      return keyOf('secret');
    },
    get publishableKey() {
      return keyOf('publishable');
    },
    webhookSecret,
    get live() {
      return mode === 'live' ? this : workspaceHandle(connection, made, 'live', isMeant);
    },
    api: merchantApi(client, () => keyOf('secret')),
    assert: (assertion) => client.assert(assertion),
    trigger: (name, request) => client.trigger(name, request),
    clock: {
      get: () => client.clock.get(),
      advance: (by) => client.clock.advance(by),
      set: (to) => client.clock.set(to),
      freeze: () => client.clock.mode('frozen'),
      run: async (options = {}) => {
        refuseUnknownOptions('clock.run', options, ['rate']);
        return client.clock.mode('running', options.rate);
      },
    },
    settle: () => client.settle(),
    idle: async (options = {}) => {
      refuseUnknownOptions('idle', options, ['within']);
      return client.idle(options);
    },
    events: {
      list: <E extends EventType>({ limit, ...filter }: EventFilter<E> = {}) =>
        everyItem((page) => client.events.list<E>({ ...filter, ...page }), limit),
      get: (event) => client.events.get(event),
      waitFor: (type, options) => waitForEvent({ connection, client, workspace: id, mode }, type, options),
      resend: (event, to) => client.events.resend(event, to),
    },
    webhooks: {
      list: () => everyItem((page) => client.webhooks.list(page)),
      add: (endpoint) => client.webhooks.add(endpoint),
      update: (endpoint, changes) => client.webhooks.update(endpoint, changes),
      rotate: (endpoint, options) => client.webhooks.rotate(endpoint, options),
      remove: async (endpoint) => void (await client.webhooks.remove(endpoint)),
      deliveries: ({ limit, ...filter } = {}) =>
        everyItem((page) => client.webhooks.deliveries({ ...filter, ...page }), limit),
    },
    requests: {
      list: ({ limit, ...filter } = {}) => everyItem((page) => client.requests.list({ ...filter, ...page }), limit),
      get: (request) => client.requests.get(request),
      replay: (request) => client.requests.replay(request),
    },
    mail: {
      list: ({ limit, ...filter } = {}) => everyItem((page) => client.mail.list({ ...filter, ...page }), limit),
      get: (mail) => client.mail.get(mail),
      raw: (mail) => client.mail.raw(mail),
    },
    faults: {
      list: () => everyItem((page) => client.faults.list(page)),
      add: (fault) => client.faults.add({ ...fault }),
      remove: async (fault) => void (await client.faults.remove(fault)),
    },
    rules: {
      list: () => everyItem((page) => client.rules.list(page)),
      add: (rule) => client.rules.add({ ...rule }),
      remove: async (rule) => void (await client.rules.remove(rule)),
    },
    ledger: async (filter = {}) => {
      const { accounts } = await import('../payments/platform/ledger.ts');
      const { limit, account, ...further } = filter;
      refuseOther('account', account, accounts);
      return everyItem(
        (page) => client.ledger({ ...further, ...page }),
        limit,
        (entry) => account === undefined || entry.account === account,
      );
    },
    mark: async (text, options = {}) => {
      refuseUnknownOptions('mark', options, ['failed']);
      return client.markers.add(text, options.failed);
    },
    audit: async (options) => (await import('./audit.ts')).audit(connection.clientOf({}), isMeant, options),
    status: () => client.status(),
    export: () => client.export(),
    snapshot: async (name) => client.snapshots.save(name ?? (await freshName(client))),
    restore: (snapshot) => client.snapshots.restore(typeof snapshot === 'string' ? snapshot : snapshot.name),
    reset: () => client.reset(),
  });
}

async function freshName(client: Client): Promise<string> {
  const { data } = await client.snapshots.list();
  const taken = new Set(data.map(({ name }) => name));
  let number = taken.size + 1;
  while (taken.has(`snapshot-${number}`)) number++;
  return `snapshot-${number}`;
}

function merchantApi(client: Client, key: () => string): MerchantApi {
  const call = async <Answer>(method: Method, path: string, sent?: unknown): Promise<Answer> => {
    const { status, headers, text } = await client.api(method, path, key(), sent);
    return { status, headers, body: jsonOrText(text) } as Answer;
  };
  return {
    get: (path, ...[query = {}]) => call('GET', path + queryString(query)),
    post: (path, ...[body = {}]) => call('POST', path, body),
    patch: (path, ...[body = {}]) => call('PATCH', path, body),
    delete: (path) => call('DELETE', path),
    call,
  };
}
