import type { EventType } from '../client/names.ts';
import { type Client, queryString, type SentTo } from '../client/node-client.ts';
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
import { eventsOf, waitForEvent } from './wait-for-event.ts';

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
    assert: (assertion) => client.call('assertions.check', assertion as SentTo<'assertions.check'>),
    trigger: (name, request) => client.call('triggers.run', { name, ...request }),
    clock: {
      get: () => client.call('clock.get'),
      advance: (by) => client.call('clock.move', { advance: by }),
      set: (to) => client.call('clock.move', { set: to }),
      freeze: () => client.call('clock.move', { mode: 'frozen' }),
      run: async (options = {}) => {
        refuseUnknownOptions('clock.run', options, ['rate']);
        return client.call('clock.move', { mode: 'running', rate: options.rate });
      },
    },
    settle: () => client.call('settle'),
    idle: async (options = {}) => {
      refuseUnknownOptions('idle', options, ['within']);
      return client.call('idle', options);
    },
    events: {
      list: <E extends EventType>({ limit, ...filter }: EventFilter<E> = {}) => eventsOf(client, filter, limit),
      get: (event) => client.call('events.get', { id: event }),
      waitFor: (type, options) => waitForEvent({ connection, client, workspace: id, mode }, type, options),
      resend: (event, to) => client.call('events.resend', { id: event, to }),
    },
    webhooks: {
      list: () => everyItem((page) => client.call('webhook_endpoints.list', page)),
      add: (endpoint) => client.call('webhook_endpoints.create', endpoint),
      update: (endpoint, changes) => client.call('webhook_endpoints.update', { id: endpoint, ...changes }),
      rotate: (endpoint, options) => client.call('webhook_endpoints.rotate', { id: endpoint, ...options }),
      remove: async (endpoint) => void (await client.call('webhook_endpoints.delete', { id: endpoint })),
      deliveries: ({ limit, ...filter } = {}) =>
        everyItem((page) => client.call('deliveries.list', { ...filter, ...page }), limit),
    },
    requests: {
      list: ({ limit, ...filter } = {}) =>
        everyItem((page) => client.call('requests.list', { ...filter, ...page }), limit),
      get: (request) => client.call('requests.get', { id: request }),
      replay: (request) => client.call('requests.replay', { id: request }),
    },
    mail: {
      list: ({ limit, ...filter } = {}) => everyItem((page) => client.call('mail.list', { ...filter, ...page }), limit),
      get: (mail) => client.call('mail.get', { id: mail, format: 'json' }),
      raw: (mail) => client.rawMail(mail),
    },
    faults: {
      list: () => everyItem((page) => client.call('faults.list', page)),
      add: (fault) => client.call('faults.create', { ...fault }),
      remove: async (fault) => void (await client.call('faults.delete', { id: fault })),
    },
    rules: {
      list: () => everyItem((page) => client.call('rules.list', page)),
      add: (rule) => client.call('rules.create', { ...rule }),
      remove: async (rule) => void (await client.call('rules.delete', { id: rule })),
    },
    ledger: async (filter = {}) => {
      const { accounts } = await import('../payments/platform/ledger.ts');
      const { limit, account, ...further } = filter;
      refuseOther('account', account, accounts);
      return everyItem(
        (page) => client.call('ledger.list', { ...further, ...page }),
        limit,
        (entry) => account === undefined || entry.account === account,
      );
    },
    mark: async (text, options = {}) => {
      refuseUnknownOptions('mark', options, ['failed']);
      return client.call('markers.add', { text, failed: options.failed });
    },
    audit: async (options) => (await import('./audit.ts')).audit(connection.clientOf({}), isMeant, options),
    status: () => client.call('status'),
    export: () => client.call('export'),
    snapshot: async (name) => client.call('snapshots.save', { name: name ?? (await freshName(client)) }),
    restore: (snapshot) =>
      client.call('snapshots.restore', { name: typeof snapshot === 'string' ? snapshot : snapshot.name }),
    reset: () => client.call('reset'),
  });
}

async function freshName(client: Client): Promise<string> {
  const { data } = await client.call('snapshots.list');
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
