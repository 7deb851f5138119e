import type { FaultRequest } from '../../client/node-client.ts';
import { getOrMake } from '../../core/base/maps.ts';
import { formOf } from '../observed/making.ts';
import type { ObservedRun } from '../observed/observed-run.ts';
import { inapplicable } from '../verdict.ts';
import { type Hits, oneOfEachKind, operationsOf, together } from './fault-plans.ts';

/** Faults of the application's writes. */

type WriteFault = Omit<FaultRequest, 'on' | 'skip'>;

/** A fault for all calls of some operations. */
export const onOperations = (
  operationsIn: (control: ObservedRun) => readonly string[],
  fault: (operation: string, control: ObservedRun) => WriteFault,
  otherwise: Hits['otherwise'],
): Hits => ({
  targets: (control) => together(operationsIn(control)),
  otherwise,
  arm: (targets, { control }) => ({ faults: targets.map(({ kind: on }) => ({ on, ...fault(on, control) })) }),
});

const nothingWritten = inapplicable(
  'The application made no write in the control runs',
  'add a charge, a refund or a payout to the scenario',
);

const writesOf = (control: ObservedRun): string[] => operationsOf(control, 'write');

/** A fault for all calls of each write operation that the application uses. */
export const onWrites = (fault: (operation: string, control: ObservedRun) => WriteFault): Hits =>
  onOperations(writesOf, fault, nothingWritten);

/** A fault for one call of each form of each write operation that the application uses. */
export const onOneWriteOfEachForm = (fault: WriteFault): Hits => onOneOfEachForm(writesOf, fault, nothingWritten);

/** The writes that cost money when they are performed twice. */
export const costlyTwice = (record: ObservedRun): string[] =>
  writesOf(record).filter(
    (operation) => record.bringsAbout(operation, 'moves_money') && record.bringsAbout(operation, 'counts_twice'),
  );

/** Gives one charge of each form an unknown outcome. */
export const unknownOutcome = (resolve: 'approved' | 'failed'): Hits =>
  onOneOfEachForm(
    (control) => writesOf(control).filter((operation) => control.bringsAbout(operation, 'asks_network')),
    { kind: 'unavailable', times: 1, resolve, after: '1s' },
    inapplicable(
      'The application made no charge in the control runs',
      'add a charge or a subscription to the scenario',
    ),
  );

/**
 * How many calls of an operation that moves money get a separate run each. An application may repeat a charge for a
 * waiting buyer, but not in a nightly job, although both calls have the same form.
 */
const mostApart = 4;

/**
 * A fault for one call of some operations in each run. A pass must not depend on the chosen call, so each run hits
 * another form of each operation, or another call. Only the choice among calls of one form depends on the seed.
 */
const onOneOfEachForm = (
  operationsIn: (control: ObservedRun) => readonly string[],
  fault: WriteFault,
  otherwise: Hits['otherwise'],
): Hits => ({
  targets: (control) => {
    const costly = costlyTwice(control);
    return oneOfEachKind(
      operationsIn(control).flatMap((kind) =>
        placesApart(control, kind, costly.includes(kind)).map((places) => ({ kind, places })),
      ),
    );
  },
  otherwise,
  arm: onOneOf(fault),
});

/** A fault for one call of each target. */
export const onOneOf =
  (fault: WriteFault): Hits['arm'] =>
  (targets, { choose }) => ({
    faults: targets.map(({ kind: on, places = [] }) => ({ on, ...fault, skip: places[choose(places.length)]! })),
  });

/** The positions of an operation's accepted calls to try, one list for each run, which hits one position of its list. */
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
