import { moveMarkedBy } from '../model/moves/bulk-moves.ts';
import type { MoveRole } from '../model/moves/moves.ts';
import { moveBy } from '../model/moves/object-moves.ts';
import { actsOnMarked, type DeskCommandName, deskCommands, doCommand, looksOnly } from '../model/palette/commands.ts';
import { openPalette, openTriggers } from '../model/palette/palette.ts';
import { hasDetails } from '../model/targets.ts';
import { commands } from './commands.ts';
import type { PageState } from './keyboard-focus.ts';

/** A key and its action, for the help and for the listener. */
export interface Key {
  readonly keys: readonly string[];
  readonly about: string;
  readonly press: (look: PageState) => void;
}

/** The keys of commands and of moves, which are the same in the dashboard. */
const commandKeys: Readonly<Record<string, DeskCommandName>> = {
  a: 'actions',
  u: 'edit',
  w: 'resend',
  R: 'replay',
  y: 'copy',
  Y: 'copyAll',
  C: 'copyAs',
  O: 'browser',
  c: 'clock',
  '>': 'advanceTo',
  S: 'settleAll',
  p: 'snapshot',
  i: 'fault',
  E: 'endpoints',
  D: 'remove',
  W: 'workspace',
};
const roleKeys: Readonly<Record<string, MoveRole>> = {
  s: 'settle',
  f: 'fail',
  d: 'dispute',
  r: 'return',
  v: 'void',
  x: 'refund',
};

export const keyTable: readonly Key[] = [
  { keys: ['j', 'ArrowDown'], about: 'the row below', press: ({ desk }) => desk.move(1) },
  { keys: ['k', 'ArrowUp'], about: 'the row above', press: ({ desk }) => desk.move(-1) },
  { keys: ['PageDown'], about: 'one page down', press: ({ desk }) => desk.move(20) },
  { keys: ['PageUp'], about: 'one page up', press: ({ desk }) => desk.move(-20) },
  { keys: ['g', 'Home'], about: 'the first row', press: ({ desk }) => void desk.selectFirst() },
  { keys: ['G', 'End'], about: 'the last row', press: ({ desk }) => void desk.selectLast() },
  {
    keys: ['Enter'],
    about: 'opens the row',
    press: (look) => {
      const { desk } = look;
      if (desk.selected === null || !hasDetails(desk.selected.target)) return;
      desk.open(desk.selected.target);
      look.focus('details');
    },
  },
  {
    keys: ['Escape'],
    about: 'goes back',
    press: (look) => {
      const { desk } = look;
      if (desk.waits.abandon()) return;
      if (desk.details !== null) {
        if (!desk.goBack()) desk.closeDetails();
        look.focus('grid');
      } else if (desk.position.only !== null) {
        desk.showOnly(null);
      } else if (desk.position.filter !== '') {
        desk.filter('');
      }
    },
  },
  { keys: ['/'], about: 'filters the rows', press: (look) => look.focus('filter') },
  { keys: ['!'], about: deskCommands.problems.about, press: ({ desk }) => doCommand(desk, 'problems') },
  { keys: ['ArrowLeft', 'h'], about: 'the kind before', press: ({ desk }) => desk.goToPart(-1) },
  { keys: ['ArrowRight', 'l'], about: 'the next kind', press: ({ desk }) => desk.goToPart(1) },
  { keys: [']'], about: 'the next view', press: ({ desk }) => desk.goBy(1) },
  { keys: ['['], about: 'the view before', press: ({ desk }) => desk.goBy(-1) },
  { keys: [':', 'Ctrl-K'], about: 'finds everything', press: (look) => openPalette(look.desk, commands(look)) },
  { keys: ['t'], about: 'triggers an event', press: (look) => openTriggers(look.desk, commands(look)) },
  { keys: [' '], about: 'marks or unmarks the row', press: ({ desk }) => desk.marks.toggle() },
  ...Object.entries(commandKeys).map(([key, name]) => ({
    keys: [key],
    about: deskCommands[name].about,
    press: ({ desk }: PageState) => {
      if (desk.session.run === null || looksOnly(name)) doCommand(desk, name);
    },
  })),
  ...Object.entries(roleKeys).map(([key, role]) => ({
    keys: [key],
    about: `moves the object: ${role}`,
    press: ({ desk }: PageState) => {
      if (desk.session.run !== null) return;
      if (actsOnMarked(desk)) moveMarkedBy(desk, role);
      else moveBy(desk, role, key);
    },
  })),
  {
    keys: ['?'],
    about: 'shows the keys',
    press: (look) => {
      look.isHelpOpen = true;
    },
  },
];

const isTyping = (element: EventTarget | null): boolean =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLElement && element.isContentEditable);

/** Handles keys until the page is closed, unless the user is typing or a dialog is open. */
export function listenToKeys(look: PageState, closed: AbortSignal): void {
  const press = (event: KeyboardEvent): void => {
    const { desk } = look;
    const isForAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (desk.dialog !== null || look.isHelpOpen) return;
    if (!isForAll && (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))) return;
    // A focused button or link handles Enter itself.
    const isOwn = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement;
    if ((event.key === 'Enter' || event.key === ' ') && isOwn) return;
    const pressed = isForAll ? 'Ctrl-K' : event.key;
    const key = keyTable.find(({ keys }) => keys.includes(pressed));
    if (key === undefined) return;
    event.preventDefault();
    key.press(look);
    look.draw();
    desk.touched();
  };
  addEventListener('keydown', press, { signal: closed });
}
