import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import { clean, safeJson } from '../../../core/base/terminal-text.ts';
import { HiddenTexts } from '../../../payments/secrets/hidden-texts.ts';
import { type AnswerLine, type BothAnswers, longestLine, mostLines } from '../../../sandbox/control/wire.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import { hidden } from '../report/request-line.ts';
import type { Replay, SentEvent } from './exchange.ts';
import type { Finding } from './findings.ts';

/** The response of one side, or the webhook that it sent. */
interface Side {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/**
 * Shows both responses of the entry where a finding first occurred, without secrets; null if the finding is not about
 * an entry.
 * @param matched the emulator's events, by the deliveries that they were compared with
 */
export function answersIn(
  { exchanges }: Replay,
  calls: readonly CapturedCall[],
  matched: ReadonlyMap<CapturedCall, SentEvent>,
): (finding: Finding) => BothAnswers | null {
  const texts = new HiddenTexts();
  const nameOf = ({ capture, entry }: Finding['first']): string => `${entry} ${capture}`;
  const byName = new Map(calls.map((call) => [nameOf(call), call]));
  const answers = new Map(exchanges.map(({ call, answer }) => [call, answer]));
  // Several findings can be about the same response.
  const shownBodies = new WeakMap<object, unknown>();
  const bodyOf = (body: unknown): unknown =>
    typeof body === 'object' && body !== null
      ? getOrMake(shownBodies, body, () => hidden(texts, body))
      : hidden(texts, body);
  return (finding) => {
    const { first, operation, service } = finding;
    const call = byName.get(nameOf(first));
    if (call === undefined) return null;
    const both = (of: string, one: Side, other: Side | undefined): BothAnswers => {
      const shown = (side: Side): Side => ({ ...side, body: bodyOf(side.body) });
      return {
        of: cut(clean(of)),
        lines: linesOf(finding, shown(one), other === undefined ? undefined : shown(other)),
      };
    };
    if (call.kind === 'delivery') {
      const event = matched.get(call);
      const { id, type, created, data } = event ?? {};
      return both(
        operation,
        { body: call.body },
        event === undefined ? undefined : { body: { id, type, created, data } },
      );
    }
    // An event that only the emulator sent has no entry.
    if (operation.startsWith('event ') && service === null) return null;
    const { method, path, url, status, answerHeaders: headers, answer: body } = call;
    return both(`${method} ${texts.url(path + url.search)}`, { status, headers, body }, answers.get(call) ?? undefined);
  };
}

/** The lines of both sides: the status, the header that a finding is about, and the body. */
function linesOf({ place, service: named }: Finding, service: Side, emulator: Side | undefined): AnswerLine[] {
  const header = /^header (.+)$/.exec(place)?.[1];
  const line = (of: (side: Side | undefined) => string | undefined, differs: boolean): AnswerLine[] => {
    const [one, other] = [of(service) ?? null, of(emulator) ?? null];
    return one === null && other === null ? [] : [{ depth: 0, service: one, emulator: other, differs }];
  };
  const path = pathOf(place);
  // A renamed field is one finding, under the emulator's name.
  const renamed = typeof named === 'string' ? path.replace(/[^.]+$/, () => named) : path;
  return [
    ...line((side) => side?.status?.toString(), place === 'status'),
    ...(header === undefined
      ? jsonLines(service.body, emulator?.body, (at) => at === path || at === renamed)
      : line((side) => side?.headers?.[header] && cut(`${header}: ${clean(side.headers[header])}`), true)),
  ];
}

/**
 * The path in the bodies that a place refers to. An order or a length belongs to a list, and an error is the whole
 * body.
 */
function pathOf(place: string): string {
  if (place === 'events') return 'type';
  if (place === 'order' || place === 'length') return 'data';
  return place.replace(/ (?:order|length)$/, '').replace(/^error\./, '');
}

/** How many items of a list to show if the finding is not about them. */
const shownItems = 2;
/** How deep responses are expanded. Deeper values are shown on one line. */
const deepest = 12;

/**
 * Formats two bodies as JSON, side by side. Lines that both bodies have are aligned.
 * @param isPlace whether the finding is about a path, in the notation of comparisons: `data[].status`
 */
function jsonLines(service: unknown, emulator: unknown, isPlace: (path: string) => boolean): AnswerLine[] {
  const lines: AnswerLine[] = [];
  const walk = (one: unknown, other: unknown, path: string, depth: number, label: string, inMarked: boolean): void => {
    const isHere = isPlace(path) && JSON.stringify(one) !== JSON.stringify(other);
    const areBoth = hasParts(one, depth) && hasParts(other, depth) && Array.isArray(one) === Array.isArray(other);
    // A list that differs as a whole, in its order or length, is marked at its first line.
    const inside = inMarked || (isHere && !areBoth);
    const add = (first: string | null, second: string | null, differs: boolean, at = depth): void =>
      void lines.push({ depth: at, service: first, emulator: second, differs });
    const opened = (value: unknown): string | null => (value === undefined ? null : cut(label + openOf(value, depth)));
    add(opened(one), opened(other), inMarked || isHere);
    const [own, others] = [partsOf(one, depth), partsOf(other, depth)];
    if (own === null && others === null) return;
    const isList = Array.isArray(own === null ? other : one);
    let left = 0;
    for (const name of isList ? Object.keys({ ...own, ...others }) : namesOf(own ?? {}, others ?? {})) {
      const below = isList ? `${path}[]` : path === '' ? name : `${path}.${name}`;
      const from = lines.length;
      walk(own?.[name], others?.[name], below, depth + 1, isList ? '' : `${safeJson(name)}: `, inside);
      if (!isList || Number(name) < shownItems || lines.slice(from).some(({ differs }) => differs)) continue;
      lines.length = from;
      left++;
    }
    if (left > 0) add(`… ${left} more`, `… ${left} more`, false, depth + 1);
    add(own && closeOf(one), others && closeOf(other), inside);
  };
  walk(service, emulator, '', 0, '', false);
  return bounded(lines);
}

const hasParts = (value: unknown, depth: number): value is object =>
  depth < deepest && (Array.isArray(value) || isObject(value)) && Object.keys(value).length > 0;

/** The first line of a value. */
function openOf(value: unknown, depth: number): string {
  if (!hasParts(value, depth)) return safeJson(value);
  return Array.isArray(value) ? `[ ${value.length}` : '{';
}

const closeOf = (value: unknown): string => (Array.isArray(value) ? ']' : '}');

/** The fields or items of a value; null if the value is shown on one line. */
const partsOf = (value: unknown, depth: number): Readonly<Record<string, unknown>> | null =>
  hasParts(value, depth) ? (value as Readonly<Record<string, unknown>>) : null;

/**
 * The fields of both bodies. A field that only the emulator has keeps its position, next to the field that it may
 * correspond to.
 */
function namesOf(own: object, others: object): string[] {
  const [first, after]: [string[], Map<string, string[]>] = [[], new Map()];
  let place = first;
  for (const name of Object.keys(others)) {
    if (Object.hasOwn(own, name)) place = getOrMake(after, name, () => []);
    else place.push(name);
  }
  return [...first, ...Object.keys(own).flatMap((name) => [name, ...(after.get(name) ?? [])])];
}

const cut = (text: string): string => (text.length >= longestLine ? `${text.slice(0, longestLine - 1)}…` : text);

/** Limits the lines to those around the first line that differs. */
function bounded(lines: readonly AnswerLine[]): AnswerLine[] {
  const most = mostLines - 1;
  const first = lines.findIndex(({ differs }) => differs);
  const from = Math.max(0, Math.min(first - most / 2, lines.length - most));
  return lines.slice(from, from + most);
}
