import { parseIso, secondMs } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { BothAnswers } from '../../../sandbox/control/wire.ts';
import { declarations } from '../../../sandbox/declarations.ts';
import type { CapturedCall, LeftEntry } from '../capture/captured-call.ts';
import { Answers } from './answers.ts';
import { type Assumption, Assumptions } from './assumptions.ts';
import { idOf } from './bindings.ts';
import { Decisions } from './decisions.ts';
import { Deliveries } from './deliveries.ts';
import { Differences } from './differences.ts';
import type { Replay } from './exchange.ts';
import { type Finding, Findings } from './findings.ts';
import { idsIn, namesIn } from './names.ts';
import { type Adoptable, withAdoption } from './profile-of.ts';
import { baseOf, type ReplayOptions, replay } from './replay.ts';
import { Routes } from './routes.ts';
import { answersIn } from './side-by-side.ts';
import { CapturedCards } from './situation/cards.ts';
import { isAboutUnknown, Reasons, withoutRepeats } from './situation/left-calls.ts';
import { type EarlierObject, earlierObject, gatewayOf, Keys, settingsOf } from './situation.ts';

export interface CompareOptions {
  readonly version: string;
  /** A fixture. The emulator starts from its workspace with the capture's gateway, or else from its first workspace. */
  readonly fixture?: string | undefined;
  /** A profile that the emulator follows. */
  readonly profile?: string | undefined;
  readonly overSpecification?: boolean | undefined;
  /** The entries in the captures that are not calls to the service's API. */
  readonly left?: readonly (LeftEntry & { readonly capture: string })[];
}

/** The result of a comparison. */
export interface Comparison {
  readonly entries: number;
  readonly compared: number;
  readonly findings: readonly Adoptable[];
  readonly notCompared: ReturnType<Reasons['list']>;
  readonly assumptions: readonly Assumption[];
  /** Returns both responses of the entry where a finding first occurred; null if the finding is not about an entry. */
  readonly answersOf: (finding: Finding) => BothAnswers | null;
}

/**
 * Sends the calls of a capture to a fresh emulator and compares its responses with those of the service. The calls
 * are replayed at least three times: to learn what the service already had, to compare, and with another seed to
 * detect the values that the emulator generates.
 */
export async function compareCalls(given: readonly CapturedCall[], options: CompareOptions): Promise<Comparison> {
  const registry = declarations();
  const { left = [], version, profile, overSpecification = false } = options;
  const { calls, repeated } = withoutRepeats(given);
  const reasons = new Reasons();
  const whole = (found: Omit<Comparison, 'entries' | 'notCompared'>): Comparison => {
    for (const call of repeated) reasons.add('the captures contain it twice', call);
    for (const entry of left) reasons.add(entry.why, entry);
    return { ...found, entries: given.length + left.length, notCompared: reasons.list() };
  };
  if (calls.every(({ kind }) => kind === 'delivery')) {
    return whole({ compared: 0, findings: [], assumptions: [], answersOf: () => null });
  }
  const routes = new Routes(registry);
  const gateway = gatewayOf(calls);
  const cards = new CapturedCards(calls);
  const settings = settingsOf(calls, routes);
  const common = {
    calls,
    routes,
    keys: new Keys(calls, routes),
    base: await baseOf(options.fixture, gateway),
    gateway,
    settings: cards.listed.length === 0 ? settings : { ...settings, test_cards: cards.listed },
    standIns: cards.standIns,
    version,
    profile,
    overSpecification,
  };
  const first = await replay({ ...common, earlier: [], balances: plenty, decisions: null, seed: 1 });
  const { earlier, unmade } = earlierIn(registry, first);
  const situation = { ...common, earlier, decisions: new Decisions(calls, first) };
  const { own, balances } = await replayWithBalances(situation, balancesBefore(first, plenty));
  const other = await replay({ ...situation, balances, seed: 3 });
  return whole(judge(registry, calls, own, other, { earlier, unmade }, { overSpecification, reasons }));
}

/** More than any capture pays out, in cents. The first replay shows how much the service really had. */
const plenty: ReplayOptions['balances'] = { USD: 1_000_000_000_000 };

function judge(
  registry: Registry,
  calls: readonly CapturedCall[],
  own: Replay,
  other: Replay,
  { earlier, unmade }: ReturnType<typeof earlierIn>,
  { overSpecification, reasons }: { overSpecification: boolean; reasons: Reasons },
): Omit<Comparison, 'entries' | 'notCompared'> {
  const findings = new Findings();
  const assumptions = new Assumptions(registry);
  const differences = new Differences(findings, own.bindings, assumptions, calls[0]!);
  const answers = new Answers(registry, findings, differences, assumptions);
  let compared = 0;
  for (const { id, def } of earlier) {
    differences.consequences.earlier.add(id);
    if (movesMoney.has(def.name)) differences.consequences.hasEarlierMoney = true;
  }
  for (const id of unmade.keys()) differences.consequences.lost.set(id, null);
  for (const [at, exchange] of own.exchanges.entries()) {
    const { call, answer, why } = exchange;
    const reason = why ?? (isAboutUnknown(exchange, own.bindings, differences.consequences) ? unknownThing : null);
    if (answer === null || reason !== null) {
      reasons.add(reason!, call);
      for (const id of idsIn(call.answer))
        if (own.bindings.emulatorOf(id) === undefined) differences.consequences.lost.set(id, null);
      continue;
    }
    const missing = namesIn(call)
      .named.map((id) => unmade.get(id))
      .find((each) => each !== undefined);
    if (missing !== undefined) {
      reasons.add(missing, call);
      continue;
    }
    if (exchange.operation === null && answer.status !== call.status) {
      reasons.add('the emulator does not serve this path', call);
      continue;
    }
    compared++;
    if (exchange.operation === null) continue;
    answers.compare(exchange, other.exchanges[at]?.answer?.body);
  }
  const matched = new Deliveries(own, registry, findings, differences, assumptions).compare(calls, other.events);
  differences.settle();
  const { unknown } = differences.consequences;
  if (unknown.consequences > 0) reasons.add(unknown.place, unknown.first, unknown.consequences);
  return {
    compared: compared + calls.filter(({ kind }) => kind === 'delivery').length,
    findings: withAdoption(findings.list(), registry, overSpecification),
    assumptions: assumptions.list(),
    answersOf: answersIn(own, calls, matched),
  };
}

/** The objects that can change a balance after the capture began. */
const movesMoney: ReadonlySet<string> = new Set(['transaction', 'payout', 'payout_link', 'subscription', 'dispute']);

const unknownThing = 'it refers to something that the capture does not show';

/** The objects that a capture shows but did not create: as records, or with the reason why no record is possible. */
function earlierIn(registry: Registry, { exchanges, bindings }: Replay) {
  const begin = Math.min(...exchanges.map(({ call }) => call.startedAt));
  const earlier = new Map<string, EarlierObject>();
  const unmade = new Map<string, string>();
  const made = new Set<string>();
  for (const { call, operation } of exchanges) {
    const isRead = call.method === 'GET';
    for (const shown of objectsOf(call.answer)) {
      const id = idOf(shown)!;
      if (!isRead && operation !== null) made.add(id);
      if (!isRead || made.has(id) || earlier.has(id) || unmade.has(id)) continue;
      // Objects created during the capture come from the service itself, or from a call that is not compared.
      const at = typeof shown.created_at === 'string' ? (parseIso(shown.created_at) ?? 0) : begin;
      // An object from the first second was created by a call if the emulator created it, too.
      const isLater = at >= begin + secondMs || (at >= begin - secondMs && bindings.emulatorOf(id) !== undefined);
      if (isLater) continue;
      const object = earlierObject(registry, shown);
      if (typeof object === 'string') unmade.set(id, object);
      else earlier.set(id, object);
    }
  }
  // Lists start with the newest object.
  return { earlier: [...earlier.values()].reverse(), unmade };
}

function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const each of value) yield* objectsOf(each);
  if (!isObject(value)) return;
  if (typeof value.object === 'string' && idOf(value) !== undefined) yield value;
  else for (const each of Object.values(value)) yield* objectsOf(each);
}

/**
 * The maximum number of attempts to find the balances before a capture. Calls that were rejected for lack of funds
 * change the result.
 */
const mostTries = 4;

async function replayWithBalances(situation: Omit<ReplayOptions, 'balances' | 'seed'>, first: Record<string, number>) {
  for (let balances = first, tried = 1; ; tried++) {
    const own = await replay({ ...situation, balances, seed: 2 });
    const next = balancesBefore(own, balances);
    if (tried === mostTries || JSON.stringify(next) === JSON.stringify(balances)) return { own, balances };
    balances = next;
  }
}

/**
 * The balances before a capture, in cents by currency, calculated where the capture first shows each balance.
 * @param tried the balances that the replay started with
 */
function balancesBefore({ exchanges }: Replay, tried: Readonly<Record<string, number>>): Record<string, number> {
  const before: Record<string, number> = {};
  // The amount that the service rejected, perhaps for lack of funds, but that the emulator paid or holds.
  let refused = 0;
  for (const { call, answer } of exchanges) {
    const [service, emulator] = [dataOf(call.answer), dataOf(answer?.body)];
    const isRefused = (call.status ?? 0) >= 400 && (answer?.status ?? 500) < 300;
    if (isRefused && emulator !== null) refused += Number(emulator.amount ?? 0) + Number(emulator.fee ?? 0);
    if (service?.object !== 'balance' || emulator === null) continue;
    const { currency } = emulator;
    if (!isCurrency(currency) || before[currency] !== undefined) continue;
    const opening = (tried[currency] ?? 0) + Number(service.available) - Number(emulator.available) - refused;
    if (Number.isSafeInteger(opening)) before[currency] = Math.max(0, opening);
  }
  return { USD: usualBalance, ...before };
}

/** The balance of a workspace if the capture never shows it, in cents. */
const usualBalance = 1_000_000;

/** Whether a value can be the key of an opening balance. */
const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{3}$/.test(value);

const dataOf = (answer: unknown): Record<string, unknown> | null =>
  isObject(answer) && isObject(answer.data) ? answer.data : null;
