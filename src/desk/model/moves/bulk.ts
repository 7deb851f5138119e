import { counted } from '../../../core/base/terminal-text.ts';
import type { Desk } from '../desk.ts';
import { copyAndSay } from '../details/copy-as.ts';
import { visit } from '../details/follow-links.ts';
import { shortId } from '../format.ts';
import { Chooser, choice, narrow } from '../forms/chooser.ts';
import type { FieldSpec, FormValues } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import type { MarkedRows } from '../lists/marks.ts';
import { refresh } from '../run-and-report.ts';
import { eventOf, idOf, type RowSubject } from '../targets.ts';
import { answers, reasonOf } from './outcomes.ts';
import { sendAgain } from './resend-and-replay.ts';

/** Actions on several rows after one confirmation: on the marked rows, or on all visible rows. */

/** One subject of the action, and the marked rows that represent it. */
export interface BulkSubject {
  readonly id: string;
  readonly rows: readonly string[];
}

/** A subject for which the action failed, and the reason. */
export interface BulkFailure {
  readonly id: string | null;
  readonly reason: string;
}

interface Bulk<R> {
  readonly title: string;
  readonly about: string;
  readonly verb: string;
  readonly fields?: readonly FieldSpec[];
  readonly parts: readonly BulkSubject[];
  /** Marked rows that the action does not apply to. The result lists them with the refused subjects. */
  readonly others: readonly BulkFailure[];
  readonly act: (id: string, values: FormValues) => Promise<R>;
  /** The words after `3 of 5` in the result. */
  readonly told: (results: readonly R[]) => string;
  /** What became of one subject; if present, a list of the outcomes opens at the end. */
  readonly outcomeOf?: (result: R) => Outcome;
}

interface Outcome {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isGood: boolean;
}

/** The number of excluded rows for which the confirmation gives reasons. */
const othersNamed = 3;

/**
 * Asks once for confirmation, runs the action on one subject after another, and reports how many succeeded and why
 * the others failed.
 */
export function ask<R>(desk: Desk, { title, about, verb, fields, parts, others, act, told, outcomeOf }: Bulk<R>): void {
  const total = parts.length + others.length;
  const form = openForm(desk, {
    title,
    about: [about, othersWords(others)].filter((part) => part !== '').join(' · '),
    verb,
    fields,
    submit: async (values) => {
      const results: R[] = [];
      const refused: BulkFailure[] = [];
      for (const { id, rows } of parts) {
        // If the user closes the dialog, the remaining actions do not run.
        if (desk.dialog !== form) break;
        try {
          results.push(await act(id, values));
          desk.marks.remove(rows);
        } catch (error) {
          refused.push({ id, reason: reasonOf(error) });
        }
        if (results.length + refused.length < parts.length)
          desk.say(`${verb}: ${results.length + refused.length} of ${parts.length} …`, 'wait');
      }
      const [first] = refused;
      const isAlike = refused.every(({ reason }) => reason === first?.reason);
      // If all subjects are refused for the same reason, the typed text is wrong.
      if (first !== undefined && isAlike && refused.length === parts.length) throw new Error(first.reason);
      const stopped = parts.length - results.length - refused.length;
      const done = `${results.length} of ${total} ${told(results)}`;
      const outcomes = outcomeOf === undefined ? [] : results.map(outcomeOf);
      report(desk, { done, outcomes, refused: [...refused, ...others], stopped, isAwaited: desk.dialog === form });
    },
  });
}

/**
 * The sentence about marked rows that are excluded: `2 other marked rows are not affected: txn_8sQx… is failed, …`.
 */
function othersWords(others: readonly BulkFailure[]): string {
  if (others.length === 0) return '';
  const named = others.slice(0, othersNamed).map(whyOf).join(', ');
  const are =
    others.length === 1 ? '1 other marked row is not affected' : `${others.length} other marked rows are not affected`;
  return `${are}: ${named}${others.length > othersNamed ? ' …' : ''}`;
}

/** Why a subject was refused, with its id if the reason does not name it. */
const whyOf = ({ id, reason }: BulkFailure): string =>
  id === null || reason.includes(id) ? reason : `${shortId(id)} ${reason}`;

interface Report {
  readonly done: string;
  readonly outcomes: readonly Outcome[];
  readonly refused: readonly BulkFailure[];
  readonly stopped: number;
  /** Whether the user is still waiting, so that the list can open over the screen. */
  readonly isAwaited: boolean;
}

/** Reports the result. If there are outcomes, or if several subjects were refused, a list shows what became of each. */
function report(desk: Desk, { done, outcomes, refused, stopped, isAwaited }: Report): void {
  const [first] = refused;
  const isListed = refused.length + outcomes.length > 1 && (refused.length > 1 || outcomes.length > 0) && isAwaited;
  const isWhole = first === undefined && stopped === 0 && outcomes.every(({ isGood }) => isGood);
  const parts = [
    done,
    ...(stopped === 0 ? [] : [`stopped with ${stopped} remaining`]),
    ...(first === undefined || isListed ? [] : [whyOf(first)]),
  ];
  const isBad = outcomes.some(({ isGood }) => !isGood);
  desk.say(parts.join(' · '), isWhole ? 'good' : isBad ? 'bad' : 'wait');
  refresh(desk);
  if (!isListed) return;
  const failures = refused.map(({ id, reason }) => ({ id, name: id ?? 'a row', text: reason, isGood: false }));
  const choices = [...failures, ...outcomes]
    .toSorted((a, b) => Number(a.isGood) - Number(b.isGood))
    .map(({ id, name, text }) =>
      choice(name, text, () => {
        if (id !== null) visit(desk, id);
      }),
    );
  const title = outcomes.length === 0 ? `Not done: ${refused.length}` : done;
  desk.dialog = new Chooser(title, 'type to narrow', (typed) => narrow(choices, typed));
}

/** Groups the marked rows by subject. Rows without a subject are returned in `others`. */
export function partsOf(
  marked: MarkedRows,
  idIn: (target: RowSubject) => string | null,
  reason: string,
): { parts: BulkSubject[]; others: BulkFailure[] } {
  const rows = new Map<string, string[]>();
  const others: BulkFailure[] = [];
  for (const [key, target] of marked) {
    const id = idIn(target);
    if (id === null) others.push({ id: idOf(target), reason });
    else rows.set(id, [...(rows.get(id) ?? []), key]);
  }
  return { parts: [...rows].map(([id, keys]) => ({ id, rows: keys })), others };
}

/** Sends the webhooks of the marked rows again. */
export function resendMarked(desk: Desk): void {
  const { parts, others } = partsOf(desk.marks.all, webhookOf, 'is not a webhook');
  const targets = [...desk.marks.all.values()];
  if (parts.length === 0) {
    desk.say('None of these rows is an event that you can resend.', 'wait');
    return;
  }
  ask(desk, {
    title: `Resend ${counted(parts.length, 'webhook')}?`,
    about: 'The marked rows.',
    verb: 'resend',
    parts,
    others,
    act: (id) => sendAgain(desk.session, targets.find((target) => webhookOf(target) === id)!),
    told: (made) => {
      const answered = answers(made.flat());
      return `webhooks sent again${answered === '' ? '' : ` · ${answered}`}`;
    },
  });
}

/** The webhook of a row that can be sent again: a delivery to one endpoint, or an event to all its endpoints. */
const webhookOf = (target: RowSubject): string | null => (eventOf(target) === null ? null : idOf(target));

/** Sends the marked requests again. */
export function replayMarked(desk: Desk): void {
  const { parts, others } = partsOf(
    desk.marks.all,
    (target) => (target.type === 'request' ? target.request.id : null),
    'is not a request',
  );
  if (parts.length === 0) {
    desk.say('None of the marked rows is a request.', 'wait');
    return;
  }
  ask(desk, {
    title: `Send ${counted(parts.length, 'request')} again?`,
    about: 'one at a time, in the order in which you marked them',
    verb: 'replay',
    parts,
    others,
    act: (id) => desk.session.client.call('requests.replay', { id }),
    told: (replayed) => `requests sent again · answered ${replayed.map(({ status }) => status).join(', ')}`,
  });
}

/** Removes the marked faults and rules. */
export function removeMarked(desk: Desk): void {
  const { client } = desk.session;
  const idIn = (target: RowSubject) => (target.type === 'fault' || target.type === 'rule' ? idOf(target) : null);
  const { parts, others } = partsOf(desk.marks.all, idIn, 'is not a fault or a rule');
  if (parts.length === 0) {
    desk.say('None of the marked rows is a fault or a rule.', 'wait');
    return;
  }
  const faults = new Set(
    [...desk.marks.all.values()].flatMap((target) => (target.type === 'fault' ? target.fault.id : [])),
  );
  ask(desk, {
    title: `Remove ${counted(parts.length, 'fault or rule', 'faults and rules')}?`,
    about: 'Removed faults and rules no longer take effect.',
    verb: 'remove',
    parts,
    others,
    act: (id) => client.call(faults.has(id) ? 'faults.delete' : 'rules.delete', { id }),
    told: () => 'removed',
  });
}

/** Copies the ids of the marked rows, one per line. */
export function copyMarked(desk: Desk): void {
  const { parts, others } = partsOf(desk.marks.all, idOf, '');
  const without = others.length === 0 ? '' : `; marked rows without an id: ${others.length}`;
  const ids = parts.map(({ id }) => id).join('\n');
  void copyAndSay(desk, ids, counted(parts.length, 'id'), without);
}
