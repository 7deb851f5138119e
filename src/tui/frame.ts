import type { EndpointView } from '../control/wire.ts';
import { counted } from '../text.ts';
import {
  bold,
  type Column,
  columnWidths,
  dim,
  fitLine,
  justify,
  type Line,
  lineWidth,
  row,
  type Span,
  truncate,
  widthOf,
  wrap,
} from './cells.ts';
import { amount, hostOf, spell, until } from './format.ts';
import { keyTable } from './keys.ts';
import { countOf } from './kinds.ts';
import type { Layout } from './layout.ts';
import { moveCommands, moveFor } from './moves.ts';
import type { Session } from './session.ts';
import { eventOf, legalMoves, subjectOf } from './targets.ts';
import type { UiState } from './ui-state.ts';
import { nextJob, type View, views } from './views.ts';

/** The lines around the panels: the header, the names of the views, the footer. */

export const rule = (width: number): Line => [dim('─'.repeat(width))];

export function headerLines(session: Session, { width, header }: Layout): Line[] {
  const { status, client, state } = session;
  if (status === null) {
    const what = state === 'lost' ? 'no emulator there' : 'connecting';
    const line: Line = [bold(' payments-emulator'), { text: `  ${client.url}  ` }, { text: what, tone: 'wait' }];
    const why: Line = [dim(` ${session.failure ?? ''}`)];
    return [fitLine(line, width), ...(header === 2 ? [fitLine(why, width)] : [])];
  }
  const gateway = status.workspaces.find(({ id }) => id === status.workspace)?.gateway ?? '';
  const place: Line = [
    { text: ' ' },
    ...(width >= 110 ? ([bold('payments-emulator'), { text: '  ' }] as const) : []),
    bold(status.url),
    { text: `  ${status.workspace} · ` },
    { text: status.mode, tone: status.mode === 'live' ? 'wait' : 'plain' },
    ...(state === 'lost'
      ? [{ text: '  ○ gone, trying again', tone: 'bad' as const }]
      : width >= 80
        ? [dim(` · ${gateway}`)]
        : []),
  ];
  const top = justify(place, clockSpans(session, width), width, 'right');
  if (header === 1) return [top];
  const left: Line = [{ text: ' ' }, ...hookSpans(status.endpoints, session.now, width)];
  const next = nextJob(session);
  const storage: Span =
    status.storage.status === 'degraded'
      ? { text: `○ disk: ${status.storage.reason ?? 'degraded'} `, tone: 'bad' }
      : dim(`${next === null || width >= 130 ? `   ${storageWords(status.storage)} ` : ''}`);
  const right: Line = [
    ...(next === null || status.storage.status === 'degraded' ? [] : [dim(`next: ${next} `)]),
    storage,
  ];
  return [top, justify(left, right, width, 'left')];
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
  return [{ text: ' ' }, mark, { text: `${shown}Z` }, dim(`${width >= 80 ? offset : ''} `)];
}

/** How the receiver of the webhooks is doing: the worst one where there are several. */
function hookSpans(endpoints: readonly EndpointView[], now: number, width: number): Span[] {
  const enabled = endpoints.filter((endpoint) => endpoint.enabled);
  const [worst] = [...enabled].sort((a, b) => b.health.failures_in_a_row - a.health.failures_in_a_row);
  if (worst === undefined) return [dim('○ hooks: no endpoint; webhooks go nowhere')];
  const { health, url } = worst;
  const others = enabled.length === 1 ? '' : ` and ${enabled.length - 1} more`;
  const where = `hooks ${truncate(width >= 100 ? url : hostOf(url), 44)}${others}  `;
  if (health.last_attempt_at === null) return [dim('○ '), { text: where }, dim('nothing sent yet')];
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
export function tabsLine(ui: UiState, width: number): Line {
  for (const { name, badges, gap } of tabForms) {
    const line = views.flatMap((view): Span[] => {
      const isShown = view === ui.view;
      const badge = view.badge?.(ui.session) ?? null;
      const hasBadge = badge !== null && (badges === 'all' || badge.tone !== 'dim');
      return [
        { text: isShown ? '▸' : ' ' },
        { text: `${view.key}${name(view, isShown)}`, tone: isShown ? 'bold' : 'dim' },
        ...(hasBadge ? [{ text: ` ${badge.text}`, tone: badge.tone }] : []),
        { text: gap },
      ];
    });
    if (lineWidth(line) <= width) return fitLine(line, width);
  }
  return fitLine([bold(`▸${ui.view.key} ${ui.view.title}`)], width);
}

/** The names of the columns, and of the parts where a view has several. */
export function headingLine(ui: UiState, columns: readonly Column[], width: number): Line {
  const { parts } = ui.view;
  if (parts !== undefined) {
    const counts = ui.session.status?.counts;
    const shown = ui.position.part;
    const names = parts.map(({ title, kind }, at): Line => {
      const isShown = at === shown;
      const number = countOf(counts, kind);
      return [
        dim(isShown ? ' ‹' : '  '),
        { text: `${title}${number === 0 ? '' : ` ${number.toLocaleString('en-US')}`}`, tone: isShown ? 'bold' : 'dim' },
        dim(isShown ? '›' : ' '),
      ];
    });
    if (lineWidth(names.flat()) <= width) return fitLine(names.flat(), width);
    return fitLine([...names[shown]!, dim(`  ${shown + 1} of ${parts.length}`)], width);
  }
  const widths = columnWidths(columns, width - 2);
  const names = row(
    columns.map(({ name }) => dim(name)),
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
    return count === 0 ? [] : [dim(`${brief} `), { text: `${count.toLocaleString('en-US')}  ` }];
  });
  const [balance] = status?.balances ?? [];
  const money: Span[] = balanceParts.flatMap((name): Span[] => {
    if (balance === undefined || (hasCounts && name !== 'available' && balance[name] === 0)) return [];
    const isShort = name === 'available' && balance[name] < 0;
    return [dim(` ${name} `), { text: `${amount(balance[name], balance.currency)} `, tone: isShort ? 'bad' : 'plain' }];
  });
  if (balance === undefined) money.push(dim(' no money has moved yet'));
  const others = (status?.balances.length ?? 1) - 1;
  if (others > 0) money.push(dim(` and ${others} more`));
  // Each is a name and a number: those for which there is no room go together.
  while (counts.length > 0 && lineWidth(money) + lineWidth(counts) + 2 > width) counts.length -= 2;
  return justify(money, hasCounts ? counts : [], width, 'left');
}

type Hint = readonly [key: string, about: string];

/** The keys that make sense right now. */
function hintLine(ui: UiState, width: number): Line {
  const hints: Hint[] = [];
  const { dialog, details, target, session } = ui;
  if (dialog?.type === 'chooser') hints.push(['Enter', 'choose'], ['↑↓', 'move'], ['Esc', 'back']);
  else if (dialog?.type === 'form') {
    hints.push(['Enter', dialog.verb], ...(dialog.fields.length > 1 ? ([['Tab', 'next field']] as Hint[]) : []), [
      'Esc',
      'leave it',
    ]);
  } else if (dialog?.type === 'prompt') hints.push(['Enter', 'keep'], ['Esc', 'take away']);
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
    if (ui.view.parts !== undefined && details === null) hints.push(['←→', 'kind']);
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
  const spans = shown.flatMap(([key, about]): Span[] => [bold(` ${key}`), dim(` ${about}${gap}`)]);
  return fitLine(spans, width);
}

/**
 * What is said at the foot: what was just done or refused, else what is filtered, else the balance; below it the keys that
 * make sense. What is too long for a line takes both.
 */
export function footLines(ui: UiState, width: number, height: 1 | 2): Line[] {
  const said = ui.dialog?.type === 'prompt' ? null : messageLines(ui, width, height);
  if (said !== null && said.length > 1) return said;
  if (height === 1) return [said?.[0] ?? (ui.dialog?.type === 'prompt' ? stateLine(ui, width) : hintLine(ui, width))];
  return [said?.[0] ?? stateLine(ui, width), hintLine(ui, width)];
}

/** The message, in at most so many lines; null: there is none. */
function messageLines({ message }: UiState, width: number, height: 1 | 2): Line[] | null {
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
function stateLine(ui: UiState, width: number): Line {
  const { dialog, position } = ui;
  if (dialog?.type === 'prompt') {
    const { before, under, after } = dialog.field;
    return fitLine(
      [
        dim(` ${dialog.label}: `),
        { text: before },
        { text: `▏${under === ' ' && after === '' ? '' : under}` },
        { text: after },
      ],
      width,
    );
  }
  if (position.filter !== '') {
    const found = `${ui.rows.length.toLocaleString('en-US')}${isMore(ui) ? ' so far' : ''}`;
    return fitLine([dim(' filter: '), { text: position.filter }, dim(`  ${found}, Esc takes it away`)], width);
  }
  return holdingsLine(ui.session, width);
}

const isMore = (ui: UiState): boolean => ui.view.lists(ui.session, ui.position.part).some((list) => list.hasMore);
