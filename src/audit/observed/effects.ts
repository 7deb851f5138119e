import { isObject } from '../../core/base/json-values.ts';
import { groupedBy } from '../../core/base/maps.ts';
import type { Json, ObservedRequest, ObservedRun } from './observed-run.ts';

/** Body fields that identify the attempt, not its effect. */
const naming = /^(reference_id|metadata|success_url|cancel_url|.*_token|token|service_wallet|three_ds|descriptor)$/;

/** An accepted write of the application, described by text that is the same in every run of one scenario. */
export interface Effect {
  readonly operation: string;
  /** The keys from fine to coarse: with all fields, with object and amount, with the operation only. */
  readonly keys: readonly [fine: string, plain: string, coarse: string];
  /**
   * Whether a repetition counts as a difference. Repetitions of other writes do no harm, so for them only a missing
   * write counts.
   */
  readonly countsTwice: boolean;
  readonly asked: ObservedRequest;
}

/** The differences between an application's writes and the writes in the control runs. */
export interface EffectsDifference {
  /** Harmful writes that the control runs did not make, or made less often. */
  readonly more: readonly { readonly key: string; readonly count: number; readonly effects: readonly Effect[] }[];
  /** Exact repetitions of writes in the control runs, for any operation. */
  readonly repeated: EffectsDifference['more'];
  /** Writes that the application made less often than in the control runs, or not at all. */
  readonly less: readonly { readonly key: string; readonly count: number; readonly operation: string }[];
}

/**
 * The accepted writes of a run. Writes with the same reference or key count once.
 * @param wasPerformed whether a write was performed although its response was not 2xx
 */
export function effectsOf(
  record: ObservedRun,
  wasPerformed: (asked: ObservedRequest) => boolean = () => false,
): Effect[] {
  const names = namesOf(record);
  const seen = new Set<string>();
  const effects: Effect[] = [];
  for (const asked of record.requests) {
    const { operation } = asked;
    if (operation === null || !isWrite(asked) || !record.isForApplications(operation)) continue;
    if (!asked.isAccepted && !wasPerformed(asked)) continue;
    const reference = asked.body?.reference_id ?? null;
    const key = asked.view.idempotency_key;
    const marks = [reference, key].filter((mark) => mark !== null).map((mark) => `${operation} ${String(mark)}`);
    if (marks.some((mark) => seen.has(mark))) continue;
    for (const mark of marks) seen.add(mark);
    const countsTwice = record.bringsAbout(operation, 'counts_twice');
    effects.push({ operation, keys: keysOf(asked, operation, names), countsTwice, asked });
  }
  return effects;
}

const isWrite = ({ view }: ObservedRequest): boolean =>
  view.method !== 'GET' && view.method !== 'HEAD' && view.path.startsWith('/api/v1/');

function keysOf(asked: ObservedRequest, operation: string, names: ReadonlyMap<string, string>): Effect['keys'] {
  const named = (value: unknown): string => (typeof value === 'string' ? (names.get(value) ?? value) : String(value));
  const about = asked.path.split('/').flatMap((part) => names.get(part) ?? []);
  const body = asked.body ?? {};
  const money = ['amount', 'delta', 'quantity', 'currency'].flatMap((name) =>
    body[name] === undefined
      ? []
      : [name === 'currency' ? String(body[name]).toUpperCase() : `${name} ${String(body[name])}`],
  );
  const whom = ['transaction_id', 'customer_id', 'product_id', 'payment_method_id'].flatMap((name) =>
    typeof body[name] === 'string' && names.has(body[name]) ? [named(body[name])] : [],
  );
  const plain = [operation, ...about, ...whom, ...money].join(' ');
  const fields = flat(body, '')
    .filter(([path]) => !naming.test(path.split('.')[0]!))
    .map(([path, value]) => `${path}=${named(value)}`)
    .filter((field) => !looksMade(field))
    .sort();
  return [`${operation} ${about.join(' ')} ${fields.join(' ')}`, plain, operation];
}

/** Whether a text contains generated parts: ids, timestamps, addresses with ports. */
const looksMade = (text: string): boolean =>
  /\b[a-z]+_[A-Za-z0-9]{16,}\b|[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\dT\d\d:|\b\d{10,}\b|:\d{4,5}\b/.test(text);

const flat = (value: unknown, path: string): [string, unknown][] => {
  if (Array.isArray(value)) return value.flatMap((item) => flat(item, `${path}[]`));
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, held]) => flat(held, path === '' ? name : `${path}.${name}`));
};

/**
 * Names of objects that are the same in every run. They consist of kind and value, because ids differ between runs.
 */
function namesOf(record: ObservedRun): Map<string, string> {
  const names = new Map<string, string>();
  const note = (object: unknown): void => {
    if (!isObject(object) || typeof object.id !== 'string' || names.has(object.id)) return;
    const name = nameOf(object);
    if (name !== null) names.set(object.id, name);
  };
  for (const { object, answer } of record.requests) {
    note(object);
    for (const item of Array.isArray(answer?.data) ? answer.data : []) note(item);
  }
  return names;
}

function nameOf({ object, amount, currency, email, sku, name }: Json): string | null {
  if (typeof object !== 'string') return null;
  const worth = typeof amount === 'number' ? `${amount} ${String(currency ?? '')}`.trim() : (email ?? sku ?? name);
  return `${object}${worth === undefined || worth === null ? '' : `(${String(worth)})`}`;
}

/** How precisely the writes of each operation can be compared: as precisely as the control runs agree. */
export class EffectBaseline {
  readonly #controls: readonly Effect[][];
  /** For each operation, the index in `keys`; null if even the number of writes differs between the control runs. */
  readonly #levels = new Map<string, 0 | 1 | 2 | null>();

  constructor(controls: readonly Effect[][]) {
    this.#controls = controls;
    for (const operation of new Set(controls.flat().map((effect) => effect.operation))) {
      const level = ([0, 1, 2] as const).find((each) => {
        const [first, ...others] = controls.map((effects) => text(countsOf(effects, operation, each)));
        return others.every((other) => other === first);
      });
      this.#levels.set(operation, level ?? null);
    }
  }

  /** Operations that are compared less precisely, or not at all, because the control runs differ. */
  get notRepeatable(): string[] {
    return [...this.#levels].flatMap(([operation, level]) => {
      if (level === null) return [`how often ${operation} is called`];
      return level === 2 ? [`the parameters of ${operation} (the number of calls is judged)`] : [];
    });
  }

  /** The operations that the control runs called. */
  get operations(): ReadonlySet<string> {
    return new Set(this.#levels.keys());
  }

  compare(effects: readonly Effect[]): EffectsDifference {
    const more: EffectsDifference['more'][number][] = [];
    const repeated: EffectsDifference['more'][number][] = [];
    const less: EffectsDifference['less'][number][] = [];
    const operations = new Set([...this.#levels.keys(), ...effects.map(({ operation }) => operation)]);
    for (const operation of operations) {
      const level = this.#levels.has(operation) ? this.#levels.get(operation)! : 2;
      if (level === null) continue;
      const wanted = countsOf(this.#controls[0] ?? [], operation, level);
      const found = countsOf(effects, operation, level);
      const surplus = beyond(found, wanted);
      const lack = beyond(wanted, found);
      if (level === 0) repeated.push(...surplus.filter(({ key }) => wanted.has(key)));
      if (isSplit(surplus, lack)) continue;
      const net = sum(surplus) - sum(lack);
      // A write that replaces another write proves nothing. An exact repetition does, even if another write is
      // missing.
      const again = net > 0 ? surplus : surplus.filter(({ key }) => level < 2 && wanted.has(key));
      more.push(...again.filter(({ effects: [first] }) => first?.countsTwice === true));
      if (lack.length > 0 && net < 0) less.push(...lack.map(({ key, count }) => ({ key, count, operation })));
    }
    return { more, repeated, less };
  }
}

/**
 * Whether the same money was split differently: two payouts instead of one, because half of the money was available
 * earlier.
 */
function isSplit(surplus: EffectsDifference['more'], lack: EffectsDifference['more']): boolean {
  const total = (parts: EffectsDifference['more']): number =>
    parts.reduce((cents, { count, effects }) => cents + count * Number(effects[0]?.asked.body?.amount), 0);
  return lack.length > 0 && surplus.length > 0 && total(surplus) === total(lack);
}

/** The writes that some have more often than others. */
const beyond = (some: ReadonlyMap<string, Effect[]>, others: ReadonlyMap<string, Effect[]>) =>
  [...some].flatMap(([key, effects]) => {
    const count = effects.length - (others.get(key)?.length ?? 0);
    return count > 0 ? [{ key, count, effects }] : [];
  });

/**
 * Whether two of the writes are equal except for their references.
 * @param isForAnother whether two writes are for different users or orders
 */
export const areRepeated = (
  effects: readonly Effect[],
  isForAnother: (one: ObservedRequest, other: ObservedRequest) => boolean,
): boolean =>
  effects.some(({ keys: [, plain], asked }, at) =>
    effects.slice(0, at).some((other) => other.keys[1] === plain && !isForAnother(other.asked, asked)),
  );

const sum = (all: readonly { count: number }[]): number => all.reduce((total, { count }) => total + count, 0);

const countsOf = (effects: readonly Effect[], operation: string, level: 0 | 1 | 2): Map<string, Effect[]> =>
  groupedBy(
    effects.filter((effect) => effect.operation === operation),
    ({ keys }) => keys[level],
  );

const text = (counts: ReadonlyMap<string, readonly Effect[]>): string =>
  JSON.stringify([...counts].map(([key, effects]) => [key, effects.length]).sort());

/** The differences, as lines of a report. */
export const effectLines = ({ more, less }: EffectsDifference): string[] => [
  ...more.map(
    ({ key, count, effects }) => `+${count}  ${key.trim()}  (${effects.map(({ asked }) => asked.id).join(', ')})`,
  ),
  ...less.map(({ key, count }) => `-${count}  ${key.trim()}`),
];
