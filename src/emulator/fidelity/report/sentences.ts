import { clean, counted, safeJson } from '../../../core/base/terminal-text.ts';
import type { ComparisonFinding } from '../../../sandbox/control/wire.ts';

type Finding = Omit<ComparisonFinding, 'says' | 'answers'>;

export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A value for one line of text: shortened JSON. */
const shown = (value: unknown): string => cut(clean(safeJson(value)), 60);

/** The difference between the two responses, as one sentence, and which side ignored what was sent. */
export function sentenceOf(finding: Finding): string {
  const { ignored } = finding;
  if (ignored === undefined) return differing(finding);
  return `${differing(finding)}; the request sends ${clean(ignored.field)}, which the ${ignored.by} ignores`;
}

function differing(finding: Finding): string {
  const { place, object = '', operation, service, emulator, difference } = finding;
  const [theirs, own] = [shown(service), shown(emulator)];
  if (place === 'events') return eventSentence(finding);
  if (difference === 'time') return timeSentence(finding);
  if (place === 'status' && object === operation) return statusSentence(finding);
  if (difference === 'id_prefix') return prefixSentence(finding);
  if (/(^| )length$/.test(place) && typeof service === 'number')
    return `the service lists ${counted(service, 'item')}, the emulator ${Number(emulator)}`;
  if (/(^| )order$/.test(place)) return `the service has the order ${theirs}, the emulator ${own}`;
  const thing = place.startsWith('header ') ? 'header' : 'field';
  if (difference === 'service_only') return `only the service has this ${thing}: ${theirs}`;
  if (difference === 'emulator_only') return `only the emulator has this ${thing}: ${own}`;
  if (difference === 'name') return `the service calls this field ${theirs}, the emulator ${own}`;
  return `the service has ${theirs}, the emulator ${own}`;
}

function eventSentence({ service, emulator, difference }: Finding): string {
  const [theirs, own] = [service, emulator].map((type) => clean(String(type)));
  if (difference === 'service_only') return `only the service sends ${theirs}`;
  if (difference === 'emulator_only') return `only the emulator sends ${own}`;
  if (theirs === own) return `the service sends ${theirs} again under another id, the emulator only once`;
  return `the service sends ${theirs} where the emulator sends ${own}`;
}

function timeSentence({ operation, service, emulator }: Finding): string {
  const [theirs, own] = [service, emulator].map((time) => clean(String(time))) as [string, string];
  const [after = ''] = / after .*$/.exec(theirs) ?? [];
  const short = after !== '' && own.endsWith(after) ? own.slice(0, -after.length) : own;
  return `the service sends ${clean(operation).replace(/^event /, '')} ${theirs}, the emulator ${short}`;
}

function prefixSentence({ object = '', service, emulator }: Finding): string {
  const isPrefix = typeof service === 'string' && service.endsWith('_');
  if (!isPrefix)
    return `ids of the service have no prefix (${shown(service)}), those of the emulator have ${shown(emulator)}`;
  const kind = clean(object).replaceAll('_', ' ');
  return `${kind} ids of the service start with ${shown(service)}, those of the emulator with ${shown(emulator)}`;
}

/** The statuses of both responses, and why one side rejected the call. */
function statusSentence({ service, emulator, refusal }: Finding): string {
  if (Number(service) < 400 === Number(emulator) < 400)
    return `the service responds with ${service}, the emulator with ${emulator}`;
  const why = refusal === null ? '' : ` (${cut(clean(refusal), 160)})`;
  const says = (side: string, status: unknown): string =>
    Number(status) < 400 ? `the ${side} accepts it with ${status}` : `the ${side} rejects it with ${status}${why}`;
  return `${says('service', service)}; ${says('emulator', emulator)}`;
}
