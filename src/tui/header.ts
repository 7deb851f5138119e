import type { EndpointView, Status } from '../control/wire.ts';
import { bold, type Column, dim, type Line, type Span } from '../desk/cells.ts';
import { endpointTone } from '../desk/endpoint-health.ts';
import { hostOf, jobWords, latency, until, words } from '../desk/format.ts';
import type { Session } from '../desk/session.ts';
import { heightOf } from '../desk/time/pulse.ts';
import type { View } from '../desk/views/view.ts';
import { counted, instant, spell } from '../text.ts';
import { columnWidths, fitLine, justify, lineWidth, row, truncate } from './cells.ts';
import type { UiState } from './ui-state.ts';

/** The address, the workspace, the clock, how the receiver of the webhooks does, and the next job. */
export function headerLines(session: Session, width: number, height: 1 | 2): Line[] {
  const { status, client, state } = session;
  if (status === null) {
    const what: Span = { text: state === 'lost' ? 'no emulator there' : 'connecting', tone: 'wait' };
    const line: Line = [bold(' payments-emulator'), { text: `  ${client.url}  ` }, silenceSpan(session) ?? what];
    const why: Line = [dim(` ${session.failure ?? ''}`)];
    return [fitLine(line, width), ...(height === 2 ? [fitLine(why, width)] : [])];
  }
  const gateway = status.workspaces.find(({ id }) => id === status.workspace)?.gateway ?? '';
  const trouble: Span | null = state === 'lost' ? { text: '○ gone, trying again', tone: 'bad' } : silenceSpan(session);
  // What is wrong goes before all else that the line may have no room for.
  const place: Line = [
    { text: ' ' },
    ...(trouble === null ? [] : [trouble, { text: '  ' }]),
    ...(width >= 110 ? ([bold('payments-emulator'), { text: '  ' }] as const) : []),
    bold(status.url),
    { text: `  ${status.workspace} · ` },
    { text: status.mode, tone: status.mode === 'live' ? 'wait' : 'plain' },
    ...(trouble === null && width >= 80 ? [dim(` · ${gateway}`)] : []),
  ];
  const top = justify(place, clockSpans(session, width), width, 'right');
  if (height === 1) return [top];
  const left: Line = [
    { text: ' ' },
    ...faultSpans(status),
    ...(isKnown(session)
      ? endpointSpans(status.endpoints, session.now, width, status.clock.mode === 'frozen')
      : [dim('○ hooks: nobody knows how they do while the emulator does not answer')]),
  ];
  const next = nextJob(session);
  const storage: Span =
    status.storage.status === 'degraded'
      ? { text: `○ disk: ${status.storage.reason ?? 'degraded'} `, tone: 'bad' }
      : dim(`${next === null || width >= 130 ? `   ${storageWords(status.storage)} ` : ''}`);
  const ahead: Line = [
    ...(next === null || status.storage.status === 'degraded' ? [] : [dim(`next: ${next} `)]),
    storage,
  ];
  const life: Line = [...pulseSpans(session), ...ahead];
  const right = lineWidth(left) + lineWidth(life) + 2 <= width ? life : ahead;
  return [top, justify(left, right, width, 'left')];
}

/** The next job of the clock: `renew sub_4kPx… in 2d`. */
function nextJob(session: Session): string | null {
  const next = session.status?.clock.next ?? null;
  if (next === null) return null;
  return next.due_at === null ? jobWords(next) : `${jobWords(next)} ${until(session.now, next.due_at)}`;
}

/** The requests of the last minute as bars, yellow where some were refused or failed, and how many there were. */
function pulseSpans({ pulse }: Session): Span[] {
  const bars = pulse.last(performance.now());
  const sum = (of: 'requests' | 'errors'): number => bars.reduce((total, bar) => total + bar[of], 0);
  const [requests, errors] = [sum('requests'), sum('errors')];
  if (requests === 0) return [];
  const most = Math.max(...bars.map((bar) => bar.requests));
  const shown = bars.map(
    (bar): Span => ({
      text: heightOf(bar.requests, most),
      tone: bar.errors > 0 ? 'wait' : 'dim',
    }),
  );
  const failed = errors === 0 ? '' : `, ${errors.toLocaleString('en-US')} refused`;
  return [...shown, { text: ` ${requests.toLocaleString('en-US')}/min${failed}   ` }];
}

/** That the emulator hangs, and for how long; null while it answers. */
const silenceSpan = ({ silence }: Session): Span | null =>
  silence === null ? null : { text: `○ no answer for ${spell(silence)}`, tone: 'bad' };

/** Whether what was last heard of the emulator is still so. */
const isKnown = ({ state, silence }: Session): boolean => state === 'live' && silence === null;

const storageWords = ({ kind, path }: { kind: string; path: string | null }): string =>
  kind === 'memory' ? 'in memory' : `in ${path === null ? 'a folder' : `…/${path.split(/[\\/]/).slice(-2).join('/')}`}`;

function clockSpans(session: Session, width: number): Line {
  const { mode, offset_ms, rate } = session.status!.clock;
  const now = new Date(session.now).toISOString();
  const offset = Math.abs(offset_ms) < 1_000 ? '' : `  ${offset_ms < 0 ? '-' : '+'}${spell(Math.abs(offset_ms))}`;
  const mark: Span = !isKnown(session)
    ? dim(width >= 80 ? '? last seen ' : '? ')
    : mode === 'frozen'
      ? { text: width >= 80 ? '■ frozen ' : '■ ', tone: 'wait' }
      : { text: rate === 1 ? '▸ ' : `▸×${rate} `, tone: 'good' };
  const shown = width >= 80 ? instant(now) : `${now.slice(5, 16).replace('T', ' ')}Z`;
  return [{ text: ' ' }, mark, { text: shown }, dim(`${width >= 80 ? offset : ''} `)];
}

/** That faults wait to happen: whoever forgets one looks for a bug that is not there. */
function faultSpans({ faults, rules }: Status): Span[] {
  const named = [
    ...faults.map(({ kind, on }) => `${words(kind)} on ${on}`),
    // A rule that says nothing of when it holds acts on everything.
    ...rules.map(
      ({ when, then }) =>
        `${words(String(then.kind))} on ${Object.keys(when).length === 0 ? 'everything' : 'what fits'}`,
    ),
  ];
  const [first] = named;
  if (first === undefined) return [];
  const what = named.length === 1 ? first : counted(named.length, 'fault or rule', 'faults and rules');
  return [{ text: `▲ injected: ${what}  `, tone: 'wait' }];
}

/** How the receiver of the webhooks does; of several, the one that fails most. */
function endpointSpans(endpoints: readonly EndpointView[], now: number, width: number, isFrozen: boolean): Span[] {
  const enabled = endpoints.filter((endpoint) => endpoint.enabled);
  const trouble = ({ health }: EndpointView): number => health.failures_in_a_row + health.waiting;
  const [worst] = [...enabled].sort((a, b) => trouble(b) - trouble(a));
  if (worst === undefined) return [dim('○ hooks: no endpoint; webhooks go nowhere')];
  const { health, url } = worst;
  const others = enabled.length === 1 ? '' : ` and ${enabled.length - 1} more`;
  const where = `hooks ${truncate(width >= 100 ? url : hostOf(url), 44)}${others}  `;
  if (health.last_attempt_at === null) return [dim('○ '), { text: where }, dim('nothing sent yet')];
  const answer = String(health.last_status ?? health.last_error ?? 'no answer');
  const { attempts, failed } = health.recent;
  const next = health.next_attempt_at === null ? '' : `, next ${until(now, health.next_attempt_at, isFrozen)}`;
  const p95 = health.recent.p95_ms;
  const facts = [
    ...(health.waiting === 0 ? [] : [`${health.waiting.toLocaleString('en-US')} wait${next}`]),
    ...(failed === 0 ? [] : [`${Math.max(1, Math.round((failed / attempts) * 100))} % fail`]),
    ...(p95 === null || health.last_status === null || width < 100 ? [] : [`p95 ${latency(p95)}`]),
  ].map((fact) => ` · ${fact}`);
  const tone = endpointTone(worst);
  const mark = { good: '● ', wait: '○ ', bad: '! ' }[tone];
  return [{ text: mark, tone }, { text: where }, { text: answer, tone }, { text: facts.join('') }];
}

/** A way to show the names of the views. */
interface TabForm {
  /** @param at how many views stand before it */
  readonly name: (view: View, isShown: boolean, at: number) => string;
  readonly badges: 'all' | 'urgent' | 'none';
  readonly gap: string;
  /** Whether views are named that need nobody to look at them. */
  readonly namesQuiet?: boolean;
}

const usualName = ({ title, brief }: View): string => (title.length > 9 ? brief : title);

const longForms: readonly TabForm[] = [
  { name: ({ title }) => ` ${title}`, badges: 'all', gap: '  ' },
  { name: (view) => ` ${usualName(view)}`, badges: 'all', gap: ' ' },
  { name: (view) => ` ${usualName(view)}`, badges: 'urgent', gap: '' },
];

/** The first views with their usual names, the others with short ones. */
const mixedForm = (usual: number): TabForm => ({
  name: (view, _isShown, at) => ` ${at < usual ? usualName(view) : view.brief}`,
  badges: 'urgent',
  gap: '',
});

const shortForms: readonly TabForm[] = [
  { name: ({ brief }) => ` ${brief.slice(0, 3)}`, badges: 'urgent', gap: '' },
  { name: ({ title }, isShown) => (isShown ? ` ${title}` : ''), badges: 'urgent', gap: '' },
];

/** Ways to show the names of so many views, from the longest to the shortest. Quiet ones are named where that costs the others nothing. */
const tabForms = (count: number): TabForm[] =>
  [
    ...longForms,
    ...Array.from({ length: count }, (_, shorter) => mixedForm(count - 1 - shorter)),
    ...shortForms,
  ].flatMap((form) => [{ ...form, namesQuiet: true }, form]);

/**
 * The names of the views; the one that is shown is marked.
 * @param at the row of the screen that they stand in, for clicks
 */
export function tabsLine(ui: UiState, width: number, at: number): Line {
  for (const form of tabForms(ui.views.length)) {
    const tabs = ui.views.map((view, index) => ({ view, spans: tabSpans(ui, view, form, index) }));
    const line = tabs.flatMap(({ spans }) => spans);
    if (lineWidth(line) > width) continue;
    let column = 0;
    for (const { view, spans } of ui.dialog === null ? tabs : []) {
      const own = lineWidth(spans);
      ui.regions.add({ column, row: at, width: own, height: 1, click: () => ui.go(view) });
      column += own;
    }
    return fitLine(line, width);
  }
  return fitLine([bold(`▸${ui.view.key} ${ui.view.title}`)], width);
}

function tabSpans(ui: UiState, view: View, { name, badges, gap, namesQuiet = false }: TabForm, at: number): Span[] {
  const isShown = view === ui.view;
  const badge = view.badge?.(ui.session) ?? null;
  const isNamed = view.isQuiet !== true || namesQuiet || isShown || badge !== null;
  const hasBadge = badge !== null && (badges === 'all' || badge.tone !== 'dim');
  return [
    { text: isShown ? '▸' : ' ' },
    { text: `${view.key}${isNamed ? name(view, isShown, at) : ''}`, tone: isShown ? 'bold' : 'dim' },
    ...(hasBadge ? [{ text: ` ${badge.text}`, tone: badge.tone }] : []),
    { text: gap },
  ];
}

/** The rule above the list. It says which row is selected and what the rows are filtered by, as long as they are. */
export function placeLine(ui: UiState, width: number): Line {
  const place = placeSpans(ui);
  if (place.length === 0 || width < 20) return [dim('─'.repeat(width))];
  const shown = fitLine(place, Math.min(lineWidth(place), width - 6));
  const before = Math.max(2, width - lineWidth(shown) - 5);
  return [
    dim('─'.repeat(before)),
    { text: ' ' },
    ...shown,
    dim(` ${'─'.repeat(width - before - lineWidth(shown) - 2)}`),
  ];
}

function placeSpans(ui: UiState): Span[] {
  const { rows, view, position, index } = ui;
  const { filter } = position;
  const filtered: Span[] = filter === '' ? [] : [dim(' · '), { text: filter, tone: 'wait' }];
  const marks = markSpans(ui);
  if (ui.pending.isSearching) return [...marks, dim('looking …'), ...filtered];
  if (rows.length === 0) return filter === '' ? marks.slice(0, -1) : [...marks, dim('nothing'), ...filtered];
  const known = view.total?.(ui.session, position.part);
  const total = known ?? rows.length;
  const all =
    filter === ''
      ? `${Math.max(total, rows.length).toLocaleString('en-US')}${known === undefined && ui.hasMore ? '+' : ''}`
      : `${rows.length.toLocaleString('en-US')}${ui.hasMore ? '+' : ''}`;
  // Behind a gap rows are counted from the end.
  const place = ui.gap !== null && index >= ui.gap && filter === '' ? total - (rows.length - 1 - index) : index + 1;
  const newer: Span[] =
    ui.newer === 0
      ? []
      : [
          { text: `${view.isLog === true ? '▼' : '▲'} ${ui.newer.toLocaleString('en-US')} newer` },
          dim(view.isLog === true ? ', G follows · ' : ', g shows · '),
        ];
  return [...marks, ...newer, dim(`${place.toLocaleString('en-US')} of ${all}`), ...filtered];
}

/** How many rows are marked, and how many of them are not among those that are shown. */
function markSpans({ marks: { all: marked }, rows }: UiState): Span[] {
  if (marked.size === 0) return [];
  const hidden = marked.size - rows.filter(({ key }) => marked.has(key)).length;
  const where = hidden === 0 ? '' : `, ${hidden} not shown here`;
  return [bold(`◆ ${marked.size.toLocaleString('en-US')} marked`), dim(where), dim(' · ')];
}

/** The names of the columns, below those of the parts of a view that has several. */
export function headingLines(ui: UiState, columns: readonly Column[], width: number): Line[] {
  const widths = columnWidths(columns, width - 2);
  const names = row(
    columns.map(({ name }) => dim(name)),
    columns,
    widths,
  );
  return [...partsLines(ui, width), fitLine([{ text: '  ' }, ...names], width)];
}

function partsLines(ui: UiState, width: number): Line[] {
  const { kinds = [] } = ui.view;
  if (kinds.length < 2) return [];
  const counts = ui.session.status?.counts;
  const shown = ui.position.part;
  const names = kinds.map(({ brief, collection }, at): Line => {
    const isShown = at === shown;
    const number = counts?.[collection] ?? 0;
    return [
      dim(isShown ? ' ‹' : '  '),
      { text: `${brief}${number === 0 ? '' : ` ${number.toLocaleString('en-US')}`}`, tone: isShown ? 'bold' : 'dim' },
      dim(isShown ? '›' : ' '),
    ];
  });
  if (lineWidth(names.flat()) <= width) return [fitLine(names.flat(), width)];
  return [fitLine([...names[shown]!, dim(`  ${shown + 1} of ${kinds.length}, ← →`)], width)];
}
