import { listAddress } from '../../../core/base/inspector-address.ts';
import { amount } from '../../../core/base/terminal-text.ts';
import type { MonthView, ObjectView, RelatedObjects } from '../../../sandbox/control/wire.ts';
import { type Cell, dim } from '../cells.ts';
import { capitalized, idCell, stateSpan, timeCell, words } from '../format.ts';
import type { Session } from '../session.ts';
import { nounOf } from '../targets.ts';
import { mail } from '../views/mail-view.ts';
import { objectViews } from '../views/object-views.ts';
import type { Field, Section } from './structure.ts';

/** The customer's own fields, as the API shows them. */
export function personSection({ data }: ObjectView): Section {
  const fields = Object.entries(data).flatMap(([name, value]): Field[] =>
    typeof value === 'string' && value !== '' && !notWho.has(name) ? [{ name: words(name), value: [value] }] : [],
  );
  return { heading: 'Who', blocks: [{ type: 'fields', fields }] };
}

const notWho: ReadonlySet<string> = new Set(['id', 'object', 'created_at', 'updated_at']);

/** The records of a customer: money by month, the latest records of each kind, mail. */
export const belongingSections = (
  session: Session,
  id: string,
  { months, kinds, mail: sent }: RelatedObjects,
): Section[] => [
  ...(months.length === 0 ? [] : [moneySection(months)]),
  ...kinds.map((each) => kindSection(session, id, each)),
  ...(sent.total === 0
    ? []
    : [
        {
          heading: mail.title,
          blocks: [
            {
              type: 'table',
              rows: [
                ...sent.latest.map((message): Cell[] => [
                  timeCell(message.at, session.now),
                  message.subject,
                  { ...idCell(message.id), tone: 'dim' },
                ]),
              ],
            } as const,
            ...moreOf(sent, { view: mail.name, title: mail.title, kind: undefined }, id),
          ],
        },
      ]),
];

/** Whether a movement is a payout to the customer. */
const isPayout = (kind: string): boolean => kind.startsWith('payout');
const isPayment = (kind: string): boolean => ['charge', 'failure', 'void'].includes(kind);

/** The column for movements whose kind has no column. */
const otherAt = 5;

function moneySection(months: readonly MonthView[]): Section {
  const rows = months.map(({ month, currency, movements, open }): string[] => {
    const sum = (fits: (kind: string) => boolean): number =>
      Object.entries(movements).reduce((total, [kind, cents]) => (fits(kind) ? total + cents : total), 0);
    const isNamed = (kind: string): boolean => isPayment(kind) || isPayout(kind) || kind === 'refund';
    const others = Object.entries(movements).flatMap(([kind, cents]) =>
      isNamed(kind) || cents === 0 ? [] : [`${words(kind)} ${amount(cents, currency)}`],
    );
    return [
      month,
      amount(sum(isPayment), currency),
      amount(0 - sum((kind) => kind === 'refund'), currency),
      amount(0 - sum(isPayout), currency),
      amount(open, currency),
      others.join(', '),
    ];
  });
  const hasOthers = rows.some((row) => row.at(-1) !== '');
  const head = ['month', 'paid', 'refunded', 'paid out', 'open', ...(hasOthers ? ['other'] : [])];
  const shown = rows.map((row) => row.slice(0, head.length).map((text, at) => (at === otherAt ? dim(text) : text)));
  return {
    heading: 'Money by month',
    blocks: [{ type: 'table', rows: [head.map(dim), ...shown], amounts: [1, 2, 3, 4] }],
  };
}

function kindSection(session: Session, id: string, { kind, total, latest }: RelatedObjects['kinds'][number]): Section {
  const view = objectViews(session.kinds).find(({ kinds = [] }) => kinds.some(({ name }) => name === kind));
  const own = session.kinds.find(({ name }) => name === kind);
  const title = own?.title ?? `${nounOf(session, kind)}s`;
  const rows = latest.map((object): Cell[] => [
    typeof object.data.created_at === 'string' ? timeCell(object.data.created_at, session.now) : '',
    idCell(object.id),
    amount(object.amount, object.data.currency),
    stateSpan(object.state),
    dim(object.what.text),
  ]);
  const more = view === undefined ? [] : moreOf({ total, latest }, { view: view.name, title, kind }, id);
  return { heading: capitalized(title), blocks: [{ type: 'table', rows }, ...more] };
}

/** A link to all records of a kind, if the customer has more than the section shows. */
function moreOf(
  { total, latest }: { readonly total: number; readonly latest: readonly unknown[] },
  { view, title, kind }: { readonly view: string; readonly title: string; readonly kind: string | undefined },
  id: string,
): Section['blocks'] {
  const more = total - latest.length;
  if (more === 0) return [];
  const filter = `customer:${id}`;
  const address = listAddress(view, filter, kind);
  const text = `and ${more} more: filter ${title} by ${filter}`;
  const cell: Cell = { text, shorter: [`and ${more} more`], address, tone: 'dim' };
  return [{ type: 'table', rows: [[cell]] }];
}
