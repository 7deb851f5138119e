import { isMoveCommand, type MoveCommand } from '../desk/moves/moves.ts';
import { problemsWord } from '../filter-words.ts';
import { askToAdvance, openForm, pressMove, remove, replay, resend, settleAll } from './actions.ts';
import { copyMarked, removeMarked, replayMarked, resendMarked, resendShown } from './bulk.ts';
import { chooseForMarked, pressMoveForMarked } from './bulk-moves.ts';
import { openClock } from './clock-palette.ts';
import { completionsOf } from './completions.ts';
import { copyId, copyJson, editJson, openCopies, withJson } from './copy-as.ts';
import type { DetailsPane } from './details-pane.ts';
import { Help, Prompt } from './dialogs.ts';
import { openEndpoints } from './endpoints.ts';
import { openFaults } from './fault-forms.ts';
import { followLink, openSubject } from './following.ts';
import { type Command, commandOf, type KeyName } from './keys.ts';

import { openPage } from './pages.ts';
import { openPalette, openTriggers } from './palette.ts';
import { chooseAction } from './row-actions.ts';
import { openSnapshots } from './snapshots.ts';

import type { UiState } from './ui-state.ts';
import { openWorkspaces } from './workspaces.ts';

/** Does what a key asks for, and has the screen drawn. */
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
    ui.session.redraw('key');
    return;
  }
  if (ui.typeAhead.hold(key)) {
    ui.session.redraw('answer');
    return;
  }
  if (!ui.pressInDialog(key)) {
    const command = commandOf(key);
    if (command === undefined) return;
    if (isForRow(command) ? ui.pending.rows : viewCommands.has(command) && ui.pending.views) {
      void ui.typeAhead.holdWhile(`the rows of ${ui.view.title}`, () => ui.pending.rowsLoaded());
      ui.typeAhead.hold(key);
      return;
    }
    ui.notices.message = null;
    run(ui, command, key);
  }
  ui.session.redraw('key');
}

/** Takes a pasted text: into an input, where one is open. It is never taken for keys, and confirms nothing. */
export function pasteText(ui: UiState, text: string): void {
  const { dialog } = ui;
  if (dialog === null || dialog.type === 'help' || ui.typeAhead.isHolding) {
    ui.say('Pasted text is not taken for keys; it goes into inputs alone.', 'wait');
  } else {
    for (const character of text.trim().replace(/\s+/g, ' ')) if (character >= ' ') dialog.press(character);
  }
  ui.session.redraw('key');
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

/** Keys that wait for the views that are about to come. */
const viewCommands: ReadonlySet<Command> = new Set(['view', 'next', 'previous', 'left', 'right']);

/** Whether a key is meant for a row, so that it waits for rows that are about to come. */
const isForRow = (command: Command): boolean => rowCommands.has(command) || isMoveCommand(command);

function run(ui: UiState, command: Command, key: KeyName): void {
  const forMarked = ui.details === null && ui.marks.count > 0;
  if (isMoveCommand(command)) {
    if (forMarked) pressMoveForMarked(ui, command);
    else pressMove(ui, command);
    return;
  }
  const inDetails = detailsCommands[command];
  const withMarks = markedCommands[command];
  if (ui.details !== null && inDetails !== undefined) inDetails(ui, ui.details);
  else if (forMarked && withMarks !== undefined) withMarks(ui);
  else commands[command](ui, key);
}

/** What is done with the marked rows, where there are any. */
const markedCommands: Readonly<Partial<Record<Command, (ui: UiState) => void>>> = {
  actions: chooseForMarked,
  resend: resendMarked,
  replay: replayMarked,
  remove: removeMarked,
  copy: copyMarked,
  back: (ui) => ui.marks.remove(),
};

/** Whether the view is filtered by `!`. */
const showsProblems = ({ position }: UiState): boolean => position.filter.split(/\s+/).includes(problemsWord);

const pageOf = (height: number): number => Math.max(1, height - 1);

const commands: Readonly<Record<Exclude<Command, MoveCommand>, (ui: UiState, key: KeyName) => void>> = {
  view: (ui, key) => ui.go(ui.views.find((view) => view.key === key) ?? ui.view),
  next: (ui) => ui.goBy(1),
  previous: (ui) => ui.goBy(-1),
  up: (ui) => ui.move(-1),
  down: (ui) => ui.move(1),
  pageUp: (ui) => ui.move(-pageOf(ui.listHeight)),
  pageDown: (ui) => ui.move(pageOf(ui.listHeight)),
  first: (ui) => ui.select(0),
  last: (ui) => {
    if (ui.hasMore) void ui.typeAhead.holdWhile('the last rows', () => ui.selectLast());
    else ui.select(ui.rows.length - 1);
  },
  left: (ui) => ui.goToPart(-1),
  // Where there are no other kinds, the details are to the right.
  right: (ui, key) => {
    if ((ui.view.kinds?.length ?? 0) > 1) ui.goToPart(1);
    else commands.open(ui, key);
  },
  previousRow: (ui) => ui.goToPart(-1),
  nextRow: (ui) => ui.goToPart(1),
  trail: () => {},
  preview: (ui) => {
    ui.preview.isOn = !ui.preview.isOn;
  },
  open: (ui) => {
    const target = ui.selected?.target;
    if (target?.type === 'job') openSubject(ui, target);
    else if (target !== undefined) ui.open(target);
  },
  filter: (ui) => {
    const { filter } = ui.position;
    ui.dialog = new Prompt(
      'filter',
      filter,
      (text) => ui.filter(text),
      (word) => completionsOf(ui, word),
    );
  },
  problems: (ui) => {
    const others = ui.position.filter.split(/\s+/).filter((word) => word !== '' && word !== problemsWord);
    ui.filter((showsProblems(ui) ? others : [...others, problemsWord]).join(' '));
  },
  back: (ui) => ui.filter(''),
  help: (ui) => {
    ui.dialog = new Help();
  },
  workspace: openWorkspaces,
  redraw: (ui) => {
    ui.session.refresh();
    ui.repaint();
  },
  palette: openPalette,
  trigger: openTriggers,
  mark: (ui) => ui.marks.toggle(),
  markRange: (ui) => ui.marks.range(),
  markUp: (ui) => ui.marks.extend(-1),
  markDown: (ui) => ui.marks.extend(1),
  actions: chooseAction,
  resend: (ui) => {
    if (ui.details === null && showsProblems(ui)) resendShown(ui);
    else void resend(ui);
  },
  replay: (ui) => void replay(ui),
  clock: openClock,
  advanceTo: (ui) => {
    const { target } = ui;
    if (target?.type === 'job') void askToAdvance(ui, target.job.id);
    else ui.say('Select a job in Clock to move the clock to it; c moves it anywhere.', 'wait');
  },
  settleAll: (ui) => void settleAll(ui),
  snapshot: openSnapshots,
  fault: openFaults,
  endpoints: openEndpoints,
  remove: (ui) => void remove(ui),
  copy: copyId,
  copyAll: copyJson,
  copyAs: openCopies,
  pager: (ui) => withJson(ui, (json) => void ui.host.page(json)),
  editor: editJson,
  browser: openPage,
  nextMatch: () => {},
  previousMatch: () => {},
  suspend: (ui) => ui.host.suspend(),
  quit,
  interrupt: (ui) => ui.host.leave('interrupt'),
};

/** What means something else while details are open. */
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
  left: (ui) => ui.closeDetails(),
  right: followLink,
  previousRow: (ui) => ui.openNext(-1),
  nextRow: (ui) => ui.openNext(1),
  filter: (ui, details) => {
    ui.dialog = new Prompt('search', details.search, (text) => void details.find(text));
  },
  nextMatch: (ui, details) => findNext(ui, details, 1),
  previousMatch: (ui, details) => findNext(ui, details, -1),
  open: followLink,
  trail: (ui) => {
    if (!ui.goBack()) ui.closeDetails();
  },
  back: (ui) => ui.closeDetails(),
};

function findNext(ui: UiState, details: DetailsPane, step: 1 | -1): void {
  const { search } = details;
  if (!details.find(search, step) && search !== '') ui.say(`Nothing here holds '${search}'.`, 'wait');
}

/** Asks only where leaving stops an emulator that was started with the dashboard. */
function quit(ui: UiState): void {
  if (!ui.host.ownsEmulator) {
    ui.host.leave('quit');
    return;
  }
  openForm(ui, {
    title: 'Quit and stop the emulator?',
    about: 'It was started with this dashboard. What it holds in a data folder is kept.',
    verb: 'quit',
    submit: () => ui.host.leave('quit'),
  });
}
