import type { DeliveryView, EventDetails } from '../control/wire.ts';
import { clean, instant, type Output } from './output.ts';
import { deliveryCell } from './views.ts';

/** A line with what hangs below it. */
export interface Branch {
  text: string;
  below: Branch[];
}

/** What caused an event, the changes of state that followed, their events, and where this one was sent. */
export function causalTree(out: Output, event: EventDetails): string {
  const root: Branch = { text: causeText(out, event), below: [] };
  for (const { id, type, change } of event.effects) {
    const text = changeText(change);
    let branch = root.below.at(-1);
    if (branch?.text !== text) {
      branch = { text, below: [] };
      root.below.push(branch);
    }
    const isShown = id === event.id;
    branch.below.push({
      text: out.paint(isShown ? 'cyan' : 'dim', `${type}  ${id}`),
      below: isShown ? deliveryBranches(out, event.deliveries) : [],
    });
  }
  return [root.text, ...linesOf(root.below, '')].join('\n');
}

/** `payout po_1 pay: pending > paid` */
export const changeText = ({ object, id, verb, from, to }: EventDetails['change']): string =>
  clean(`${object} ${id} ${verb}: ${from ?? 'new'} > ${to}`);

/** Each delivery with its attempts. */
export function deliveryBranches(out: Output, deliveries: readonly DeliveryView[]): Branch[] {
  if (deliveries.length === 0) return [{ text: 'sent nowhere: no endpoint wanted it', below: [] }];
  return deliveries.map((delivery) => {
    const { text, style } = deliveryCell(delivery);
    const below = delivery.attempts.map(({ number, at, status, error, latency_ms, fault }) => {
      const answer = status === null ? `no answer, ${error}` : `answered ${status}`;
      const why = fault === null ? '' : ` (fault: ${fault})`;
      return {
        text: clean(`attempt ${number} at ${instant(at)}: ${answer}, ${Math.round(latency_ms)} ms${why}`),
        below: [],
      };
    });
    const { next_attempt_at, error } = delivery;
    if (next_attempt_at !== null) below.push({ text: `next attempt at ${instant(next_attempt_at)}`, below: [] });
    if (error !== null) below.push({ text: clean(error), below: [] });
    return { text: `${delivery.id} to ${clean(delivery.url)}: ${out.paint(style, text)}`, below };
  });
}

/** The request, job, trigger or control call that something came of. */
export function causeText(out: Output, { cause, request }: Pick<EventDetails, 'cause' | 'request'>): string {
  const facts = cause as Record<string, unknown>;
  const named = (what: string, rest: string) => `${out.paint('bold', clean(what))}  ${cause.id}${rest}`;
  if (cause.type === 'request') {
    return request === null
      ? named(`${facts.method} ${facts.path}`, '')
      : named(`${request.method} ${request.path}`, ` answered ${request.status}`);
  }
  if (cause.type === 'job') {
    return named(
      `job ${facts.kind}`,
      facts.due_at === null ? ' settled by hand' : ` due ${instant(String(facts.due_at))}`,
    );
  }
  return named(`${cause.type} ${facts.name}`, '');
}

/** A tree as lines, each below a stem. */
export function linesOf(branches: readonly Branch[], stem: string): string[] {
  return branches.flatMap(({ text, below }, at) => {
    const isLast = at === branches.length - 1;
    return [`${stem}${isLast ? '└─' : '├─'} ${text}`, ...linesOf(below, `${stem}${isLast ? '   ' : '│  '}`)];
  });
}
