import { parseIso, secondMs } from '../../../../core/base/instants.ts';
import { isObject } from '../../../../core/base/json-values.ts';
import type { CapturedCall } from '../../capture/captured-call.ts';
import type { Bindings } from '../bindings.ts';

/*
 * A call takes time, and what the service settles or renews meanwhile shows in its answer or does not. Without regard to
 * that, each read close to such an instant would be a finding.
 */

/** How late a service can settle or renew, in milliseconds. */
const lateness = secondMs;

/**
 * When to send the call to the emulator, in milliseconds. A read has several times, because the service can have
 * answered it before or after a change. For other calls, the response shows when they changed something.
 */
export function momentsOf({ startedAt, endedAt = startedAt, method, answer }: CapturedCall): [number, ...number[]] {
  if (method === 'GET') return [startedAt - lateness, startedAt, endedAt];
  if (!isObject(answer)) return [startedAt];
  const { updated_at, created_at } = isObject(answer.data) ? answer.data : answer;
  const told = [updated_at, created_at].map((each) => (typeof each === 'string' ? parseIso(each) : null));
  return [told.find((each) => each !== null && each >= startedAt && each <= endedAt) ?? startedAt];
}

/** How many values in a response of the service are equal in a response of the emulator. */
export function agreement(service: unknown, emulator: unknown, bindings: Bindings): number {
  if (Array.isArray(service) && Array.isArray(emulator)) {
    return service.reduce((sum: number, each, at) => sum + agreement(each, emulator[at], bindings), 0);
  }
  if (isObject(service) && isObject(emulator)) {
    return Object.keys(service).reduce((sum, name) => sum + agreement(service[name], emulator[name], bindings), 0);
  }
  if (service === emulator) return 1;
  return typeof service === 'string' && bindings.emulatorOf(service) === emulator ? 1 : 0;
}
