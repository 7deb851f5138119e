import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { firstFault } from '../../../core/validation/validator.ts';
import { declineCategories } from '../../../payments/platform/outcome-rules.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import { checkProfile } from '../../../sandbox/profile/check.ts';
import { type ChangeName, changeModel, type Change as ProfileChange } from '../../../sandbox/profile/model.ts';
import { feeSettings } from '../../../sandbox/profile/places.ts';
import { ProfileError } from '../../../sandbox/profile/read.ts';
import { bare } from './differences/renames.ts';
import { wordsOf } from './differences/schema-walk.ts';
import { evidenceOf, explanationOf, type Inputs } from './evidence.ts';
import type { Explained } from './explained.ts';
import { type Change, countsOf, type Difference, type Reading } from './observations.ts';

/** Whether a profile can adopt a difference. */
export interface Adoption {
  /** The change; null if no profile can adopt the difference. */
  readonly change: Change | null;
  /** What supports the change, or why there is none. */
  readonly why: string;
}

/** What the stage knows of the whole comparison. */
interface Known {
  readonly inputs: Inputs;
  readonly counts: ReadonlyMap<string, number>;
  /** The emulator's values that the service shows, too, by place. */
  readonly agreed: ReadonlySet<string>;
  /** The values of the service at each place, by the emulator's values. */
  readonly words: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** The maximum number of changes in a profile from one comparison. */
const mostChanges = 200;

/**
 * Decides by evidence which findings a profile can adopt. A change that contradicts the specification requires
 * `overSpecification`. If two changes contradict each other, only the first is included.
 */
export function adoptable(
  findings: readonly Explained[],
  readings: readonly Reading[],
  { inputs, registry, overSpecification }: { inputs: Inputs; registry: Registry; overSpecification: boolean },
): Adoption[] {
  const known: Known = {
    inputs,
    counts: countsOf(readings),
    agreed: new Set(readings.flatMap((each) => (each.agrees ? [wordKey(each)] : []))),
    words: wordsIn(findings),
  };
  const adopted: Change[] = [];
  return findings.map(({ differences }) => {
    const own = adoptionOf(differences, known);
    if (own.change === null) return own;
    const change = inProfile(own.change);
    const refusal = adopted.length < mostChanges ? whyRefused(adopted, change, registry, overSpecification) : tooMany;
    if (refusal !== null) return { change: null, why: refusal };
    adopted.push(change);
    return { change, why: own.why };
  });
}

const tooMany = `a profile from one comparison has at most ${mostChanges} changes`;
const wordKey = ({ counted, emulator }: { counted: string; emulator?: unknown }): string =>
  `${counted} ${JSON.stringify(emulator)?.slice(0, 200)}`;

function wordsIn(findings: readonly Explained[]): Known['words'] {
  const words = new Map<string, Set<unknown>>();
  for (const { service, ...each } of findings.flatMap(({ differences }) => differences)) {
    getOrMake(words, wordKey(each), () => new Set<unknown>()).add(service);
  }
  return words;
}

/** The change that a difference supports, and its evidence. */
function adoptionOf(differences: readonly Difference[], known: Known): Adoption {
  const [first] = differences as [Difference];
  const evidence = evidenceOf(differences, known.inputs);
  const isEverywhere = differences.length >= (known.counts.get(first.counted) ?? 0);
  const adopt = (change: Change): Adoption => ({ change, why: `seen in ${evidence.text}` });
  const repeated = (change: Change): Adoption => (evidence.isRepeated ? adopt(change) : seenOnce(first));
  const { owner: of, field, service, emulator, difference, change: given, id, schema } = first;
  if (difference === 'name') {
    const isAlike = bare(field.split('.').at(-1)!) === bare(String(service));
    const values = new Set(differences.map(({ beside }) => JSON.stringify(beside?.value)));
    return isAlike || values.size > 1 ? adopt(given!) : seenOnce(first);
  }
  if (of === 'error' && difference === 'value') return wordAdoption(first, known, repeated);
  if (given?.add !== undefined && differences.length < (known.counts.get(`event ${given.type} events`) ?? 0))
    return no(`not every ${given.type} has one beside it`);
  const fee = feeSettings[`${of}.${field.replace(/^data\./, '')}`];
  if (fee !== undefined && typeof service === 'number' && Number.isSafeInteger(service)) {
    const isConstant = differences.every((each) => each.service === service);
    return isConstant ? repeated({ change: 'fee', setting: fee, to: service }) : no('it varies');
  }
  if (given !== undefined) return givenAdoption(differences, isEverywhere, { adopt, repeated });
  if (id.endsWith(' missing')) {
    if (differences.every((each) => each.emulator === null))
      return repeated({ change: 'null', of, field, as: 'absent' });
    return isEverywhere ? repeated({ change: 'remove', of, field }) : no('some responses have it');
  }
  if (id.endsWith(' extra')) {
    if (first.kind === 'behaviour') return no();
    if (schema !== undefined) {
      const isNull = differences.every((each) => each.service === null);
      return isNull ? repeated({ change: 'null', of, field, as: 'null' }) : no();
    }
    return isEverywhere ? addition(differences, known, adopt) : no('some responses do not have it');
  }
  if (difference === 'id_prefix') {
    const isPrefix = typeof service === 'string' && service.endsWith('_');
    return isPrefix
      ? adopt({ change: 'id_prefix', of, from: emulator, to: service })
      : no('the emulator finds an object by the prefix of its id');
  }
  if (service === '' && emulator === null) return repeated({ change: 'null', of, field, as: 'empty' });
  const isWord = first.role === 'form' && typeof service === 'string' && typeof emulator === 'string';
  if (!isWord || first.kind === 'behaviour' || !id.endsWith(` ${service} for ${emulator}`)) return no();
  const contradiction = contradictionOf(first, known);
  if (contradiction !== null) return contradiction;
  const change = { change: 'value', of, field, from: emulator, to: service };
  return wordsOf(schema) === undefined ? repeated(change) : adopt(change);
}

const no = (why?: string): Adoption => ({
  change: null,
  why: `no profile can adopt it${why === undefined ? '' : `: ${why}`}`,
});

const seenOnce = ({ operation }: Difference): Adoption => ({
  change: null,
  why: `seen once: to adopt it, also capture ${operation} with other input`,
});

/** Why a word is not another name of the emulator's word; null if it is. */
function contradictionOf(first: Difference, { agreed, words }: Known): Adoption | null {
  if (agreed.has(wordKey(first))) return no(`the service also uses ${JSON.stringify(first.emulator)}`);
  const others = [...(words.get(wordKey(first)) ?? [])].filter((each) => each !== first.service);
  return others.length === 0
    ? null
    : no(`the service also uses ${others.map((each) => JSON.stringify(each)).join(', ')}`);
}

/** Another word in an error: its type, its code, or what the network decided. */
function wordAdoption(first: Difference, known: Known, repeated: (change: Change) => Adoption): Adoption {
  const { field, service: to, emulator: from } = first;
  const isWord = ['type', 'code', 'decline_code', 'category'].includes(field);
  if (!isWord || typeof to !== 'string' || typeof from !== 'string') return no();
  // The networks decided otherwise, in words that the emulator has.
  if (field === 'category' && declineCategories.some((each) => each === to)) return no();
  return contradictionOf(first, known) ?? repeated({ change: field, from, to });
}

/** A change that the difference itself determines. */
function givenAdoption(
  differences: readonly Difference[],
  isEverywhere: boolean,
  { adopt, repeated }: { adopt: (change: Change) => Adoption; repeated: (change: Change) => Adoption },
): Adoption {
  const change = differences[0]!.change ?? null;
  if (change === null) return no();
  if (change.change === 'delay') {
    const delays = differences.map((each) => Number(each.change?.to));
    const isSteady = Math.max(...delays) - Math.min(...delays) <= steady;
    return isSteady ? adopt(change) : no('the delays vary');
  }
  if (change.change !== 'event' || change.to !== undefined) return adopt(change);
  return change.sent === false && !isEverywhere ? no('some are sent') : repeated(change);
}

/** How much the delays of one settlement can vary, in milliseconds. */
const steady = 2_000;

function addition(
  differences: readonly Difference[],
  { inputs }: Known,
  adopt: (change: Change) => Adoption,
): Adoption {
  const [first] = differences as [Difference];
  const { owner: of, field, service } = first;
  const found = explanationOf(differences, inputs);
  switch (found.as) {
    case 'copy':
      return adopt({ change: 'add', of, field, copy: found.copy });
    case 'constant':
      return adopt({ change: 'add', of, field, constant: service });
    case 'once':
      return seenOnce(first);
    default:
      return no(explanations[found.as]);
  }
}

const explanations = {
  sent: 'it may come from what was sent',
  sequence: 'it counts up',
  clock: 'it is the time',
  id: 'it differs for each object',
  unknown: 'it varies',
} as const;

/** Why a change cannot join those that are adopted; null if it can. */
function whyRefused(adopted: readonly Change[], change: Change, registry: Registry, overSpecification: boolean) {
  if (firstFault(changeModel(change.change as ChangeName), change) !== null) return 'no profile can hold the value';
  const all = [...adopted, change] as unknown as readonly ProfileChange[];
  try {
    const against = checkProfile({ version: 1, name: 'service', adopted: all }, 'service', registry, answerHeaders);
    const isAllowed = overSpecification || against.length === 0;
    return isAllowed ? null : 'a profile can adopt it only with --over-specification';
  } catch (error) {
    if (error instanceof ProfileError) return 'no profile can adopt it';
    throw error;
  }
}

/**
 * Converts a change to the form in a profile: fields are relative to the object without its envelope, lists are
 * written as their items, and operations have plain ids.
 */
function inProfile({ of, field, ...change }: Change): Change {
  if (typeof of !== 'string') return change as Change;
  const path = typeof field === 'string' ? { field: field.replaceAll('[]', '').replace(/^data\./, '') } : {};
  const { change: kind, ...rest } = change;
  return { change: kind, of: of.replace(/^client\./, ''), ...path, ...rest } as Change;
}
