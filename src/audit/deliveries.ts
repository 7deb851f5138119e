import type { DeliveryView, RunRecord } from './record.ts';

type Attempt = DeliveryView['attempts'][number];

/** Faults that leave a delivery as the platform would send it: only when, how often or in what order differs. */
const harmless: ReadonlySet<string> = new Set([
  'duplicate',
  'delay',
  'reorder',
  'forged',
  'grown',
  'odd_bytes',
  'unknown_type',
]);

/** Whether an attempt reached a receiver as the platform may send it: rightly signed, its answer not made up by a fault. */
export const isTrue = ({ signature, fault, forgery, beside }: Attempt): boolean =>
  signature !== null && forgery === undefined && beside !== true && (fault === null || harmless.has(fault));

/** An attempt that the platform may make, with the delivery that it belongs to. */
export interface Tried {
  readonly delivery: DeliveryView;
  readonly attempt: Attempt;
}

/** Every attempt that reached a receiver, or should have, as the platform may make it. */
export const trueAttempts = ({ deliveries }: RunRecord): Tried[] =>
  deliveries.flatMap((delivery) => delivery.attempts.filter(isTrue).map((attempt): Tried => ({ delivery, attempt })));

/** For rules that judge how deliveries are answered. */
export const noDelivery = [
  'No webhook was answered',
  'add the address of the application: emulator webhooks add URL, or --forward-to URL',
] as const;
