import { getOrMake, groupedBy } from '../../../../core/base/maps.ts';
import type { Bindings } from '../bindings.ts';
import type { Difference } from '../observations.ts';
import { isEmpty } from './requests.ts';
import { isSame } from './values.ts';

/** A field that only the emulator has, and one that only the service has, in the same objects. */
interface NamePair {
  readonly missing: Difference;
  readonly extra: Difference;
  same: number;
  other: number;
  /** Whether one of the values is unlikely to match by chance. */
  isTelling: boolean;
  /** Whether the object never had another missing or extra field. */
  isOnly: boolean;
}

/** A name without its separators and case: `processor_type` and `processorType` are equal. */
export const bare = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** The last word of a name, which shows the kind of value: `id` in `payment_id`. */
const lastWord = (name: string): string | undefined => name.split(/[_.]/).at(-1);
const lastPart = (path: string): string => path.split('.').at(-1)!;
const isMissing = ({ difference }: Difference): boolean => difference === 'emulator_only';
const isExtra = ({ difference }: Difference): boolean => difference === 'service_only';
/** The fields around the object of every response. */
const envelope = new Set(['data', 'has_more']);

/**
 * Finds fields that have another name on the other side: one is missing, one is extra, and their values always agree.
 * @returns the differences, in which one with `difference: 'name'` replaces both
 */
export function withRenames(differences: readonly Difference[], bindings: Bindings): Difference[] {
  const beside = differences.filter((each) => each.beside !== undefined && (isMissing(each) || isExtra(each)));
  const objects = new Map<object, Difference[]>();
  for (const each of beside) getOrMake(objects, each.beside!, () => []).push(each);
  const pairs = new Map<string, NamePair>();
  for (const fields of objects.values()) {
    // A body can show one object at several places.
    for (const own of groupedBy(fields, ({ owner, place }) => `${owner} ${parentOf(place)}`).values()) {
      const [missing, extra] = [own.filter(isMissing), own.filter(isExtra)];
      for (const one of missing)
        for (const other of extra) note(pairs, one, other, missing.length + extra.length === 2, bindings);
    }
  }
  const names = namesIn([...pairs.values()]);
  const gone = new Set(names.map(({ extra }) => extra.id));
  const renamed = new Map(names.map(({ missing, extra }) => [missing.id, lastPart(extra.field)]));
  return differences.flatMap((each) => {
    if (gone.has(each.id)) return [];
    const to = renamed.get(each.id);
    if (to === undefined) return [each];
    const { owner, field, emulator } = each;
    // The envelope is the same in all operations, and no profile changes it.
    const isEnvelope = owner === each.operation && envelope.has(field);
    const change = isEnvelope ? null : { change: 'rename', of: owner, field, to };
    const shown = { service: to, emulator: lastPart(field), difference: 'name' } as const;
    return [
      {
        ...each,
        id: `${isEnvelope ? 'envelope' : owner}.${field} named ${to}`,
        ...shown,
        beside: { value: emulator },
        change,
      },
    ];
  });
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('.')));

function note(
  pairs: Map<string, NamePair>,
  missing: Difference,
  extra: Difference,
  isOnly: boolean,
  bindings: Bindings,
) {
  const none = (): NamePair => ({ missing, extra, same: 0, other: 0, isTelling: false, isOnly: true });
  const pair = getOrMake(pairs, `${missing.id} ${extra.id}`, none);
  const [theirs, own] = [extra.service, missing.emulator];
  // The wording of an error differs on each side.
  const isWording = missing.owner === 'error' && missing.field === 'error' && typeof theirs === typeof own;
  if (isWording || isSame(theirs, own, bindings)) pair.same++;
  else pair.other++;
  pair.isOnly &&= isOnly;
  if (!isEmpty(own) && own !== 0 && typeof own !== 'boolean') pair.isTelling = true;
}

/** The pairs that are names of one field, each field in at most one pair. */
function namesIn(pairs: readonly NamePair[]): NamePair[] {
  const isAlike = ({ missing, extra }: NamePair): boolean => bare(missing.field) === bare(extra.field);
  const rank = (pair: NamePair): number => (isAlike(pair) ? 1_000_000 : 0) + (pair.isTelling ? 1_000 : 0) + pair.same;
  const done = new Set<string>();
  return pairs
    .filter(
      (pair) =>
        pair.other === 0 &&
        (pair.isTelling ||
          (pair.isOnly && lastWord(pair.missing.field) === lastWord(pair.extra.field)) ||
          isAlike(pair)),
    )
    .sort((one, other) => rank(other) - rank(one))
    .filter(({ missing, extra }) => {
      if (done.has(missing.id) || done.has(extra.id)) return false;
      done.add(missing.id).add(extra.id);
      return true;
    });
}
