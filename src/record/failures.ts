import { type Attempt, type Delivery, isSuccess } from '../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';

/* What counts as a failure of a run, beside a test that says so itself. */

export const isRefused = ({ status }: LoggedRequest): boolean => !isSuccess(status);

/** The latest attempt of a delivery that failed. */
export const failedAttempt = (delivery: Delivery | undefined): Attempt | undefined =>
  delivery?.attempts.findLast(({ status }) => !isSuccess(status ?? null));

export const hasFailed = (delivery: Delivery | undefined): boolean => failedAttempt(delivery) !== undefined;

/** Whether the first failed attempt of a delivery is one that it did not have before. */
export const failsFirst = (delivery: Delivery, before: Delivery | undefined): boolean =>
  hasFailed(delivery) && !hasFailed(before);
