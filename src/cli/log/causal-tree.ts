import { type Branch, linesOf, unsentTexts } from '../../core/base/terminal-text.ts';
import { hideSecrets } from '../../payments/secrets/hide.ts';
import type { DeliveryView, EventDetails, EventView, RequestDetails } from '../../sandbox/control/wire.ts';

import { clean, instant, type Output } from '../output.ts';
import { deliveryCell, eventTime } from '../views.ts';

type Cause = EventView['cause'];

/**
 * The tree of an event: the request that caused it, the job between them, the state changes, their events, and the
 * deliveries of this event.
 */
export function causalTree(out: Output, event: EventDetails): string {
  const changes: Branch[] = [];
  for (const { id, type, change } of event.effects) {
    const isShown = id === event.id;
    changeBranch(changes, change).below.push({
      text: out.paint(isShown ? 'cyan' : 'dim', `${type}  ${id}`),
      below: isShown ? deliveryBranches(out, event, event.deliveries) : [],
    });
  }
  const { origin } = event.cause;
  if (origin === undefined) return [causeText(out, event), ...linesOf(changes, '')].join('\n');
  const job: Branch = { text: jobText(out, event.cause), below: changes };
  return [causeText(out, { cause: origin, request: event.request }), ...linesOf([job], '')].join('\n');
}

/** The effects of a request: its direct effects, and each job that it scheduled, with the effects of the job. */
export function effectsTree(out: Output, { events }: RequestDetails): string {
  const branches: Branch[] = [];
  const jobs = new Map<string, Branch>();
  for (const { id, type, change, created, job } of events) {
    let at = branches;
    if (job !== null) {
      let branch = jobs.get(job.id);
      if (branch === undefined) {
        branch = { text: `${out.paint('bold', `job ${job.kind}`)}  ${job.id} at ${eventTime(created)}`, below: [] };
        jobs.set(job.id, branch);
        branches.push(branch);
      }
      at = branch.below;
    }
    changeBranch(at, change).below.push({ text: out.paint('cyan', `${type}  ${id}`), below: [] });
  }
  return linesOf(branches, '').join('\n');
}

/** The branch of a change, or the last branch if it belongs to the same change. */
function changeBranch(branches: Branch[], change: EventDetails['change']): Branch {
  const text = changeText(change);
  const last = branches.at(-1);
  if (last?.text === text) return last;
  const branch = { text, below: [] };
  branches.push(branch);
  return branch;
}

/** `payout po_1 pay: pending > paid`, `payout po_1 edited: descriptor` */
export const changeText = ({ object, id, verb, from, to, edited }: EventDetails['change']): string =>
  clean(
    edited === undefined
      ? `${object} ${id} ${verb}: ${from ?? 'new'} > ${to}`
      : `${object} ${id} edited: ${edited.join(', ')}`,
  );

/** The fault of a successful response: the response was cut, or was too long to be read. */
const besideStatus = (status: number, why: string | null): string =>
  why === null || status < 200 || status >= 300 ? '' : `, but ${why}`;

/** Each delivery with its attempts, or the reason why there are no deliveries. */
export function deliveryBranches(
  out: Output,
  { unsent }: Pick<EventView, 'unsent'>,
  deliveries: readonly DeliveryView[],
): Branch[] {
  if (deliveries.length === 0) return [{ text: unsentTexts[unsent ?? 'no_endpoint'], below: [] }];
  return deliveries.map((delivery) => {
    const { attempts, next_attempt_at, error, due } = delivery;
    const { text, style } = deliveryCell(delivery);
    const below = attempts.map(({ number, at, status, error: why, latency_ms, fault }) => {
      const answer = status === null ? `no answer, ${why}` : `answered ${status}${besideStatus(status, why)}`;
      const injected = fault === null ? '' : ` (injected fault: ${fault})`;
      return {
        text: clean(`attempt ${number} at ${instant(at)}: ${answer}, ${Math.round(latency_ms)} ms${injected}`),
        below: [],
      };
    });
    const isUnderWay = due && delivery.status === 'pending';
    if (isUnderWay) below.push({ text: 'in progress, no response yet', below: [] });
    else if (next_attempt_at !== null) below.push({ text: `next attempt at ${instant(next_attempt_at)}`, below: [] });
    if (error !== null) below.push({ text: clean(error), below: [] });
    return { text: `${delivery.id} to ${clean(hideSecrets(delivery.url))}: ${out.paint(style, text)}`, below };
  });
}

/** The cause of an event: a request, a job, a trigger or a control call. */
export function causeText(out: Output, { cause, request }: Pick<EventDetails, 'cause' | 'request'>): string {
  if (cause.type === 'job') {
    const { origin } = cause;
    return origin === undefined
      ? jobText(out, cause)
      : `${jobText(out, cause)}, scheduled by ${clean(titleOf(origin))}  ${origin.id}`;
  }
  if (request === null) return named(out, titleOf(cause), cause);
  const injected = request.fault === null ? '' : ` (injected fault: ${request.fault})`;
  return `${named(out, `${request.method} ${request.path}`, cause)} answered ${request.status}${injected}`;
}

const titleOf = ({ type, method, path, name }: Pick<Cause, 'type' | 'method' | 'path' | 'name'>): string =>
  type === 'request' ? `${method} ${path}` : `${type} ${name}`;

export function jobText(out: Output, cause: Cause): string {
  const due = cause.due_at == null ? ' settled by hand' : ` due ${instant(cause.due_at)}`;
  return `${named(out, `job ${cause.kind}`, cause)}${due}`;
}

const named = (out: Output, what: string, { id }: Pick<Cause, 'id'>): string =>
  `${out.paint('bold', clean(what))}  ${id}`;
