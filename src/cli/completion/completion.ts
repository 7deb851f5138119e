import type { Command } from 'commander';
import type { Client } from '../../client/node-client.ts';
import type { Session } from '../session.ts';
import { type LiveKind, liveKinds, placesOf, type Vocabulary } from './tree.ts';

/** How long completion waits for an emulator, in milliseconds. A person is waiting at the prompt. */
const patience = 2_000;

/**
 * Prints a shell's completion script. The scripts are part of this project: the bash script of `@bomb.sh/tab` runs
 * the typed words as commands (`eval`), and starts Node at every key press. These scripts know commands and flags,
 * and start Node only for ids.
 */
export async function printCompletion({ out }: Session, program: Command, shell: string): Promise<void> {
  const places = placesOf(program, await vocabulary());
  if (shell === 'fish') {
    out.raw((await import('./fish.ts')).fishScript(places));
  } else if (shell === 'powershell') {
    out.raw((await import('./powershell.ts')).powershellScript(places));
  } else {
    const { bashScript, zshScript } = await import('./bash-and-zsh.ts');
    out.raw(shell === 'bash' ? bashScript(places) : zshScript(places));
  }
}

async function vocabulary(): Promise<Vocabulary> {
  const [{ resources }, { bundledFixtures }] = await Promise.all([
    import('../../payments/resources/registry.ts'),
    import('../../sandbox/fixtures/load.ts'),
  ]);
  const events = resources.flatMap((slice) => slice.events.map(({ type }) => type));
  const moves = resources.flatMap(({ lifecycle, trigger }) =>
    lifecycle === undefined || trigger === undefined
      ? []
      : Object.entries(lifecycle.moves)
          .filter(([, { by }]) => by !== 'reaction')
          .map(([move]) => `${lifecycle.noun}.${move}`),
  );
  const operations = resources
    .flatMap((slice) => slice.operations)
    .filter(({ surface }) => surface !== 'control')
    .map(({ id }) => id);
  return { events, triggers: [...new Set([...events, ...moves])], fixtures: [...bundledFixtures().keys()], operations };
}

/**
 * Whether a name is safe in bash, which expands the words that it offers. A name that someone else wrote could run a
 * command.
 */
const isPlain = (name: string): boolean => /^\w[\w.:@-]*$/.test(name);

/** Lists the running emulator's ids of a kind, one per line. Prints nothing if the emulator does not answer soon. */
export async function nameLive({ client, out }: Session, kind: string, word: string): Promise<void> {
  if (!isKind(kind)) return;
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, patience, []).unref());
  const names = await Promise.race([idsOf(client, kind, word).catch(() => []), late]);
  out.raw(names.filter(isPlain).join('\n'));
}

const isKind = (kind: string): kind is LiveKind => liveKinds.includes(kind as LiveKind);
const ids = async (page: Promise<{ data: readonly { id: string }[] }>): Promise<string[]> =>
  (await page).data.map(({ id }) => id);
const limit = 50;

async function idsOf(client: Client, kind: LiveKind, word: string): Promise<string[]> {
  switch (kind) {
    case 'kinds':
      return (await client.call('kinds.list')).data.map(({ name }) => name);
    case 'objects':
      return objectIds(client, word);
    case 'events':
      return ids(client.call('events.list', { limit }));
    case 'requests':
      return ids(client.call('requests.list', { limit }));
    case 'mail':
      return ids(client.call('mail.list', { limit }));
    case 'endpoints':
      return ids(client.call('webhook_endpoints.list'));
    case 'workspaces':
      return ids(client.call('workspaces.list'));
    case 'snapshots':
      return (await client.call('snapshots.list')).data.map(({ name }) => name);
    case 'faults':
      return ids(client.call('faults.list'));
    case 'rules':
      return ids(client.call('rules.list'));
    default:
      return kind satisfies never;
  }
}

/** The newest objects that a trigger can move; for an event, the objects with a move that emits the event. */
async function objectIds(client: Client, trigger: string): Promise<string[]> {
  if (!trigger.includes('.'))
    return [...new Set((await client.call('events.list', { limit })).data.map(({ subject }) => subject))];
  const { data } = await client.call('triggers.list');
  const kind = data.find(({ name }) => name === trigger)?.resource;
  if (kind === undefined) return [];
  return (await client.call('objects.list', { kind, limit })).objects.map(({ id }) => id);
}
