import { isObject } from '../../core/base/json-values.ts';
import { rememberedBy } from '../../core/base/once.ts';
import { linkedNames } from '../observed/links.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { isSurelyOfScenario } from '../observed/scenario-requests.ts';
import { inapplicable } from '../verdict.ts';
import { type Adversity, operationsOf, type Target } from './fault-plans.ts';
import { onOneOf } from './write-faults.ts';

/** Faults of the application's reads. */

/** Objects that an application looks up before it creates one. Each represents a lasting person or thing. */
const lasting: readonly string[] = ['customers', 'products', 'payment_methods', 'subscriptions'];

/**
 * The operation that creates the object that a read shows: `customers.create` for `customers.get`; null if it is not
 * lasting.
 */
export function makerOf(operation: string): string | null {
  const [resource = '', verb = ''] = operation.split('.');
  return lasting.includes(resource) && (verb === 'get' || verb === 'list') ? `${resource}.create` : null;
}

/** Whether a read showed an object. After an empty list the application can rightly create a new object. */
const showsAny = ({ isAccepted, answer, object }: ObservedRequest): boolean =>
  isAccepted && (Array.isArray(answer?.data) ? answer.data.length > 0 : isObject(object) && object.id !== undefined);

/** When events first reported an object, what belongs to it, or its customer, in emulated seconds. */
const reportsIn = rememberedBy(
  (record: ObservedRun) => [record],
  (record): ReadonlyMap<string, number> => {
    const first = new Map<string, number>();
    for (const event of record.events) {
      const { customer_id } = event.data as { customer_id?: unknown };
      for (const name of [...linkedNames(record, event), ...(typeof customer_id === 'string' ? [customer_id] : [])])
        first.set(name, Math.min(first.get(name) ?? event.created, event.created));
    }
    return first;
  },
);

/**
 * Whether a read showed an object after an event about it: the application reads before it acts upon the event, or upon
 * the return of a user.
 */
const isOfReported = ({ isAccepted, object, at }: ObservedRequest, part: ObservedRun): boolean =>
  isAccepted && at / 1_000 >= (reportsIn(part).get(String(object?.id)) ?? Number.POSITIVE_INFINITY);

/** How many reads of an operation are refused, each in a separate run. */
const mostApart = 4;

export const readFailed: Adversity = {
  name: 'read-failed',
  does: 'a read of an object that the application also creates, or that an event reports, is refused once with 500; other runs refuse another such read',
  permittedBy: '5xx: a failure of the service ("Errors")',
  rules: ['request/error-taken-for-missing', 'webhook/retry-ignored', 'webhook/failed-but-acknowledged'],
  beside: ['webhook-lost'],
  alsoChanges: ['order'],
  each: 'reads of objects that the application creates, or that events report',
  targets: (control) => {
    const made = readsOfMade(control);
    const targets = made.flatMap((kind): Target[] =>
      placesOf(control, kind, showsAny).map((place) => ({ kind, places: [place] })),
    );
    const reported = operationsOf(control, 'read').flatMap((kind): Target[] =>
      made.includes(kind)
        ? []
        : placesOf(control, kind, isOfReported)
            .map((place) => ({ kind, way: kind, places: [place] }))
            .slice(0, 1),
    );
    // A handler that fails at its first read does not come to the next one.
    const isAlone = ({ way }: Target): boolean => way !== undefined;
    return {
      targets: [...targets, ...reported],
      areApart: (one, other) => one.kind === other.kind || isAlone(one) || isAlone(other),
    };
  },
  otherwise: inapplicable(
    'The application did not read any object that it creates, or that an event reports',
    'let a known customer return in the scenario, and let the application look up this customer',
  ),
  arm: onOneOf({ kind: 'status', status: 500, times: 1 }),
};

/**
 * The positions of the first reads that showed an object: how many earlier calls of the operation a workspace had.
 */
function placesOf(
  { parts }: ObservedRun,
  operation: string,
  isMeant: (asked: ObservedRequest, part: ObservedRun) => boolean,
): number[] {
  const places = parts.flatMap((part) =>
    part
      .of(operation)
      .flatMap((asked, place) => (isMeant(asked, part) && !isSurelyOfScenario(part, asked) ? place : [])),
  );
  return [...new Set(places)].sort((one, other) => one - other).slice(0, mostApart);
}

const readsOfMade = (control: ObservedRun): string[] => {
  const writes = operationsOf(control, 'write');
  return operationsOf(control, 'read').filter((operation) => writes.includes(makerOf(operation) ?? ''));
};
