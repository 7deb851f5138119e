import { ask, choose, press, remove, replay, resend, settleAll } from './actions.ts';
import type { Desk } from './desk.ts';
import { Help, Line } from './dialogs.ts';
import { type Command, commandOf, type KeyName } from './keys.ts';
import { moveCommands } from './moves.ts';
import { openClock, openFaults, openSnapshots, openTriggers, openWorkspaces } from './palettes.ts';
import { idOf } from './targets.ts';
import { views } from './views.ts';

const rowCommands: ReadonlySet<Command> = new Set(
  moveCommands.concat(
    'open',
    'up',
    'down',
    'pageUp',
    'pageDown',
    'last',
    'actions',
    'resend',
    'replay',
    'remove',
    'copy',
  ),
);

/** Whether a key is meant for a row, so that it waits for rows that are about to come. */
const isOfRow = (command: Command): boolean => rowCommands.has(command);

/** Does what a key asks for, and has the screen drawn anew. */
export function pressKey(desk: Desk, key: KeyName): void {
  if (key === 'ctrl+c') {
    desk.outside.leave('interrupt');
    return;
  }
  if (desk.keys.hold(key)) return;
  if (!desk.pressDialog(key)) {
    const command = commandOf(key);
    if (command === undefined) return;
    if (isOfRow(command) && desk.isAwaitingRows) {
      void desk.keys.holdWhile(desk.untilRows());
      desk.keys.hold(key);
      return;
    }
    desk.quiet();
    run(desk, command, key);
  }
  desk.session.tell();
}

function run(desk: Desk, command: Command, key: KeyName): void {
  if (moveCommands.includes(command)) {
    void desk.keys.holdWhile(press(desk, command));
    return;
  }
  if (desk.details !== null && runInDetails(desk, command)) return;
  const page = Math.max(1, desk.listHeight - 1);
  switch (command) {
    case 'view':
      desk.go(views.find((view) => view.key === key) ?? desk.view);
      return;
    case 'next':
      desk.goBy(1);
      return;
    case 'previous':
      desk.goBy(-1);
      return;
    case 'up':
      desk.move(-1);
      return;
    case 'down':
      desk.move(1);
      return;
    case 'pageUp':
      desk.move(-page);
      return;
    case 'pageDown':
      desk.move(page);
      return;
    case 'first':
      desk.select(0);
      return;
    case 'last':
      desk.select(desk.rows.length - 1);
      return;
    case 'left':
      desk.part(-1);
      return;
    case 'right':
      desk.part(1);
      return;
    case 'open':
      if (desk.selected !== null) desk.open(desk.selected.target);
      return;
    case 'filter':
      desk.dialog = new Line('filter', desk.place.filter, (text) => desk.filter(text));
      return;
    case 'back':
      desk.filter('');
      return;
    default:
      runAnywhere(desk, command);
  }
}

/** @returns whether the key means something else while details are open */
function runInDetails(desk: Desk, command: Command): boolean {
  const { details } = desk;
  if (details === null) return false;
  const page = Math.max(1, desk.detailsHeight - 2);
  switch (command) {
    case 'up':
      desk.scroll(-1);
      return true;
    case 'down':
      desk.scroll(1);
      return true;
    case 'pageUp':
      desk.scroll(-page);
      return true;
    case 'pageDown':
      desk.scroll(page);
      return true;
    case 'first':
      desk.scroll(-Number.MAX_SAFE_INTEGER);
      return true;
    case 'last':
      desk.scroll(Number.MAX_SAFE_INTEGER);
      return true;
    case 'left':
      desk.openNext(-1);
      return true;
    case 'right':
      desk.openNext(1);
      return true;
    case 'filter':
      desk.dialog = new Line('search', details.search, (text) => desk.searchDetails(text));
      return true;
    case 'nextMatch':
      desk.searchDetails(details.search, 1);
      return true;
    case 'previousMatch':
      desk.searchDetails(details.search, -1);
      return true;
    case 'open':
    case 'back':
      desk.closeDetails();
      return true;
    default:
      return false;
  }
}

function runAnywhere(desk: Desk, command: Command): void {
  switch (command) {
    case 'help':
      desk.dialog = new Help();
      return;
    case 'workspace':
      openWorkspaces(desk);
      return;
    case 'redraw':
      desk.session.refresh();
      desk.repaint();
      return;
    case 'trigger':
      openTriggers(desk);
      return;
    case 'actions':
      void desk.keys.holdWhile(choose(desk));
      return;
    case 'resend':
      void resend(desk);
      return;
    case 'replay':
      void replay(desk);
      return;
    case 'clock':
      openClock(desk);
      return;
    case 'settleAll':
      void settleAll(desk);
      return;
    case 'snapshot':
      void desk.keys.holdWhile(openSnapshots(desk));
      return;
    case 'fault':
      openFaults(desk);
      return;
    case 'remove':
      void remove(desk);
      return;
    case 'copy':
      copyId(desk);
      return;
    case 'copyAll':
      withJson(desk, (json) => {
        desk.outside.copy(json);
        desk.say('The JSON went to the clipboard.');
      });
      return;
    case 'pager':
      withJson(desk, (json) => void desk.outside.page(json));
      return;
    case 'quit':
      quit(desk);
      return;
  }
}

function copyId(desk: Desk): void {
  const id = desk.target === null ? null : idOf(desk.target);
  if (id === null) return;
  desk.outside.copy(id);
  desk.say(`${id} went to the clipboard.`);
}

/** Needs the details: they hold the JSON. */
function withJson(desk: Desk, use: (json: string) => void): void {
  const json = desk.details?.content?.json;
  if (json === undefined) desk.say('Press Enter for the details first.', 'wait');
  else use(json);
}

/** Asks only where leaving stops an emulator that was started with the dashboard. */
function quit(desk: Desk): void {
  if (!desk.outside.ownsEmulator) {
    desk.outside.leave('quit');
    return;
  }
  ask(desk, {
    title: 'Quit and stop the emulator?',
    about: 'It was started with this dashboard. What it holds in a data folder is kept.',
    verb: 'quit',
    submit: async () => {
      desk.outside.leave('quit');
      return null;
    },
  });
}
