import { findingOfRequests } from '../../findings.ts';
import { wasOpen } from '../../observed/deliveries.ts';
import type { DeliveryView, ObservedRequest, ObservedRun } from '../../observed/observed-run.ts';
import { purposeOf } from '../../observed/same-request.ts';
import { isOfApplication, isOfScenario, isSurelyOfScenario } from '../../observed/scenario-requests.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, type Verdict, verdictOf } from '../../rule.ts';
import { underLimits } from '../../trial/trial-parts.ts';

/** A repetition after this fraction of the wait is accepted. */
const slack = 0.9;
/** How long after its wait a write without a repetition counts as given up, in milliseconds. */
const givenUpAfter = 3_000;

export const rateLimitIgnored: Rule = {
  id: 'request/rate-limit-ignored',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong: 'A write that was refused with 429 is repeated before its Retry-After has passed, or is never repeated.',
  why: 'Immediate retries are refused too, and keep the limit exceeded. Without a retry, an order is never charged, or a payee is never paid.',
  fix: ({ call }) =>
    `If ${call} is answered 429, wait for the number of seconds in Retry-After, then send the same request again. If you leave that to your user, name this wait.`,
  source:
    'A 429 means that nothing was processed, so retrying is always safe after Retry-After seconds (specification, "Limits" 2).',
  trial: (trial) => underLimits(trial, [repeatedEarly, givenUp]),
  lint: (record) => {
    const early = repeatedEarly(record);
    return early.state === 'violation' ? early : givenUp(record);
  },
};

interface RefusedWrite {
  readonly first: ObservedRequest;
  /** Its repetition; null if there is none. */
  readonly again: ObservedRequest | null;
}

function refusedIn(record: ObservedRun): RefusedWrite[] {
  const refused = record.requests.filter(
    (asked) =>
      asked.status === 429 &&
      asked.view.method !== 'GET' &&
      asked.view.retry_after !== null &&
      !isSurelyOfScenario(record, asked),
  );
  return refused.map((first) => ({ first, again: repeatOf(record, first) }));
}

const nothingRefused = inapplicable(
  'No write was refused with 429',
  'run npx payments-emulator faults add rate_limit --on charges.create --times 1',
);

function repeatedEarly(record: ObservedRun): Verdict {
  const refused = refusedIn(record);
  if (refused.length === 0) return nothingRefused;
  const early = refused.flatMap(({ first, again }): Finding[] => {
    if (again === null || !isEarly(first, again) || isRedelivered(record, first, again)) return [];
    return [{ ...findingOfRequests([first, again], earlyText(record, first, again)), isRepetition: true }];
  });
  const isSure = ({ evidence }: Finding): boolean => isItsOwn(record, new Set(evidence.requests.map(({ id }) => id)));
  return verdictOf(
    early.filter(isSure),
    incomplete(
      'A write that was refused with 429 was made again before Retry-After had passed, by the application or by a user whom it told',
      'wait for Retry-After before the next attempt; if a user makes it, name this wait to the user',
      early,
    ),
  );
}

/**
 * Whether the application made requests by itself: while it handled one delivery, or in the process of its tests. In
 * another process, it may have made each for a user, as whom the scenario acts.
 */
function isItsOwn(record: ObservedRun, ids: ReadonlySet<string>): boolean {
  const all = record.requests.filter(({ id }) => ids.has(id));
  const isOpen = (attempt: DeliveryView['attempts'][number]) => all.every(({ received }) => wasOpen(attempt, received));
  const isOfHandler = record.deliveries.some(({ attempts }) => attempts.some(isOpen));
  return isOfHandler || !all.every((asked) => isOfApplication(record, asked));
}

/**
 * What is certain about a repetition that came too early. A user may have made it, whom the application told of the
 * refusal; the record shows no messages between the two. It shows a new attempt if the preceding call was made again.
 */
function earlyText(record: ObservedRun, first: ObservedRequest, again: ObservedRequest): string {
  const waited = `${((again.received - first.answered) / 1_000).toFixed(1)} s`;
  const refusal = `${first.operation} was refused with 429 and Retry-After: ${first.view.retry_after}`;
  const calls = record.requests.filter((asked) => !isOfScenario(record, asked));
  const before = calls.findLast(({ answered }) => answered <= first.received);
  const madeAgain = calls.find(
    (asked) =>
      asked.received >= first.answered &&
      asked.received < again.received &&
      before !== undefined &&
      purposeOf(asked) === purposeOf(before),
  );
  return madeAgain === undefined
    ? `${refusal}; the application did not wait for it: the next attempt, its own or a user's, came after ${waited}.`
    : `${refusal} and not repeated by the application: a new attempt, again with ${madeAgain.place} before it, came after ${waited}.`;
}

function givenUp(record: ObservedRun): Verdict {
  const refused = refusedIn(record);
  if (refused.length === 0) return nothingRefused;
  const left = refused.filter(({ first, again }) => again === null && !isMadeAgain(record, first));
  if (left.length === 0) return pass;
  const abandoned = left.filter(({ first }) => isOver(record, first));
  if (abandoned.length === 0) {
    return incomplete(
      'The record ends before the application would have repeated a write that was refused with 429',
      `keep the scenario, or the application after it, running for ${givenUpAfter / 1_000} s longer`,
    );
  }
  return incomplete(
    'The application did not repeat a write that was refused with 429, which may be intended',
    'run a trial, which compares the results: npx payments-emulator audit -- COMMAND',
    abandoned.map(({ first }) =>
      findingOfRequests([first], `${first.operation} was refused with 429 and never repeated.`),
    ),
  );
}

/** An equal request within this many milliseconds after a refusal may already have been in flight. */
const inFlight = 100;

/**
 * The next equal request that was sent after the refusal was known. A request with another Idempotency-Key is not
 * equal. If two equal requests were sent together, one may be refused; the other is not its repetition if a later
 * request exists.
 */
function repeatOf(record: ObservedRun, first: ObservedRequest): ObservedRequest | null {
  const [next, ...later] = equalsAfter(record, first);
  if (next === undefined) return null;
  const wasOnItsWay = next.status !== 429 && next.received - first.answered < inFlight;
  return (wasOnItsWay ? later.find((each) => !isEarly(first, each)) : null) ?? next;
}

const equalsAfter = (record: ObservedRun, first: ObservedRequest): ObservedRequest[] =>
  (first.operation === null ? [] : record.of(first.operation)).filter(
    ({ received, view }) =>
      received >= first.answered &&
      view.path === first.view.path &&
      view.body === first.view.body &&
      view.idempotency_key === first.view.idempotency_key &&
      view.key === first.view.key,
  );

/** Whether an equal request was sent later, even under another key or reference. */
const isMadeAgain = (record: ObservedRun, first: ObservedRequest): boolean =>
  (first.operation === null ? [] : record.of(first.operation)).some(
    (later) => later.received >= first.answered && later.status !== 429 && purposeOf(later) === purposeOf(first),
  );

/** The emulated clock counts the limit, so moving the clock counts as waiting. */
function isEarly(first: ObservedRequest, again: ObservedRequest): boolean {
  const wait = (first.view.retry_after ?? 0) * 1_000 * slack;
  const emulated = again.at - first.at;
  return again.received - first.answered < wait && emulated < wait;
}

/**
 * Whether the handler of one delivery made both calls, in two attempts. The handler refused the first attempt, and
 * the platform chose the time of the second.
 */
const isRedelivered = ({ deliveries }: ObservedRun, first: ObservedRequest, again: ObservedRequest): boolean =>
  deliveries.some(
    ({ attempts }) =>
      attempts.length > 1 &&
      attempts.some(
        (attempt, at) =>
          wasOpen(attempt, first.received) && attempts.slice(at + 1).some((later) => wasOpen(later, again.received)),
      ),
  );

const isOver = ({ view }: ObservedRun, first: ObservedRequest): boolean =>
  view.real_now - first.answered > (first.view.retry_after ?? 0) * 1_000 + givenUpAfter;
