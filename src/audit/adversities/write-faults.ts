import type { FaultRequest } from '../../client/node-client.ts';
import { isObject } from '../../core/base/json-values.ts';
import { getOrMake } from '../../core/base/maps.ts';
import type { ObservedRequest, ObservedRun } from '../observed/observed-run.ts';
import { type Inapplicable, inapplicable } from '../verdict.ts';
import { type Adversity, type Armament, type Choose, operationsOf } from './fault-plans.ts';

/** Faults of the application's writes. */

type WriteFault = Omit<FaultRequest, 'on' | 'skip'>;

/** A fault for all calls of each write operation that the application uses. */
export const onWrites =
  (fault: (operation: string) => WriteFault) =>
  (control: ObservedRun): Armament | Inapplicable => {
    const operations = operationsOf(control, 'write');
    return operations.length === 0 ? nothingWritten : { faults: operations.map((on) => ({ on, ...fault(on) })) };
  };

const nothingWritten = inapplicable(
  'The application made no write in the control runs',
  'add a charge, a refund or a payout to the scenario',
);

/** A fault for one call of each form of each write operation that the application uses. */
export const onOneWriteOfEachForm =
  (fault: WriteFault): Adversity['arm'] =>
  (control, choose) => {
    const operations = operationsOf(control, 'write');
    return operations.length === 0 ? nothingWritten : onOneOfEachForm(control, operations, fault, choose);
  };

/** The writes that cost money when they are performed twice. */
export const costlyTwice = (record: ObservedRun): string[] =>
  operationsOf(record, 'write').filter(
    (operation) => record.bringsAbout(operation, 'moves_money') && record.bringsAbout(operation, 'counts_twice'),
  );

/** Gives one charge of each form an unknown outcome. */
export const unknownOutcome =
  (resolve: 'approved' | 'failed'): Adversity['arm'] =>
  (control, choose) => {
    const operations = operationsOf(control, 'write').filter((operation) =>
      control.bringsAbout(operation, 'asks_network'),
    );
    return operations.length === 0
      ? inapplicable(
          'The application made no charge in the control runs',
          'add a charge or a subscription to the scenario',
        )
      : onOneOfEachForm(control, operations, { kind: 'unavailable', times: 1, resolve, after: '1s' }, choose);
  };

/**
 * How many calls of an operation that moves money get a separate run each. An application may repeat a charge for a
 * waiting buyer, but not in a nightly job, although both calls have the same form.
 */
const mostApart = 4;

/**
 * The runs in which one call of an operation gets a fault. A pass must not depend on the chosen call, so each run
 * uses another form of each operation, or another call. Only the choice among calls of one form depends on the seed.
 */
function onOneOfEachForm(
  control: ObservedRun,
  operations: readonly string[],
  fault: WriteFault,
  choose: Choose,
): Armament[] {
  const costly = costlyTwice(control);
  const forms = operations.map((on) => ({ on, places: placesApart(control, on, costly.includes(on)) }));
  const runs = Math.max(...forms.map(({ places }) => places.length));
  return Array.from({ length: runs }, (_, run) => ({
    faults: forms.flatMap(({ on, places }) => {
      const own = places[run];
      return own === undefined ? [] : [{ on, ...fault, skip: own[choose(own.length)]! }];
    }),
  }));
}

/**
 * The positions of an operation's accepted calls to try, one list for each run. The run uses one position of its
 * list.
 */
function placesApart(control: ObservedRun, operation: string, isCostly: boolean): number[][] {
  const forms = placesByForm(control, operation);
  const places = [...new Set(forms.flat())];
  return isCostly && places.length <= mostApart ? places.map((place) => [place]) : forms;
}

/**
 * The positions of an operation's accepted calls, one list for each form. The position of a call is the number of
 * earlier calls of the operation in its workspace.
 */
function placesByForm({ parts }: ObservedRun, operation: string): number[][] {
  const places = new Map<string, number[]>();
  for (const part of parts) {
    for (const [place, asked] of part.of(operation).entries()) {
      if (asked.isAccepted) getOrMake(places, formOf(asked), (): number[] => []).push(place);
    }
  }
  return [...places.values()];
}

/**
 * The form of a call: the names of its fields, and the status of the object afterwards. A partial refund and a full
 * refund have different forms, because only a partial refund can be made twice.
 */
const formOf = ({ body, object }: ObservedRequest): string => `${fieldsOf(body).sort().join(' ')} ${object?.status}`;

/** The names of all fields of a value: `amount`, `metadata.order_id`. */
const fieldsOf = (value: unknown, path = ''): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, held]) => fieldsOf(held, path === '' ? name : `${path}.${name}`))
    : [path];
