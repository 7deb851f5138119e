import { instant } from '../../../core/base/terminal-text.ts';
import { bold, dim, type Line, type Span } from '../../model/cells.ts';
import { latency, receiverOf, shortDayOf } from '../../model/format.ts';
import { type Header, type HeaderClock, type HooksHealth, headerOf, injectedWords } from '../../model/header.ts';
import type { Session } from '../../model/session.ts';
import { fitLine, justify, lineWidth, truncate } from './cells.ts';

/** The URL, the workspace, the clock, the health of webhooks, and the next job. */
export function headerLines(session: Session, width: number, height: 1 | 2): Line[] {
  const header = headerOf(session);
  const { waiting, clock, url, storage } = header;
  if (waiting !== null || clock === null || storage === null) return waitingLines(header, width).slice(0, height);
  const trouble: Line = header.trouble === null ? [] : [troubleSpan(header.trouble), { text: '  ' }];
  // A problem comes first, because the line may not have space for all parts.
  const place: Line = [
    { text: ' ' },
    ...trouble,
    ...(width >= 110 ? ([bold('payments-emulator'), { text: '  ' }] as const) : []),
    bold(url),
    { text: `  ${header.workspace} · ` },
    { text: header.mode, tone: header.mode === 'live' ? 'wait' : 'plain' },
    ...(trouble.length === 0 && width >= 80 ? [dim(` · ${header.gateway}`)] : []),
    ...(header.profile === null ? [] : [dim(` · as ${header.profile}`)]),
  ];
  const top = justify(place, clockSpans(clock, width), width, 'right');
  if (height === 1) return [top];
  const left: Line = [{ text: ' ' }, ...injectedSpans(header), ...hooksSpans(header.hooks, width)];
  const ahead: Line = [
    ...(header.next === null || storage.status === 'degraded' ? [] : [dim(`next: ${header.next} `)]),
    storageSpan(header, storage, width),
  ];
  const life: Line = [...pulseSpans(session), ...ahead];
  const right = lineWidth(left) + lineWidth(life) + 2 <= width ? life : ahead;
  return [top, justify(left, right, width, 'left')];
}

function waitingLines({ url, waiting, trouble }: Header, width: number): Line[] {
  const what: Span = trouble === null ? { text: waiting?.text ?? '', tone: 'wait' } : troubleSpan(trouble);
  const line: Line = [bold(' payments-emulator'), { text: `  ${url}  ` }, what];
  return [fitLine(line, width), fitLine([dim(` ${waiting?.failure ?? ''}`)], width)];
}

const troubleSpan = (trouble: string): Span => ({ text: `○ ${trouble}`, tone: 'bad' });

const heights = '▁▂▃▄▅▆▇█';

/** The character of a bar, by its height relative to the highest bar; a space if there were no requests. */
export function heightOf(requests: number, most: number): string {
  if (requests === 0) return ' ';
  return heights[Math.max(0, Math.ceil((requests / most) * heights.length) - 1)]!;
}

/**
 * The requests of the last minute as bars, yellow where requests were refused or failed, and the number of requests.
 */
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

type Storage = NonNullable<Header['storage']>;

function storageSpan({ next }: Header, storage: Storage, width: number): Span {
  if (storage.status === 'degraded') return { text: `○ disk: ${storage.reason ?? 'degraded'} `, tone: 'bad' };
  return dim(next === null || width >= 130 ? `   ${storageWords(storage)} ` : '');
}

const storageWords = ({ kind, path }: Storage): string =>
  kind === 'memory' ? 'in memory' : `in ${path === null ? 'a folder' : `…/${path.split(/[\\/]/).slice(-2).join('/')}`}`;

function clockSpans({ now, mode, rate, offset, isOld }: HeaderClock, width: number): Line {
  const isWide = width >= 80;
  const mark: Span = isOld
    ? dim(isWide ? '? last seen ' : '? ')
    : mode === 'frozen'
      ? { text: isWide ? '■ frozen ' : '■ ', tone: 'wait' }
      : { text: rate === 1 ? '▸ ' : `▸×${rate} `, tone: 'good' };
  const shown = isWide ? instant(now) : `${shortDayOf(now)} ${now.slice(11, 16)}Z`;
  return [{ text: ' ' }, mark, { text: shown }, dim(`${isWide && offset !== null ? `  ${offset}` : ''} `)];
}

function injectedSpans(header: Header): Span[] {
  const what = injectedWords(header);
  return what === null ? [] : [{ text: `▲ ${what}  `, tone: 'wait' }];
}

function hooksSpans(hooks: HooksHealth | null, width: number): Span[] {
  if (hooks === null) return [dim('○ webhooks: unknown while the emulator does not respond')];
  const { worst, others, waiting, lost, next } = hooks;
  if (worst === null) return [dim('○ webhooks: no endpoint')];
  const { url, tone, answer, failedPercent, p95 } = worst;
  const rest = others === 0 ? '' : ` and ${others} more`;
  const where = `hooks ${truncate(width >= 100 ? url : receiverOf(url), 44)}${rest}  `;
  if (answer === null) return [dim('○ '), { text: where }, dim('nothing sent yet')];
  const facts = [
    ...(lost === 0 ? [] : [`${lost.toLocaleString('en-US')} lost`]),
    ...(waiting === 0 ? [] : [`${waiting.toLocaleString('en-US')} to retry${next === null ? '' : `, next ${next}`}`]),
    ...(failedPercent === 0 ? [] : [`${failedPercent} % fail`]),
    ...(p95 === null || width < 100 ? [] : [`p95 ${latency(p95)}`]),
  ].map((fact) => ` · ${fact}`);
  const mark = { good: '● ', wait: '○ ', bad: '! ' }[tone];
  return [{ text: mark, tone }, { text: where }, { text: answer, tone }, { text: facts.join('') }];
}
