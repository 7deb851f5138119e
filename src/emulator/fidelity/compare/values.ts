import { minuteMs, parseIso } from '../../../core/base/instants.ts';
import { isHidden } from '../../../payments/secrets/hidden-form.ts';
import { type Bindings, isInstant } from './bindings.ts';
import type { Change, FindingKind } from './findings.ts';
import type { At, Three } from './place.ts';
import { wordsOf } from './schema-walk.ts';

/** How two values differ. */
export interface Differs {
  /** The same for every occurrence at a place. */
  readonly key: string;
  readonly kind: FindingKind;
  /** What to show instead of the two values. */
  readonly shown?: readonly [service: unknown, emulator: unknown];
}

/** Objects that each service describes in its own way. For their texts, only the type is compared. */
const ownWorld = new Set(['account', 'member', 'storefront', 'pixels']);

/** Whether a text is a code, such as `visa_direct` or `USD`. */
export const isCode = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z0-9_.-]+$|^[A-Z0-9_]+$/.test(text);
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/**
 * Compares single values. Texts that the application sent and names that each side generated show what can differ.
 */
export class Values {
  /** Every text that the application sent. If a response repeats a text, the comparison is exact. */
  readonly sent = new Set<string>();
  readonly #bindings: Bindings;

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** How two values differ; null if they do not differ. */
  difference([service, emulator, reseeded]: Three, at: At): Differs | null {
    if (service === emulator) return null;
    const [one, other] = [kindOf(service), kindOf(emulator)];
    const byPlace = at.assumed ? 'assumption' : 'specification';
    if (one !== other) {
      // Whether a nullable field has a value depends on what happened.
      const allowed = [at.schema?.type].flat();
      const isAllowed = one === 'null' ? allowed.includes('null') : other === 'null';
      return { key: `${one} for ${other}`, kind: isAllowed && !at.assumed ? 'behaviour' : byPlace };
    }
    if (typeof service !== 'string' || typeof emulator !== 'string') {
      if (ownWorld.has(at.owner)) return null;
      return this.#isSameNumber(at, service, emulator)
        ? null
        : { key: one, kind: one === 'number' ? 'behaviour' : behaviourOr(at) };
    }
    const words = wordsOf(at.schema);
    if (words !== undefined && words.filter((each) => each !== null).length > 0) {
      const isKnown = words.includes(service);
      const isOpenSet = at.assumed || at.schema?.['x-assumed-values'] !== undefined;
      return {
        key: `${service} for ${emulator}`,
        kind: isKnown ? 'behaviour' : isOpenSet ? 'assumption' : 'specification',
      };
    }
    return this.#textDifference(service, emulator, reseeded, at);
  }

  #textDifference(service: string, emulator: string, reseeded: unknown, at: At): Differs | null {
    if (isInstant(emulator)) {
      if (!isInstant(service)) return { key: 'instant', kind: at.assumed ? 'assumption' : 'specification' };
      return isSameTime(service, emulator, at) ? null : { key: 'time', kind: 'behaviour' };
    }
    // Each side has its own counter, so only the format of the numbers is compared.
    if (/(?:number|label)$/i.test(at.field) && emulator === reseeded && formOf(service) !== formOf(emulator)) {
      return { key: 'form', kind: behaviourOr(at) };
    }
    const isMade = emulator !== reseeded || this.#bindings.serviceOf(emulator) !== undefined;
    if (isMade) {
      const bound = this.#bindings.emulatorOf(service);
      const [own, theirs] = [prefixOf(emulator), prefixOf(service)];
      if (at.field === 'id' && own !== null && theirs !== own && !isHidden(service)) {
        return { key: `prefix ${own} for ${theirs}`, kind: 'assumption', shown: [theirs ?? service, own] };
      }
      return bound === undefined || bound === emulator || reseeded === undefined
        ? null
        : { key: 'another', kind: 'behaviour' };
    }
    if (ownWorld.has(at.owner)) return null;
    const isEcho = this.sent.has(service) || this.sent.has(emulator);
    if (!isEcho && !(isCode(service) && isCode(emulator))) return null;
    const kind = isEcho ? 'behaviour' : behaviourOr(at);
    return { key: kind === 'behaviour' ? 'text' : `${service} for ${emulator}`, kind };
  }

  #isSameNumber(at: At, service: unknown, emulator: unknown): boolean {
    const name = at.field.split('.').at(-1) ?? '';
    return this.#bindings.emulatorOf(`${name} ${service}`) === `${name} ${emulator}`;
  }

  /** Whether two values are the same thing, even under different names. */
  isSame(service: unknown, emulator: unknown): boolean {
    if (typeof service === 'string' && typeof emulator === 'string') {
      if (isInstant(service) && isInstant(emulator)) return true;
      return service === emulator || this.#bindings.emulatorOf(service) === emulator;
    }
    return JSON.stringify(service) === JSON.stringify(emulator);
  }
}

const behaviourOr = (at: At): FindingKind => (at.assumed ? 'assumption' : 'behaviour');

/** A text with its digits replaced: `INV-#`. */
const formOf = (text: string): string => text.replaceAll(/\d+/g, '#');

/** The prefix of an id, such as `cus_`; null if the id does not have this form. */
const prefixOf = (id: string): string | null => /^([a-z]+(?:_[a-z]+)*_)[A-Za-z0-9]+$/.exec(id)?.[1] ?? null;

/** The maximum distance between two times, in milliseconds. A tenth of the remaining time applies if that is more. */
const leeway = 2 * minuteMs;

/** Whether two times are both in the past, or about equally far in the future. */
function isSameTime(service: string, emulator: string, { now }: At): boolean {
  const [one, other] = [parseIso(service), parseIso(emulator)];
  if (one === null || other === null) return false;
  const distance = Math.abs(one - other);
  const isPast = one <= now + leeway && other <= now + leeway;
  return isPast || distance <= Math.max(leeway, Math.abs(other - now) / 10);
}

/** The name of the assumption at a place; null if nothing is assumed there. */
export function assumptionOf({ owner, field, schema, assumed }: At, value: unknown): string | null {
  const values = schema?.['x-assumed-values'];
  if (values?.includes(value) === true) return `${owner}.${field}=${value}`;
  return assumed ? `${owner}.${field}` : null;
}

/** The profile change that would remove a difference; null if no profile can remove it. */
export function changeOf(at: At, service: unknown, emulator: unknown, { key, kind, shown }: Differs): Change | null {
  const { owner: of, field } = at;
  if (key.startsWith('prefix')) {
    const [to, from] = shown!;
    return typeof to === 'string' && to.endsWith('_') ? { change: 'id_prefix', of, from, to } : null;
  }
  if (kind === 'behaviour' || key === 'form') return null;
  if (typeof service === 'string' && typeof emulator === 'string') {
    return { change: 'value', of, field, from: emulator, to: service };
  }
  if (service === '' && emulator === null) return { change: 'null', of, field, as: 'empty' };
  return null;
}
