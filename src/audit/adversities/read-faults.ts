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

export const readFailed: Adversity = {
  name: 'read-failed',
  does: 'a read of an object of a kind that the application also makes is refused with 500, every second time',
  permittedBy: '5xx: a failure on the service’s side ("Errors")',
  rules: ['request/error-taken-for-missing'],
  each: 'each read of customers, products, payment methods and subscriptions',
  arm: (control) => {
    const faults = readsOfMade(control).map((on) => {
      const skip = Math.min(...control.parts.map((part) => part.of(on).findIndex(showsAny)).filter((at) => at !== -1));
      return { on, kind: 'status' as const, status: 500, skip, every: 2 };
    });
    return faults.length > 0
      ? { faults }
      : inapplicable(
          'Nothing that the application makes was read again',
          'let the scenario have a customer who comes back, and whom the application looks up',
        );
  },
};

const readsOfMade = (control: ObservedRun): string[] => {
  const writes = operationsOf(control, 'write');
  return operationsOf(control, 'read').filter((operation) => {
    const maker = makerOf(operation);
    return maker !== null && writes.includes(maker) && control.of(operation).some(showsAny);
  });
};
