import { type Argument, Option } from 'commander';
import type { Client } from '../../client/node-client.ts';
import { globalSettings, startSettings } from '../options/settings.ts';

const limit = 50;

const ids = async (page: Promise<{ readonly data: readonly { readonly id: string }[] }>): Promise<string[]> =>
  (await page).data.map(({ id }) => id);

const eventTypes = async () => (await slices()).flatMap((slice) => slice.events.map(({ type }) => type));
const operations = async () =>
  (await slices())
    .flatMap((slice) => slice.operations)
    .filter(({ surface }) => surface !== 'control')
    .map(({ id }) => id);
const slices = async () => (await import('../../payments/resources/registry.ts')).resources;

/** The values that completion knows. The shell replaces `:files` and `:folders` by what is in the working folder. */
const sources = {
  files: async () => [':files'],
  folders: async () => [':folders'],
  kinds: async (client) => (await client.call('kinds.list')).data.map(({ name }) => name),
  /** The newest objects that a trigger can move; for an event, the objects with a move that emits the event. */
  objects: async (client, trigger) => {
    if (!trigger.includes('.'))
      return [...new Set((await client.call('events.list', { limit })).data.map(({ subject }) => subject))];
    const kind = (await client.call('triggers.list')).data.find(({ name }) => name === trigger)?.resource;
    if (kind === undefined) return [];
    return (await client.call('objects.list', { kind, limit })).objects.map(({ id }) => id);
  },
  events: (client) => ids(client.call('events.list', { limit })),
  requests: (client) => ids(client.call('requests.list', { limit })),
  mail: (client) => ids(client.call('mail.list', { limit })),
  endpoints: (client) => ids(client.call('webhook_endpoints.list')),
  workspaces: (client) => ids(client.call('workspaces.list')),
  snapshots: async (client) => (await client.call('snapshots.list')).data.map(({ name }) => name),
  faults: (client) => ids(client.call('faults.list')),
  rules: (client) => ids(client.call('rules.list')),
  eventTypes,
  triggers: async () => {
    const moves = (await slices()).flatMap(({ lifecycle, trigger }) =>
      lifecycle === undefined || trigger === undefined
        ? []
        : Object.entries(lifecycle.moves)
            .filter(([, { by }]) => by !== 'reaction')
            .map(([move]) => `${lifecycle.noun}.${move}`),
    );
    return [...new Set([...(await eventTypes()), ...moves])];
  },
  operations,
  fixtures: async () => [...(await import('../../sandbox/fixtures/load.ts')).bundledFixtures().keys(), ':files'],
  faultTargets: async () => ['delivery', ...(await operations())],
} satisfies Readonly<Record<string, (client: Client, trigger: string) => Promise<readonly string[]>>>;
type Source = keyof typeof sources;

/** The values of options and arguments, by command and name, or by name only. */
const sourceOf: Readonly<Record<string, Source>> = {
  '--id': 'objects',
  '--event': 'events',
  '--after': 'events',
  '--endpoint': 'endpoints',
  '--workspace': 'workspaces',
  '--fixture': 'fixtures',
  '--type': 'eventTypes',
  '--on': 'operations',
  'faults add --on': 'faultTargets',
  '--data-dir': 'folders',
  event: 'events',
  request: 'requests',
  mail: 'mail',
  endpoint: 'endpoints',
  workspace: 'workspaces',
  fault: 'faults',
  rule: 'rules',
  type: 'eventTypes',
  file: 'files',
  'name-or-file': 'fixtures',
  'trigger name': 'triggers',
  'objects list kind': 'kinds',
  'objects show id': 'objects',
  'objects set id': 'objects',
  'snapshot restore name': 'snapshots',
  'snapshot diff name': 'snapshots',
  'snapshot rename name': 'snapshots',
  'snapshot delete name': 'snapshots',
};

/**
 * The possible values of an option or argument.
 * @param path the words of its command
 * @param first the first argument of the command, such as the trigger whose objects `--id` takes
 */
export async function valuesOf(
  client: Client,
  taker: Option | Argument,
  { path, first }: { readonly path: string; readonly first: string },
): Promise<readonly string[]> {
  if (taker.argChoices !== undefined) return taker.argChoices;
  const name = taker instanceof Option ? (taker.long ?? '') : taker.name();
  const setting = [...globalSettings, ...startSettings].find(({ flag }) => flag.split(' ')[0] === name);
  if (setting !== undefined && 'enum' in setting.takes) return setting.takes.enum;
  const source = sourceOf[`${path} ${name}`] ?? sourceOf[name];
  return source === undefined ? [] : sources[source](client, first);
}
