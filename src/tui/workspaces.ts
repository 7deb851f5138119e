import type { Status } from '../control/wire.ts';
import { hasWords } from '../desk/palette/fuzzy.ts';
import { openForm, withFreshStatus } from './actions.ts';
import { type Choice, Chooser, choice, narrow } from './dialogs.ts';
import type { UiState } from './ui-state.ts';

/** The data sets that can be shown, a workspace to make under the name that is typed, and the way back to the fixture. */
export function openWorkspaces(ui: UiState): void {
  withFreshStatus(ui, 'the workspaces', (status) => showWorkspaces(ui, status));
}

function showWorkspaces(ui: UiState, status: Status): void {
  const shown = status.workspaces.flatMap((workspace) => dataSetChoices(ui, status, workspace));
  const reset: Choice = {
    ...choice(`reset ${status.workspace}`, 'back to its fixture', () => askToReset(ui, status.workspace)),
    destroys: true,
  };
  ui.dialog = new Chooser('Workspace and mode', 'type to narrow, or a name for a new one', (typed) => {
    const id = idOf(typed);
    const isKnown = id === '' || status.workspaces.some((each) => each.id === id);
    const make = choice(`make ${id}`, 'a workspace of its own, with fresh keys', () => askToMake(ui, id));
    const found = narrow([...shown, reset], typed);
    if (isKnown) return found;
    // Before the making of a workspace stands only what was typed in words of its own.
    const named = found.filter(({ destroys, text }) => destroys !== true && hasWords(text ?? '', typed));
    return [...named, make, ...found.filter((each) => !named.includes(each))];
  });
}

/** The id of the workspace that is meant by a name: `shop` is `ws_shop`. */
function idOf(typed: string): string {
  const name = typed.trim().replaceAll(/\W/g, '_');
  return name === '' || name.startsWith('ws_') ? name : `ws_${name}`;
}

type Workspace = Status['workspaces'][number];

function dataSetChoices(ui: UiState, status: Status, { id, gateway, settlement }: Workspace): Choice[] {
  return (['test', 'live'] as const).map((mode) => {
    const isShown = id === status.workspace && mode === ui.session.mode;
    const settles = `settles ${settlement === 'auto' ? 'by the clock' : 'by hand'}`;
    const about = `${gateway}, ${settles}${isShown ? ' (shown)' : ''}`;
    return {
      ...choice(`${id} · ${mode}`, about, () => show(ui, id, mode)),
      text: `${id} ${mode} ${gateway}`,
      shortcuts: [{ key: 'ctrl+x', shown: '^X', about: 'delete', press: () => askToRemove(ui, id) }],
    };
  });
}

function show(ui: UiState, id: string, mode: 'test' | 'live'): void {
  ui.closeDetails();
  // A filter was meant for what was shown, and would hide what is shown now.
  for (const position of ui.positions.values()) position.filter = '';
  ui.session.switchTo({ workspace: id, mode });
  ui.say(`Showing ${id}, ${mode} mode.`);
}

function askToMake(ui: UiState, id: string): void {
  openForm(ui, {
    title: 'Make a workspace',
    about: 'It has keys, data, a clock and endpoints of its own.',
    verb: 'make',
    fields: [
      { name: 'id', fallback: 'a fresh one', value: id },
      { name: 'fixture', fallback: 'default', about: 'what it holds: the name of a fixture, or a file' },
    ],
    submit: async (values) => {
      const { workspaces } = ui.session.client;
      const made = await workspaces.create({
        id: values.id || undefined,
        fixture: values.fixture || undefined,
      });
      show(ui, made.id, 'test');
    },
  });
}

function askToRemove(ui: UiState, id: string): void {
  openForm(ui, {
    title: `Delete ${id}?`,
    about: 'All that it holds in both modes is gone then, with its keys and its snapshots.',
    verb: 'delete',
    submit: async () => {
      await ui.session.client.workspaces.remove(id);
      // Without the one that was shown, the default workspace is.
      if (ui.session.status?.workspace === id) ui.session.switchTo({});
      else ui.session.refresh();
      ui.say(`${id} is deleted`, 'good');
    },
  });
}

function askToReset(ui: UiState, id: string): void {
  openForm(ui, {
    title: `Put ${id} back to its fixture?`,
    about: 'Data, clock, keys, endpoints and settings become what they were at first, in both modes. Snapshots stay.',
    verb: 'reset',
    submit: async () => {
      const { fixture } = await ui.session.client.reset();
      ui.closeDetails();
      ui.session.reopen();
      ui.say(`${id} is as the fixture '${fixture}' has it`, 'good');
    },
  });
}
