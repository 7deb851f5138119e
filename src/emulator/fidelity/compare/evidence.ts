import { isObject, jsonOrText, textsIn } from '../../../core/base/json-values.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { idOf, isInstant } from './bindings.ts';
import { sentIn } from './names.ts';
import type { Difference } from './observations.ts';
import type { Pair } from './pairs.ts';
import { dataOf } from './pairs.ts';

/** What the application sent. */
export interface Inputs {
  /** To create each object, by the service's ids. */
  readonly objects: ReadonlyMap<string, unknown>;
  /** Every text. */
  readonly texts: ReadonlySet<string>;
}

/** The input of each object: the body of the call that created it. */
export function inputsOf(pairs: readonly Pair[]): Inputs {
  const inputs = new Map<string, unknown>();
  const texts = new Set<string>();
  for (const { call, service } of pairs) {
    for (const text of sentIn(call)) texts.add(text);
    const id = idOf(dataOf(service.body));
    if (id !== undefined && call.method !== 'GET' && !inputs.has(id)) inputs.set(id, call.body ?? {});
  }
  return { objects: inputs, texts };
}

/** Where a difference was seen: the object, what was sent for it, and the capture. */
interface Observation {
  readonly object: string;
  readonly input: unknown;
  readonly capture: string;
}

function observationOf({ objects, call }: Difference, inputs: Inputs): Observation {
  const object = objects.at(-1) ?? `${call.capture} ${call.entry}`;
  const sent = inputs.objects.get(object) ?? (call.method === 'GET' ? undefined : call.body);
  return { object, capture: call.capture, input: sent ?? { path: call.path, query: String(call.query) } };
}

/** How well the occurrences of a difference support a change. */
export interface Evidence {
  /** For people: `3 objects in 2 captures`. */
  readonly text: string;
  readonly objects: number;
  /** Whether objects with different input agree. */
  readonly isRepeated: boolean;
}

export function evidenceOf(differences: readonly Difference[], inputs: Inputs): Evidence {
  const seen = differences.map((each) => observationOf(each, inputs));
  const objects = new Set(seen.map(({ object }) => object));
  const captures = new Set(seen.map(({ capture }) => capture));
  const different = new Set(seen.map(({ input }) => signatureOf(input)));
  const where = captures.size === 1 ? '' : ` in ${captures.size} captures`;
  const isRepeated = objects.size > 1 && different.size > 1;
  return { text: counted(objects.size, 'object') + where, objects: objects.size, isRepeated };
}

/**
 * What can decide a value of the response: the numbers that were sent, such as an amount; without numbers, everything
 * but labels. Two charges of the same amount are one input, whoever pays them.
 */
function signatureOf(input: unknown): string {
  const isLabel = (name: string): boolean => name === 'metadata' || name === 'reference_id';
  const told = JSON.stringify(input, (name, value) => (isLabel(name) ? undefined : value)) ?? '';
  const numbers = leavesOf(jsonOrText(told)).filter((leaf) => typeof leaf === 'number');
  return numbers.length > 0 ? numbers.join(' ') : told;
}

/** How the values of a field come about that only the service has. */
export type Explanation =
  | { readonly as: 'copy'; readonly copy: string }
  | { readonly as: 'constant' }
  | { readonly as: 'sent' | 'sequence' | 'clock' | 'id' | 'unknown' | 'once' };

/**
 * Explains the values of a field by evidence. It tries, in this order: a copy of a field that was sent, a copy of
 * another field of the response, a sequence, the clock, a generated id, a constant.
 */
export function explanationOf(differences: readonly Difference[], inputs: Inputs): Explanation {
  const values = differences.map(({ service }) => service);
  const distinct = new Set(values.map((each) => JSON.stringify(each)));
  const { isRepeated } = evidenceOf(differences, inputs);
  if (!isRepeated) return { as: 'once' };
  const isPlain = values.every((each) => typeof each === 'string' || typeof each === 'number');
  if (distinct.size > 1) {
    if (!isPlain) return { as: 'unknown' };
    const copies = differences.map(({ beside = {}, service }) =>
      Object.keys(beside).filter((name) => beside[name] === service),
    );
    const copy = copies[0]!.find((name) => copies.every((names) => names.includes(name)));
    if (copy !== undefined) return { as: 'copy', copy };
    if (differences.every((each) => isIn(each.service, observationOf(each, inputs).input))) return { as: 'sent' };
    const texts = [...new Set(values.map(String))];
    if (isSequence(texts)) return { as: 'sequence' };
    if (texts.every(isInstant)) return { as: 'clock' };
    return { as: distinct.size === new Set(differences.map(({ objects }) => objects.at(-1))).size ? 'id' : 'unknown' };
  }
  const isFromInput = differences.some((each) =>
    leavesOf(each.service).some(
      (leaf) => isTelling(leaf) && (inputs.texts.has(String(leaf)) || isIn(leaf, observationOf(each, inputs).input)),
    ),
  );
  return { as: isFromInput ? 'sent' : isInstant(values[0]) ? 'clock' : 'constant' };
}

/** Whether a value is unlikely to occur twice by chance. */
const isTelling = (value: unknown): boolean =>
  typeof value === 'string' ? value.length > 2 : typeof value === 'number' && Math.abs(value) > 9;

const leavesOf = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [value];
};

/** Whether a value is a part of what was sent, in any case. */
const isIn = (value: unknown, input: unknown): boolean =>
  typeof value === 'string'
    ? textsIn(input).some((text) => text.toLowerCase().includes(value.toLowerCase()))
    : leavesOf(input).includes(value);

/** Whether texts count up: `INV-00001`, `INV-00002`. */
function isSequence(texts: readonly string[]): boolean {
  const parts = texts.map((text) => /^(.*?)(\d+)$/.exec(text));
  return parts.every(
    (part, at) =>
      part !== null && (at === 0 || (part[1] === parts[0]![1] && Number(part[2]) - Number(parts[at - 1]![2]) === 1)),
  );
}
