import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import { usualLimit } from '../../../core/kernel/pagination.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Assumptions } from './assumptions.ts';
import { type Bindings, idOf } from './bindings.ts';
import { Consequences } from './consequences.ts';
import type { Change, FindingKind, Findings, OpenFinding } from './findings.ts';
import type { At, Three } from './place.ts';
import { Renames } from './renames.ts';
import { fieldOf, isAssumed, isOpen, itemOf } from './schema-walk.ts';
import { assumptionOf, changeOf, isCode, Values } from './values.ts';

/** Compares responses place by place. */
export class Differences {
  readonly values: Values;
  readonly consequences: Consequences;
  readonly #renames: Renames;
  readonly #findings: Findings;
  readonly #bindings: Bindings;
  readonly #assumptions: Assumptions;

  /** @param first the first call in the captures */
  constructor(findings: Findings, bindings: Bindings, assumptions: Assumptions, first: CapturedCall) {
    this.#findings = findings;
    this.#bindings = bindings;
    this.#assumptions = assumptions;
    this.values = new Values(bindings);
    this.consequences = new Consequences(bindings, first);
    this.#renames = new Renames(findings, (service, emulator) => this.values.isSame(service, emulator));
  }

  /** @returns the finding for a value; null if the values agree, or are objects or lists */
  compare(three: Three, at: At): OpenFinding | null {
    const [service, emulator] = three;
    if (isObject(service) && isObject(emulator)) this.#objects([service, emulator, three[2]], at);
    else if (Array.isArray(service) && Array.isArray(emulator)) this.#lists([service, emulator, three[2]], at);
    else return this.#leaves(three, at);
    return null;
  }

  #objects(
    [service, emulator, reseeded]: readonly [Record<string, unknown>, Record<string, unknown>, unknown],
    at: At,
  ) {
    const { object } = emulator;
    const isNamed = typeof object === 'string' && fieldOf(at.schema, 'object')?.const === object;
    const id = idOf(service);
    const root = at.root ?? this.consequences.rootOf(id);
    const here = isNamed ? { ...at, owner: object, field: '', root } : { ...at, root };
    const other = isObject(reseeded) ? reseeded : {};
    this.#findings.count(objectsKey(here.owner, here.field));
    const open = isOpen(at.schema);
    const missing: [name: string, value: unknown][] = [];
    const extra: [name: string, value: unknown][] = [];
    const place = (name: string): At => {
      const schema = fieldOf(at.schema, name);
      const field = here.field === '' ? name : `${here.field}.${name}`;
      const path = at.path === '' ? name : `${at.path}.${name}`;
      return { ...here, path, field, schema, assumed: at.assumed || isAssumed(schema) };
    };
    // A different status explains the other differences in its object.
    let state: OpenFinding | null = null;
    const names = Object.keys(emulator).sort((one, two) => Number(two === 'status') - Number(one === 'status'));
    for (const name of names) {
      if (!Object.hasOwn(service, name)) {
        if (emulator[name] !== undefined) missing.push([name, emulator[name]]);
        continue;
      }
      const below = place(name);
      const found = this.compare(
        [service[name], emulator[name], other[name]],
        state === null ? below : { ...below, root: below.root ?? state },
      );
      if (name === 'status' && found?.kind === 'behaviour') state = found;
    }
    if (state !== null && id !== undefined) this.consequences.taint(id, state);
    for (const name of Object.keys(service)) if (!Object.hasOwn(emulator, name)) extra.push([name, service[name]]);
    for (const [name, value] of missing) this.#missing(place(name), value, open);
    for (const [name, value] of extra) this.#extra(place(name), value, emulator, open);
    if (!open) this.#renames.note(here.owner, here.field, missing, extra);
  }

  #missing(at: At, emulator: unknown, open: boolean): void {
    this.#findings.count(`${at.owner}|${at.field}`);
    this.#assume(at, false);
    this.#add(at, 'missing', open ? 'behaviour' : at.assumed ? 'assumption' : 'specification', undefined, emulator, {
      change: 'remove',
      of: at.owner,
      field: at.field,
    });
  }

  #extra(at: At, service: unknown, beside: Readonly<Record<string, unknown>>, open: boolean): void {
    if (open) {
      this.#add(at, 'extra', 'behaviour', service, undefined, null);
      return;
    }
    const place = `${at.owner}|${at.field}`;
    const value = JSON.stringify(service);
    const content = getOrMake(this.#contents, place, () => ({
      value,
      // A text that the application sent, such as a person's name, is not a constant of the service. A code such as USD
      // can be one.
      isConstant: typeof service !== 'string' || isCode(service) || !this.values.sent.has(service),
      copies: null as string[] | null,
    }));
    content.isConstant &&= content.value === value;
    const isCopied = typeof service === 'number' || typeof service === 'string';
    const equal = isCopied ? Object.keys(beside).filter((name) => beside[name] === service) : [];
    content.copies = content.copies === null ? equal : content.copies.filter((name) => equal.includes(name));
    const { owner: of, field } = at;
    // If the emulator leaves out a declared field, the field has no value.
    const change: Change =
      at.schema !== undefined && service === null
        ? { change: 'null', of, field, as: 'null' }
        : { change: 'add', of, field, constant: service };
    this.#add(
      at,
      'extra',
      'assumption',
      service,
      undefined,
      at.schema !== undefined && service !== null ? null : change,
    );
  }

  /**
   * The contents of fields that only the service has: whether the value is constant, and which fields have the same
   * value.
   */
  readonly #contents = new Map<string, { value: string; isConstant: boolean; copies: string[] | null }>();
  /** Records that both sides used the same word in a field of an error. */
  agreeOn(field: string, word: unknown): void {
    if (typeof word === 'string') this.#agreed.add(wordKey({ change: field, from: word }));
  }

  /** The emulator's words that the service uses, too. A profile must not rename such a word. */
  readonly #agreed = new Set<string>();

  /** Withdraws changes that would break values that agree, or that contradict each other. */
  settle(): void {
    this.#renames.settle();
    const names = new Map<string, number>();
    const open = [...this.#findings.open.values()];
    for (const { change } of open) {
      if (change === null || !renaming.has(change.change)) continue;
      names.set(wordKey(change), (names.get(wordKey(change)) ?? 0) + 1);
    }
    for (const finding of open) {
      const { change, emulator, seen, counted } = finding;
      if (change === null) continue;
      const isEverywhere = seen === this.#findings.countOf(counted);
      const { of, field } = change;
      // If a field is missing only where its value is null, it has values elsewhere.
      if (change.change === 'remove' && emulator === null && !isEverywhere) {
        finding.change = { change: 'null', of, field, as: 'absent' };
      }
      // An added field applies to all objects.
      if (change.change === 'add') finding.change = isEverywhere ? this.#additionOf(change) : null;
      const isSpoiling = this.#agreed.has(wordKey(change)) || names.get(wordKey(change))! > 1;
      if (renaming.has(change.change) && isSpoiling) finding.change = null;
    }
  }

  /** How a profile can add a field: as a constant, or as a copy of another field; null if neither is possible. */
  #additionOf({ change, of, field }: Change): Change | null {
    const content = this.#contents.get(`${of}|${field}`);
    if (content?.isConstant === true) return { change, of, field, constant: JSON.parse(content.value) };
    const [copy] = content?.copies ?? [];
    return copy === undefined ? null : { change, of, field, copy };
  }

  #lists([service, emulator, reseeded]: readonly [unknown[], unknown[], unknown], at: At): void {
    const other = Array.isArray(reseeded) ? reseeded : [];
    const { both, onlyService, onlyEmulator } = this.#bindings.pairs(service, emulator);
    const item = itemOf(at.schema);
    for (const [one, two, , index] of both) {
      const field = at.field === '' ? '' : `${at.field}[]`;
      this.compare([one, two, other[index]], {
        ...at,
        path: `${at.path}[]`,
        field,
        schema: item,
        assumed: at.assumed || isAssumed(item),
      });
    }
    this.#findings.count(`${at.owner}|${at.field} length`);
    const isExplained = (each: unknown): boolean => {
      const id = idOf(each);
      return id !== undefined && (this.consequences.lost.has(id) || this.consequences.rootOf(id) !== null);
    };
    const left = [...onlyService, ...onlyEmulator].filter((each) => !isExplained(each));
    const isWhole = at.path === 'data';
    const place = (name: string): At => ({ ...at, path: isWhole ? name : `${at.path} ${name}` });
    const isUnknown = (each: unknown): boolean => {
      const id = idOf(each);
      return (
        id !== undefined && this.#bindings.emulatorOf(id) === undefined && this.#bindings.serviceOf(id) === undefined
      );
    };
    // An item that only one side knows pushes other items off the end of the page.
    const isShifted = [...service, ...emulator].some((each) => isUnknown(each) || isExplained(each));
    const has = { service: service.length, emulator: emulator.length };
    if (left.length > 0 && this.consequences.moved !== null && (left.every(isUnknown) || isShifted)) {
      this.consequences.moved.consequences++;
      this.#short = { call: at.call, found: this.consequences.moved };
      return;
    }
    if (left.length > 0 && has.service !== has.emulator) {
      const byDefault = isWhole && !at.call.query.has('limit') && (has.emulator === usualLimit || hasMore(at.call));
      const change = byDefault ? { change: 'default_limit', operation: at.operation, to: has.service } : null;
      const kind = byDefault ? 'specification' : 'behaviour';
      this.#short = {
        call: at.call,
        found: this.#add(place('length'), 'length', kind, has.service, has.emulator, change),
      };
      return;
    }
    const order = both.map(([, , , index]) => index);
    if (left.length > 0 || order.some((index, at) => at > 0 && index < order[at - 1]!)) {
      const names = (list: readonly unknown[]): string =>
        list
          .map((each) => idOf(each) ?? JSON.stringify(each))
          .join(', ')
          .slice(0, 200);
      this.#add(place('order'), 'order', 'assumption', names(service), names(emulator), null);
    }
  }

  /** The difference in the length of a list, which explains `has_more` in the same response. */
  #short: { readonly call: CapturedCall; readonly found: OpenFinding } | null = null;

  #leaves([service, emulator, reseeded]: Three, at: At): OpenFinding | null {
    const place = `${at.owner}|${at.field}`;
    this.#findings.count(place);
    if (at.field === 'has_more' && service !== emulator && this.#short?.call === at.call) {
      this.#short.found.consequences++;
      return null;
    }
    // It is unknown whether more objects from before the capture follow after a page.
    if (at.field === 'has_more' && service === true && this.#endsBefore(at.call)) return null;
    const kind = this.values.difference([service, emulator, reseeded], at);
    const id = assumptionOf(at, emulator);
    if (id !== null) this.#assumptions.note(id, kind === null);
    if (kind === null) {
      this.#agreed.add(wordKey({ change: 'value', of: at.owner, field: at.field, from: emulator }));
      return null;
    }
    const isNumber = typeof service === 'number' && typeof emulator === 'number';
    const isSum = isNumber && at.root === null && at.owner === 'balance';
    const { moved, hasEarlierMoney, unknown } = this.consequences;
    const sumRoot = moved ?? (hasEarlierMoney ? unknown : null);
    const change = changeOf(at, service, emulator, kind);
    const shown = kind.shown ?? [service, emulator];
    const met = isSum ? { ...at, root: sumRoot } : { ...at, root: at.root ?? this.#sameInObject(at, kind.key) };
    const found = this.#add(met, kind.key, kind.kind, shown[0], shown[1], change);
    if (isNumber && found !== unknown) this.consequences.move(found);
    return found;
  }

  #endsBefore({ answer }: CapturedCall): boolean {
    const last = isObject(answer) && Array.isArray(answer.data) ? idOf(answer.data.at(-1)) : undefined;
    return last !== undefined && this.consequences.earlier.has(last);
  }

  #add(
    at: At,
    key: string,
    kind: FindingKind,
    service: unknown,
    emulator: unknown,
    change: Change | null,
  ): OpenFinding {
    const { call, operation, path, owner, field, root, row } = at;
    const whole = key.startsWith('prefix') ? key : `${key}|${owner}|${field}`;
    const met = {
      key: whole,
      kind,
      operation,
      place: path === '' ? 'body' : path,
      service,
      emulator,
      difference: key.startsWith('prefix') ? ('id_prefix' as const) : undefined,
      counted: key === 'extra' ? objectsKey(owner, parentOf(field)) : `${owner}|${field}`,
      row,
      change,
    };
    // Missing or extra fields, and words that the service does not use, are not consequences of earlier differences.
    const isOfForm =
      key === 'missing' ||
      key === 'extra' ||
      (kind !== 'behaviour' && typeof service === 'string' && typeof emulator === 'string');
    return this.#findings.add(met, call, isOfForm ? null : root);
  }

  /** The finding for an object's field that an event only repeats; null if there is none. */
  #sameInObject({ owner, field }: At, key: string): OpenFinding | null {
    if (!owner.startsWith('event ')) return null;
    const name = field.split('.').at(-1);
    const isOf = (each: string): boolean => each.startsWith(`${key}|`) && each.endsWith(`|${name}`);
    return this.#findings.open.get([...this.#findings.open.keys()].find(isOf) ?? '') ?? null;
  }

  #assume(at: At, agrees: boolean): void {
    const id = assumptionOf(at, undefined);
    if (id !== null) this.#assumptions.note(id, agrees);
  }
}

/** The changes that rename a word everywhere. */
const renaming = new Set(['value', 'code', 'type']);
const wordKey = ({ change, of = '', field = '', from }: Change): string => `${change}|${of}|${field}|${from}`;

/** The key that counts the objects that can contain a field. */
const objectsKey = (owner: string, path: string): string => `objects ${owner}|${path}`;
const parentOf = (field: string): string => field.slice(0, Math.max(0, field.lastIndexOf('.')));

const hasMore = ({ answer }: CapturedCall): boolean => isObject(answer) && answer.has_more === true;
