import { isObject } from '../../core/base/json-values.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { inapplicable } from '../verdict.ts';
import { type Adversity, operationsOf } from './fault-plans.ts';

/** Faults of the application's reads. */

/** Objects that an application looks up before it makes one: each stands for somebody or something that lasts. */
const lasting: readonly string[] = ['customers', 'products', 'payment_methods', 'subscriptions'];

/** The operation that makes what a read shows: `customers.create` for `customers.get`; null: nothing lasting. */
export function makerOf(operation: string): string | null {
  const [resource = '', verb = ''] = operation.split('.');
  return lasting.includes(resource) && (verb === 'get' || verb === 'list') ? `${resource}.create` : null;
}

/** Whether a read showed an object. An empty list may rightly lead to a new one. */
const showsAny = ({ isAccepted, answer, object }: ObservedRequest): boolean =>
  isAccepted && (Array.isArray(answer?.data) ? answer.data.length > 0 : isObject(object) && object.id !== undefined);

/** How many reads of an operation are refused, each in a run of its own. */
const mostApart = 4;

export const readFailed: Adversity = {
  name: 'read-failed',
  does: 'a read of an object of a kind that the application also makes is refused with 500, once; in other runs, another such read',
  permittedBy: '5xx: a failure on the service’s side ("Errors")',
  rules: ['request/error-taken-for-missing'],
  each: 'reads of customers, products, payment methods and subscriptions',
  arm: (control) => {
    const reads = readsOfMade(control).map((on) => ({ on, places: placesOf(control, on) }));
    const runs = Math.max(0, ...reads.map(({ places }) => places.length));
    if (runs === 0) {
      return inapplicable(
        'Nothing that the application makes was read again',
        'let the scenario have a customer who comes back, and whom the application looks up',
      );
    }
    return Array.from({ length: runs }, (_, run) => ({
      faults: reads.flatMap(({ on, places }) => {
        const skip = places[run];
        return skip === undefined ? [] : [{ on, kind: 'status' as const, status: 500, skip, times: 1 }];
      }),
    }));
  },
};

/** The places of the first reads that showed an object: the number of calls of the operation before, in a workspace. */
function placesOf({ parts }: ObservedRun, operation: string): number[] {
  const places = parts.flatMap((part) => part.of(operation).flatMap((asked, place) => (showsAny(asked) ? place : [])));
  return [...new Set(places)].sort((one, other) => one - other).slice(0, mostApart);
}

const readsOfMade = (control: ObservedRun): string[] => {
  const writes = operationsOf(control, 'write');
  return operationsOf(control, 'read').filter((operation) => writes.includes(makerOf(operation) ?? ''));
};
