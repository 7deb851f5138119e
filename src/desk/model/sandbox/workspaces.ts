import type { Mode } from '../../../core/kernel/workspace.ts';
import type { Status } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { type Choice, Chooser, choice, narrow } from '../forms/chooser.ts';
import { openForm } from '../forms/open-form.ts';
import { hasWords } from '../palette/fuzzy.ts';
import { withFreshStatus } from '../run-and-report.ts';

/** Lists the data sets to show, and offers to create a workspace with the typed name or to reset to the fixture. */
export function openWorkspaces(desk: Desk): void {
  withFreshStatus(desk, 'the workspaces', (status) => showWorkspaces(desk, status));
}

function showWorkspaces(desk: Desk, status: Status): void {
  const shown = status.workspaces.flatMap((workspace) => dataSetChoices(desk, status, workspace));
  if (desk.session.run !== null) {
    desk.dialog = new Chooser('Workspace and mode', 'type to narrow', (typed) => narrow(shown, typed));
    return;
  }
  const reset: Choice = {
    ...choice(`reset ${status.workspace}`, 'reset the workspace to its fixture', () =>
      askToReset(desk, status.workspace),
    ),
    destroys: true,
  };
  desk.dialog = new Chooser('Workspace and mode', 'type to narrow, or type a name for a new workspace', (typed) => {
    const id = idOf(typed);
    const isKnown = id === '' || status.workspaces.some((each) => each.id === id);
    const make = choice(`make ${id}`, 'a separate workspace with new keys', () => askToMake(desk, id));
    const found = narrow([...shown, reset], typed);
    if (isKnown) return found;
    // A new workspace is offered after choices with the typed words, and before all other choices.
    const named = found.filter(({ destroys, text }) => destroys !== true && hasWords(text ?? '', typed));
    return [...named, make, ...found.filter((each) => !named.includes(each))];
  });
}

/** The id of a workspace from its name: `shop` becomes `ws_shop`. */
function idOf(typed: string): string {
  const name = typed.trim().replaceAll(/\W/g, '_');
  return name === '' || name.startsWith('ws_') ? name : `ws_${name}`;
}

type Workspace = Status['workspaces'][number];

function dataSetChoices(desk: Desk, status: Status, { id, gateway, settlement }: Workspace): Choice[] {
  return (['test', 'live'] as const).map((mode) => {
    const isShown = id === status.workspace && mode === desk.session.mode;
    const settles = `settles ${settlement === 'auto' ? 'by the clock' : 'by hand'}`;
    const about = `${gateway}, ${settles}${isShown ? ' (shown)' : ''}`;
    return {
      ...choice(`${id} · ${mode}`, about, () => showDataSet(desk, id, mode)),
      text: `${id} ${mode} ${gateway}`,
      sideActs: desk.session.run === null ? [{ act: 'delete', about: 'delete', run: () => askToRemove(desk, id) }] : [],
    };
  });
}

/** Shows another data set. */
export function showDataSet(desk: Desk, id: string, mode: Mode): void {
  desk.closeDetails();
  desk.preview.clear();
  // A filter belongs to the old data and would hide the new data.
  for (const position of desk.positions.values()) Object.assign(position, { filter: '', only: null, key: null });
  desk.session.switchTo({ workspace: id, mode });
  desk.say(`Showing ${id}, ${mode} mode.`);
}

function askToMake(desk: Desk, id: string): void {
  openForm(desk, {
    title: 'Make a workspace',
    about: 'A workspace has its own keys, data, clock and endpoints.',
    verb: 'make',
    fields: [
      { name: 'id', fallback: 'a fresh one', value: id },
      { name: 'fixture', fallback: 'default', about: 'the initial data: a fixture name or a file' },
    ],
    submit: async (values) => {
      const made = await desk.session.client.call('workspaces.create', {
        id: values.id || undefined,
        fixture: values.fixture || undefined,
      });
      showDataSet(desk, made.id, 'test');
    },
  });
}

function askToRemove(desk: Desk, id: string): void {
  openForm(desk, {
    title: `Delete ${id}?`,
    about: 'Deletes all data of the workspace in both modes, including keys and snapshots.',
    verb: 'delete',
    submit: async () => {
      await desk.session.client.call('workspaces.delete', { id });
      // If the shown workspace is deleted, the default workspace is shown.
      if (desk.session.status?.workspace === id) desk.session.switchTo({});
      else desk.session.refresh();
      desk.say(`${id} is deleted`, 'good');
    },
  });
}

function askToReset(desk: Desk, id: string): void {
  openForm(desk, {
    title: `Reset ${id} to its fixture?`,
    about: 'Resets data, clock, keys, endpoints and settings in both modes to the fixture. Snapshots are kept.',
    verb: 'reset',
    submit: async () => {
      const { fixture } = await desk.session.client.call('reset');
      desk.closeDetails();
      desk.session.reopen();
      desk.say(`${id} was reset to the fixture '${fixture}'`, 'good');
    },
  });
}
