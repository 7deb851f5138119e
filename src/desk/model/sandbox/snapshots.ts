import { counted, instant } from '../../../core/base/terminal-text.ts';
import type { SnapshotView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { when } from '../format.ts';
import { type Choice, Chooser, choice, narrow, type SideAct } from '../forms/chooser.ts';
import { openForm } from '../forms/open-form.ts';
import { reasonOf } from '../moves/outcomes.ts';
import { runAndReport } from '../run-and-report.ts';

/** Lists the snapshots to restore, and offers to save one under the typed name. */
export function openSnapshots(desk: Desk): void {
  void desk.during('the snapshots', async (signal) => {
    try {
      const { data } = await desk.session.client.call('snapshots.list');
      if (!signal.aborted) showSnapshots(desk, data);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}

function showSnapshots(desk: Desk, saved: readonly SnapshotView[]): void {
  const restores = saved.map((snapshot) => restoreChoice(desk, snapshot));
  desk.dialog = new Chooser('Snapshots', 'a name for a new snapshot, or a snapshot to restore', (typed) => {
    const name = typed.trim().replaceAll(' ', '-') || unusedName(desk, saved);
    const found = narrow(restores, typed);
    const about = saved.some((each) => each.name === name)
      ? 'replaces the snapshot with this name'
      : /\s/.test(typed.trim())
        ? 'as it is now; a name has no spaces'
        : 'as it is now';
    const saving = choice(`save ${name}`, about, () => void save(desk, name));
    return [
      {
        ...saving,
        sideActs: saved.slice(0, 1).map((newest) => comparing(desk, newest.name, `what differs from ${newest.name}`)),
      },
      ...found,
    ];
  });
  desk.session.redraw('key');
}

/** An unused name from the emulated time, so that Enter without a typed name saves and never restores. */
function unusedName({ session: { now } }: Desk, saved: readonly SnapshotView[]): string {
  const minute = new Date(now).toISOString().slice(0, 16).replaceAll(/[T:]/g, '-');
  const names = new Set(saved.map((each) => each.name));
  let name = minute;
  for (let at = 2; names.has(name); at++) name = `${minute}-${at}`;
  return name;
}

function restoreChoice(desk: Desk, { name, at, records }: SnapshotView): Choice {
  const restoring = choice(`restore ${name}`, `${when(at, desk.session.now)}, ${counted(records, 'record')}`, () =>
    openForm(desk, {
      title: `Restore ${name}?`,
      about: 'Restores data, clock, jobs, keys, endpoints and settings. All later changes are lost.',
      verb: 'restore',
      submit: () => restore(desk, name),
    }),
  );
  return {
    ...restoring,
    destroys: true,
    sideActs: [
      comparing(desk, name),
      { act: 'rename', about: 'rename', run: () => askToRename(desk, name) },
      { act: 'delete', about: 'delete', run: () => askToDelete(desk, name) },
    ],
  };
}

/** The side action that compares the workspace with a snapshot. */
const comparing = (desk: Desk, name: string, about = 'what differs'): SideAct => ({
  act: 'compare',
  about,
  run: () => desk.open({ type: 'snapshot', name }),
});

function askToRename(desk: Desk, name: string): void {
  openForm(desk, {
    title: `Rename ${name}`,
    about: 'The contents of the snapshot do not change.',
    verb: 'rename',
    fields: [{ name: 'name', fallback: name, value: name }],
    submit: async (values) => {
      const renamed = await desk.session.client.call('snapshots.rename', { snapshot: name, name: values.name || name });
      desk.say(`${name} was renamed to ${renamed.name}`, 'good');
    },
  });
}

function askToDelete(desk: Desk, name: string): void {
  openForm(desk, {
    title: `Delete ${name}?`,
    about: 'You can no longer restore the snapshot. The workspace does not change.',
    verb: 'delete',
    submit: async () => {
      await desk.session.client.call('snapshots.delete', { name });
      desk.say(`${name} is deleted`, 'good');
    },
  });
}

const save = (desk: Desk, name: string): Promise<void> =>
  runAndReport(desk, async () => {
    const { records } = await desk.session.client.call('snapshots.save', { name });
    return `snapshot ${name} saved with ${counted(records, 'record')}`;
  });

async function restore(desk: Desk, name: string): Promise<void> {
  const { now } = await desk.session.client.call('snapshots.restore', { name });
  desk.closeDetails();
  desk.session.reopen();
  desk.say(`restored ${name} · clock at ${instant(now)}`, 'good');
}
