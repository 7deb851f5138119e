import { clean, counted, safeJson } from '../../../core/base/terminal-text.ts';
import type { ComparisonFinding } from '../../../sandbox/control/wire.ts';
import type { Adoption } from '../compare/adoptable.ts';
import { kindOf } from '../compare/differences/values.ts';
import type { SpecificationText } from '../compare/specification.ts';
import { isHttpStatus } from './summary.ts';

/** The parts of a finding that say what differs. */
type Differing = Pick<
  ComparisonFinding,
  'place' | 'object' | 'operation' | 'service' | 'emulator' | 'difference' | 'values' | 'items' | 'refusal' | 'ignored'
>;
type Side = 'service' | 'emulator';

export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A value for one line of text: shortened JSON. */
export const shown = (value: unknown): string => cut(clean(safeJson(value)), 60);

/** The difference between the two responses, as one sentence. */
export function sentenceOf(finding: Differing): string {
  const [service, emulator] = sidesOf(finding);
  return `the service ${service}; the emulator ${emulator}`;
}

/** What each side did, as the rest of a sentence that begins with its name. */
export function sidesOf(finding: Differing): readonly [service: string, emulator: string] {
  const { ignored } = finding;
  const phraseOf = (side: Side): string =>
    phrase(finding, side) + (ignored?.by === side ? `; it ignores ${clean(ignored.field)} in the request` : '');
  return [phraseOf('service'), phraseOf('emulator')];
}

function phrase(finding: Differing, side: Side): string {
  const { place, difference, items = 0 } = finding;
  const { [side]: value, [side === 'service' ? 'emulator' : 'service']: other } = finding;
  const text = clean(String(value));
  const isAbsent = difference === (side === 'service' ? 'emulator_only' : 'service_only');
  if (place === 'events') return eventPhrase(finding, side, isAbsent);
  if (difference === 'time') return `sets created to ${text}`;
  if (isHttpStatus(finding)) return statusPhrase(finding, side, Number(value));
  if (difference === 'id_prefix') return prefixPhrase(finding, value);
  if (/(^| )length$/.test(place)) return `lists ${counted(Number(value), 'item')}`;
  if (/(^| )order$/.test(place)) return `has the order ${text}`;
  if (isAbsent) return 'does not have it';
  if (difference === 'name') return namePhrase(finding, side);
  const { [side]: count, amounts = 0 } = finding.values;
  const [kind, otherKind] = [kindOf(value), kindOf(other)];
  const isType = difference === 'value' && value !== null && other !== null && kind !== otherKind;
  const type = isType ? types[kind] : 'a value';
  const older = side === 'service' && value === true ? ', perhaps because older objects follow' : '';
  const after = place === 'has_more' ? ` after ${counted(items, 'item')}${older}` : '';
  if (count > 1) return `has ${type} such as ${shown(value)}${after} (${count} different values)`;
  const often = amounts > 1 && kind === 'number' ? ` for ${amounts} different amounts` : '';
  return `has ${isType ? `${type}: ` : ''}${shown(value)}${often}${after}`;
}

const types: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', boolean: 'a flag', object: 'an object', list: 'a list' },
};

function eventPhrase({ service, emulator }: Differing, side: Side, isAbsent: boolean): string {
  const type = clean(String(side === 'service' ? service : emulator));
  if (isAbsent) return 'does not send it';
  if (service === emulator) return side === 'service' ? `sends ${type} again under another id` : `sends ${type} once`;
  return `sends ${type}`;
}

const namePhrase = ({ service, emulator, values }: Differing, side: Side): string =>
  side === 'emulator'
    ? `has ${shown(emulator)}`
    : `has ${shown(service)} in place of ${shown(emulator)}, with the same ${values.emulator > 1 ? `${values.emulator} values` : 'value'}`;

function prefixPhrase({ object = '' }: Differing, value: unknown): string {
  const ids = `${clean(object).replaceAll('_', ' ')} ids`;
  const isPrefix = typeof value === 'string' && value.endsWith('_');
  return isPrefix ? `starts ${ids} with ${shown(value)}` : `has ${ids} without a prefix, such as ${shown(value)}`;
}

/** The status of one side, and why it rejected the call if it did. */
function statusPhrase({ refusal }: Differing, side: Side, status: number): string {
  if (refusal === null) return `responds with ${status}`;
  const why = refusal[side] === null ? '' : ` (${cut(clean(refusal[side]), 160)})`;
  return status < 400 ? `accepts the request with ${status}` : `rejects the request with ${status}${why}`;
}

/** What to do about a finding, as the rest of a sentence that begins with "To do:". */
export function todoOf({ next, why, right: checked }: Adoption, right: SpecificationText['right']): string {
  const adopt = `adopt it with --write-profile${(checked ?? right) === 'emulator' ? ' and --over-specification' : ''}`;
  const way = { adopt, capture: `${why}; then ${adopt}`, report: `it cannot be adopted, because ${why}` }[next];
  const toService = 'report it to the service';
  if (right === 'emulator') return `${toService}${next === 'report' ? ';' : ', or'} ${way}`;
  const own = next === 'report' ? `report it as a defect of the emulator; ${way}` : way;
  return right === 'open' ? `if the text requires what the emulator does, ${toService}; if not, ${own}` : own;
}
