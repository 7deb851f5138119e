import { toIso } from '../../../core/base/instants.ts';
import { jsonOrText } from '../../../core/base/json-values.ts';
import { counted } from '../../../core/base/terminal-text.ts';
import { readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { operationNamed, readRoute } from '../../../core/kernel/declare/operation-names.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { balances } from '../../../payments/platform/ledger.ts';
import { type Delivery, deliveries, isSuccess } from '../../../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../../requests/log.ts';
import { isAbout } from '../events/event-views.ts';
import { requestsOf } from '../log/requests.ts';
import { heard } from '../log/wait-for-message.ts';
import { type ControlFacts, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { Assertion, AssertionResult, type StreamMessage } from '../wire.ts';
import { checkAssertion } from './assertable.ts';
import { differences, shown } from './differences.ts';

/** The longest time that one call can wait, in real milliseconds. */
const longestWait = 60_000;
/** The maximum number of near misses in a message. */
const mostShown = 3;

export const assertionOperations = [
  sandboxOperation('POST /assertions', {
    id: 'assertions.check',
    reach: 'workspace',
    summary: 'Check a request, an event, a delivery or a balance, and show the nearest matches',
    waits: true,
    body: Assertion,
    answers: [200, AssertionResult],
    example: { body: { requested: 'POST /charges', with: { amount: 4200 } } },
    handle: (sandbox: Uses<'engine' | 'log' | 'requests' | 'stopping'>, { body, workspace, mode, within }) => {
      const scope = { sandbox, workspace, mode, within };
      const check = checkOf(scope, body);
      const patience = body.within === undefined ? 0 : readLength('within', body.within, longestWait);
      return holdsWithin(scope, check, patience);
    },
  }),
];

interface Scope extends Pick<ControlFacts, 'workspace' | 'mode' | 'within'> {
  readonly sandbox: Uses<'engine' | 'log' | 'requests' | 'stopping'>;
}

/** A possible match, and its differences from the assertion. */
interface Candidate {
  readonly id: string;
  /** The name of the candidate in a message, such as `req_… at …`. */
  readonly label: string;
  readonly lacks: readonly string[];
}

/** The check of an assertion. */
interface Check {
  /** The expected number of matches. If absent, at least one match is expected. */
  readonly times?: number | undefined;
  /** Checks all candidates. */
  readonly verdict: () => AssertionResult;
  /** Whether a message of the stream is a match. The cost does not depend on the number of candidates. */
  readonly fits: (message: StreamMessage) => boolean;
}

/** @throws 400 `parameter_invalid` for a subject that cannot be asserted */
function checkOf(scope: Scope, body: Assertion): Check {
  switch (checkAssertion(scope.sandbox.engine.registry, body)) {
    case 'requested':
      return requestCheck(scope, body.requested!, body);
    case 'emitted':
      return eventCheck(scope, body.emitted!, body);
    case 'delivered':
      return deliveryCheck(scope, body.delivered!, body);
    default:
      return balanceCheck(scope, body.balance!);
  }
}

/**
 * Returns the verdict as soon as the assertion holds, or when the time is over. Checks all candidates only after
 * enough messages match, because the number of matches never falls.
 */
async function holdsWithin(scope: Scope, check: Check, patience: number): Promise<AssertionResult> {
  const { times } = check;
  const first = check.verdict();
  if (first.pass || patience === 0) return first;
  // A delivery that matches twice is counted twice until all candidates are checked again.
  let { count } = first;
  const held = await heard(scope.sandbox, scope, {
    kinds: new Set(['request', 'event', 'delivery']),
    hear: (message) => {
      if (!check.fits(message)) return null;
      count += 1;
      if (times === undefined ? count < 1 : count !== times) return null;
      const verdict = check.verdict();
      if (verdict.pass) return verdict;
      ({ count } = verdict);
      return null;
    },
    timeout: patience,
    stopped: 'The emulator is stopping, and the assertion has not passed yet.',
  });
  return held ?? check.verdict();
}

function requestCheck({ sandbox, workspace, mode, within }: Scope, named: string, wanted: Assertion): Check {
  const isMeant = requestsNamed(sandbox, named);
  const lacksOf = (request: LoggedRequest): string[] => [
    ...(wanted.status === undefined || wanted.status === request.status
      ? []
      : [`its response has status ${request.status}, not ${wanted.status}`]),
    ...(wanted.with === undefined ? [] : differences(wanted.with, bodyOf(request))),
  ];
  const verdict = (): AssertionResult => {
    const all = requestsOf(sandbox, { workspace, mode, within });
    const candidates = all.filter(isMeant).map((request) => ({
      id: request.id,
      label: `${request.id} at ${request.at}`,
      lacks: lacksOf(request),
    }));
    return verdictOf(candidates, wanted, {
      what: `${named} was requested`,
      others: () => `Actual requests: ${counts(all.map(({ method, path }) => `${method} ${path.split('?')[0]}`))}.`,
    });
  };
  const fits: Check['fits'] = ({ type, data }) => {
    const request = type === 'request' && isMeant(data) ? sandbox.requests.get(workspace.id, data.id) : undefined;
    return request !== undefined && lacksOf(request).length === 0;
  };
  return { times: wanted.times, verdict, fits };
}

/** Finds requests by the name of an operation, or by a method and a path with ids or placeholders. */
function requestsNamed(
  { engine }: Uses<'engine'>,
  named: string,
): (request: Pick<LoggedRequest, 'method' | 'path' | 'operation'>) => boolean {
  const route = readRoute(named);
  // A path with ids is not the path of an operation.
  if (route !== null && !route.path.includes('{')) {
    const path = `${/^\/api\//.test(route.path) ? '' : '/api/v1'}${route.path}`;
    return (request) => request.method === route.method && request.path.split('?')[0] === path;
  }
  const id = operationNamed(engine.registry, named, { param: 'requested' });
  return ({ operation }) => operation === id;
}

const bodyOf = ({ body }: LoggedRequest): unknown => (body === null ? undefined : jsonOrText(body));

function eventCheck({ sandbox, workspace, mode }: Scope, type: string, wanted: Assertion): Check {
  const eventsNow = () => sandbox.engine.dataSet(workspace.id, mode).of(events);
  const verdict = (): AssertionResult => {
    const all = eventsNow();
    const candidates = [...all.newestFirst({ type: [type] })].map((event) => ({
      id: event.id,
      label: eventLabel(event),
      lacks: lacksOf(event, wanted),
    }));
    return verdictOf(candidates, wanted, {
      what: `${type} was emitted`,
      others: () => `Emitted events: ${counts([...all.newestFirst()].map((event) => event.type))}.`,
    });
  };
  const fits: Check['fits'] = (message) => {
    if (message.type !== 'event' || message.data.type !== type) return false;
    const event = eventsNow().get(message.data.id);
    return event !== undefined && lacksOf(event, wanted).length === 0;
  };
  return { times: wanted.times, verdict, fits };
}

function deliveryCheck({ sandbox, workspace, mode }: Scope, type: string, wanted: Assertion): Check {
  const setNow = () => sandbox.engine.dataSet(workspace.id, mode);
  const verdict = (): AssertionResult => {
    const set = setNow();
    const candidates = [...set.of(events).newestFirst({ type: [type] })].flatMap((event) => {
      const sent = [...set.of(deliveries).newestFirst({ event_id: [event.id] })];
      // An event can have many deliveries, but it is compared once.
      const ofEvent = lacksOf(event, wanted);
      if (sent.length === 0) {
        return [{ id: event.id, label: eventLabel(event), lacks: ['the event was not sent', ...ofEvent] }];
      }
      return sent.map((delivery) => ({
        id: delivery.id,
        label: `${delivery.id} of ${event.id} to ${delivery.url}`,
        lacks: [...unlike(delivery, wanted.status), ...ofEvent],
      }));
    });
    return verdictOf(candidates, wanted, {
      what: `${type} was delivered`,
      others: () =>
        `Delivered events: ${counts([...set.of(deliveries).newestFirst()].map((each) => each.event_type))}.`,
    });
  };
  const fits: Check['fits'] = (message) => {
    if (message.type !== 'delivery' || message.data.event_type !== type) return false;
    const set = setNow();
    const delivery = set.of(deliveries).get(message.data.id);
    const event = delivery === undefined ? undefined : set.of(events).get(delivery.event_id);
    if (delivery === undefined || event === undefined) return false;
    return unlike(delivery, wanted.status).length === 0 && lacksOf(event, wanted).length === 0;
  };
  return { times: wanted.times, verdict, fits };
}

/** Why the response to a delivery did not have the expected status, or 2xx by default; empty if it did. */
function unlike({ attempts, status: state }: Delivery, status: number | undefined): string[] {
  const fits = attempts.some((each) => (status === undefined ? isSuccess(each.status) : each.status === status));
  if (fits) return [];
  const last = attempts.at(-1);
  if (last === undefined) return [`the delivery is ${state} and has no response yet`];
  return [`the receiver answered ${last.status ?? `with nothing (${last.error})`}, not ${status ?? '2xx'}`];
}

const lacksOf = (event: StoredEvent, { id, with: fields }: Assertion): string[] => [
  ...(id === undefined || isAbout(event, id) ? [] : [`the event is about ${event.subject}, not ${id}`]),
  ...(fields === undefined ? [] : differences(fields, event.data)),
];

const eventLabel = ({ id, created, subject }: StoredEvent): string =>
  `${id} about ${subject} at ${toIso(created * 1000)}`;

function balanceCheck({ sandbox, workspace, mode }: Scope, wanted: Readonly<Record<string, unknown>>): Check {
  const verdict = (): AssertionResult => {
    const all = [...sandbox.engine.dataSet(workspace.id, mode).of(balances).oldestFirst()].map(
      ({ id: currency, available, reserved, held, pending }) => ({ currency, available, reserved, held, pending }),
    );
    const candidates = all.map((balance) => ({
      id: balance.currency,
      label: `the balance in ${balance.currency}`,
      lacks: differences(wanted, balance),
    }));
    return verdictOf(
      candidates,
      {},
      { what: `The balance is ${shown(wanted)}`, others: () => 'There is no balance yet: no money has moved.' },
    );
  };
  // Each currency has its own balance.
  return { verdict, fits: () => true };
}

interface Words {
  /** The assertion in words, such as `POST /charges was requested`. */
  readonly what: string;
  /** The existing names, shown if there is no near miss. */
  others(): string;
}

/** Checks whether enough candidates match. If not, shows the candidates with the fewest differences, newest first. */
function verdictOf(
  candidates: readonly Candidate[],
  { times, with: fields, status, id }: Pick<Assertion, 'times' | 'with' | 'status' | 'id'>,
  { what, others }: Words,
): AssertionResult {
  const found = candidates.filter(({ lacks }) => lacks.length === 0);
  const pass = times === undefined ? found.length > 0 : found.length === times;
  const how = [
    ...(fields === undefined ? [] : [`with ${shown(fields)}`]),
    ...(status === undefined ? [] : [`and answered ${status}`]),
    ...(id === undefined ? [] : [`about ${id}`]),
  ];
  const asserted = [what, ...how].join(' ');
  const ids = found.slice(0, 100).map((each) => each.id);
  const named = ids.slice(0, mostShown).join(', ');
  const often = counted(found.length, 'time');
  if (pass)
    return { pass, count: found.length, ids, message: `${asserted} ${often}${named === '' ? '' : `: ${named}`}.` };
  const near = [...candidates]
    .filter(({ lacks }) => lacks.length > 0)
    .sort((a, b) => a.lacks.length - b.lacks.length)
    .slice(0, mostShown)
    .map(({ label, lacks }) => `  ${label}: ${lacks.join('; ')}`);
  const lines = [
    times === undefined
      ? `Not so: ${asserted}.`
      : `${asserted} ${often}, not ${times}${named === '' ? '' : `: ${named}`}.`,
    ...(near.length > 0 ? ['Nearest:', ...near] : found.length === 0 ? [others()] : []),
  ];
  return { pass, count: found.length, ids, message: lines.join('\n') };
}

/** `a (2), b (1)`, the most frequent first; `none` for an empty list. */
function counts(names: readonly string[]): string {
  const byName = new Map<string, number>();
  for (const name of names) byName.set(name, (byName.get(name) ?? 0) + 1);
  const told = [...byName].sort((a, b) => b[1] - a[1]).slice(0, 8);
  return told.length === 0 ? 'none' : told.map(([name, count]) => `${name} (${count})`).join(', ');
}
