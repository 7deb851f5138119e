import { isObject } from '../../core/base/json-values.ts';
import { escapedPattern } from '../../core/base/text-pattern.ts';
import type { AnyOperation } from '../../core/kernel/declare/operation.ts';
import type { Registry } from '../../core/kernel/declare/registry.ts';
import { readDuration } from '../../core/kernel/declare/settings.ts';
import type { Refusal } from '../../core/kernel/errors.ts';
import type { StoredEvent } from '../../core/kernel/events.ts';
import { FieldChanges, type Json } from './field-changes.ts';
import type { Change, ChangeName, ChangeOf, ProfileFile } from './model.ts';
import { delaySettings, fieldsAt, objectOf, schemasByName, valuesOf } from './places.ts';

/** A refusal as it is sent. */
interface Refused {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly body: Json;
}

/** The operation of a request; null: no operation was found, or an operation on the sandbox itself. */
type Called = Pick<AnyOperation, 'id' | 'answer'> | null;

/**
 * A profile that acts: it shows the emulator's answers and webhooks as the service does, and accepts what is sent in
 * the service's names. It never reaches a slice.
 */
export class Profile {
  readonly file: ProfileFile;
  /** The headers that answers lack, in lower case. */
  readonly unsent: readonly string[];
  readonly #objects: ReadonlyMap<string, FieldChanges>;
  readonly #ids: { readonly shown: Prefixes; readonly accepted: Prefixes };

  constructor(file: ProfileFile, registry: Registry) {
    this.file = file;
    this.unsent = this.all('header').map(({ name }) => name.toLowerCase());
    const places = schemasByName(registry);
    const changes = file.adopted.filter((change) => 'field' in change);
    this.#objects = new Map(
      [...new Set(changes.map(({ of }) => of))].map((of) => {
        const own = changes.filter((change) => change.of === of);
        const renamed = (field: string, value: unknown) =>
          own.some((each) => each.change === 'value' && each.field === field && each.from === value);
        const isOurs = (field: string, value: unknown) =>
          valuesOf(fieldsAt(places.get(of) ?? [], field).fields)?.includes(value) === true && !renamed(field, value);
        return [of, new FieldChanges(own, isOurs)];
      }),
    );
    const prefixes = this.all('id_prefix');
    this.#ids = {
      shown: new Prefixes(prefixes.map(({ from, to }) => [from, to])),
      accepted: new Prefixes(prefixes.map(({ from, to }) => [to, from])),
    };
  }

  get name(): string {
    return this.file.name;
  }

  /** The delays of settlement that the service has, in milliseconds; undefined: those of the workspaces. */
  get delays(): Readonly<Record<string, number>> | undefined {
    const delays = this.all('delay').map(({ setting, to }) => [delaySettings[setting]!, readDuration([setting], to)]);
    return delays.length === 0 ? undefined : Object.fromEntries(delays);
  }

  /** All changes of a kind. */
  all<C extends ChangeName>(kind: C): readonly ChangeOf<C>[] {
    return this.file.adopted.filter((each: Change): each is Change & ChangeOf<C> => each.change === kind);
  }

  /** What the service shows for a value of JSON, which stays unchanged: objects by their `object`, at any depth. */
  show(value: unknown, further?: FieldChanges): unknown {
    if (typeof value === 'string') return this.#ids.shown.replace(value);
    if (Array.isArray(value)) return value.map((item) => this.show(item));
    if (!isObject(value)) return value;
    const shown: Json = {};
    for (const [name, held] of Object.entries(value)) shown[name] = isMetadata(name) ? held : this.show(held);
    if (typeof value.object === 'string') this.#objects.get(value.object)?.show(shown);
    further?.show(shown);
    return shown;
  }

  /** The function that shows the answers of an operation, without their envelope. */
  answersOf({ id }: Pick<AnyOperation, 'id'>): (answer: unknown) => unknown {
    const own = this.#objects.get(id);
    return (answer) => this.show(answer, own);
  }

  /** The status of a success or of a refusal; the entry that says more about it decides. */
  statusOf(status: number, called: Called, code?: string | null): number {
    const told = (each: ChangeOf<'status'>) => [each.operation, each.code].filter((part) => part !== undefined).length;
    const [found] = this.all('status')
      .filter(
        (each) =>
          each.from === status &&
          [undefined, called?.id].includes(each.operation) &&
          [undefined, code].includes(each.code),
      )
      .sort((a, b) => told(b) - told(a));
    return found?.to ?? status;
  }

  /** A declared refusal of an operation. */
  shownRefusal({ status, code }: Pick<Refusal, 'status' | 'code'>, called: Called): Pick<Refusal, 'status' | 'code'> {
    return {
      status: this.statusOf(status, called, code),
      code: code === null ? null : this.word('code', code),
    };
  }

  /** A word of an error: its code, type or category. */
  word(kind: 'code' | 'type' | 'decline_code' | 'category', word: string): string {
    return this.all(kind).find(({ from }) => from === word)?.to ?? word;
  }

  /** A refusal as the service sends it, with the merchant API's or the client API's fields. */
  refusal({ status, code, param, body }: Refused, called: Called): Refused {
    const shown = this.show(body) as Json;
    if (typeof body.error === 'string') shown.error = this.#ids.shown.inText(body.error);
    for (const [field, kind] of errorWords) {
      const word = body[field];
      if (typeof word === 'string') shown[field] = this.word(kind, word);
    }
    const named = param === undefined ? undefined : this.#paramOf(param, called);
    if (body.param !== undefined) shown.param = named;
    return {
      status: this.statusOf(status, called, code),
      code: code === undefined ? undefined : this.word('code', code),
      param: named,
      body: shown,
    };
  }

  /** The name of a field in a request. */
  #paramOf(param: string, called: Called): string {
    return param
      .split('.')
      .map((part) => this.#changesFor(called).flatMap((each) => each.nameOf(part) ?? [])[0] ?? part)
      .join('.');
  }

  /** The names under which a request may send fields, beside their names here. */
  sentNames(operation: Called, names: ReadonlySet<string>): ReadonlySet<string> {
    const changes = this.#changesFor(operation);
    return new Set([...names].flatMap((name) => [name, ...changes.flatMap((each) => each.nameOf(name) ?? [])]));
  }

  /** The parameters of a path, a query or a body in the emulator's names. */
  accept(sent: unknown, called: Called): unknown {
    const accepted = this.#acceptIds(sent);
    if (isObject(accepted)) for (const changes of this.#changesFor(called)) changes.accept(accepted);
    return accepted;
  }

  /** A query in the emulator's names; a list without a limit gets the service's. */
  acceptQuery(sent: unknown, operation: AnyOperation | null): unknown {
    const query = this.accept(sent, operation);
    const limit = operation === null ? null : this.limitOf(operation);
    return limit === null || !isObject(query) || query.limit !== undefined ? query : { ...query, limit: String(limit) };
  }

  /** The objects of a page of a list if the request names no limit; null: as many as here, or it is not a list. */
  limitOf({ id, query }: Pick<AnyOperation, 'id' | 'query'>): number | null {
    if (query?.properties.limit === undefined) return null;
    const limits = this.all('default_limit');
    const own =
      limits.find(({ operation }) => operation === id) ?? limits.find(({ operation }) => operation === undefined);
    return own?.to ?? null;
  }

  #acceptIds(sent: unknown): unknown {
    if (typeof sent === 'string') return this.#ids.accepted.replace(sent);
    if (Array.isArray(sent)) return sent.map((item) => this.#acceptIds(item));
    if (!isObject(sent)) return sent;
    return Object.fromEntries(
      Object.entries(sent).map(([name, held]) => [name, isMetadata(name) ? held : this.#acceptIds(held)]),
    );
  }

  /** The changes of the fields in requests of an operation: those of its own, and those of its object. */
  #changesFor(called: Called): FieldChanges[] {
    if (called === null) return [];
    return [called.id, objectOf(called) ?? ''].flatMap((of) => this.#objects.get(of) ?? []);
  }

  /** An example of a request as the service takes it. */
  exampleOf(example: NonNullable<AnyOperation['example']>, operation: AnyOperation): typeof example {
    const shown = this.show(example) as Record<string, Json | undefined>;
    for (const part of Object.values(shown)) {
      if (isObject(part)) for (const changes of this.#changesFor(operation)) changes.showNames(part);
    }
    return shown as typeof example;
  }

  /** The types under which an event is sent, each as an event of its own; empty: the service sends no such event. */
  typesOf(type: string): readonly string[] {
    const own = this.all('event').filter((each) => each.type === type);
    const first = own.some(({ sent }) => sent === false) ? [] : [own.find(({ to }) => to !== undefined)?.to ?? type];
    return [...first, ...own.flatMap(({ add }) => add ?? [])];
  }

  /** Every type under which events are sent that the emulator does not have. */
  get eventTypes(): readonly string[] {
    return this.all('event').flatMap(({ add, to }) => add ?? to ?? []);
  }

  /**
   * An event as it is sent.
   * @param type one of the types under which it is sent
   */
  event(event: StoredEvent, type: string): StoredEvent {
    // Each event that is sent beside another has an id of its own, the same at every attempt.
    const place = Math.max(0, this.typesOf(event.type).indexOf(type));
    const data = this.show(event.data, this.#objects.get(`event ${event.type}`)) as Json;
    return { ...event, id: this.#ids.shown.replace(event.id) + 'b'.repeat(place), type, data };
  }

  /** The deliveries of one call in the service's order, by the types of their events. */
  inOrder<D>(deliveries: readonly D[], typeOf: (delivery: D) => string): readonly D[] {
    return this.all('event_order').reduce((all, { types }) => {
      const ranks = types.flatMap((type) => this.typesOf(type));
      const listed = all.filter((each) => ranks.includes(typeOf(each)));
      const sorted = listed.toSorted((a, b) => ranks.indexOf(typeOf(a)) - ranks.indexOf(typeOf(b))).values();
      return all.map((each) => (ranks.includes(typeOf(each)) ? sorted.next().value! : each));
    }, deliveries);
  }
}

/** Whether a field holds what the application wrote for itself; a query has `metadata[order]`. */
const isMetadata = (name: string): boolean => name === 'metadata' || name.startsWith('metadata[');

/** The fields of errors whose words a profile may change. */
const errorWords = [
  ['code', 'code'],
  ['type', 'type'],
  ['decline_code', 'decline_code'],
  ['declineCode', 'decline_code'],
  ['category', 'category'],
] as const;

/** Replaces the beginnings of ids. */
class Prefixes {
  readonly #to: ReadonlyMap<string, string>;
  readonly #whole: RegExp;
  readonly #within: RegExp;

  constructor(pairs: readonly (readonly [from: string, to: string])[]) {
    this.#to = new Map(pairs);
    const any = pairs
      .map(([from]) => escapedPattern(from))
      .sort((a, b) => b.length - a.length)
      .join('|');
    this.#whole = new RegExp(`^(?:${any})(?=[\\w-]+$)`);
    this.#within = new RegExp(`\\b(?:${any})(?=\\w)`, 'g');
  }

  /** Replaces a text that is an id. */
  replace(text: string): string {
    return this.#to.size === 0 ? text : text.replace(this.#whole, (from) => this.#to.get(from)!);
  }

  /** Replaces the ids in a text. */
  inText(text: string): string {
    return this.#to.size === 0 ? text : text.replace(this.#within, (from) => this.#to.get(from)!);
  }
}
