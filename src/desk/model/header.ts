import { counted, spell } from '../../core/base/terminal-text.ts';
import type { EndpointView, Status } from '../../sandbox/control/wire.ts';
import type { Span } from './cells.ts';
import { jobWords, until, words } from './format.ts';
import { ruleWords } from './rule-words.ts';
import type { Session } from './session.ts';

/**
 * The header: the emulator and its data set, the clock, injected faults, the health of webhooks, and the next job.
 */
export interface Header {
  readonly url: string;
  /** Why no data is shown yet; null if data is shown. */
  readonly waiting: { readonly text: string; readonly failure: string | null } | null;
  /** The problem with the connection: the emulator is gone or does not respond; null if the connection works. */
  readonly trouble: string | null;
  readonly workspace: string;
  readonly mode: Status['mode'];
  readonly gateway: string;
  /** The profile that determines the emulator's responses; null if the emulator uses its own assumptions. */
  readonly profile: string | null;
  readonly clock: HeaderClock | null;
  /**
   * Active faults and rules, in words. They remind the user, who could otherwise mistake an injected fault for a bug.
   */
  readonly injected: readonly string[];
  /** The health of webhooks; null (unknown) while the emulator does not respond. */
  readonly hooks: HooksHealth | null;
  /** The next job, and the time until it runs, such as `renew sub_4kPx… in 2d`. */
  readonly next: string | null;
  readonly storage: Status['storage'] | null;
}

export interface HeaderClock {
  /** The emulated time, ISO 8601 in UTC. */
  readonly now: string;
  readonly mode: Status['clock']['mode'];
  /** Emulated seconds per real second. */
  readonly rate: number;
  /** The distance from real time, such as `+3d`; null if the clock shows real time. */
  readonly offset: string | null;
  /** Whether the value can be out of date, because the emulator has stopped responding. */
  readonly isOld: boolean;
}

/** Red while deliveries fail, yellow while a delivery waits for its retry. */
type Health = 'good' | 'wait' | 'bad';

/** The health of all enabled endpoints, and of the one with the most failures. */
export interface HooksHealth {
  readonly worst: {
    readonly url: string;
    readonly tone: Health;
    /**
     * The status of the last response, or the reason why the receiver did not respond; null if no webhook was sent
     * yet.
     */
    readonly answer: string | null;
    /** The percentage of recent attempts that failed. */
    readonly failedPercent: number;
    /** The 95th percentile of recent latencies, in milliseconds. */
    readonly p95: number | null;
  } | null;
  /** How many webhooks to any endpoint wait for a retry, and when the next retry is due. */
  readonly waiting: number;
  readonly next: string | null;
  /** How many webhooks failed for good. */
  readonly lost: number;
  /** The number of other endpoints. */
  readonly others: number;
}

/** Returns the current contents of the header. */
export function headerOf(session: Session): Header {
  const { status, client, state, silence, failure } = session;
  const silent = silence === null ? null : `no response for ${spell(silence)}`;
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
    profile: status.profile,
    clock: clockOf(session, status, isKnown),
    injected: injectedIn(status),
    hooks: isKnown ? hooksOf(status.endpoints, session.now, status.clock.mode === 'frozen') : null,
    next: nextJob(session, status),
    storage: status.storage,
  };
}

const nothing = {
  workspace: '',
  gateway: '',
  profile: null,
  clock: null,
  injected: [],
  hooks: null,
  next: null,
  storage: null,
};

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
  ...rules.map(ruleWords),
];

/** Active faults and rules in a few words; null if no fault or rule is active. */
export function injectedWords({ injected }: Header): string | null {
  const [first] = injected;
  if (first === undefined) return null;
  return injected.length === 1 ? first : counted(injected.length, 'fault or rule', 'faults and rules');
}

function hooksOf(endpoints: readonly EndpointView[], now: number, isFrozen: boolean): HooksHealth {
  const enabled = endpoints.filter((endpoint) => endpoint.enabled);
  const trouble = ({ health }: EndpointView): number => health.failures_in_a_row + health.waiting + health.lost;
  const [worst] = [...enabled].sort((a, b) => trouble(b) - trouble(a));
  const sumOf = (of: 'waiting' | 'lost'): number => enabled.reduce((sum, { health }) => sum + health[of], 0);
  const [soonest = null] = enabled.flatMap(({ health }) => health.next_attempt_at ?? []).sort();
  const next = soonest === null ? null : until(now, soonest, isFrozen);
  const all = { waiting: sumOf('waiting'), lost: sumOf('lost'), next, others: Math.max(0, enabled.length - 1) };
  if (worst === undefined) return { ...all, worst: null };
  const { health, url } = worst;
  const { attempts, failed, p95_ms } = health.recent;
  return {
    ...all,
    worst: {
      url,
      tone: toneOf(worst),
      answer: health.last_attempt_at === null ? null : String(health.last_status ?? health.last_error ?? 'no answer'),
      failedPercent: failed === 0 ? 0 : Math.max(1, Math.round((failed / attempts) * 100)),
      p95: health.last_status === null ? null : p95_ms,
    },
  };
}

const toneOf = ({ health }: EndpointView): Health =>
  health.failures_in_a_row > 0 || health.lost > 0 ? 'bad' : health.waiting > 0 ? 'wait' : 'good';

/** The health of webhooks in a few words: `webhooks: 2 lost, 1 to retry; last answer 500`. */
export function retryWords({ worst, waiting, lost }: HooksHealth): string {
  if (worst === null || worst.answer === null) return 'no webhook sent yet';
  const parts = [lost === 0 ? '' : `${lost} lost`, waiting === 0 ? '' : `${waiting} to retry`].filter(Boolean);
  const counts = parts.length === 0 ? '' : `${parts.join(', ')}; `;
  return `webhooks: ${counts}last answer ${worst.answer}`;
}

/** The number of webhooks that have not reached their enabled endpoints. */
export const undeliveredCount = ({ status }: Session): number =>
  (status?.endpoints ?? []).reduce(
    (sum, { enabled, health }) => (enabled ? sum + health.waiting + health.lost : sum),
    0,
  );

/** The number of undelivered webhooks; null if all endpoints are healthy. */
export function hooksBadge(session: Session): Span | null {
  const ill = session.status?.endpoints.filter((each) => each.enabled && toneOf(each) !== 'good') ?? [];
  if (ill.length === 0) return null;
  const count = undeliveredCount(session);
  const isFailing = ill.some((each) => toneOf(each) === 'bad');
  return { text: `${count === 0 ? '' : count.toLocaleString('en-US')}!`, tone: isFailing ? 'bad' : 'wait' };
}
