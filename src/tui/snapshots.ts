import type { SnapshotView } from '../control/wire.ts';
import { counted, instant } from '../text.ts';
import { openForm, runAndReport } from './actions.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import { reasonOf } from './outcomes.ts';
import type { UiState } from './ui-state.ts';

/** The snapshots that can be gone back to, and one to save under the name that is typed. */
export function openSnapshots(ui: UiState): void {
  void ui.typeAhead.holdWhile('the snapshots', async (signal) => {
    try {
      const { data } = await ui.session.client.snapshots.list();
      if (!signal.aborted) showSnapshots(ui, data);
    } catch (error) {
      ui.say(reasonOf(error), 'bad');
    }
  });
}

function showSnapshots(ui: UiState, saved: readonly SnapshotView[]): void {
  const restores = saved.map((snapshot) => restoreChoice(ui, snapshot));
  ui.dialog = new Chooser('Snapshots', 'a name for a new one, or one to go back to', (typed) => {
    const name = typed.trim().replaceAll(' ', '-') || unusedName(ui, saved);
    const found = narrow(restores, typed);
    const about = saved.some((each) => each.name === name) ? 'in place of the one of that name' : 'as it is now';
    return [choice(`save ${name}`, about, () => void save(ui, name)), ...found];
  });
  ui.session.redraw('key');
}

/** The emulated time as a name, so that Enter alone saves and never goes back. */
function unusedName({ session: { now } }: UiState, saved: readonly SnapshotView[]): string {
  const minute = new Date(now).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-');
  const names = new Set(saved.map((each) => each.name));
  let name = minute;
  for (let at = 2; names.has(name); at++) name = `${minute}-${at}`;
  return name;
}

function restoreChoice(ui: UiState, { name, at, records }: SnapshotView): Choice {
  const restoring = choice(`restore ${name}`, `${instant(at)}, ${counted(records, 'record')}`, () =>
    openForm(ui, {
      title: `Go back to ${name}?`,
      about: 'Data, clock, jobs, keys, endpoints and settings become what they were; what came since is gone.',
      verb: 'restore',
      submit: () => restore(ui, name),
    }),
  );
  return {
    ...restoring,
    destroys: true,
    shortcuts: [
      { key: 'ctrl+d', shown: '^D', about: 'what differs', press: () => ui.open({ type: 'snapshot', name }) },
      { key: 'ctrl+r', shown: '^R', about: 'rename', press: () => askToRename(ui, name) },
      { key: 'ctrl+x', shown: '^X', about: 'delete', press: () => askToDelete(ui, name) },
    ],
  };
}

function askToRename(ui: UiState, name: string): void {
  openForm(ui, {
    title: `Rename ${name}`,
    about: 'What it holds stays as it is.',
    verb: 'rename',
    fields: [{ name: 'name', fallback: name, value: name }],
    submit: async (values) => {
      const renamed = await ui.session.client.snapshots.rename(name, values.name || name);
      ui.say(`${name} is called ${renamed.name} now`, 'good');
    },
  });
}

function askToDelete(ui: UiState, name: string): void {
  openForm(ui, {
    title: `Delete ${name}?`,
    about: 'Nothing goes back to it then. The workspace stays as it is.',
    verb: 'delete',
    submit: async () => {
      await ui.session.client.snapshots.delete(name);
      ui.say(`${name} is deleted`, 'good');
    },
  });
}

const save = (ui: UiState, name: string): Promise<void> =>
  runAndReport(ui, async () => {
    const { records } = await ui.session.client.snapshots.save(name);
    return `snapshot ${name} holds ${counted(records, 'record')}`;
  });

async function restore(ui: UiState, name: string): Promise<void> {
  const { now } = await ui.session.client.snapshots.restore(name);
  ui.closeDetails();
  ui.session.reopen();
  ui.say(`back at ${name} · clock at ${instant(now)}`, 'good');
}
