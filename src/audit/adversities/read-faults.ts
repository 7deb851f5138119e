import { isObject } from '../../core/base/json-values.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { isSurelyOfScenario } from '../observed/scenario-requests.ts';
import { inapplicable } from '../verdict.ts';
import { type Adversity, oneOfEachKind, operationsOf } from './fault-plans.ts';
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

/** How many reads of an operation are refused, each in a separate run. */
const mostApart = 4;

export const readFailed: Adversity = {
  name: 'read-failed',
  does: 'a read of an object that the application also creates is refused once with 500; other runs refuse another such read',
  permittedBy: '5xx: a failure of the service ("Errors")',
  rules: ['request/error-taken-for-missing'],
  alsoChanges: ['order'],
  each: 'reads of customers, products, payment methods and subscriptions',
  targets: (control) =>
    oneOfEachKind(
      readsOfMade(control).flatMap((kind) => placesOf(control, kind).map((place) => ({ kind, places: [place] }))),
    ),
  otherwise: inapplicable(
    'The application did not read any object that it creates',
    'let a known customer return in the scenario, and let the application look up this customer',
  ),
  arm: onOneOf({ kind: 'status', status: 500, times: 1 }),
};

/**
 * The positions of the first reads that showed an object: how many earlier calls of the operation a workspace had.
 */
function placesOf({ parts }: ObservedRun, operation: string): number[] {
  const places = parts.flatMap((part) =>
    part.of(operation).flatMap((asked, place) => (showsAny(asked) && !isSurelyOfScenario(part, asked) ? place : [])),
  );
  return [...new Set(places)].sort((one, other) => one - other).slice(0, mostApart);
}

const readsOfMade = (control: ObservedRun): string[] => {
  const writes = operationsOf(control, 'write');
  return operationsOf(control, 'read').filter((operation) => writes.includes(makerOf(operation) ?? ''));
};
