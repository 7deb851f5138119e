import { minuteMs, parseIso } from '../../../../core/base/instants.ts';
import { isHidden } from '../../../../payments/secrets/hidden-form.ts';
import { type Bindings, isInstant } from '../bindings.ts';
import type { Context, FindingKind, Role } from '../observations.ts';
import type { AnswerTriple, Place } from './place.ts';
import { wordsOf } from './schema-walk.ts';

/** How two values differ. */
interface Differs {
  /** The same for every occurrence at a place. */
  readonly key: string;
  readonly kind: FindingKind;
  readonly role: Role;
  /** Whether the difference is the same at all places. */
  readonly everywhere?: boolean;
  /** Whether only the prefixes of two ids differ. */
  readonly isPrefix?: boolean;
  /** What to show instead of the two values. */
  readonly shown?: readonly [service: unknown, emulator: unknown];
}

/** Objects that each service describes in its own way. For their texts, only the type is compared. */
const ownWorld = new Set(['account', 'member', 'storefront', 'pixels']);

/** Whether a text is a code, such as `visa_direct` or `USD`. */
export const isCode = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z0-9_.-]+$|^[A-Z0-9_]+$/.test(text);
/** The kind of a JSON value; `nothing` if there is none. */
export const kindOf = (value: unknown): string =>
  value === null ? 'null' : value === undefined ? 'nothing' : Array.isArray(value) ? 'list' : typeof value;

/**
 * How two values differ; null if they do not differ.
 * @param context shows which texts the application sent, and which each side generated
 */
export function valueDifference(
  [service, emulator, reseeded]: AnswerTriple,
  at: Place,
  context: Context,
): Differs | null {
  if (service === emulator) return null;
  const [one, other] = [kindOf(service), kindOf(emulator)];
  const byPlace = at.assumed ? 'assumption' : 'specification';
  if (one !== other) {
    // Whether a nullable field has a value depends on what happened.
    const allowed = [at.schema?.type].flat();
    const isAllowed = one === 'null' ? allowed.includes('null') : other === 'null';
    const isState = isAllowed && !at.assumed;
    const role = one === 'null' || other === 'null' ? 'detail' : 'form';
    return { key: `${one} for ${other}`, kind: isState ? 'behaviour' : byPlace, role };
  }
  if (typeof service !== 'string' || typeof emulator !== 'string') {
    if (ownWorld.has(at.owner) || isSameNumber(at, service, emulator, context)) return null;
    return one === 'number'
      ? { key: one, kind: 'behaviour', role: 'sum' }
      : { key: `${service} for ${emulator}`, kind: behaviourOr(at), role: 'detail' };
  }
  const words = wordsOf(at.schema);
  if (words !== undefined && words.filter((each) => each !== null).length > 0) {
    const isKnown = words.includes(service);
    const isOpenSet = at.assumed || at.schema?.['x-assumed-values'] !== undefined;
    const kind = isKnown ? 'behaviour' : isOpenSet ? 'assumption' : 'specification';
    const role = !isKnown ? 'form' : at.field.endsWith('status') ? 'state' : 'detail';
    return { key: `${service} for ${emulator}`, kind, role };
  }
  return textDifference(service, emulator, reseeded, at, context);
}

function textDifference(
  service: string,
  emulator: string,
  reseeded: unknown,
  at: Place,
  { bindings, sent }: Context,
): Differs | null {
  if (isInstant(emulator)) {
    if (!isInstant(service)) return { key: 'instant', kind: at.assumed ? 'assumption' : 'specification', role: 'form' };
    if (isSameTime(service, emulator, at)) return dateForm(service, emulator, sent);
    return { key: 'time', kind: 'behaviour', role: 'detail' };
  }
  // Each side has its own counter, so only the format of the numbers is compared.
  if (/(?:number|label)$/i.test(at.field) && emulator === reseeded && formOf(service) !== formOf(emulator)) {
    return { key: 'form', kind: behaviourOr(at), role: 'form' };
  }
  if (emulator !== reseeded || bindings.serviceOf(emulator) !== undefined) {
    return generatedDifference(service, emulator, reseeded, at, bindings);
  }
  if (ownWorld.has(at.owner)) return null;
  const isEcho = sent.has(service) || sent.has(emulator);
  if (!isEcho && !(isCode(service) && isCode(emulator))) return null;
  const kind = isEcho ? 'behaviour' : behaviourOr(at);
  return { key: kind === 'behaviour' ? 'text' : `${service} for ${emulator}`, kind, role: 'form' };
}

/** How two names differ that each side generated; null if they name the same thing. */
function generatedDifference(service: string, emulator: string, reseeded: unknown, at: Place, bindings: Bindings) {
  const bound = bindings.emulatorOf(service);
  const [own, theirs] = [prefixOf(emulator), prefixOf(service)];
  if (at.field === 'id' && own !== null && theirs !== own && !isHidden(service)) {
    const shown = [theirs ?? service, own] as const;
    const key = theirs === null && isUuid(service) ? 'UUIDs for ids' : `prefix ${theirs} for ${own}`;
    return { key, kind: 'assumption', role: 'form', shown, everywhere: true, isPrefix: true } as const;
  }
  const isSame = bound === undefined || bound === emulator || reseeded === undefined;
  return isSame ? null : ({ key: 'another', kind: 'behaviour', role: 'detail' } as const);
}

/** How the forms of two dates differ: their offset, and their fraction of a second. */
function dateForm(service: string, emulator: string, sent: ReadonlySet<string>): Differs | null {
  const [theirs, own] = [service, emulator].map((text) => text.replaceAll(/\d/g, '0')) as [string, string];
  if (theirs === own || sent.has(service) || sent.has(emulator)) return null;
  return { key: `date form ${theirs}`, kind: 'assumption', role: 'form', everywhere: true };
}

const isSameNumber = (at: Place, service: unknown, emulator: unknown, { bindings }: Context): boolean => {
  const name = at.field.split('.').at(-1) ?? '';
  return bindings.emulatorOf(`${name} ${service}`) === `${name} ${emulator}`;
};

/** Whether two values are the same thing, even under different names. */
export function isSame(service: unknown, emulator: unknown, bindings: Bindings): boolean {
  if (typeof service === 'string' && typeof emulator === 'string') {
    if (isInstant(service) && isInstant(emulator)) return true;
    return service === emulator || bindings.emulatorOf(service) === emulator;
  }
  if (typeof service !== 'object' || typeof emulator !== 'object' || service === null || emulator === null)
    return service === emulator;
  const [theirs, own] = [Object.entries(service), new Map(Object.entries(emulator))];
  const areSame = (one: unknown, other: unknown): boolean =>
    isSame(one, other, bindings) || bindings.areNames(one, other);
  return theirs.length === own.size && theirs.every(([name, each]) => own.has(name) && areSame(each, own.get(name)));
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

const behaviourOr = (at: Place): FindingKind => (at.assumed ? 'assumption' : 'behaviour');

/** A text with its digits replaced: `INV-#`. */
const formOf = (text: string): string => text.replaceAll(/\d+/g, '#');

/** The prefix of an id, such as `cus_`; null if the id does not have this form. */
const prefixOf = (id: string): string | null => /^([a-z]+(?:_[a-z]+)*_)[A-Za-z0-9]+$/.exec(id)?.[1] ?? null;

/** The maximum distance between two times, in milliseconds. A tenth of the remaining time applies if that is more. */
const leeway = 2 * minuteMs;

/** Whether two times are both in the past, or about equally far in the future. */
function isSameTime(service: string, emulator: string, { now }: Place): boolean {
  const [one, other] = [parseIso(service), parseIso(emulator)];
  if (one === null || other === null) return false;
  const distance = Math.abs(one - other);
  const isPast = one <= now + leeway && other <= now + leeway;
  return isPast || distance <= Math.max(leeway, Math.abs(other - now) / 10);
}

/** The name of the assumption at a place; null if nothing is assumed there. */
export function assumptionOf({ owner, field, schema, assumed }: Place, value: unknown): string | null {
  const values = schema?.['x-assumed-values'];
  if (values?.includes(value) === true) return `${owner}.${field}=${value}`;
  return assumed ? `${owner}.${field}` : null;
}
