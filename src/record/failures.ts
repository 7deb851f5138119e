import { type Attempt, type Delivery, isSuccess } from '../payments/webhooks/deliveries.ts';
import type { LoggedRequest } from '../sandbox/requests/log.ts';

/* The failures of a run, other than those of tests that report their own result. */

export const isRefused = ({ status }: LoggedRequest): boolean => !isSuccess(status);

/** The latest attempt of a delivery, if that attempt failed. */
export const failedAttempt = (delivery: Delivery | undefined): Attempt | undefined =>
  delivery?.attempts.findLast(({ status }) => !isSuccess(status ?? null));

export const hasFailed = (delivery: Delivery | undefined): boolean => failedAttempt(delivery) !== undefined;

/** Whether a delivery has a failed attempt that its earlier state did not have, and which is its first one. */
export const failsFirst = (delivery: Delivery, before: Delivery | undefined): boolean =>
  hasFailed(delivery) && !hasFailed(before);
