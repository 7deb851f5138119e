import { getOrMake } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { firstError } from '../../../core/validation/validator.ts';
import { declineCategories } from '../../../payments/platform/outcome-rules.ts';
import { answerHeaders } from '../../../sandbox/http/openapi/openapi-refusals.ts';
import { checkProfile } from '../../../sandbox/profile/check.ts';
import { type ChangeName, changeModel, type Change as ProfileChange } from '../../../sandbox/profile/model.ts';
import { feeSettings } from '../../../sandbox/profile/places.ts';
import { ProfileError } from '../../../sandbox/profile/read.ts';
import { bare } from './differences/renames.ts';
import { evidenceOf, explanationOf, type Inputs } from './evidence.ts';
import type { Explained } from './explained.ts';
import type { Change, Difference, Reading, Role } from './observations.ts';
import { routeOf } from './specification.ts';

/**
 * Whether a profile can adopt a difference.
 * - `adopt`: with the evidence, or only if it may contradict the specification.
 * - `capture`: not yet; the call that would be evidence, and what was seen. `report`: never; the reason.
 */
export interface Adoption {
  readonly next: 'adopt' | 'capture' | 'report';
  /** The change to adopt; null if none is adopted. */
  readonly change: Change | null;
  readonly why: string;
  /** Whose response follows the specification, as the check of profiles knows it; absent without a change. */
  readonly right?: 'service' | 'emulator';
}

/** The readings of each place. */
export type Places = ReadonlyMap<string, readonly Reading[]>;

/** What the stage knows of the whole comparison. */
interface Known {
  readonly inputs: Inputs;
  readonly readings: Places;
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
  readings: Places,
  { inputs, registry, overSpecification }: { inputs: Inputs; registry: Registry; overSpecification: boolean },
): Adoption[] {
  const known: Known = {
    ...{ inputs, readings, words: wordsIn(findings) },
  };
  const adopted: ProfileChange[] = [];
  /** How many of the adopted changes contradict the specification. */
  let against = 0;
  return findings.map(({ differences }) => {
    const own = adoptionOf(differences, known);
    if (own.change === null) return own;
    const change = inProfile(own.change);
    if (!isInModel(change)) return { next: 'report', change: null, why: 'a profile cannot hold the value' };
    const checked = contradictionsOf([...adopted, change], registry);
    if (typeof checked === 'string') return { next: 'report', change: null, why: checked };
    const right = checked > against ? 'emulator' : 'service';
    if (own.next === 'capture') return { ...own, change: null, right };
    if (right === 'emulator' && !overSpecification)
      return { next: 'adopt', change: null, why: 'it contradicts the specification', right };
    adopted.push(change);
    against = checked;
    return { ...own, change, right };
  });
}

const wordKey = ({ counted, emulator }: { counted: string; emulator?: unknown }): string =>
  `${counted} ${JSON.stringify(emulator)?.slice(0, 200)}`;

function wordsIn(findings: readonly Explained[]): Known['words'] {
  const words = new Map<string, Set<unknown>>();
  for (const { service, ...each } of findings.flatMap(({ differences }) => differences)) {
    getOrMake(words, wordKey(each), () => new Set<unknown>()).add(service);
  }
  return words;
}

/** One finding as the rules see it. */
interface Case extends Difference {
  readonly all: readonly Difference[];
  /** Whether no response agrees. */
  readonly isEverywhere: boolean;
  readonly known: Known;
}

/** The change that would remove a difference, or why no profile can adopt it, or what else to capture. */
type Proposal = Change | string | { readonly capture: string };

/** How differences of one form are adopted. Each difference fits at most one rule, so their order has no meaning. */
interface Rule {
  readonly of: string;
  readonly fits: (difference: Difference) => boolean;
  readonly propose: (about: Case) => Proposal;
}

const errorWords = new Set(['type', 'code', 'decline_code', 'category']);
const feeOf = ({ owner, field, service }: Difference): string | undefined =>
  Number.isSafeInteger(service) ? feeSettings[`${owner}.${field.replace(/^data\./, '')}`] : undefined;
const isField = ({ change, difference }: Difference): boolean => change === undefined && difference !== 'id_prefix';
const isText = (value: unknown): value is string => typeof value === 'string';

export const rules: readonly Rule[] = [
  {
    of: 'another name of a field',
    fits: ({ difference }) => difference === 'name',
    propose: ({ change, field, service, all }) => {
      const isAlike = bare(field.split('.').at(-1)!) === bare(String(service));
      const values = new Set(all.map(({ beside }) => JSON.stringify(beside?.value)));
      if (change == null) return 'a profile does not change what surrounds the objects';
      const other = `${routeOf(all[0]!)} with another ${field.split('.').at(-1)}`;
      const seen = `only ${[...values]} was seen, which does not prove a rename`;
      return isAlike || values.size > 1 ? change : { capture: `capture ${other}, because ${seen}` };
    },
  },
  {
    of: 'a change that the difference itself determines',
    fits: ({ change, difference }) => change != null && difference !== 'name',
    propose: ({ change, all, isEverywhere, known }) => {
      if (change!.add !== undefined && all.length < (known.readings.get(`event ${change!.type} events`)?.length ?? 0))
        return `the service sends it only after some ${change!.type}`;
      if (change!.sent === false && change!.change === 'event' && !isEverywhere)
        return 'the service sends some of them';
      if (change!.change !== 'delay') return change!;
      if (!isEverywhere) return 'some have the same time on both sides';
      const delays = all.map((each) => Number(each.change?.to)).sort((one, other) => one - other);
      const to = delays[delays.length >> 1];
      return delays.at(-1)! - delays[0]! > steady ? 'its delays vary' : { ...change!, to };
    },
  },
  {
    of: 'another word in an error',
    fits: (each) =>
      isField(each) && each.owner === 'error' && each.difference === 'value' && errorWords.has(each.field),
    propose: (about) => {
      const { field, service, emulator } = about;
      if (!isText(service) || !isText(emulator)) return 'a profile replaces a word by a word only';
      if (field === 'category' && declineCategories.some((each) => each === service))
        return 'the card network decides this category, and the emulator has it, too';
      return contradictionOf(about) ?? { change: field, from: emulator, to: service };
    },
  },
  {
    of: 'the fee of a payout link',
    fits: (each) => isField(each) && each.difference === 'value' && feeOf(each) !== undefined,
    propose: (about) =>
      about.all.every(({ service }) => service === about.service)
        ? { change: 'fee', setting: feeOf(about), to: about.service }
        : 'the fee varies',
  },
  {
    of: 'a field that only the emulator has',
    fits: (each) => isField(each) && each.difference === 'emulator_only',
    propose: ({ owner: of, field, all, isEverywhere }) => {
      if (all.every(({ emulator }) => emulator === null)) return { change: 'null', of, field, as: 'absent' };
      return isEverywhere
        ? { change: 'remove', of, field }
        : 'a profile would remove it everywhere, and some responses of the service have it';
    },
  },
  {
    of: 'a field that only the service has',
    fits: (each) => isField(each) && each.difference === 'service_only',
    propose: (about) => {
      const { kind, schema, owner: of, field, all, isEverywhere } = about;
      if (kind === 'behaviour') return 'a profile does not add entries to an object with free names';
      if (schema === undefined)
        return isEverywhere
          ? addition(about)
          : 'a profile would add it everywhere, and some responses of the service do not have it';
      return all.every(({ service }) => service === null)
        ? { change: 'null', of, field, as: 'null' }
        : 'a profile cannot say which objects have the field';
    },
  },
  {
    of: 'another prefix of ids',
    fits: ({ difference }) => difference === 'id_prefix',
    propose: ({ owner: of, service: to, emulator: from }) =>
      isText(to) && to.endsWith('_')
        ? { change: 'id_prefix', of, from, to }
        : 'the emulator finds an object by the prefix of its id',
  },
  {
    of: 'an empty text in place of null',
    fits: (each) => isField(each) && each.owner !== 'error' && each.service === '' && each.emulator === null,
    propose: ({ owner: of, field }) => ({ change: 'null', of, field, as: 'empty' }),
  },
  {
    of: 'another word in a field',
    fits: (each) => isField(each) && each.isWord === true && each.kind !== 'behaviour',
    propose: (about) => {
      const { owner: of, field, service: to, emulator: from } = about;
      return contradictionOf(about) ?? { change: 'value', of, field, from, to };
    },
  },
];

/** What a finding supports: a change that two objects with different input show, or why there is none. */
function adoptionOf(all: readonly Difference[], known: Known): Adoption {
  const [first] = all as [Difference];
  const isEverywhere = all.length >= (known.readings.get(first.counted)?.length ?? 0);
  const rule = rules.find(({ fits }) => fits(first));
  const proposal =
    rule?.propose({ ...first, all, isEverywhere, known }) ??
    limits[first.place.endsWith('order') ? 'list' : first.role];
  if (typeof proposal === 'string') return { next: 'report', change: null, why: proposal };
  const { text, objects, isRepeated } = evidenceOf(all, known.inputs);
  if (!('change' in proposal)) return { next: 'capture', change: null, why: proposal.capture };
  if (isRepeated) return { next: 'adopt', change: proposal, why: `seen in ${text}` };
  return { next: 'capture', change: proposal, why: captureFor(first, objects) };
}

/** What a profile cannot do, by the role of a difference. */
const limits: Readonly<Record<Role, string>> = {
  form: 'a profile cannot change types, forms or free texts',
  refused: 'a profile does not decide which calls are accepted',
  state: 'a profile does not decide when a status changes',
  detail: 'a profile does not decide when a field has which value',
  sum: 'a profile cannot compute numbers',
  list: 'a profile does not select or sort the items of a list',
  more: 'a profile does not select the items of a list',
  event: 'a profile sets only the delays of settlements',
};

/** The call that would show a difference for a second object with other input, and what the present ones show. */
function captureFor(first: Difference, objects: number): string {
  const route = routeOf(first);
  const seen = objects === 1 ? 'only one object shows it' : `${objects} objects with the same input show it`;
  if (first.operation.startsWith('event ')) return `capture another webhook ${route}, because ${seen}`;
  const other = /\{|^GET/.test(route) && objects === 1 ? 'for another object' : 'with other input';
  return `capture ${route} ${other}, because ${seen}`;
}

/** Why a word is not another name of the emulator's word; null if it is. */
function contradictionOf({ known: { readings, words }, ...each }: Case): string | null {
  if (readings.get(each.counted)?.some((other) => other.agrees && wordKey(other) === wordKey(each)))
    return `in other responses the service sends ${JSON.stringify(each.emulator)}, too, and a profile would replace it there`;
  const others = [...(words.get(wordKey(each)) ?? [])].filter((word) => word !== each.service);
  const names = others.map((word) => (word === undefined ? 'no value' : JSON.stringify(word)));
  return names.length === 0
    ? null
    : `in other responses the service sends ${names.join(' or ')} instead of ${JSON.stringify(each.emulator)}`;
}

/** How much the delays of one settlement can vary, in milliseconds. */
const steady = 2_000;

function addition({ all, known: { inputs }, ...first }: Case): Proposal {
  const { owner: of, field, service } = first;
  const found = explanationOf(all, inputs);
  if (found.as === 'copy') return { change: 'add', of, field, copy: found.copy };
  // The evidence decides whether one observation is enough.
  const isConstant = found.as === 'constant' || found.as === 'once';
  return isConstant
    ? { change: 'add', of, field, constant: service }
    : `${explanations[found.as]}, and a profile adds only constants and copies`;
}

const explanations = {
  sent: 'its value may come from the request',
  sequence: 'its value counts up',
  clock: 'its value is the time',
  id: 'its value differs for each object',
  unknown: 'its value varies',
} as const;

/** Whether a profile can hold a change. */
const isInModel = (change: Change): change is Change & ProfileChange =>
  firstError(changeModel(change.change as ChangeName), change) === null;

/** How many changes of a profile contradict the specification, or why it cannot have the last one. */
function contradictionsOf(adopted: readonly ProfileChange[], registry: Registry): number | string {
  if (adopted.length > mostChanges) return `a profile of one comparison has at most ${mostChanges} changes`;
  try {
    return checkProfile({ version: 1, name: 'service', adopted: [...adopted] }, 'service', registry, answerHeaders)
      .length;
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const reason = error.message.replace(/^service: (?:entry \d+ \(\w+\): )?|\.$/g, '');
    return reason.charAt(0).toLowerCase() + reason.slice(1);
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
