import { isObject, textsIn } from '../../../core/base/json-values.ts';

/**
 * Maps the names that the service assigned to the names that the emulator assigned to the same things. A text in one
 * response is bound to the text at the same place in the other. From then on, requests from the capture are sent with
 * the emulator's names. Only generated names are bound: neither what the application sent, nor words of the
 * specification.
 */
export class Bindings {
  readonly #toEmulator = new Map<string, string>();
  readonly #toService = new Map<string, string>();
  /** The texts that no side generated. */
  readonly #given: Set<string>;

  /** @param words the words of the specification */
  constructor(words: Iterable<string> = []) {
    this.#given = new Set(words);
  }

  /** Records the texts that a call sends, in the service's names. */
  noteSent(...sent: readonly unknown[]): void {
    for (const text of textsIn(sent)) this.#given.add(text);
  }

  /** All bound names: those of the service, each with that of the emulator. */
  get explicit(): Iterable<readonly [service: string, emulator: string]> {
    return this.#toEmulator;
  }

  /** The emulator's text for a text of the service; undefined if none is known. */
  emulatorOf(service: string): string | undefined {
    return this.#toEmulator.get(service);
  }

  serviceOf(emulator: string): string | undefined {
    return this.#toService.get(emulator);
  }

  bind(service: string, emulator: string): void {
    if (this.#toEmulator.has(service) || this.#toService.has(emulator)) return;
    this.#toEmulator.set(service, emulator);
    this.#toService.set(emulator, service);
  }

  /** Whether two values look like names that each side generated for the same thing. */
  areNames(service: unknown, emulator: unknown): boolean {
    if (typeof service !== 'string' || typeof emulator !== 'string') return false;
    return isName(service, emulator) && !this.#given.has(service) && !this.#given.has(emulator);
  }

  /** Binds the names at the same places of the two responses. Pairs the items of lists, bound items first. */
  learn(service: unknown, emulator: unknown): void {
    if (typeof service === 'string' && typeof emulator === 'string') {
      if (isAddress(service) && isAddress(emulator)) this.learn(partsOf(service), partsOf(emulator));
      else if (this.areNames(service, emulator)) this.bind(service, emulator);
    } else if (Array.isArray(service) && Array.isArray(emulator)) {
      for (const [one, other] of this.pairs(service, emulator).both) this.learn(one, other);
    } else if (isObject(service) && isObject(emulator)) {
      for (const [name, value] of Object.entries(service)) {
        const other = emulator[name];
        // Each side assigns its own numbers to orders, payouts and invoices.
        const isNumber = name.endsWith('_number') || name === 'orderNumber';
        if (isNumber && typeof value === 'number' && typeof other === 'number')
          this.bind(`${name} ${value}`, `${name} ${other}`);
        else this.learn(value, other);
      }
      // The only list or object that each side has for itself is one field with two names.
      const [theirs, own] = [partsOnlyIn(service, emulator), partsOnlyIn(emulator, service)];
      if (theirs.length === 1 && own.length === 1) this.learn(theirs[0], own[0]);
    }
  }

  /**
   * Pairs the items of two lists that are the same thing: first the items with bound ids, then those without, in their
   * order. The remaining items have no counterpart.
   */
  pairs(service: readonly unknown[], emulator: readonly unknown[]) {
    const both: [service: unknown, emulator: unknown, at: number, other: number][] = [];
    const left = new Map(emulator.map((each, at) => [at, each]));
    const byId = new Map(emulator.map((each, at) => [idOf(each), at]));
    const free: number[] = [];
    for (const [at, each] of service.entries()) {
      const id = idOf(each);
      const bound = id === undefined ? undefined : this.emulatorOf(id);
      const other = bound === undefined ? undefined : byId.get(bound);
      if (other === undefined) {
        if (bound === undefined) free.push(at);
        continue;
      }
      both.push([each, emulator[other], at, other]);
      left.delete(other);
    }
    const spare = [...left].filter(([, each]) => {
      const id = idOf(each);
      return id === undefined || this.serviceOf(id) === undefined;
    });
    // If their numbers differ, it is unclear which items belong together.
    for (const at of free.length === spare.length ? free : []) {
      const next = spare.shift();
      if (next === undefined) break;
      both.push([service[at], next[1], at, next[0]]);
      left.delete(next[0]);
    }
    const paired = new Set(both.map(([, , at]) => at));
    return {
      both: both.sort((one, other) => one[2] - other[2]),
      onlyService: service.filter((_, at) => !paired.has(at)),
      onlyEmulator: [...left.values()],
    };
  }

  /** A value of a request, with the emulator's names instead of the service's names. */
  toEmulator(value: unknown): unknown {
    if (typeof value === 'string') {
      if (!isAddress(value)) return this.#toEmulator.get(value) ?? value;
      return value
        .split(/([/?#&=])/)
        .map((part) => this.#toEmulator.get(part) ?? part)
        .join('');
    }
    if (Array.isArray(value)) return value.map((each) => this.toEmulator(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.toEmulator(each)]));
  }
}

const partsOnlyIn = (fields: object, others: object): unknown[] =>
  Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Object.hasOwn(others, name) ? [value] : [],
  );

/** The id of an object in a response; undefined if it has none. */
export const idOf = (value: unknown): string | undefined => {
  if (!isObject(value)) return undefined;
  const id = value.id ?? value.billing_id;
  return typeof id === 'string' ? id : undefined;
};

const generated = /^[a-z]+(_[a-z0-9]+)*[_-][A-Za-z0-9]{6,}$|[0-9].*[A-Za-z]|[A-Za-z].*[0-9]|^[A-Za-z]{16,}$/;

/** Whether two different texts at one place look like names that each side generated: ids, slugs, tokens. */
const isName = (service: string, emulator: string): boolean =>
  service !== emulator &&
  emulator.length >= 8 &&
  !/[\s@]|:\/\//.test(emulator) &&
  !/[\s@]|:\/\//.test(service) &&
  generated.test(emulator) &&
  !isInstant(emulator);

const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** The parts of an address after its host, because pages are identified by slugs. */
const partsOf = (address: string): Record<string, string> =>
  Object.fromEntries(Object.entries(address.split(/[/?#&=]/).slice(3)));

/** Whether a value is an ISO 8601 date and time. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);
