import { minuteMs, parseIso } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { getOrMake } from '../../../core/base/maps.ts';
import { isHidden } from '../../../payments/secrets/hidden-form.ts';
import type { CapturedCall } from '../capture/captured-call.ts';
import type { Assumptions } from './assumptions.ts';
import { type Bindings, idOf, isInstant } from './bindings.ts';
import type { Change, FindingKind, Findings, OpenFinding } from './findings.ts';
import { Renames } from './renames.ts';
import { fieldOf, isAssumed, isOpen, itemOf, type Schema, wordsOf } from './schema-walk.ts';

/** The place that is compared. */
export interface At {
  readonly call: CapturedCall;
  readonly operation: string;
  /** The path in the body: `data.status`. */
  readonly path: string;
  /** What has the field: an object's type, or the operation; and the path in it. */
  readonly owner: string;
  readonly field: string;
  readonly schema: Schema | undefined;
  /** Whether the place, or what it is in, is assumed. */
  readonly assumed: boolean;
  /** The finding that all differences here follow from. */
  readonly root: OpenFinding | null;
  /** The emulator's clock, in milliseconds. */
  readonly now: number;
  /** The row of the coverage. */
  readonly row: string | null;
}

/** The same place of three answers: the service's, the emulator's, and the emulator's with another seed. */
export type Three = readonly [service: unknown, emulator: unknown, reseeded: unknown];

/** Objects that each service describes by itself: their texts are compared for their kind alone. */
const ownWorld = new Set(['account', 'member', 'storefront', 'pixels']);

const isCode = (text: unknown): text is string => typeof text === 'string' && /^[a-z0-9_.-]+$|^[A-Z0-9_]+$/.test(text);
const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** Compares answers place by place. */
export class Differences {
  readonly renames: Renames;
  readonly #findings: Findings;
  readonly #bindings: Bindings;
  readonly #assumptions: Assumptions;
  /** Every text that the application sent: what comes back of it is compared to the letter. */
  readonly sent = new Set<string>();
  /** What differs already, by the service's ids: what is different about it later follows from that. */
  readonly #tainted = new Map<string, OpenFinding>();
  /** Ids of things that one side alone made, each with the reason. */
  readonly lost = new Map<string, OpenFinding | null>();
  /** The latest difference that moves sums which belong to no object, such as a balance. */
  #moved: OpenFinding | null = null;

  constructor(findings: Findings, bindings: Bindings, assumptions: Assumptions) {
    this.#findings = findings;
    this.#bindings = bindings;
    this.#assumptions = assumptions;
    this.renames = new Renames(findings, (service, emulator) => this.#isSame(service, emulator));
  }

  taint(id: string, root: OpenFinding): void {
    if (!this.#tainted.has(id)) this.#tainted.set(id, root);
  }

  /** Notes that sums may differ from now on. */
  move(root: OpenFinding): void {
    this.#moved ??= root;
  }

  /** The ids that the service showed. */
  readonly shown = new Set<string>();

  /** Whether an id of the service names something that the emulator does not have. */
  isLost(id: string): boolean {
    return this.lost.has(id) || (this.shown.has(id) && this.#bindings.emulatorOf(id) === undefined);
  }

  /** The finding that a lost thing follows from; null: none is known. */
  rootOfLost(id: string): OpenFinding | null {
    return this.lost.get(id) ?? this.#moved;
  }

  rootOf(id: string | undefined): OpenFinding | null {
    return id === undefined ? null : (this.#tainted.get(id) ?? null);
  }

  /** @returns the finding of a value; null: it agrees, or it has parts */
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
    const root = at.root ?? this.rootOf(id);
    const here = isNamed ? { ...at, owner: object, field: '', root } : { ...at, root };
    const other = isObject(reseeded) ? reseeded : {};
    const open = isOpen(at.schema);
    const missing: [name: string, value: unknown][] = [];
    const extra: [name: string, value: unknown][] = [];
    const place = (name: string): At => {
      const schema = fieldOf(at.schema, name);
      const field = here.field === '' ? name : `${here.field}.${name}`;
      const path = at.path === '' ? name : `${at.path}.${name}`;
      return { ...here, path, field, schema, assumed: at.assumed || isAssumed(schema) };
    };
    // A state that differs explains the rest of its object.
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
    if (state !== null && id !== undefined) this.taint(id, state);
    for (const name of Object.keys(service)) if (!Object.hasOwn(emulator, name)) extra.push([name, service[name]]);
    for (const [name, value] of missing) this.#missing(place(name), value, open);
    for (const [name, value] of extra) this.#extra(place(name), value, emulator, open);
    if (!open) this.renames.note(here.owner, here.field, missing, extra);
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
    this.#findings.count(`${at.owner}|${at.field}`);
    if (open) {
      this.#add(at, 'extra', 'behaviour', service, undefined, null);
      return;
    }
    const place = `${at.owner}|${at.field}`;
    const value = JSON.stringify(service);
    const content = getOrMake(this.#contents, place, () => ({
      value,
      isConstant: true,
      copies: null as string[] | null,
    }));
    content.isConstant &&= content.value === value;
    const isCopied = typeof service === 'number' || typeof service === 'string';
    const equal = isCopied ? Object.keys(beside).filter((name) => beside[name] === service) : [];
    content.copies = content.copies === null ? equal : content.copies.filter((name) => equal.includes(name));
    this.#add(at, 'extra', 'assumption', service, undefined, {
      change: 'add',
      of: at.owner,
      field: at.field,
      constant: service,
    });
  }

  /** What is in fields that the service alone has: whether it is always the same, and which fields it repeats. */
  readonly #contents = new Map<string, { value: string; isConstant: boolean; copies: string[] | null }>();
  /** The values of the emulator at which the two agreed: such a value has no other name. */
  readonly #agreed = new Set<string>();

  /** Takes back the changes that would spoil what agrees, or that contradict each other. */
  settle(): void {
    this.renames.settle();
    const names = new Map<string, number>();
    for (const [, { change }] of this.#findings.entries()) {
      if (change?.change === 'value') names.set(valueKey(change), (names.get(valueKey(change)) ?? 0) + 1);
    }
    for (const [key, { change }] of this.#findings.entries()) {
      if (change?.change === 'add') this.#findings.replace(key, { change: this.#additionOf(change) });
      const isSpoiling =
        change?.change === 'value' && (this.#agreed.has(valueKey(change)) || names.get(valueKey(change))! > 1);
      if (isSpoiling) this.#findings.replace(key, { change: null });
    }
  }

  /** How a profile can add a field: as a constant, or as a copy of another; null: as neither. */
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
      return id !== undefined && (this.lost.has(id) || this.rootOf(id) !== null);
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
    // A page that has something that the other side does not know pushes others off its end.
    const isShifted = [...service, ...emulator].some((each) => isUnknown(each) || isExplained(each));
    const has = { service: service.length, emulator: emulator.length };
    if (left.length > 0 && this.#moved !== null && (left.every(isUnknown) || isShifted)) {
      this.#moved.consequences++;
      this.#short = { call: at.call, found: this.#moved };
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

  /** The difference in a list's length, which explains `has_more` of the same answer. */
  #short: { readonly call: CapturedCall; readonly found: OpenFinding } | null = null;

  #leaves([service, emulator, reseeded]: Three, at: At): OpenFinding | null {
    const place = `${at.owner}|${at.field}`;
    this.#findings.count(place);
    if (at.field === 'has_more' && service !== emulator && this.#short?.call === at.call) {
      this.#short.found.consequences++;
      return null;
    }
    const kind = this.#difference([service, emulator, reseeded], at);
    const id = assumptionOf(at, emulator);
    if (id !== null) this.#assumptions.note(id, kind === null);
    if (kind === null) {
      this.#agreed.add(`${place}|${emulator}`);
      return null;
    }
    const isNumber = typeof service === 'number' && typeof emulator === 'number';
    const isSum = isNumber && at.root === null && this.#moved !== null && at.owner === 'balance';
    const change = changeOf(at, service, emulator, kind);
    const shown = kind.shown ?? [service, emulator];
    const met = isSum ? { ...at, root: this.#moved } : { ...at, root: at.root ?? this.#sameInObject(at, kind.key) };
    const found = this.#add(met, kind.key, kind.kind, shown[0], shown[1], change);
    if (isNumber) this.move(found);
    return found;
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
      place: path,
      service,
      emulator,
      counted: `${owner}|${field}`,
      row,
      change,
    };
    return this.#findings.add(met, call, root);
  }

  /** The finding of an object's field that an event only repeats; null: there is none. */
  #sameInObject({ owner, field }: At, key: string): OpenFinding | null {
    if (!owner.startsWith('event ')) return null;
    const name = field.split('.').at(-1);
    return this.#findings.find((each) => each.startsWith(`${key}|`) && each.endsWith(`|${name}`)) ?? null;
  }

  #assume(at: At, agrees: boolean): void {
    const id = assumptionOf(at, undefined);
    if (id !== null) this.#assumptions.note(id, agrees);
  }

  /** How two values differ; null: they do not. */
  #difference([service, emulator, reseeded]: Three, at: At): Differs | null {
    if (service === emulator) return null;
    const [one, other] = [kindOf(service), kindOf(emulator)];
    const byPlace = at.assumed ? 'assumption' : 'specification';
    if (one !== other) {
      // Whether there is a value at all is a matter of what happened, where both may be.
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
    if (at.field.endsWith('number') && formOf(service) !== formOf(emulator)) {
      return { key: 'form', kind: behaviourOr(at) };
    }
    const isEcho = this.sent.has(service) || this.sent.has(emulator);
    if (!isEcho && !(isCode(service) && isCode(emulator))) return null;
    return { key: isEcho ? 'echo' : `${service} for ${emulator}`, kind: isEcho ? 'behaviour' : behaviourOr(at) };
  }

  #isSameNumber(at: At, service: unknown, emulator: unknown): boolean {
    const name = at.field.split('.').at(-1) ?? '';
    return this.#bindings.emulatorOf(`${name} ${service}`) === `${name} ${emulator}`;
  }

  #isSame(service: unknown, emulator: unknown): boolean {
    if (typeof service === 'string' && typeof emulator === 'string') {
      if (isInstant(service) && isInstant(emulator)) return true;
      return service === emulator || this.#bindings.emulatorOf(service) === emulator;
    }
    return JSON.stringify(service) === JSON.stringify(emulator);
  }
}

const valueKey = ({ of, field, from }: Change): string => `${of}|${field}|${from}`;

interface Differs {
  readonly key: string;
  readonly kind: FindingKind;
  /** What is shown in place of the two values. */
  readonly shown?: readonly [service: unknown, emulator: unknown];
}

const behaviourOr = (at: At): FindingKind => (at.assumed ? 'assumption' : 'behaviour');

/** A text without its digits: `INV-#`. */
const formOf = (text: string): string => text.replaceAll(/\d+/g, '#');

/** The size of a page where a request does not say it (specification, "Limits" 1). */
const usualLimit = 10;

const hasMore = ({ answer }: CapturedCall): boolean => isObject(answer) && answer.has_more === true;

/** What an id begins with: `cus_`; null: it is no id of that form. */
const prefixOf = (id: string): string | null => /^([a-z]+(?:_[a-z]+)*_)[A-Za-z0-9]+$/.exec(id)?.[1] ?? null;

/** How far two instants may be from each other, in milliseconds, beside a tenth of what is still to come. */
const leeway = 2 * minuteMs;

/** Whether two instants are on the same side of the clock, and, where they are to come, about as far away. */
function isSameTime(service: string, emulator: string, { now }: At): boolean {
  const [one, other] = [parseIso(service), parseIso(emulator)];
  if (one === null || other === null) return false;
  const distance = Math.abs(one - other);
  const isPast = one <= now + leeway && other <= now + leeway;
  return isPast || distance <= Math.max(leeway, Math.abs(other - now) / 10);
}

/** The name of the assumption at a place; null: nothing is assumed there. */
function assumptionOf({ owner, field, schema, assumed }: At, value: unknown): string | null {
  const values = schema?.['x-assumed-values'];
  if (values?.includes(value) === true) return `${owner}.${field}=${value}`;
  return assumed ? `${owner}.${field}` : null;
}

/** The change of a profile that would take a difference away; null: a profile cannot. */
function changeOf(at: At, service: unknown, emulator: unknown, { key, kind, shown }: Differs): Change | null {
  const { owner: of, field } = at;
  if (key.startsWith('prefix')) {
    const [to, from] = shown!;
    return typeof to === 'string' && to.endsWith('_') ? { change: 'id_prefix', of, from, to } : null;
  }
  if (kind === 'behaviour') return null;
  if (typeof service === 'string' && typeof emulator === 'string') {
    return { change: 'value', of, field, from: emulator, to: service };
  }
  if (service === '' && emulator === null) return { change: 'null', of, field, as: 'empty' };
  return null;
}
