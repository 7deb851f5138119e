// The applications of examples/audit, with the audit's commands, and copies of them with a planted bug.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mutations, plant } from '../../examples/audit/mutations.js';

export const root = resolve(import.meta.dirname, '../..');
const examples = join(root, 'examples/audit');
const node = process.execPath;

const shop = (name, about, ...words) => ({
  name,
  about,
  state: (folder) => [words[0], join(folder, words[1]), 'state'],
  command: (folder) => [node, join(folder, 'scenario.js'), words[0], join(folder, words[1])],
});

const script = (name, about, scenario, ...state) => ({
  name,
  about,
  state: (folder) => [node, join(folder, name, state[0]), ...state.slice(1)],
  command: (folder) => [node, join(folder, name, scenario)],
});

/**
 * The correct applications. `state` and `command` are the words of commands, for a copy of the examples in a folder.
 */
export const applications = [
  shop('shop', 'plain Node, answers when it is done', node, 'shop/shop.js'),
  shop('queue', 'plain Node, acknowledges first and works later', node, 'queue/shop.js'),
  shop('python', 'the standard library of Python alone', 'python3', 'python/shop.py'),
  {
    ...script('tickets', 'tests that open the application in their own process, and end with it', '', 'settings.js'),
    command: (folder) => [node, '--test', join(folder, 'tickets/office.test.js')],
  },
  script('courier', 'two processes, which keep facts from events on disk', 'scenario.js', 'web.js', 'report'),
  script('club', 'polls, and has no webhook', 'scenario.js', 'club.js', 'books'),
];

/** Copies the examples into a folder, with a bug if one is given. */
export function copyOf(folder, bug) {
  cpSync(examples, folder, { recursive: true });
  const changes = bug === undefined ? [] : bug.also === undefined ? [bug] : [bug, bug.also];
  for (const change of changes) {
    const file = join(folder, bug.application, change.file ?? bug.file);
    writeFileSync(file, plant(readFileSync(file, 'utf8'), change));
  }
}

/** The bugs, each with a unique name. */
export const bugs = mutations.map((bug) => ({ ...bug, name: `${bug.application}: ${bug.bug}` }));
