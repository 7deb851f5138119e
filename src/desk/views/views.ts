import type { DeliveryView, KindView } from '../../control/wire.ts';
import { amount } from '../../text.ts';
import { dim } from '../cells.ts';
import { answerLine, deliverySpan, hostOf, idIn, latency, shortId, statusSpan, until, when, words } from '../format.ts';
import { hooksBadge } from '../header.ts';
import { findingsBadge, levelTones } from '../lists/findings.ts';
import type { Session } from '../session.ts';
import { activityCells, activityColumns, activityFacts, targetOf } from './activity.ts';
import { clock } from './clock-view.ts';
import { objectViews } from './object-views.ts';
import { countBadge, type Row, type View, viewKeys } from './view.ts';

/** Why a delivery is not delivered, and when it is sent again. */
function deliveryRemark(
  { attempts, manual, error, next_attempt_at }: DeliveryView,
  { now, status }: Pick<Session, 'now' | 'status'>,
): string {
  const isFrozen = status?.clock.mode === 'frozen';
  const tries = manual ? 'by hand' : attempts.length > 1 ? `attempt ${attempts.length} of 3` : '';
  const next = next_attempt_at === null || attempts.length === 0 ? '' : `next ${until(now, next_attempt_at, isFrozen)}`;
  const last = attempts.at(-1);
  const why = error ?? (last === undefined ? '' : answerLine(last));
  return [why, next, tries].filter((part) => part !== '').join(', ');
}

const webhooks: View = {
  key: '7',
  title: 'Webhooks',
  brief: 'Hooks',
  empty: 'Nothing was sent yet. Webhooks of this workspace show here with every attempt and its answer.',
  columns: [
    { name: 'at', width: 8, roomy: 12, rank: 1 },
    { name: 'event', width: 17, tight: 12, grow: 2, most: 28, rank: 0 },
    { name: 'answer', width: 6, rank: 0 },
    { name: 'took', width: 7, right: true, rank: 6 },
    { name: 'state', width: 9, rank: 3 },
    { name: 'object', width: 9, grow: 1, most: 24, rank: 2 },
    { name: 'amount', width: 10, right: true, rank: 0 },
    { name: 'about', width: 12, grow: 4, most: 28, rank: 4 },
    { name: '', width: 14, grow: 2, rank: 5 },
    { name: 'to', width: 15, grow: 1, most: 30, rank: 7 },
  ],
  isSearched: true,
  total: ({ status }) => status?.counts.delivery,
  lists: ({ lists }) => [lists.deliveries],
  badge: hooksBadge,
  rows: (session) =>
    session.lists.deliveries.items.map((delivery) => ({
      key: delivery.id,
      target: { type: 'delivery', delivery },
      cells: (widths) => {
        const { about } = delivery;
        const last = delivery.attempts.at(-1);
        return [
          dim(last === undefined ? '' : when(last.at, session.now, widths[0])),
          delivery.event_type,
          last === undefined ? { text: '…', tone: 'wait' } : statusSpan(last.status),
          dim(last === undefined ? '' : latency(last.latency_ms)),
          deliverySpan(delivery.status),
          idIn(about?.id ?? '', widths[5] ?? 9),
          amount(about?.amount, about?.currency),
          about?.who ?? '',
          dim(deliveryRemark(delivery, session)),
          dim(hostOf(delivery.url)),
        ];
      },
    })),
};

const ledger: View = {
  key: '9',
  title: 'Ledger',
  brief: 'Ledg',
  empty: 'No money has moved yet.',
  columns: [
    { name: 'at', width: 8, roomy: 12, rank: 2 },
    { name: 'account', width: 10, rank: 0 },
    { name: 'amount', width: 14, right: true, rank: 0 },
    { name: 'why', width: 14, grow: 1, most: 28, rank: 1 },
    { name: 'for', width: 10, grow: 1, most: 26, rank: 0 },
    { name: 'movement', width: 10, grow: 1, rank: 4 },
  ],
  lists: ({ lists }) => [lists.ledger],
  rows: ({ lists: { ledger: list }, now }) =>
    list.items.map((entry) => ({
      key: entry.id,
      target: { type: 'entry', entry },
      facts: () => ({
        text: () => `${entry.account} ${words(entry.kind)} ${entry.subject} ${entry.group}`,
        type: entry.kind,
        state: entry.account,
        cents: entry.amount,
        currency: entry.currency,
        at: entry.at,
        isProblem: false,
      }),
      cells: (widths) => [
        dim(when(entry.at, now, widths[0])),
        { text: entry.account, tone: entry.account === 'available' ? 'plain' : 'dim' },
        amount(entry.amount, entry.currency),
        words(entry.kind),
        idIn(entry.subject, widths[4] ?? 10),
        dim(idIn(entry.group, widths[5] ?? 10)),
      ],
    })),
};

const mail: View = {
  key: '-',
  title: 'Mail',
  brief: 'Mail',
  empty: 'No mail was sent yet. Invoices, claim links and receipts show here; nothing leaves this machine.',
  columns: [
    { name: 'at', width: 8, roomy: 12, rank: 2 },
    { name: 'to', width: 18, grow: 1, most: 36, rank: 0 },
    { name: 'subject', width: 20, grow: 2, rank: 0 },
    { name: 'attached', width: 8, grow: 1, most: 24, rank: 3 },
  ],
  lists: ({ lists }) => [lists.mail],
  badge: ({ status }) => countBadge(status?.counts.mail),
  rows: ({ lists: { mail: list }, now }) =>
    list.items.map((message) => ({
      key: message.id,
      target: { type: 'mail', mail: message },
      facts: () => ({
        text: () => `${message.to} ${message.subject}`,
        customer: () => message.to,
        at: message.at,
        isProblem: false,
      }),
      cells: (widths) => [
        dim(when(message.at, now, widths[0])),
        message.to,
        message.subject,
        dim(message.attachments.map(({ filename }) => filename).join(', ')),
      ],
    })),
};

const pairs = (value: Readonly<Record<string, unknown>>): string =>
  Object.entries(value)
    .map(([name, each]) => `${name} ${typeof each === 'object' ? JSON.stringify(each) : String(each)}`)
    .join(', ');

const faults: View = {
  key: '=',
  title: 'Faults',
  brief: 'Fault',
  empty: 'No faults and no rules of this workspace. Press i to make something go wrong.',
  columns: [
    { name: '', width: 5, rank: 2 },
    { name: 'what', width: 16, grow: 1, most: 30, rank: 0 },
    { name: 'where or when', width: 18, grow: 2, rank: 0 },
    { name: 'happened', width: 16, grow: 1, most: 24, rank: 1 },
    { name: 'id', width: 10, grow: 1, rank: 4 },
  ],
  lists: ({ lists }) => [lists.faults, lists.rules],
  badge: ({ status }) => {
    const number = (status?.faults.length ?? 0) + (status?.rules.length ?? 0);
    return number === 0 ? null : { text: String(number), tone: 'wait' };
  },
  rows: (session) => [
    ...session.lists.faults.items.map(
      (fault): Row => ({
        key: fault.id,
        target: { type: 'fault', fault },
        facts: () => ({
          text: () => `fault ${words(fault.kind)} ${fault.on} ${fault.id}`,
          type: fault.kind,
          at: fault.created_at,
          isProblem: false,
        }),
        cells: () => [
          dim('fault'),
          `${words(fault.kind)}${fault.status === null ? '' : ` ${fault.status}`}${fault.ms === null ? '' : ` ${fault.ms} ms`}`,
          fault.on,
          { text: `${fault.used} of ${fault.times ?? 'every'}`, tone: fault.spent ? 'dim' : 'wait' },
          dim(shortId(fault.id)),
        ],
      }),
    ),
    ...session.lists.rules.items.map(
      (rule): Row => ({
        key: rule.id,
        target: { type: 'rule', rule },
        facts: () => ({
          text: () => `rule ${pairs(rule.when)} ${pairs(rule.then)} ${rule.id}`,
          isProblem: false,
        }),
        cells: () => [
          dim('rule'),
          pairs(rule.then),
          pairs(rule.when) || 'always',
          rule.spent ? dim('spent') : { text: rule.matched === 0 ? '' : `${rule.matched} counted`, tone: 'wait' },
          dim(shortId(rule.id)),
        ],
      }),
    ),
  ],
};

const findings: View = {
  key: '*',
  title: 'Findings',
  brief: 'Find',
  empty: 'The audit finds nothing wrong with what your application did. It looks again when something has come.',
  columns: [
    { name: 'level', width: 8, rank: 0 },
    { name: 'rule', width: 20, grow: 1, most: 34, rank: 0 },
    { name: 'what', width: 24, grow: 6, rank: 0 },
    { name: 'where', width: 14, grow: 1, most: 28, rank: 1 },
  ],
  lists: ({ lists }) => [lists.findings.list],
  isQuiet: true,
  badge: findingsBadge,
  rows: ({ lists }) =>
    lists.findings.list.items.map((finding) => {
      const { id, rule, message, where, accepted } = finding;
      const level = accepted === null ? finding.level : 'accepted';
      return {
        key: id,
        target: { type: 'finding', finding },
        facts: () => ({
          text: () => `${level} ${rule} ${accepted ?? ''} ${message} ${where}`,
          type: rule,
          state: level,
          isProblem: level === 'error' || level === 'warning',
        }),
        cells: () =>
          accepted === null
            ? [{ text: level, tone: levelTones[finding.level] }, rule, message, dim(where)]
            : [dim(level), dim(rule), dim(`${accepted}: ${message}`), dim(where)],
      };
    }),
};

const activity: View = {
  key: '1',
  title: 'Activity',
  brief: 'Act',
  isLog: true,
  empty: 'Nothing has happened yet. Call the API, or press t to trigger something.',
  columns: activityColumns,
  lists: () => [],
  rows: ({ timeline, status }) => {
    const isSent = status?.endpoints.some(({ enabled }) => enabled) ?? false;
    return timeline.facts().map((fact) => ({
      key: fact.key,
      target: targetOf(fact),
      cells: (widths) => activityCells(fact, widths, isSent),
      facts: () => activityFacts(fact, activityCells(fact, [], isSent)),
    }));
  },
};

/** All views of an emulator that has these kinds of objects, in the order of their keys. */
export const viewsOf = (kinds: readonly KindView[]): View[] =>
  [activity, ...objectViews(kinds), webhooks, ledger, clock, mail, faults, findings].sort(
    (a, b) => viewKeys.indexOf(a.key) - viewKeys.indexOf(b.key),
  );
