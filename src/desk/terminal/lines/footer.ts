import { amount, counted } from '../../../core/base/terminal-text.ts';
import { bold, dim, type Line, type Span } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import type { Chooser } from '../../model/forms/chooser.ts';
import { moveFor } from '../../model/moves/moves.ts';
import { eventOf, hasFurtherActions, isResendable, legalMoves, retriedBy } from '../../model/targets.ts';
import { endpoints } from '../../model/views/endpoints-view.ts';
import { faults } from '../../model/views/faults-view.ts';
import type { DetailsPane } from '../details-pane.ts';
import { sideKeys } from '../keys/dialog-keys.ts';
import type { Dialog } from '../keys/dialogs.ts';
import { type KeyHelp, keyedRoles, keyTable } from '../keys/keys.ts';
import type { KeyWait } from '../keys/type-ahead.ts';
import { wrap } from '../texts/wrapping.ts';
import type { UiState } from '../ui-state.ts';
import { fitLine, truncate, widthOf } from './cells.ts';

/**
 * The lines of the footer. The upper line shows the typed text. Without typed text, it shows the message, and without
 * a message, the balances. The lower line shows the useful keys. A long message takes both lines.
 */
export function footerLines(ui: UiState, width: number, height: 1 | 2): Line[] {
  const { waiting } = ui.typeAhead;
  if (waiting !== null) return filledTo(height, waitingLine(waiting, width));
  const isTyping = ui.dialog?.type === 'prompt';
  const [first, second] = isTyping ? [] : messageLines(ui.desk, width, height);
  if (first !== undefined && second !== undefined) return [first, second];
  if (height === 1) return [first ?? (isTyping ? stateLine(ui, width) : hintLine(ui, width))];
  return [first ?? stateLine(ui, width), hintLine(ui, width)];
}

/**
 * The rule above the footer. Warnings from the emulator appear in this rule, so that they do not cover other text.
 */
export function footRule({ desk: { notices } }: UiState, width: number): Line {
  const { warning } = notices;
  if (warning === null) return [dim('─'.repeat(width))];
  const text = truncate(warning, width - 10);
  return [
    dim('── '),
    { text: '○ ', tone: 'wait' },
    { text },
    dim(` ${'─'.repeat(Math.max(0, width - 6 - widthOf(text)))}`),
  ];
}

const filledTo = (height: 1 | 2, line: Line): Line[] => (height === 1 ? [line] : [line, []]);

/** The line about waiting keys: their target, and the key that cancels the wait. */
function waitingLine({ what, keys }: KeyWait, width: number): Line {
  const held = keys === 0 ? '' : ` · ${counted(keys, 'key')} queued`;
  return fitLine(
    [{ text: ' ○ ', tone: 'wait' }, { text: `Waiting for ${what}${held}  ` }, bold('Esc'), dim(' drops it')],
    width,
  );
}

/** The message, in a limited number of lines. */
function messageLines({ notices: { message } }: Desk, width: number, height: 1 | 2): Line[] {
  if (message === null) return [];
  const { tone } = message;
  const mark = { good: '● ', bad: '! ', wait: '○ ', plain: '' }[tone];
  const shown = tone === 'bad' ? 'bad' : 'plain';
  const [first = '', ...rest] = height === 1 ? [message.text] : wrap(message.text, width - 1 - mark.length);
  const second = rest.join(' ');
  return [
    fitLine([{ text: ' ' }, { text: mark, tone }, { text: first, tone: shown }], width),
    ...(second === '' ? [] : [fitLine([{ text: ' '.repeat(1 + mark.length) }, { text: second, tone: shown }], width)]),
  ];
}

/** The typed text or, without typed text, the balances. */
function stateLine(ui: UiState, width: number): Line {
  const { dialog } = ui;
  if (dialog?.type === 'prompt') {
    const label = ` ${dialog.label}: `;
    const room = Math.max(8, width - label.length);
    const typed = dialog.field.shownIn(room);
    const words = dialog.completions.join('  ');
    return fitLine([dim(label), { text: typed }, dim(words === '' ? '' : `    Tab: ${words}`)], width);
  }
  return balanceLine(ui.desk, width);
}

const balanceParts = ['available', 'reserved', 'held', 'pending'] as const;

/** The balances of the workspace; on narrow terminals, without accounts that hold no money. */
function balanceLine({ session: { status } }: Desk, width: number): Line {
  const [balance] = status?.balances ?? [];
  if (balance === undefined) return fitLine([dim(' no money has moved yet')], width);
  const money: Span[] = balanceParts.flatMap((name): Span[] => {
    if (width < 125 && name !== 'available' && balance[name] === 0) return [];
    const isShort = name === 'available' && balance[name] < 0;
    return [dim(` ${name} `), { text: `${amount(balance[name], balance.currency)} `, tone: isShort ? 'bad' : 'plain' }];
  });
  const others = (status?.balances.length ?? 1) - 1;
  return fitLine(others > 0 ? [...money, dim(` and ${others} more`)] : money, width);
}

type Hint = readonly [key: string, about: string];

/** The hints for useful keys, as many as fit. */
function hintLine(ui: UiState, width: number): Line {
  const hints = ui.dialog === null ? panelHints(ui) : dialogHints(ui.dialog, ui.takesEnter);
  // The keys for all actions, for the help and for quitting are always shown.
  const isKept = ([key]: Hint): boolean => ui.dialog === null && ['a', '?', 'q'].includes(key);
  const gap = width < 80 ? ' ' : '  ';
  const widthOfHints = (): number =>
    hints.reduce((sum, [key, about]) => sum + widthOf(key) + about.length + 2 + gap.length, -gap.length);
  while (widthOfHints() > width) {
    const last = hints.findLastIndex((hint) => !isKept(hint));
    if (last === -1) break;
    hints.splice(last, 1);
  }
  return fitLine(
    hints.flatMap(([key, about], at) => [bold(` ${key}`), dim(` ${about}${at === hints.length - 1 ? '' : gap}`)]),
    width,
  );
}

const besidesHints = ({ selected }: Chooser): Hint[] =>
  selected?.sideActs?.map(({ act, about }): Hint => [sideKeys[act].shown, about]) ?? [];

/** The hints of a dialog. @param takesEnter whether the dialog has been shown long enough to accept Enter */
function dialogHints(dialog: Dialog, takesEnter: boolean): Hint[] {
  switch (dialog.type) {
    case 'chooser':
      return [
        ...(takesEnter ? [['Enter', 'choose'] as const] : []),
        ['↑↓', 'move'],
        ...besidesHints(dialog),
        ['Esc', 'back'],
      ];
    case 'form':
      return [
        ...(takesEnter ? [['Enter', dialog.verb] as const] : []),
        ...(dialog.fields.length > 1 ? [['Tab', 'next field'] as const] : []),
        ['Esc', 'leave it'],
      ];
    case 'prompt':
      return [
        ['Enter', 'keep'],
        ['Esc', 'take away'],
      ];
    case 'help':
      return [
        ['↑↓', 'scroll'],
        ['Esc', 'back'],
      ];
    default:
      return dialog satisfies never;
  }
}

const detailsHints = ({ link }: DetailsPane, steps: number): Hint[] => [
  ['Esc', 'back'],
  ['↑↓', 'ids'],
  ...(link === null ? [] : [['Enter', 'follow'] as const]),
  ...(steps === 0 ? [] : [['Backspace', 'before'] as const]),
  ['[ ]', 'other row'],
  ['o', 'pager'],
];

/** The keys that add an object, by the views that list such objects. */
const addingKeys: Readonly<Record<string, KeyHelp>> = {
  [faults.name]: keyTable.fault,
  [endpoints.name]: keyTable.endpoints,
};

function panelHints(ui: UiState): Hint[] {
  const { session, view, details, target, trail, marks } = ui.desk;
  if (details === null && marks.count > 0) {
    const hasEvents = [...marks.all.values()].some((each) => eventOf(each) !== null);
    return [
      ['a', `act on ${marks.count}`],
      ...(hasEvents ? [['w', 'resend'] as const] : []),
      ['y', 'copy ids'],
      ['Space', 'mark'],
      ['Esc', 'unmark'],
      ['?', 'keys'],
      ['q', 'quit'],
    ];
  }
  const hints: Hint[] = [];
  if (details !== null) hints.push(...detailsHints(ui.paneOf(details), trail.length));
  else if (target?.type === 'job') hints.push(['Enter', retriedBy(target.job) === null ? 'object' : 'delivery']);
  else if (target !== null) hints.push(['Enter', 'details']);
  if (target?.type === 'job') hints.push(['>', 'advance to it']);
  const legal = legalMoves(session, target);
  for (const role of keyedRoles) {
    const move = moveFor(role, legal);
    if (move !== null) hints.push([keyTable[role].keys[0], move.verb]);
  }
  if (target !== null && isResendable(target)) hints.push(['w', 'resend']);
  if (target?.type === 'request') hints.push(['R', 'replay']);
  if (target?.type === 'fault' || target?.type === 'rule') hints.push(['D', 'remove']);
  const adding = details === null ? addingKeys[view.name] : undefined;
  if (adding !== undefined) hints.push([adding.keys[0]!, 'add']);
  if (view.kinds !== undefined && view.kinds.length > 1 && details === null) hints.push(['←→', 'kind']);
  if (legal.length > 0 || hasFurtherActions(session, target)) hints.push(['a', 'more']);
  const slash = details === null ? 'filter' : 'search';
  const mark: Hint[] = target === null || details !== null ? [] : [['Space', 'mark']];
  return [
    ...hints,
    ['t', 'trigger'],
    ['c', 'clock'],
    ['/', slash],
    [':', 'everything'],
    ...mark,
    ['?', 'keys'],
    ['q', 'quit'],
  ];
}
