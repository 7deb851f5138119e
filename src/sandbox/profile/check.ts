import { didYouMean } from '../../core/base/closest.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { readDuration } from '../../core/kernel/declare/settings.ts';
import { errorTypes, type Refusal, ServiceError } from '../../core/kernel/errors.ts';
import { declineCategories } from '../../payments/platform/outcome-rules.ts';
import type { Change, ChangeOf, ProfileFile } from './model.ts';
import {
  delaySettings,
  feeSettings,
  fieldsAt,
  type Place,
  schemasByName,
  servedOperations,
  valuesOf,
} from './places.ts';
import { entryWords, ProfileError } from './read.ts';

/** Response headers by name, with a mark on those that only the emulator promises. */
export type DeclaredHeaders = Readonly<Record<string, object>>;

/**
 * Checks a profile against the declarations.
 * @param name the file, for messages
 * @returns the entries that contradict the specification, each in words
 * @throws ProfileError if an entry names something that does not exist, or if two entries contradict each other
 */
export function checkProfile(
  { adopted }: ProfileFile,
  name: string,
  registry: Registry,
  headers: DeclaredHeaders,
): string[] {
  const check = new Check(adopted, registry, headers);
  const against = adopted.flatMap((change, index) => {
    try {
      return check.isStated(change) ? [`${entryWords(index, change)} ${subjectOf(change)}`] : [];
    } catch (error) {
      if (!(error instanceof Unknown || error instanceof ServiceError)) throw error;
      throw new ProfileError(`${name}: ${entryWords(index, change)}: ${error.message}`);
    }
  });
  for (const [index, change] of adopted.entries()) {
    const other = adopted.slice(0, index).findIndex((each) => contradict(each, change) || contradict(change, each));
    if (other === -1) continue;
    throw new ProfileError(
      `${name}: ${entryWords(other, adopted[other]!)} and ${entryWords(index, change)} contradict each other: ${subjectOf(change)}.`,
    );
  }
  return against;
}

/** A name that does not exist. */
class Unknown extends Error {}

/** @throws Unknown if a name is passed that is not one of the names */
const known = (what: string, given: string | undefined, names: Iterable<string>): void => {
  const all = [...names];
  if (given !== undefined && !all.includes(given))
    throw new Unknown(`There is no ${what} '${given}'.${didYouMean(given, all)}`);
};

const namesOf = (operations: readonly AnyOperation[]): string[] => operations.map(({ id }) => id);
const isList = ({ query }: AnyOperation): boolean => query?.properties.limit !== undefined;
const codesOf = (refusals: readonly Refusal[]): string[] => refusals.flatMap(({ code }) => code ?? []);

/** Looks up what the entries of a profile refer to. */
class Check {
  readonly #adopted: readonly Change[];
  readonly #registry: Registry;
  readonly #headers: DeclaredHeaders;
  readonly #operations: readonly AnyOperation[];
  readonly #places: ReadonlyMap<string, readonly Place[]>;

  constructor(adopted: readonly Change[], registry: Registry, headers: DeclaredHeaders) {
    this.#adopted = adopted;
    this.#registry = registry;
    this.#headers = headers;
    this.#operations = servedOperations(registry);
    this.#places = schemasByName(registry);
  }

  /**
   * Whether a change contradicts the specification.
   * @throws Unknown if it names something that does not exist
   */
  isStated(change: Change): boolean {
    switch (change.change) {
      case 'value':
        return this.#value(change);
      case 'rename':
        this.#isFree(change.of, nameAfter(change)!);
        return !this.#field(change, true).every(({ isAssumed }) => isAssumed);
      case 'remove':
      case 'null':
        return !this.#field(change).every(({ isAssumed }) => isAssumed);
      case 'add':
        return this.#addition(change);
      case 'code':
        return this.#code(change.from);
      case 'type':
        known('type', change.from, Object.keys(errorTypes));
        return true;
      case 'category':
        known('category', change.from, declineCategories);
        return true;
      // Each gateway has its own codes, which the specification does not list.
      case 'decline_code':
        return false;
      case 'status':
        return this.#status(change);
      case 'id_prefix':
        return this.#prefix(change);
      case 'default_limit':
        known('list', change.operation, namesOf(this.#operations.filter(isList)));
        return true;
      case 'header': {
        const names = Object.keys(this.#headers);
        const header = names.find((each) => each.toLowerCase() === change.name.toLowerCase());
        if (header === undefined) known('header', change.name, names);
        return !('x-assumed' in this.#headers[header!]!);
      }
      case 'delay':
        known('setting', change.setting, Object.keys(delaySettings));
        readDuration([change.setting], change.to);
        return false;
      case 'fee': {
        known('setting', change.setting, Object.values(feeSettings));
        const [place] = Object.entries(feeSettings).find(([, setting]) => setting === change.setting)!;
        const [of, field] = place.split('.') as [string, string];
        return !this.#field({ of, field }).every(({ isAssumed }) => isAssumed);
      }
      case 'event':
        known('event', change.type, this.#registry.events.keys());
        return change.add === undefined && this.#registry.event(change.type).assumed !== true;
      case 'event_order':
        for (const type of change.types) known('event', type, this.#registry.events.keys());
        return false;
    }
  }

  /**
   * @param isAsked whether the field can exist only in requests
   * @throws Unknown for an object or a field that does not exist
   */
  #field({ of, field }: { of: string; field: string }, isAsked = false): readonly Place[] {
    known('object, event or operation', of, this.#places.keys());
    const places = this.#places.get(of)!.filter(({ isRequest }) => isAsked || isRequest !== true);
    const { fields, wrong, known: names } = fieldsAt(places, field);
    if (fields.length > 0) return fields;
    throw new Unknown(`${of} has no field '${field}'.${didYouMean(wrong, names)}`);
  }

  /** @throws Unknown if an object already has a field with that name, unless another entry removes the name */
  #isFree(of: string, path: string): void {
    const isGone = this.#adopted.some(
      (each) => (each.change === 'remove' || each.change === 'rename') && each.of === of && each.field === path,
    );
    if (isGone || fieldsAt(this.#places.get(of) ?? [], path).fields.length === 0) return;
    throw new Unknown(`${of} already has a field '${path}'.`);
  }

  #value(change: ChangeOf<'value'>): boolean {
    const fields = this.#field(change, true);
    const values = valuesOf(fields);
    if (values !== null && !values.includes(change.from)) {
      const texts = values.filter((each) => each !== null).map(String);
      throw new Unknown(
        `${change.of}.${change.field} is never ${JSON.stringify(change.from)}.${didYouMean(String(change.from), texts) || ` It is ${texts.join(', ')}.`}`,
      );
    }
    const isAssumed = ({ schema, isAssumed: isOf }: Place) =>
      isOf || (schema['x-assumed-values'] ?? []).includes(change.from);
    return !fields
      .filter(({ schema }) => values === null || (schema.enum ?? [schema.const]).includes(change.from))
      .every(isAssumed);
  }

  #addition({ of, field, copy }: ChangeOf<'add'>): boolean {
    known('object, event or operation', of, this.#places.keys());
    this.#isFree(of, field);
    const parent = field.split('.').slice(0, -1);
    if (parent.length > 0) this.#field({ of, field: parent.join('.') });
    if (copy !== undefined) this.#field({ of, field: [...parent, copy].join('.') });
    return false;
  }

  #code(code: string): boolean {
    const { refusals } = this.#registry;
    known('code', code, codesOf(refusals));
    return refusals.some((each) => each.code === code && each.origin !== 'assumed');
  }

  #status({ operation: id, code, from }: ChangeOf<'status'>): boolean {
    known('operation', id, namesOf(this.#operations));
    const operation = this.#operations.find((each) => each.id === id);
    if (from < 400) {
      if (operation!.status !== from) throw new Unknown(`${id} returns ${operation!.status}, not ${from}.`);
      return operation!.assumed !== true;
    }
    const refusals = this.#registry.refusals.filter((each) => each.status === from);
    known(`error ${from} with the code`, code, codesOf(refusals));
    if (refusals.length === 0) throw new Unknown(`No error has the status ${from}.`);
    return refusals.some((each) => (code === undefined || each.code === code) && each.origin !== 'assumed');
  }

  #prefix({ of, from, to }: ChangeOf<'id_prefix'>): boolean {
    const prefixes = new Map([...this.#registry.collections.values()].map(({ name, prefix }) => [name, `${prefix}_`]));
    known('object', of, prefixes.keys());
    if (prefixes.get(of) !== from) throw new Unknown(`Ids of ${of} start with ${prefixes.get(of)}, not with ${from}.`);
    const other = [...prefixes].find(([name, prefix]) => name !== of && prefix === to);
    if (other !== undefined) throw new Unknown(`Ids of ${other[0]} already start with ${to}.`);
    return false;
  }
}

/**
 * The subject of a change, for messages, such as `transaction.status voided`. No other change of its kind may have
 * the same subject.
 */
function subjectOf(change: Change): string {
  const { of, field, operation, code, from, name, setting, type, types } = change as Partial<Record<string, unknown>>;
  const place = [of, field].filter((part) => part !== undefined).join('.');
  const parts = [place, operation, code, from, name, setting, type, types].filter(
    (part) => part !== undefined && part !== '',
  );
  return parts.length === 0 ? 'all lists' : parts.map(String).join(' ');
}

/** Whether the second of two changes contradicts the first. Callers check both orders. */
function contradict(a: Change, b: Change): boolean {
  if ('field' in a && 'field' in b && a.of === b.of) {
    if (nameAfter(a) !== null && nameAfter(a) === nameAfter(b)) return true;
    if (a.change === 'remove' && a.field === b.field) return true;
  }
  if (a.change === 'event' && b.change === 'event') return a.type === b.type && (a.sent === false || a.add === b.add);
  if (a.change === 'event_order' && b.change === 'event_order') {
    return a.types.some((type, at) => a.types.slice(at + 1).some((later) => isBefore(b.types, later, type)));
  }
  return a.change === b.change && subjectOf(a) === subjectOf(b);
}

const isBefore = (types: readonly string[], one: string, other: string): boolean =>
  types.includes(one) && types.indexOf(one) < types.indexOf(other);

/** The name that a change gives to a field of the service, with its path; null if it gives none. */
function nameAfter(change: Change): string | null {
  if (change.change === 'add') return change.field;
  return change.change === 'rename' ? [...change.field.split('.').slice(0, -1), change.to].join('.') : null;
}
