import type { EndpointView, Status } from '../control/wire.ts';
import { counted, spell } from '../text.ts';
import type { Span } from './cells.ts';
import { jobWords, until, words } from './format.ts';
import type { Session } from './session.ts';

/** What stands above everything: which emulator this is, its clock, what is injected, how webhooks do, what comes next. */
export interface Header {
  readonly url: string;
  /** Why there is nothing to be shown of it yet; null where there is. */
  readonly waiting: { readonly text: string; readonly failure: string | null } | null;
  /** What is wrong with the connection: the emulator is gone, or says nothing; null where nothing is. */
  readonly trouble: string | null;
  readonly workspace: string;
  readonly mode: Status['mode'];
  readonly gateway: string;
  readonly clock: HeaderClock | null;
  /** What is injected, in words: whoever forgets a fault looks for a bug that is not there. */
  readonly injected: readonly string[];
  /** Null: nobody knows how webhooks do while the emulator does not answer. */
  readonly hooks: HooksHealth | null;
  /** The next job of the clock, and when it is due: `renew sub_4kPx… in 2d`. */
  readonly next: string | null;
  readonly storage: Status['storage'] | null;
}

export interface HeaderClock {
  /** The emulated now, ISO 8601 in UTC. */
  readonly now: string;
  readonly mode: Status['clock']['mode'];
  /** How many of its seconds pass in a real one. */
  readonly rate: number;
  /** How far it is from real time: `+3d`; null where it is not. */
  readonly offset: string | null;
  /** Whether it is what the emulator said last, and may not be so any more. */
  readonly isOld: boolean;
}

/** Red while it fails, yellow while something waits to be sent again. */
export type Health = 'good' | 'wait' | 'bad';

/** How the receiver of the webhooks does; of several, the one that fails most. */
export interface HooksHealth {
  readonly worst: {
    readonly url: string;
    readonly tone: Health;
    /** The last answer: its status, or why there is none; null before the first attempt. */
    readonly answer: string | null;
    /** How many webhooks wait to be sent again, and when the next one is. */
    readonly waiting: number;
    readonly next: string | null;
    /** How many percent of the last attempts failed. */
    readonly failedPercent: number;
    /** Milliseconds in which 95 % of the last answers came. */
    readonly p95: number | null;
  } | null;
  /** How many other endpoints there are. */
  readonly others: number;
}

/** The facts of the header, as they are now. */
export function headerOf(session: Session): Header {
  const { status, client, state, silence, failure } = session;
  const silent = silence === null ? null : `no answer for ${spell(silence)}`;
  const trouble = state === 'lost' ? 'gone, trying again' : silent;
  if (status === null) {
    const text = silent ?? (state === 'lost' ? 'no emulator there' : 'connecting');
    return { ...nothing, url: client.url, mode: session.mode, waiting: { text, failure }, trouble: silent };
  }
  const isKnown = state === 'live' && silence === null;
  return {
    url: status.url,
    waiting: null,
    trouble,
    workspace: status.workspace,
    mode: status.mode,
    gateway: status.workspaces.find(({ id }) => id === status.workspace)?.gateway ?? '',
    clock: clockOf(session, status, isKnown),
    injected: injectedIn(status),
    hooks: isKnown ? hooksOf(status.endpoints, session.now, status.clock.mode === 'frozen') : null,
    next: nextJob(session, status),
    storage: status.storage,
  };
}

const nothing = { workspace: '', gateway: '', clock: null, injected: [], hooks: null, next: null, storage: null };

function clockOf({ now }: Session, { clock: { mode, rate, offset_ms } }: Status, isKnown: boolean): HeaderClock {
  const offset = Math.abs(offset_ms) < 1_000 ? null : `${offset_ms < 0 ? '-' : '+'}${spell(Math.abs(offset_ms))}`;
  return { now: new Date(now).toISOString(), mode, rate, offset, isOld: !isKnown };
}

function nextJob({ now }: Session, { clock: { next } }: Status): string | null {
  if (next === null) return null;
  return next.due_at === null ? jobWords(next) : `${jobWords(next)} ${until(now, next.due_at)}`;
}

const injectedIn = ({ faults, rules }: Status): string[] => [
  ...faults.map(({ kind, on }) => `${words(kind)} on ${on}`),
  // A rule that says nothing of when it holds acts on everything.
  ...rules.map(
    ({ when, then }) => `${words(String(then.kind))} on ${Object.keys(when).length === 0 ? 'everything' : 'what fits'}`,
  ),
];

/** What is injected in a few words; null where nothing is. */
export function injectedWords({ injected }: Header): string | null {
  const [first] = injected;
  if (first === undefined) return null;
  return injected.length === 1 ? first : counted(injected.length, 'fault or rule', 'faults and rules');
}

function hooksOf(endpoints: readonly EndpointView[], now: number, isFrozen: boolean): HooksHealth {
  const enabled = endpoints.filter((endpoint) => endpoint.enabled);
  const trouble = ({ health }: EndpointView): number => health.failures_in_a_row + health.waiting;
  const [worst] = [...enabled].sort((a, b) => trouble(b) - trouble(a));
  if (worst === undefined) return { worst: null, others: 0 };
  const { health, url } = worst;
  const { attempts, failed, p95_ms } = health.recent;
  return {
    worst: {
      url,
      tone: toneOf(worst),
      answer: health.last_attempt_at === null ? null : String(health.last_status ?? health.last_error ?? 'no answer'),
      waiting: health.waiting,
      next: health.next_attempt_at === null ? null : until(now, health.next_attempt_at, isFrozen),
      failedPercent: failed === 0 ? 0 : Math.max(1, Math.round((failed / attempts) * 100)),
      p95: health.last_status === null ? null : p95_ms,
    },
    others: enabled.length - 1,
  };
}

const toneOf = ({ health }: EndpointView): Health =>
  health.failures_in_a_row > 0 ? 'bad' : health.waiting > 0 ? 'wait' : 'good';

/** How many webhooks wait to be sent again; null where all endpoints do well. */
export function hooksBadge({ status }: Session): Span | null {
  const ill = status?.endpoints.filter((each) => each.enabled && toneOf(each) !== 'good') ?? [];
  if (ill.length === 0) return null;
  const waiting = ill.reduce((sum, { health }) => sum + health.waiting, 0);
  const isFailing = ill.some((each) => toneOf(each) === 'bad');
  return { text: `${waiting === 0 ? '' : waiting.toLocaleString('en-US')}!`, tone: isFailing ? 'bad' : 'wait' };
}
