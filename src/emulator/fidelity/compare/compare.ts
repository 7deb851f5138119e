import { parseIso, secondMs } from '../../../core/base/instants.ts';
import { isObject } from '../../../core/base/json-values.ts';
import { groupedBy } from '../../../core/base/maps.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import type { BothAnswers } from '../../../sandbox/control/wire.ts';
import { declarations } from '../../../sandbox/declarations.ts';
import type { CapturedCall, LeftEntry } from '../capture/captured-call.ts';
import { adoptable } from './adoptable.ts';
import { assumptionsOf } from './assumptions.ts';
import { idOf } from './bindings.ts';
import { withRenames } from './differences/renames.ts';
import { differencesOf, type Paired } from './differences.ts';
import { type EventPairs, pairEvents } from './event-pairs.ts';
import { inputsOf } from './evidence.ts';
import type { Replay, SentEvent } from './exchange.ts';
import { explain } from './explained.ts';
import { type Adoptable, type Finding, findingsOf } from './findings.ts';
import { ignoredIn, unknownFieldsOf } from './ignored.ts';
import { idsIn } from './names.ts';
import type { Assumption } from './observations.ts';
import { pairsOf } from './pairs.ts';
import { baseOf, type ReplayOptions, replay } from './replay.ts';
import { answersIn } from './side-by-side.ts';
import { CapturedCards } from './situation/cards.ts';
import { Decisions } from './situation/decisions.ts';
import { Reasons, withoutRepeats } from './situation/left-calls.ts';
import { Routes } from './situation/routes.ts';
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

/** Sends the calls of a capture to a fresh emulator and compares its responses with those of the service. */
export async function compareCalls(given: readonly CapturedCall[], options: CompareOptions): Promise<Comparison> {
  const { left = [], overSpecification = false } = options;
  const { calls, repeated } = withoutRepeats(given);
  const reasons = new Reasons();
  for (const call of repeated) reasons.add('the captures contain it twice, and it was compared once', call);
  for (const entry of left) reasons.add(entry.why, entry);
  const entries = given.length + left.length;
  if (calls.every(({ kind }) => kind === 'delivery')) {
    const none = { compared: 0, findings: [], assumptions: [], answersOf: () => null };
    return { ...none, entries, notCompared: reasons.list() };
  }
  const compared = compareReplayed(await replayCapture(calls, options), { overSpecification, reasons });
  return { ...compared, entries, notCompared: reasons.list() };
}

/**
 * Replays the calls at least three times: to learn what the service already had, to compare, and with another seed to
 * detect the values that the emulator generates.
 */
export async function replayCapture(
  calls: readonly CapturedCall[],
  { version, profile, overSpecification = false, fixture }: CompareOptions,
): Promise<Replayed> {
  const registry = declarations();
  const routes = new Routes(registry);
  const gateway = gatewayOf(calls);
  const cards = new CapturedCards(calls);
  const settings = settingsOf(calls, routes);
  const common = {
    ...{ calls, routes, gateway, version, profile, overSpecification, standIns: cards.standIns },
    keys: new Keys(calls, routes),
    base: await baseOf(fixture, gateway),
    settings: cards.listed.length === 0 ? settings : { ...settings, test_cards: cards.listed },
  };
  const first = await replay({ ...common, earlier: [], balances: plenty, decisions: null, seed: 1 });
  const { earlier, unmade } = earlierIn(registry, first);
  const situation = { ...common, earlier, decisions: new Decisions(calls, first) };
  const { own, balances } = await replayWithBalances(situation, balancesBefore(first, plenty));
  const other = await replay({ ...situation, balances, seed: 3 });
  return { registry, calls, own, other, earlier, unmade };
}

/** More than any capture pays out, in cents. The first replay shows how much the service really had. */
const plenty: ReplayOptions['balances'] = { USD: 1_000_000_000_000 };

/** Pairs both sides of a replay. */
export function pairedOf({ registry, calls, own, other, earlier, unmade }: Replayed) {
  const { pairs, left } = pairsOf(own, other.exchanges, unmade);
  const paired: Paired = {
    ...{ registry, calls, own, pairs },
    events: pairEvents(calls, own.events, other.events, own.bindings),
    earlier: new Set(earlier.map(({ id }) => id)),
    hasEarlierMoney: earlier.some(({ def }) => movesMoney.has(def.name)),
    shown: new Set(calls.flatMap(({ answer }) => idsIn(answer))),
  };
  return { paired, left };
}

/** Compares both sides of a replay, stage by stage. */
export function compareReplayed(
  replayed: Replayed,
  { overSpecification, reasons }: { overSpecification: boolean; reasons: Reasons },
): Omit<Comparison, 'entries' | 'notCompared'> {
  const { registry, calls, own } = replayed;
  const { paired, left } = pairedOf(replayed);
  const { pairs } = paired;
  for (const { call, why } of left) reasons.add(why, call);
  const { differences, readings } = differencesOf(paired);
  const explained = explain(withRenames(differences, own.bindings), paired);
  for (const { why, differences: each } of explained.left) reasons.add(why, each[0]!.call, each.length);
  const places = groupedBy(readings, ({ counted }) => counted);
  const adoptions = adoptable(explained.findings, places, { inputs: inputsOf(pairs), registry, overSpecification });
  const unknown = unknownFieldsOf(pairs);
  return {
    compared: pairs.length + calls.filter(({ kind }) => kind === 'delivery').length,
    findings: findingsOf(explained.findings, {
      adoptions,
      ignored: explained.findings.map((each) => ignoredIn(each.differences, unknown)),
      readings: places,
    }),
    assumptions: assumptionsOf(registry, readings),
    answersOf: answersIn(own, calls, eventsByCall(paired.events)),
  };
}

const eventsByCall = ({ both, renamed }: EventPairs): Map<CapturedCall, SentEvent> =>
  new Map([...both, ...renamed].map(({ delivered: { call }, event }) => [call, event]));

/** Both replays of a capture, and the objects from before it. */
interface Replayed extends ReturnType<typeof earlierIn> {
  readonly registry: Registry;
  readonly calls: readonly CapturedCall[];
  readonly own: Replay;
  /** With another seed. */
  readonly other: Replay;
}

/** The objects that can change a balance after the capture began. */
const movesMoney: ReadonlySet<string> = new Set(['transaction', 'payout', 'payout_link', 'subscription', 'dispute']);

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
