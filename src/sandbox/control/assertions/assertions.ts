import { toIso } from '../../../core/base/instants.ts';
import { jsonOrText } from '../../../core/base/json-values.ts';
import { stopwatch } from '../../../core/base/time.ts';
import { readLength } from '../../../core/kernel/declare/length-of-time.ts';
import { operationNamed, readRoute } from '../../../core/kernel/declare/operation-names.ts';
import { events, type StoredEvent } from '../../../core/kernel/events.ts';
import { balances } from '../../../payments/platform/ledger.ts';
import { type Delivery, deliveries, isSuccess } from '../../../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../../requests/log.ts';
import { isAbout } from '../events/event-views.ts';
import { requestsOf } from '../log/requests.ts';
import { listenIn, waited } from '../log/wait-for-message.ts';
import { type ControlFacts, sandboxOperation } from '../operation.ts';
import type { Uses } from '../sandbox.ts';
import { Assertion, AssertionResult, type StreamMessage } from '../wire.ts';
import { checkAssertion } from './assertable.ts';
import { differences, shown } from './differences.ts';
import { type Candidate, countsOf, type Matching, verdictOf } from './verdict.ts';

/** The longest time that one call can wait, in real milliseconds. */
const longestWait = 60_000;
const stopped = 'The emulator is stopping, and the assertion has not passed yet.';
/** The messages that can report a match. */
const reports: ReadonlySet<StreamMessage['type']> = new Set(['request', 'event', 'delivery']);

export const assertionOperations = [
  sandboxOperation('POST /assertions', {
    id: 'assertions.check',
    reach: 'workspace',
    summary: 'Check a request, an event, a delivery or a balance, and show the nearest matches',
    waits: true,
    body: Assertion,
    answers: [200, AssertionResult],
    example: { body: { requested: 'POST /charges', with: { amount: 4200 } } },
    handle: (sandbox: Uses<'engine' | 'log' | 'requests' | 'stopping'>, { body, workspace, mode, within, turns }) => {
      const scope = { sandbox, workspace, mode, within, turns };
      const check = checkOf(scope, body);
      const patience = body.within === undefined ? 0 : readLength('within', body.within, longestWait);
      return holdsWithin(scope, check, patience);
    },
  }),
];

interface Scope extends Pick<ControlFacts, 'workspace' | 'mode' | 'within' | 'turns'> {
  readonly sandbox: Uses<'engine' | 'log' | 'requests' | 'stopping'>;
}

/** The check of an assertion. */
interface Check {
  /** The expected number of matches. If absent, at least one match is expected. */
  readonly times?: number | undefined;
  /** Checks all candidates, in slices. */
  readonly verdict: () => Promise<AssertionResult>;
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
 * @param patience real milliseconds
 */
async function holdsWithin(scope: Scope, check: Check, patience: number): Promise<AssertionResult> {
  const { sandbox } = scope;
  const { times = 1 } = check;
  const end = stopwatch() + patience;
  let newMatches = 0;
  let onMatch = (): void => {};
  const verdictNow = (): Promise<AssertionResult> => {
    newMatches = 0;
    return check.verdict();
  };
  // It also hears what happens while the candidates are checked.
  const unlisten = listenIn(sandbox, scope, reports, (message) => {
    if (!check.fits(message)) return;
    newMatches += 1;
    onMatch();
  });
  try {
    for (let verdict = await verdictNow(); ; ) {
      if (verdict.pass || stopwatch() >= end) return verdict;
      const { count } = verdict;
      // A delivery that matches twice is counted twice until all candidates are checked again.
      const isEnough = (): boolean => count < times && count + newMatches >= times;
      const limits = { timeout: end - stopwatch(), stopped };
      const next = isEnough()
        ? null
        : await waited<Promise<AssertionResult>>(sandbox, limits, (found) => {
            onMatch = () => {
              if (isEnough()) found(verdictNow());
            };
            return () => {
              onMatch = () => {};
            };
          });
      verdict = next ?? (await verdictNow());
    }
  } finally {
    unlisten();
  }
}

function requestCheck({ sandbox, workspace, mode, within, turns }: Scope, named: string, wanted: Assertion): Check {
  const isMeant = requestsNamed(sandbox, named);
  const lacksOf = (request: LoggedRequest): string[] => [
    ...(wanted.status === undefined || wanted.status === request.status
      ? []
      : [`its response has status ${request.status}, not ${wanted.status}`]),
    ...(wanted.with === undefined ? [] : differences(wanted.with, bodyOf(request))),
  ];
  const verdict = (): Promise<AssertionResult> => {
    const all = requestsOf(sandbox, { workspace, mode, within });
    const matching: Matching<LoggedRequest> = {
      what: `${named} was requested`,
      records: all.filter(isMeant),
      candidatesOf: (request) => [
        { id: request.id, label: () => `${request.id} at ${request.at}`, lacks: lacksOf(request) },
      ],
      others: async () => {
        const actual = await countsOf(all, ({ method, path }) => `${method} ${path.split('?')[0]}`, turns);
        return `Actual requests: ${actual}.`;
      },
    };
    return verdictOf(matching, wanted, turns);
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

function eventCheck({ sandbox, workspace, mode, turns }: Scope, type: string, wanted: Assertion): Check {
  const eventsNow = () => sandbox.engine.dataSet(workspace.id, mode).of(events);
  const verdict = (): Promise<AssertionResult> => {
    const all = eventsNow();
    const matching: Matching<StoredEvent> = {
      what: `${type} was emitted`,
      records: all.newestInSteps({ type: [type] }),
      candidatesOf: (event) => [{ id: event.id, label: () => eventLabel(event), lacks: lacksOf(event, wanted) }],
      others: async () => `Emitted events: ${await countsOf(all.newestInSteps(), (event) => event.type, turns)}.`,
    };
    return verdictOf(matching, wanted, turns);
  };
  const fits: Check['fits'] = (message) => {
    if (message.type !== 'event' || message.data.type !== type) return false;
    const event = eventsNow().get(message.data.id);
    return event !== undefined && lacksOf(event, wanted).length === 0;
  };
  return { times: wanted.times, verdict, fits };
}

function deliveryCheck({ sandbox, workspace, mode, turns }: Scope, type: string, wanted: Assertion): Check {
  const setNow = () => sandbox.engine.dataSet(workspace.id, mode);
  const verdict = (): Promise<AssertionResult> => {
    const set = setNow();
    const sent = set.of(deliveries);
    const matching: Matching<StoredEvent> = {
      what: `${type} was delivered`,
      records: set.of(events).newestInSteps({ type: [type] }),
      candidatesOf: (event) => deliveryCandidates(event, [...sent.newestFirst({ event_id: [event.id] })], wanted),
      others: async () => {
        const delivered = await countsOf(sent.newestInSteps(), (each) => each.event_type, turns);
        return `Delivered events: ${delivered}.`;
      },
    };
    return verdictOf(matching, wanted, turns);
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

function deliveryCandidates(event: StoredEvent, sent: readonly Delivery[], wanted: Assertion): Candidate[] {
  // An event can have many deliveries, but it is compared once.
  const ofEvent = lacksOf(event, wanted);
  if (sent.length === 0) {
    return [{ id: event.id, label: () => eventLabel(event), lacks: ['the event was not sent', ...ofEvent] }];
  }
  return sent.map((delivery) => ({
    id: delivery.id,
    label: () => `${delivery.id} of ${event.id} to ${delivery.url}`,
    lacks: [...unlike(delivery, wanted.status), ...ofEvent],
  }));
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

function balanceCheck({ sandbox, workspace, mode, turns }: Scope, wanted: Readonly<Record<string, unknown>>): Check {
  const verdict = (): Promise<AssertionResult> => {
    const all = [...sandbox.engine.dataSet(workspace.id, mode).of(balances).oldestFirst()];
    const matching: Matching<(typeof all)[number]> = {
      what: `The balance is ${shown(wanted)}`,
      records: all,
      candidatesOf: ({ id, available, reserved, held, pending }) => {
        const balance = { currency: id, available, reserved, held, pending };
        return [{ id, label: () => `the balance in ${id}`, lacks: differences(wanted, balance) }];
      },
      others: () => 'There is no balance yet: no money has moved.',
    };
    return verdictOf(matching, {}, turns);
  };
  // Each currency has its own balance.
  return { verdict, fits: () => true };
}
