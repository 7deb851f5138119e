import type { Key } from 'ink';
import type { MoveRole } from '../../model/moves/moves.ts';
import { deskCommands } from '../../model/palette/commands.ts';

/** The name of a key: `enter`, `up`, `ctrl+u`, or the character that it types. */
export type KeyName = string;

/** A sequence from the terminal without its Esc: a cursor position, or a key without a name in the dashboard. */
const unknownSequence = /^\[[<=>?]?\d[\d;:]*[ -/]*[@-~]$/;

/** The names of keys that arrived together. */
export function keysOf(input: string, key: Key): KeyName[] {
  const named = nameOf(input, key);
  if (named !== null) return [named];
  if (unknownSequence.test(input)) return [];
  return [...input].flatMap((character) => {
    if (character === '\r' || character === '\n') return ['enter'];
    if (character === '\t') return ['tab'];
    if (character === '\u007f' || character === '\b') return ['backspace'];
    if (character >= ' ') return [character];
    return character > '\0' && character <= '\u001a' ? [`ctrl+${letterOf(character)}`] : [];
  });
}

/** The letter of a control character. */
const letterOf = (control: string): string => String.fromCharCode(control.charCodeAt(0) + 96);

function nameOf(input: string, key: Key): KeyName | null {
  if (key.upArrow) return key.shift ? 'shift+up' : 'up';
  if (key.downArrow) return key.shift ? 'shift+down' : 'down';
  if (key.leftArrow) return 'left';
  if (key.rightArrow) return 'right';
  if (key.pageUp) return 'pageup';
  if (key.pageDown) return 'pagedown';
  if (key.home) return 'home';
  if (key.end) return 'end';
  if (key.return) return 'enter';
  if (key.escape) return 'esc';
  if (key.tab) return key.shift ? 'shift+tab' : 'tab';
  if (key.backspace || key.delete) return 'backspace';
  if (key.ctrl && input !== '') return `ctrl+${input}`;
  // No command uses Alt.
  if (key.meta) return 'meta';
  return null;
}

export interface KeyHelp {
  readonly keys: readonly KeyName[];
  /** The names of the keys in the help, such as `↑ k`. */
  readonly shown: string;
  readonly about: string;
  readonly group: 'Look' | 'Go' | 'Act' | 'Details' | 'Leave';
  /** Whether the key works only in details. */
  readonly isOfDetails?: boolean;
  /** Whether the key removes rows, or closes the dashboard. */
  readonly destroys?: boolean;
}

/** The keys of the views, in the order of their places. */
const viewKeys: readonly KeyName[] = [...'1234567890-=+*#%'];

/** The key of the view at a place. */
export const keyOf = (place: number): KeyName => viewKeys[place - 1]!;

/** The keys of the moves, by the role of a move, in the order of the hints. */
const roleKeys = {
  settle: { keys: ['s'], shown: 's', about: 'settle, complete, send or pay', group: 'Act' },
  fail: { keys: ['f'], shown: 'f', about: 'fail, with a code', group: 'Act' },
  dispute: { keys: ['d'], shown: 'd', about: 'dispute a payment', group: 'Act' },
  return: { keys: ['r'], shown: 'r', about: 'return a payout, with a code', group: 'Act' },
  void: { keys: ['v'], shown: 'v', about: 'void', group: 'Act' },
  refund: { keys: ['x'], shown: 'x', about: 'refund in full, or an amount', group: 'Act' },
} as const satisfies Readonly<Record<MoveRole, KeyHelp>>;

/** The roles that have a key. */
export const keyedRoles = Object.keys(roleKeys) as MoveRole[];

/** Every key with its effect, for the controller and the help. */
export const keyTable = {
  view: { keys: viewKeys, shown: '1 … 0 - = + * # %', about: 'go to a view', group: 'Go' },
  next: { keys: ['tab'], shown: 'Tab', about: 'the next view', group: 'Go' },
  previous: { keys: ['shift+tab'], shown: 'Shift+Tab', about: 'the view before', group: 'Go' },
  up: { keys: ['up', 'k'], shown: '↑ k', about: 'a row up', group: 'Go' },
  down: { keys: ['down', 'j'], shown: '↓ j', about: 'a row down', group: 'Go' },
  pageUp: { keys: ['pageup', 'ctrl+u', 'ctrl+b'], shown: 'PgUp ^U', about: 'a page up', group: 'Go' },
  pageDown: { keys: ['pagedown', 'ctrl+d', 'ctrl+f'], shown: 'PgDn ^D', about: 'a page down', group: 'Go' },
  first: { keys: ['home', 'g'], shown: 'Home g', about: 'the first row', group: 'Go' },
  last: { keys: ['end', 'G'], shown: 'End G', about: 'the last row; Activity then follows new rows', group: 'Go' },
  left: { keys: ['left', 'h'], shown: '← h', about: 'the previous kind; in details: back to the list', group: 'Go' },
  right: {
    keys: ['right', 'l'],
    shown: '→ l',
    about: 'the next kind or the details; in details: follow id',
    group: 'Go',
  },
  previousRow: { keys: ['['], shown: '[', about: 'in details: the previous row', group: 'Go' },
  nextRow: { keys: [']'], shown: ']', about: 'in details: the next row', group: 'Go' },
  open: { keys: ['enter'], shown: 'Enter', about: 'details of the row; in details: follow the id', group: 'Look' },
  trail: {
    keys: ['backspace'],
    shown: 'Backspace',
    about: 'back to the previous details',
    group: 'Look',
    isOfDetails: true,
  },
  preview: { keys: ['P'], shown: 'P', about: 'show or hide details beside the list (110 columns)', group: 'Look' },
  palette: { keys: [':'], shown: ':', about: 'find anything: views, commands, ids, triggers', group: 'Look' },
  filter: {
    keys: ['/'],
    shown: '/',
    about: 'filter by words (Tab: keys); in details: search',
    group: 'Look',
  },
  problems: { keys: ['!'], shown: '!', about: deskCommands.problems.about, group: 'Look' },
  help: { keys: ['?'], shown: '?', about: 'this help', group: 'Look' },
  workspace: { keys: ['W'], shown: 'W', about: deskCommands.workspace.about, group: 'Look' },
  redraw: { keys: ['ctrl+l'], shown: '^L', about: 'redraw the screen', group: 'Look' },
  trigger: { keys: ['t'], shown: 't', about: 'trigger an event or a move', group: 'Act' },
  mark: { keys: [' '], shown: 'Space', about: 'mark or unmark the row; keys act on all marked rows', group: 'Act' },
  markRange: { keys: ['V'], shown: 'V', about: 'mark all rows from the last marked row to this row', group: 'Act' },
  markUp: { keys: ['shift+up'], shown: 'Shift+↑', about: 'mark the row and the row above it', group: 'Act' },
  markDown: { keys: ['shift+down'], shown: 'Shift+↓', about: 'mark the row and the row below it', group: 'Act' },
  actions: { keys: ['a'], shown: 'a', about: deskCommands.actions.about, group: 'Act' },
  ...roleKeys,
  edit: { keys: ['u'], shown: 'u', about: deskCommands.edit.about, group: 'Act' },
  resend: { keys: ['w'], shown: 'w', about: deskCommands.resend.about, group: 'Act' },
  replay: { keys: ['R'], shown: 'R', about: deskCommands.replay.about, group: 'Act' },
  clock: { keys: ['c'], shown: 'c', about: deskCommands.clock.about, group: 'Act' },
  advanceTo: { keys: ['>'], shown: '>', about: deskCommands.advanceTo.about, group: 'Act' },
  settleAll: { keys: ['S'], shown: 'S', about: deskCommands.settleAll.about, group: 'Act' },
  snapshot: { keys: ['p'], shown: 'p', about: deskCommands.snapshot.about, group: 'Act' },
  fault: { keys: ['i'], shown: 'i', about: deskCommands.fault.about, group: 'Act' },
  endpoints: { keys: ['E'], shown: 'E', about: deskCommands.endpoints.about, group: 'Act' },
  remove: {
    keys: ['D'],
    shown: 'D',
    about: deskCommands.remove.about,
    destroys: deskCommands.remove.destroys,
    group: 'Act',
  },
  copy: { keys: ['y'], shown: 'y', about: deskCommands.copy.about, group: 'Details' },
  copyAll: { keys: ['Y'], shown: 'Y', about: deskCommands.copyAll.about, group: 'Details' },
  copyAs: { keys: ['C'], shown: 'C', about: deskCommands.copyAs.about, group: 'Details' },
  pager: { keys: ['o'], shown: 'o', about: 'open the JSON in the pager', group: 'Details' },
  editor: { keys: ['e'], shown: 'e', about: 'open the JSON in the editor, read-only', group: 'Details' },
  browser: {
    keys: ['O'],
    shown: 'O',
    about: deskCommands.browser.about,
    group: 'Details',
  },
  nextMatch: { keys: ['n'], shown: 'n', about: 'the next match of a search', group: 'Details', isOfDetails: true },
  previousMatch: { keys: ['N'], shown: 'N', about: 'the match before', group: 'Details', isOfDetails: true },
  back: { keys: ['esc'], shown: 'Esc', about: 'back: close, then remove marks, then the filter', group: 'Leave' },
  suspend: { keys: ['ctrl+z'], shown: '^Z', about: 'suspend; fg resumes the dashboard', group: 'Leave' },
  quit: { keys: ['q'], shown: 'q', about: 'quit', group: 'Leave', destroys: true },
  interrupt: { keys: ['ctrl+c'], shown: '^C', about: 'quit at once', group: 'Leave', destroys: true },
} as const satisfies Readonly<Record<string, KeyHelp>>;

export type Command = keyof typeof keyTable;

const commands = new Map<KeyName, Command>(
  Object.entries(keyTable).flatMap(([command, { keys }]) => keys.map((key) => [key, command as Command] as const)),
);

export const isRole = (command: Command): command is MoveRole => command in roleKeys;

export const commandOf = (key: KeyName): Command | undefined => commands.get(key);
