import { makingOf, makingText } from '../observed/making.ts';
import type { EventView, ObservedRun } from '../observed/observed-run.ts';
import { inapplicable, type UntriedVerdict } from '../verdict.ts';
import { type Armament, apart, type Hits, type LaterStep, renewalsOf, together } from './fault-plans.ts';

/*
 * Adversities of payments, payouts and subscriptions. A scenario often ends at the first payment that is hit, and an
 * application that reacts to one may ignore another. So each run hits what came about in one way.
 */

/** How many runs the ways in which payments came about get. */
const mostApart = 4;

/** The ways in which the objects of events came about. The last run takes all that are left. */
export function makingsOf(control: ObservedRun, events: readonly EventView[]): string[][] {
  const all = [...new Set(events.map((event) => makingText(control, event)))];
  const own = all.slice(0, mostApart - 1).map((making) => [making]);
  return all.length < mostApart ? own : [...own, all.slice(mostApart - 1)];
}

/** A later step after a success, which acts on objects of one making in each run. */
export const afterSuccess = (
  afterwards: LaterStep,
  eventsOf: (control: ObservedRun) => readonly EventView[],
  otherwise: UntriedVerdict,
  further: Armament = {},
): Hits => ({
  needs: 'outcomes',
  targets: (control) => apart(makingsOf(control, eventsOf(control)).map((of) => ({ kind: afterwards.trigger, of }))),
  otherwise,
  arm: ([target], { isAll }) => ({
    afterwards: isAll || target?.of === undefined ? afterwards : { ...afterwards, of: target.of },
    ...further,
  }),
});

type OutcomeRule = NonNullable<Armament['rules']>[number];

/**
 * An outcome for payments or payouts, of one operation in each run. If the operation of one is unknown, one run hits
 * all.
 */
export const byOutcome = (
  { when, then, kinds }: OutcomeRule & Pick<Armament, 'kinds'>,
  eventsOf: (control: ObservedRun) => readonly EventView[],
  otherwise: UntriedVerdict,
): Hits => ({
  needs: 'outcomes',
  targets: (control) => {
    const operations = [...new Set(eventsOf(control).map((event) => makingOf(control, event).operation))];
    return apart(operations.map((operation) => operation ?? '').slice(0, operations.includes(null) ? 1 : undefined));
  },
  otherwise,
  arm: ([target], { isAll }) => ({
    rules: [{ when: isAll ? when : { ...when, operation: target?.kind }, then }],
    ...(kinds === undefined ? {} : { kinds }),
  }),
});

export const isRail = ({ data }: EventView, rail: string): boolean => (data as { rail?: unknown }).rail === rail;

export const eventsOfType =
  (type: string, fits: (event: EventView) => boolean = () => true) =>
  ({ events }: ObservedRun): EventView[] =>
    events.filter((event) => event.type === type && fits(event));

/** The card payments, and how they are charged back. */
export const charged = {
  back: { once: 'payment.completed', trigger: 'payment.disputed', with: { kind: 'chargeback' } },
  eventsOf: eventsOfType('payment.completed', (event) => !isRail(event, 'ach')),
  otherwise: inapplicable('No card payment was completed in the control runs', 'settle a card payment in the scenario'),
} as const;

/** Rules for the last charge that renewed a subscription, if such a charge settled. */
export const onLastRenewal = (tells: string, rulesFor: (when: object) => NonNullable<Armament['rules']>): Hits => ({
  needs: 'outcomes',
  targets: (control) => together(renewalsOf(control, { settled: true }).length > 0 ? ['subscriptions.renew'] : []),
  otherwise: inapplicable(
    'No renewal of a subscription was settled in the control runs',
    'let the scenario run for a full billing period, and settle: npx payments-emulator clock advance 32d',
  ),
  arm: ([target], { control }) => ({
    rules: rulesFor({
      operation: target!.kind,
      gateway: 'debit_payouts',
      nth: renewalsOf(control, { settled: true }).length,
    }),
    kinds: [tells],
  }),
});
