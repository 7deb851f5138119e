import { withJson } from '../../model/details/copy-as.ts';
import { openSubject } from '../../model/details/follow-links.ts';
import { type Choice, choice } from '../../model/forms/chooser.ts';
import { openForm } from '../../model/forms/open-form.ts';
import { moveMarkedBy } from '../../model/moves/bulk-moves.ts';
import type { MoveRole } from '../../model/moves/moves.ts';
import { moveBy } from '../../model/moves/object-moves.ts';
import {
  actsOnMarked,
  type DeskCommandName,
  doCommand,
  isOfDesk,
  wordsOfCommand,
} from '../../model/palette/commands.ts';
import { openPalette, openTriggers } from '../../model/palette/palette.ts';
import { idOf } from '../../model/targets.ts';
import { completionsOf } from '../../model/views/completions.ts';
import type { DetailsPane } from '../details-pane.ts';
import type { UiState } from '../ui-state.ts';
import { Help, Prompt } from './dialogs.ts';
import { followLink } from './following.ts';
import { type Command, commandOf, isRole, type KeyHelp, type KeyName, keyOf, keyTable } from './keys.ts';

/** Handles a key, and redraws the screen. */
export function pressKey(ui: UiState, key: KeyName): void {
  if (key === 'ctrl+c') {
    ui.host.leave('interrupt');
    return;
  }
  if (key === 'ctrl+z') {
    ui.host.suspend();
    return;
  }
  if (key === 'esc' && ui.typeAhead.abandon()) {
    ui.desk.touched();
    return;
  }
  if (ui.typeAhead.hold(key)) {
    ui.desk.session.redraw('answer');
    return;
  }
  if (!ui.pressInDialog(key)) {
    const command = commandOf(key);
    if (command === undefined) return;
    if (isForRow(command) ? ui.desk.pending.rows : viewCommands.has(command) && ui.desk.pending.views) {
      void ui.desk.during(`the rows of ${ui.desk.view.title}`, () => ui.desk.pending.rowsLoaded());
      ui.typeAhead.hold(key);
      return;
    }
    ui.desk.notices.message = null;
    run(ui, command, key);
  }
  ui.desk.touched();
}

/**
 * Inserts pasted text into the open input, if there is one. Pasted text never acts as keys, and never confirms a
 * dialog.
 */
export function pasteText(ui: UiState, text: string): void {
  const { dialog } = ui;
  if (dialog === null || dialog.type === 'help' || ui.typeAhead.isHolding) {
    ui.desk.say('Pasted text does not trigger keys. You can paste only into input fields.', 'wait');
  } else {
    for (const character of text.trim().replace(/\s+/g, ' ')) if (character >= ' ') ui.pressInDialog(character);
  }
  ui.desk.touched();
}

const rowCommands: ReadonlySet<Command> = new Set([
  'open',
  'up',
  'down',
  'pageUp',
  'pageDown',
  'last',
  'mark',
  'markRange',
  'markUp',
  'markDown',
  'actions',
  'resend',
  'replay',
  'remove',
  'advanceTo',
  'copy',
  'copyAs',
  'editor',
  'browser',
]);

/** The keys that wait for views to load. */
const viewCommands: ReadonlySet<Command> = new Set(['view', 'next', 'previous', 'left', 'right']);

/** Whether a key acts on a row, so that the key waits for rows that are about to arrive. */
const isForRow = (command: Command): boolean => rowCommands.has(command) || isRole(command);

function run(ui: UiState, command: Command, key: KeyName): void {
  if (isRole(command)) {
    if (actsOnMarked(ui.desk)) moveMarkedBy(ui.desk, command);
    else moveBy(ui.desk, command, key);
    return;
  }
  const inDetails = detailsCommands[command];
  if (ui.desk.details !== null && inDetails !== undefined) inDetails(ui, ui.paneOf(ui.desk.details));
  else if (isOfDesk(command)) doCommand(ui.desk, command);
  else commands[command](ui, key);
}

const pageOf = (height: number): number => Math.max(1, height - 1);

const commands: Readonly<Record<Exclude<Command, MoveRole | DeskCommandName>, (ui: UiState, key: KeyName) => void>> = {
  view: (ui, key) => ui.desk.go(ui.desk.views.find((view) => keyOf(view.place) === key) ?? ui.desk.view),
  next: (ui) => ui.desk.goBy(1),
  previous: (ui) => ui.desk.goBy(-1),
  up: (ui) => ui.desk.move(-1),
  down: (ui) => ui.desk.move(1),
  pageUp: (ui) => ui.desk.move(-pageOf(ui.list.height)),
  pageDown: (ui) => ui.desk.move(pageOf(ui.list.height)),
  first: (ui) => {
    if (ui.desk.hasMore && ui.desk.view.isLog === true)
      void ui.desk.during('the first rows', () => ui.desk.selectFirst());
    else ui.desk.select(0);
  },
  last: (ui) => {
    if (ui.desk.hasMore && ui.desk.view.isLog !== true)
      void ui.desk.during('the last rows', () => ui.desk.selectLast());
    else ui.desk.select(ui.desk.rows.length - 1);
  },
  left: (ui) => ui.desk.goToPart(-1),
  // A view with one kind has no other part, so the key opens the details.
  right: (ui, key) => {
    if ((ui.desk.view.kinds?.length ?? 0) > 1) ui.desk.goToPart(1);
    else commands.open(ui, key);
  },
  previousRow: (ui) => ui.desk.goToPart(-1),
  nextRow: (ui) => ui.desk.goToPart(1),
  trail: () => {},
  preview: (ui) => {
    ui.desk.preview.isOn = !ui.desk.preview.isOn;
  },
  open: (ui) => {
    const target = ui.desk.selected?.target;
    if (target?.type === 'job') openSubject(ui.desk, target);
    else if (target !== undefined) ui.desk.open(target);
  },
  filter: (ui) => {
    const { filter } = ui.desk.position;
    ui.show(
      new Prompt(
        'filter',
        filter,
        (text) => ui.desk.filter(text),
        (word) => completionsOf(ui.desk, word),
      ),
    );
  },
  back: ({ desk }) => {
    if (desk.marks.count > 0) desk.marks.remove();
    else if (desk.position.only !== null) desk.showOnly(null);
    else desk.filter('');
  },
  help: (ui) => {
    ui.show(new Help());
  },
  redraw: (ui) => {
    ui.desk.session.refresh();
    ui.repaint();
  },
  palette: (ui) => openPalette(ui.desk, commandChoices(ui)),
  trigger: (ui) => openTriggers(ui.desk, commandChoices(ui)),
  mark: (ui) => ui.desk.marks.toggle(),
  markRange: (ui) => ui.desk.marks.range(),
  markUp: (ui) => ui.desk.marks.extend(-1),
  markDown: (ui) => ui.desk.marks.extend(1),
  pager: (ui) => withJson(ui.desk, (json) => void ui.host.page(json)),
  editor: editJson,
  nextMatch: () => {},
  previousMatch: () => {},
  suspend: (ui) => ui.host.suspend(),
  quit,
  interrupt: (ui) => ui.host.leave('interrupt'),
};

/** Keys with a different meaning while details are open. */
const detailsCommands: Readonly<Partial<Record<Command, (ui: UiState, details: DetailsPane) => void>>> = {
  up: (_ui, details) => details.step(-1),
  markUp: (_ui, details) => details.step(-1),
  markDown: (_ui, details) => details.step(1),
  down: (_ui, details) => details.step(1),
  pageUp: (_ui, details) => details.scroll(-pageOf(details.height - 1)),
  pageDown: (_ui, details) => details.scroll(pageOf(details.height - 1)),
  mark: (_ui, details) => details.scroll(pageOf(details.height - 1)),
  first: (_ui, details) => details.scroll(Number.NEGATIVE_INFINITY),
  last: (_ui, details) => details.scroll(Number.POSITIVE_INFINITY),
  left: (ui) => ui.desk.closeDetails(),
  right: followLink,
  previousRow: (ui) => ui.desk.openNext(-1),
  nextRow: (ui) => ui.desk.openNext(1),
  filter: (ui, details) => {
    ui.show(new Prompt('search', details.search, (text) => void details.find(text)));
  },
  nextMatch: (ui, details) => findNext(ui, details, 1),
  previousMatch: (ui, details) => findNext(ui, details, -1),
  open: followLink,
  trail: (ui) => {
    if (!ui.desk.goBack()) ui.desk.closeDetails();
  },
  back: (ui) => ui.desk.closeDetails(),
};

function findNext(ui: UiState, details: DetailsPane, step: 1 | -1): void {
  const { search } = details;
  if (!details.find(search, step) && search !== '') ui.desk.say(`No match for '${search}' in the details.`, 'wait');
}

/**
 * Leaves the dashboard. Asks for confirmation first if this stops an emulator that was started with the dashboard.
 */
function quit(ui: UiState): void {
  if (!ui.host.ownsEmulator) {
    ui.host.leave('quit');
    return;
  }
  openForm(ui.desk, {
    title: 'Quit and stop the emulator?',
    about: 'The dashboard started this emulator. Data in a data folder is kept.',
    verb: 'quit',
    submit: () => ui.host.leave('quit'),
  });
}

/** Opens the JSON in the user's editor. */
function editJson({ desk, host }: UiState): void {
  withJson(desk, (json) => {
    const id = desk.target === null ? null : idOf(desk.target);
    void host.edit(`${id?.replaceAll(/\W+/g, '-') ?? 'row'}.json`, json);
  });
}

/** The choices of the palette: every command that a key runs, by name. */
function commandChoices(ui: UiState): Choice[] {
  return (Object.entries(keyTable) as [Command, KeyHelp][]).flatMap(
    ([command, { keys, shown, about, isOfDetails, destroys }]) => {
      const [key] = keys;
      // The palette lists each view separately, and is already open.
      if (command === 'view' || command === 'palette' || key === undefined) return [];
      if (isOfDetails === true && ui.desk.details === null) return [];
      const name = wordsOfCommand(command);
      const press = () => {
        ui.closeDialog();
        ui.press(key);
      };
      return [
        {
          ...choice(name, `${shown}  ${about}`, press),
          text: `${name} ${about}`,
          destroys,
        },
      ];
    },
  );
}
