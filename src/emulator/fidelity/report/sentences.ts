import { parseIso, secondMs } from '../../../core/base/instants.ts';
import { clean, counted, safeJson } from '../../../core/base/terminal-text.ts';
import type { Finding } from '../compare/findings.ts';

export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A value for one line of text: shortened JSON. */
const shown = (value: unknown): string => cut(clean(safeJson(value)), 60);

/** The difference between the two responses, as one sentence, and which side ignored what was sent. */
export function sentenceOf(finding: Finding): string {
  const { ignored } = finding;
  if (ignored === undefined) return differing(finding);
  return `${differing(finding)}; the ${ignored.by} ignored ${clean(ignored.field)}, which was sent`;
}

function differing(finding: Finding): string {
  const { place, object = '', operation, service, emulator, difference } = finding;
  const [theirs, own] = [shown(service), shown(emulator)];
  if (place === 'events') return eventSentence(finding);
  if (difference === 'time') return timeSentence(finding) ?? `the service: ${theirs}; the emulator: ${own}`;
  if (place === 'status' && object === operation) return statusSentence(finding);
  if (difference === 'id_prefix') {
    const ids = `${clean(object).replaceAll('_', ' ')} ids`;
    const isPrefix = typeof service === 'string' && service.endsWith('_');
    const form = isPrefix ? `begin with ${theirs}` : `have no prefix (${theirs})`;
    return `${ids} of the service ${form}; those of the emulator begin with ${own}`;
  }
  if (place === 'length' && typeof service === 'number')
    return `the service lists ${counted(service, 'item')}; the emulator lists ${Number(emulator)}`;
  if (place === 'order') return `the order of the service is ${theirs}; the order of the emulator is ${own}`;
  const thing = place.startsWith('header ') ? 'header' : 'field';
  if (difference === 'service_only') return `only the service has this ${thing}: ${theirs}`;
  if (difference === 'emulator_only') return `the service does not have this ${thing}; the emulator has ${own}`;
  if (difference === 'name') return `the service calls this field ${theirs}; the emulator calls it ${own}`;
  return `the service: ${theirs}; the emulator: ${own}`;
}

function eventSentence({ service, emulator, difference }: Finding): string {
  const [theirs, own] = [service, emulator].map((type) => clean(String(type)));
  if (difference === 'service_only') return `the service also sends ${theirs}; the emulator does not`;
  if (difference === 'emulator_only') return `the emulator sends ${own}; the service does not`;
  return `the service sends ${theirs} where the emulator sends ${own}`;
}

/** How much later or earlier an event comes; null if a time is no date. */
function timeSentence({ operation, service, emulator }: Finding): string | null {
  const [one, other] = [service, emulator].map((time) => parseIso(String(time)));
  if (one == null || other == null) return null;
  const event = clean(operation).replace(/^event /, '');
  const late = Math.round(Math.abs(one - other) / secondMs);
  return `${event} comes ${late} s ${one > other ? 'later' : 'earlier'} from the service than from the emulator`;
}

/** The statuses of both responses, and why one side rejected the call. */
function statusSentence({ service, emulator, refusal }: Finding): string {
  const why = refusal === null ? '' : ` (${cut(clean(refusal), 160)})`;
  const says = (side: string, status: unknown): string =>
    Number(status) < 400 ? `the ${side} accepts it with ${status}` : `the ${side} rejects it with ${status}${why}`;
  if (Number(service) < 400 === Number(emulator) < 400)
    return `the service responds with ${service}; the emulator responds with ${emulator}`;
  return `${says('service', service)}; ${says('emulator', emulator)}`;
}
