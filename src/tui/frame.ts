import type { EndpointView } from '../control/wire.ts';
import { counted } from '../text.ts';
import {
  type Column,
  cut,
  ends,
  fitLine,
  type Line,
  lengthOf,
  row,
  type Span,
  widthOf,
  widthsOf,
  wrap,
} from './cells.ts';
import type { Desk } from './desk.ts';
import { amount, hostOf, spell, until } from './format.ts';
import { keyTable } from './keys.ts';
import { countOf } from './kinds.ts';
import { moveCommands, moveFor } from './moves.ts';
import type { Session } from './session.ts';
import { eventOf, legalMoves, subjectOf } from './targets.ts';
import { nextJob, type View, views } from './views.ts';

/** The lines around the panels: what is always to be seen. Pure: what is known in, lines out. */

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly header: 1 | 2;
  readonly rules: boolean;
  readonly footer: 1 | 2;
  readonly body: number;
  /** Whether details stand beside the list. */
  readonly isWide: boolean;
}

/** How a terminal's room is shared out. */
export function layoutOf(columns: number, rows: number): Layout {
  const height = Math.max(4, rows);
  const isLow = rows < 15;
  const rules = rows >= 20;
  const header = isLow ? 1 : 2;
  const footer = isLow ? 1 : 2;
  const around = header + 1 + footer + (rules ? 3 : 1);
  return { width: columns, height, header, rules, footer, body: Math.max(1, height - around), isWide: columns >= 110 };
}

export const rule = (width: number): Line => [{ text: '─'.repeat(width), tone: 'dim' }];

export function headerLines(session: Session, { width, header }: Layout): Line[] {
  const { status, client, state } = session;
  if (status === null) {
    const what = state === 'lost' ? 'no emulator there' : 'connecting';
    const line: Line = [
      { text: ' payments-emulator', tone: 'bold' },
      { text: `  ${client.url}  ` },
      { text: what, tone: 'wait' },
    ];
    const why: Line = [{ text: ` ${session.failure ?? ''}`, tone: 'dim' }];
    return [fitLine(line, width), ...(header === 2 ? [fitLine(why, width)] : [])];
  }
  const gateway = status.workspaces.find(({ id }) => id === status.workspace)?.gateway ?? '';
  const place: Line = [
    { text: ' ' },
    ...(width >= 110 ? ([{ text: 'payments-emulator', tone: 'bold' }, { text: '  ' }] as const) : []),
    { text: status.url, tone: 'bold' },
    { text: `  ${status.workspace} · ` },
    { text: status.mode, tone: status.mode === 'live' ? 'wait' : 'plain' },
    ...(state === 'lost'
      ? [{ text: '  ○ gone, trying again', tone: 'bad' as const }]
      : width >= 80
        ? [{ text: ` · ${gateway}`, tone: 'dim' as const }]
        : []),
  ];
  const top = ends(place, clockSpans(session, width), width, 'right');
  if (header === 1) return [top];
  const left: Line = [{ text: ' ' }, ...hookSpans(status.endpoints, session.now, width)];
  const next = nextJob(session);
  const storage: Span =
    status.storage.status === 'degraded'
      ? { text: `○ disk: ${status.storage.reason ?? 'degraded'} `, tone: 'bad' }
      : { text: `${next === null || width >= 130 ? `   ${storageWords(status.storage)} ` : ''}`, tone: 'dim' };
  const right: Line = [
    ...(next === null || status.storage.status === 'degraded'
      ? []
      : [{ text: `next: ${next} `, tone: 'dim' as const }]),
    storage,
  ];
  return [top, ends(left, right, width, 'left')];
}

const storageWords = ({ kind, path }: { kind: string; path: string | null }): string =>
  kind === 'memory' ? 'in memory' : `in ${path === null ? 'a folder' : `…/${path.split(/[\\/]/).slice(-2).join('/')}`}`;

function clockSpans(session: Session, width: number): Line {
  const { mode, offset_ms } = session.status!.clock;
  const now = new Date(session.now).toISOString();
  const offset = Math.abs(offset_ms) < 1_000 ? '' : `  ${offset_ms < 0 ? '-' : '+'}${spell(Math.abs(offset_ms))}`;
  const mark: Span =
    mode === 'frozen' ? { text: width >= 80 ? '■ frozen ' : '■ ', tone: 'wait' } : { text: '▸ ', tone: 'good' };
  const shown = width >= 80 ? now.slice(0, 19).replace('T', ' ') : now.slice(5, 16).replace('T', ' ');
  return [{ text: ' ' }, mark, { text: `${shown}Z` }, { text: `${width >= 80 ? offset : ''} `, tone: 'dim' }];
}

/** How the receiver of the webhooks is doing: the worst one where there are several. */
function hookSpans(endpoints: readonly EndpointView[], now: number, width: number): Span[] {
  const enabled = endpoints.filter((endpoint) => endpoint.enabled);
  const [worst] = [...enabled].sort((a, b) => b.health.failures_in_a_row - a.health.failures_in_a_row);
  if (worst === undefined) return [{ text: '○ hooks: no endpoint; webhooks go nowhere', tone: 'dim' }];
  const { health, url } = worst;
  const others = enabled.length === 1 ? '' : ` and ${enabled.length - 1} more`;
  const where = `hooks ${cut(width >= 100 ? url : hostOf(url), 44)}${others}  `;
  if (health.last_attempt_at === null)
    return [{ text: '○ ', tone: 'dim' }, { text: where }, { text: 'nothing sent yet', tone: 'dim' }];
  const answer = health.last_status ?? health.last_error ?? 'no answer';
  if (health.failures_in_a_row === 0)
    return [{ text: '● ', tone: 'good' }, { text: where }, { text: String(answer), tone: 'good' }];
  const next = health.next_attempt_at === null ? '' : `, next try ${until(now, health.next_attempt_at)}`;
  return [
    { text: '! ', tone: 'bad' },
    { text: where },
    { text: `${answer}`, tone: 'bad' },
    { text: ` · ${counted(health.failures_in_a_row, 'failure')} in a row${next}` },
  ];
}

/** How the names of the views are shown, the more room the fuller. */
const tabForms: readonly {
  name: (view: View, isShown: boolean) => string;
  badges: 'all' | 'urgent' | 'none';
  gap: string;
}[] = [
  { name: ({ title }) => ` ${title}`, badges: 'all', gap: '  ' },
  { name: ({ title, brief }) => ` ${title.length > 9 ? brief : title}`, badges: 'all', gap: ' ' },
  { name: ({ title, brief }) => ` ${title.length > 9 ? brief : title}`, badges: 'urgent', gap: '' },
  { name: ({ brief }) => ` ${brief}`, badges: 'urgent', gap: '' },
  { name: ({ title }, isShown) => (isShown ? ` ${title}` : ''), badges: 'urgent', gap: '' },
];

/** The names of the views, and which one is shown. */
export function tabsLine(desk: Desk, width: number): Line {
  for (const { name, badges, gap } of tabForms) {
    const line = views.flatMap((view): Span[] => {
      const isShown = view === desk.view;
      const badge = view.badge?.(desk.session) ?? null;
      const hasBadge = badge !== null && (badges === 'all' || badge.tone !== 'dim');
      return [
        { text: isShown ? '▸' : ' ' },
        { text: `${view.key}${name(view, isShown)}`, tone: isShown ? 'bold' : 'dim' },
        ...(hasBadge ? [{ text: ` ${badge.text}`, tone: badge.tone }] : []),
        { text: gap },
      ];
    });
    if (lengthOf(line) <= width) return fitLine(line, width);
  }
  return fitLine([{ text: `▸${desk.view.key} ${desk.view.title}`, tone: 'bold' }], width);
}

/** The names of the columns, and of the parts where a view has several. */
export function headingLine(desk: Desk, columns: readonly Column[], width: number): Line {
  const { parts } = desk.view;
  if (parts !== undefined) {
    const counts = desk.session.status?.counts;
    const shown = desk.place.part;
    const names = parts.map(({ title, kind }, at): Line => {
      const isShown = at === shown;
      const number = countOf(counts, kind);
      return [
        { text: isShown ? ' ‹' : '  ', tone: 'dim' },
        { text: `${title}${number === 0 ? '' : ` ${number.toLocaleString('en-US')}`}`, tone: isShown ? 'bold' : 'dim' },
        { text: isShown ? '›' : ' ', tone: 'dim' },
      ];
    });
    if (lengthOf(names.flat()) <= width) return fitLine(names.flat(), width);
    return fitLine([...names[shown]!, { text: `  ${shown + 1} of ${parts.length}`, tone: 'dim' }], width);
  }
  const widths = widthsOf(columns, width - 2);
  const names = row(
    columns.map(({ name }) => ({ text: name, tone: 'dim' })),
    columns,
    widths,
  );
  return fitLine([{ text: '  ' }, ...names], width);
}

const balanceParts = ['available', 'reserved', 'held', 'pending'] as const;

/** What the workspace holds: its money, and its objects where the names of the views have no room for their counts. */
function holdingsLine({ status }: Session, width: number): Line {
  const hasCounts = width < 125;
  const counts = views.flatMap(({ brief, kinds }): Span[] => {
    const count = kinds.reduce((sum, kind) => sum + countOf(status?.counts, kind), 0);
    return count === 0 ? [] : [{ text: `${brief} `, tone: 'dim' }, { text: `${count.toLocaleString('en-US')}  ` }];
  });
  const [balance] = status?.balances ?? [];
  const money: Span[] = balanceParts.flatMap((name): Span[] => {
    if (balance === undefined || (hasCounts && name !== 'available' && balance[name] === 0)) return [];
    const isShort = name === 'available' && balance[name] < 0;
    return [
      { text: ` ${name} `, tone: 'dim' },
      { text: `${amount(balance[name], balance.currency)} `, tone: isShort ? 'bad' : 'plain' },
    ];
  });
  if (balance === undefined) money.push({ text: ' no money has moved yet', tone: 'dim' });
  const others = (status?.balances.length ?? 1) - 1;
  if (others > 0) money.push({ text: ` and ${others} more`, tone: 'dim' });
  // Each is a name and a number: those for which there is no room go together.
  while (counts.length > 0 && lengthOf(money) + lengthOf(counts) + 2 > width) counts.length -= 2;
  return ends(money, hasCounts ? counts : [], width, 'left');
}

type Hint = readonly [key: string, about: string];

/** The keys that make sense right now. */
function hintLine(desk: Desk, width: number): Line {
  const hints: Hint[] = [];
  const { dialog, details, target, session } = desk;
  if (dialog?.type === 'chooser') hints.push(['Enter', 'choose'], ['↑↓', 'move'], ['Esc', 'back']);
  else if (dialog?.type === 'form') {
    hints.push(['Enter', dialog.verb], ...(dialog.fields.length > 1 ? ([['Tab', 'next field']] as Hint[]) : []), [
      'Esc',
      'leave it',
    ]);
  } else if (dialog?.type === 'line') hints.push(['Enter', 'keep'], ['Esc', 'take away']);
  else if (dialog?.type === 'help') hints.push(['↑↓', 'scroll'], ['Esc', 'back']);
  else {
    if (details === null && target !== null) hints.push(['Enter', 'details']);
    if (details !== null) hints.push(['Esc', 'back'], ['↑↓', 'scroll'], ['←→', 'other row'], ['o', 'pager']);
    const legal = legalMoves(session, target);
    for (const command of moveCommands) {
      const move = moveFor(command, legal);
      if (move !== null) hints.push([keyTable[command].keys[0], move.verb]);
    }
    if (target !== null && eventOf(target) !== null) hints.push(['w', 'resend']);
    if (target?.type === 'request') hints.push(['R', 'replay']);
    if (target?.type === 'fault' || target?.type === 'rule') hints.push(['D', 'remove']);
    if (desk.view.parts !== undefined && details === null) hints.push(['←→', 'kind']);
    if (legal.length > 0 || (target !== null && subjectOf(target) !== null)) hints.push(['a', 'more']);
    hints.push(
      ['t', 'trigger'],
      ['c', 'clock'],
      ['/', details === null ? 'filter' : 'search'],
      ['?', 'keys'],
      ['q', 'quit'],
    );
  }
  const gap = width < 80 ? ' ' : '  ';
  const widthIn = (all: readonly Hint[]): number =>
    all.reduce((sum, [key, about]) => sum + widthOf(key) + about.length + 2 + gap.length, 0);
  // The way to all that may be done, the help and the way out stay, whatever else there is no room for.
  const kept = hints.filter(([key]) => dialog === null && ['a', '?', 'q'].includes(key));
  const others = hints.filter((hint) => !kept.includes(hint));
  while (others.length > 0 && widthIn([...kept, ...others]) > width + gap.length) others.pop();
  const shown = hints.filter((hint) => kept.includes(hint) || others.includes(hint));
  const spans = shown.flatMap(([key, about]): Span[] => [
    { text: ` ${key}`, tone: 'bold' },
    { text: ` ${about}${gap}`, tone: 'dim' },
  ]);
  return fitLine(spans, width);
}

/**
 * What is said at the foot: what was just done or refused, else what is filtered, else the balance; below it the keys that
 * make sense. What is too long for a line takes both.
 */
export function footLines(desk: Desk, width: number, height: 1 | 2): Line[] {
  const said = desk.dialog?.type === 'line' ? null : saidLines(desk, width, height);
  if (said !== null && said.length > 1) return said;
  if (height === 1)
    return [said?.[0] ?? (desk.dialog?.type === 'line' ? stateLine(desk, width) : hintLine(desk, width))];
  return [said?.[0] ?? stateLine(desk, width), hintLine(desk, width)];
}

/** The message, in at most so many lines; null: there is none. */
function saidLines({ message }: Desk, width: number, height: 1 | 2): Line[] | null {
  if (message === null) return null;
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

/** What is typed, said or filtered, else the balance. */
function stateLine(desk: Desk, width: number): Line {
  const { dialog, place } = desk;
  if (dialog?.type === 'line') {
    const { before, under, after } = dialog.field;
    return fitLine(
      [
        { text: ` ${dialog.label}: `, tone: 'dim' },
        { text: before },
        { text: `▏${under === ' ' && after === '' ? '' : under}` },
        { text: after },
      ],
      width,
    );
  }
  if (place.filter !== '') {
    const found = `${desk.rows.length.toLocaleString('en-US')}${isMore(desk) ? ' so far' : ''}`;
    return fitLine(
      [
        { text: ' filter: ', tone: 'dim' },
        { text: place.filter },
        { text: `  ${found}, Esc takes it away`, tone: 'dim' },
      ],
      width,
    );
  }
  return holdingsLine(desk.session, width);
}

const isMore = (desk: Desk): boolean => desk.view.lists(desk.session, desk.place.part).some((list) => list.hasMore);
