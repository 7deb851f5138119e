import { wordsOf } from './differences/schema-walk.ts';
import type { Difference } from './observations.ts';

/** What the specification says about a difference. */
export interface SpecificationText {
  readonly says: string;
  /** Whose response follows it. `open` means that only its text can show this. */
  readonly right: 'service' | 'emulator' | 'open';
}

/**
 * What the specification says about a difference, and which side is right.
 * @param checked the right side according to the check of profiles, if there is a change that would adopt the difference
 */
export function specificationOf(difference: Difference, checked?: 'service' | 'emulator'): SpecificationText {
  const { kind, isNamed } = difference;
  const known = kind === 'specification' ? 'emulator' : kind === 'assumption' || !isNamed ? 'service' : checked;
  if (known === 'emulator') return { right: known, says: `${claimOf(difference)}, so the emulator is right` };
  if (known === 'service') return { right: known, says: `${silenceOf(difference)}, so the service is right` };
  const text = `its text for "${routeOf(difference)}" decides who is right`;
  return { right: 'open', says: `${mentionOf(difference)}; ${text}` };
}

/** The route or the webhook of a difference, as the specification lists it. */
export const routeOf = ({ row, operation }: Difference): string => row?.replace(/^[^:]+: /, '') ?? operation;

/** What contradicts the service. */
function claimOf(difference: Difference): string {
  const { place, owner, operation, difference: how, service, emulator, schema } = difference;
  const words = wordsOf(schema)?.filter((word) => word !== null) ?? [];
  if (place === 'status' && owner === operation) return `gives the status ${emulator} for ${routeOf(difference)}`;
  if (place === 'events') return `lists the webhook ${emulator}${service === undefined ? '' : `, not ${service}`}`;
  if (place === 'length') return `gives a page of at most ${emulator} items`;
  if (place === 'error') return 'gives an error as a JSON object';
  if (how === 'name' || how === 'emulator_only' || emulator === undefined) return `lists ${subjectOf(difference)}`;
  if (owner === 'error') return `lists ${JSON.stringify(emulator)} as a value of ${place}`;
  if (words.length > 0) return `lists ${quoted(words)} as the values of ${subjectOf(difference)}`;
  return `gives ${subjectOf(difference)} the type ${[schema?.type ?? typeof emulator].flat().join(' or ')}`;
}

/** What it does not mention. */
function silenceOf(difference: Difference): string {
  const { place, owner, operation, change, schema, emulator, kind, isNamed, role, beside } = difference;
  const [subject, route] = [subjectOf(difference), routeOf(difference)];
  if (role === 'refused')
    return `does not mention ${beside?.code === undefined ? `this rejection by ${route}` : `a rejection with the code "${beside.code}"`}`;
  if (place === 'status' && owner === operation)
    return change?.code === undefined
      ? `does not mention ${route}`
      : `gives no status for the emulator's code "${change.code}"`;
  if (place === 'error.code') return `does not mention the emulator's code "${emulator}"`;
  if (place === 'created') return `does not say when ${subject} is sent`;
  if (kind === 'behaviour' && isNamed) return `does not say which values ${subject} can have`;
  if (wordsOf(schema) === undefined || difference.difference !== 'value') return `does not mention ${subject}`;
  const isListed = isNamed && schema?.['x-assumed-values']?.includes(emulator) !== true;
  return isListed
    ? `lists ${quoted([emulator])} as one value of ${subject}, not as the only one`
    : `does not mention ${quoted([emulator])} as a value of ${subject}`;
}

/** What it mentions without a decision between the two sides. */
function mentionOf(difference: Difference): string {
  const { role, beside, service, emulator, schema } = difference;
  if (role === 'refused') return `names the code "${beside?.code}"`;
  const isWord = wordsOf(schema) !== undefined && service !== undefined && emulator !== undefined;
  return isWord
    ? `lists ${quoted([service, emulator])} as values of ${subjectOf(difference)}`
    : `names ${subjectOf(difference)}`;
}

const quoted = (words: readonly unknown[]): string => words.map((word) => JSON.stringify(word)).join(', ');

/** What differs, as the specification would name it. */
function subjectOf({ owner, field, place, id, operation, difference }: Difference): string {
  if (difference === 'id_prefix') return `the form of ${owner.replaceAll('_', ' ')} ids`;
  if (id.startsWith('date form')) return 'the form of dates';
  if (place === 'order' || place.endsWith(' order')) return 'this order';
  if (place.startsWith('header ')) return `the ${place}`;
  if (place === 'events' || place === 'created') return `the webhook ${operation.replace('event ', '')}`;
  if (owner === 'error') return place;
  if (owner.startsWith('event ')) return `${field} in the webhook ${owner.slice('event '.length)}`;
  return /^[a-z_]+$/.test(owner) && field !== '' ? `${owner}.${field}` : place;
}
