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

/** An error in the form in which it is sent. */
interface Refused {
  readonly status: number;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly body: Json;
}

/** The operation of a request; null if no operation was found, or if it is an operation on the sandbox itself. */
type Called = Pick<AnyOperation, 'id' | 'answer'> | null;

/**
 * Applies a profile: shows the emulator's responses and webhooks in the form of the service, and accepts requests
 * with the service's names. It never affects a slice.
 */
export class Profile {
  readonly file: ProfileFile;
  /** The headers that responses omit, in lowercase. */
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

  /** The settlement delays of the service, in milliseconds; undefined if the delays of the workspaces apply. */
  get delays(): Readonly<Record<string, number>> | undefined {
    const delays = this.all('delay').map(({ setting, to }) => [delaySettings[setting]!, readDuration([setting], to)]);
    return delays.length === 0 ? undefined : Object.fromEntries(delays);
  }

  /** The fees of the service, in cents, by their settings; undefined if the fees of the workspaces apply. */
  get fees(): Readonly<Record<string, number>> | undefined {
    const fees = this.all('fee').map(({ setting, to }) => [setting, to]);
    return fees.length === 0 ? undefined : Object.fromEntries(fees);
  }

  /** All changes of a kind. */
  all<C extends ChangeName>(kind: C): readonly ChangeOf<C>[] {
    return this.file.adopted.filter((each: Change): each is Change & ChangeOf<C> => each.change === kind);
  }

  /**
   * The form of a JSON value in the service. The value itself does not change. Objects are found by their `object`, at
   * any depth.
   */
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

  /** Returns a function that shows the responses of an operation in the service's form, without their envelope. */
  answersOf({ id }: Pick<AnyOperation, 'id'>): (answer: unknown) => unknown {
    const own = this.#objects.get(id);
    return (answer) => this.show(answer, own);
  }

  /** The status of a success or of an error. The most specific entry decides. */
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

  /** A declared error of an operation, with the status and code of the service. */
  shownRefusal({ status, code }: Pick<Refusal, 'status' | 'code'>, called: Called): Pick<Refusal, 'status' | 'code'> {
    return {
      status: this.statusOf(status, called, code),
      code: code === null ? null : this.word('code', code),
    };
  }

  /** The service's word for a word in an error: its code, type or category. */
  word(kind: 'code' | 'type' | 'decline_code' | 'category', word: string): string {
    return this.all(kind).find(({ from }) => from === word)?.to ?? word;
  }

  /** An error in the form that the service sends, with the fields of the merchant API or of the client API. */
  refusal({ status, code, param, body }: Refused, called: Called): Refused {
    const shown = this.show(body) as Json;
    if (typeof body.error === 'string') shown.error = this.#ids.shown.inText(body.error);
    for (const [field, kind] of errorWords) {
      const word = body[field];
      if (typeof word === 'string') shown[field] = this.word(kind, word);
    }
    const named = param === undefined ? undefined : this.#paramOf(param, called);
    if (body.param !== undefined) shown.param = named;
    this.#objects.get('error')?.show(shown);
    return {
      status: this.statusOf(status, called, code),
      code: code === undefined ? undefined : this.word('code', code),
      param: named,
      body: shown,
    };
  }

  /** The service's name for a field in a request. */
  #paramOf(param: string, called: Called): string {
    return param
      .split('.')
      .map((part) => this.#changesFor(called).flatMap((each) => each.nameOf(part) ?? [])[0] ?? part)
      .join('.');
  }

  /** The names that a request can use for fields: the emulator's names and the service's names. */
  sentNames(operation: Called, names: ReadonlySet<string>): ReadonlySet<string> {
    const changes = this.#changesFor(operation);
    return new Set([...names].flatMap((name) => [name, ...changes.flatMap((each) => each.nameOf(name) ?? [])]));
  }

  /** The parameters of a path, a query or a body, with the emulator's names. */
  accept(sent: unknown, called: Called): unknown {
    const accepted = this.#acceptIds(sent);
    if (isObject(accepted)) for (const changes of this.#changesFor(called)) changes.accept(accepted);
    return accepted;
  }

  /** A query with the emulator's names. A list without a limit gets the service's limit. */
  acceptQuery(sent: unknown, operation: AnyOperation | null): unknown {
    const query = this.accept(sent, operation);
    const limit = operation === null ? null : this.limitOf(operation);
    return limit === null || !isObject(query) || query.limit !== undefined ? query : { ...query, limit: String(limit) };
  }

  /**
   * The number of objects on a page of a list if the request sets no limit; null if the emulator's limit applies, or if
   * it is not a list.
   */
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

  /** The changes of fields in requests of an operation: those of the operation, and those of its object. */
  #changesFor(called: Called): FieldChanges[] {
    if (called === null) return [];
    return [called.id, objectOf(called) ?? ''].flatMap((of) => this.#objects.get(of) ?? []);
  }

  /** An example of a request in the form that the service accepts. */
  exampleOf(example: NonNullable<AnyOperation['example']>, operation: AnyOperation): typeof example {
    const shown = this.show(example) as Record<string, Json | undefined>;
    for (const part of Object.values(shown)) {
      if (isObject(part)) for (const changes of this.#changesFor(operation)) changes.showNames(part);
    }
    return shown as typeof example;
  }

  /** The types under which an event is sent, each as a separate event; empty if the service does not send the event. */
  typesOf(type: string): readonly string[] {
    const own = this.all('event').filter((each) => each.type === type);
    const first = own.some(({ sent }) => sent === false) ? [] : [own.find(({ to }) => to !== undefined)?.to ?? type];
    return [...first, ...own.flatMap(({ add }) => add ?? [])];
  }

  /** Every event type that the service sends and that the emulator does not have. */
  get eventTypes(): readonly string[] {
    return this.all('event').flatMap(({ add, to }) => add ?? to ?? []);
  }

  /**
   * An event in the form in which it is sent.
   * @param type one of the types under which it is sent
   */
  event(event: StoredEvent, type: string): StoredEvent {
    // Each additional event has its own id, which is the same at every attempt.
    const place = Math.max(0, this.typesOf(event.type).indexOf(type));
    const data = this.show(event.data, this.#objects.get(`event ${event.type}`)) as Json;
    return { ...event, id: this.#ids.shown.replace(event.id) + 'b'.repeat(place), type, data };
  }

  /** The deliveries of one call in the service's order, based on the types of their events. */
  inOrder<D>(deliveries: readonly D[], typeOf: (delivery: D) => string): readonly D[] {
    return this.all('event_order').reduce((all, { types }) => {
      const ranks = types.flatMap((type) => this.typesOf(type));
      const listed = all.filter((each) => ranks.includes(typeOf(each)));
      const sorted = listed.toSorted((a, b) => ranks.indexOf(typeOf(a)) - ranks.indexOf(typeOf(b))).values();
      return all.map((each) => (ranks.includes(typeOf(each)) ? sorted.next().value! : each));
    }, deliveries);
  }
}

/** Whether a field contains the application's own data. A query uses names such as `metadata[order]`. */
const isMetadata = (name: string): boolean => name === 'metadata' || name.startsWith('metadata[');

/** The fields of errors whose words a profile can change. */
const errorWords = [
  ['code', 'code'],
  ['type', 'type'],
  ['decline_code', 'decline_code'],
  ['declineCode', 'decline_code'],
  ['category', 'category'],
] as const;

/** Replaces the prefixes of ids. */
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

  /** Replaces the prefix of a text that is an id. */
  replace(text: string): string {
    return this.#to.size === 0 ? text : text.replace(this.#whole, (from) => this.#to.get(from)!);
  }

  /** Replaces the prefixes of the ids in a text. */
  inText(text: string): string {
    return this.#to.size === 0 ? text : text.replace(this.#within, (from) => this.#to.get(from)!);
  }
}
