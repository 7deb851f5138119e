import { type Asked, evidenceOf, type RunRecord } from '../../record.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, violation } from '../../rule.ts';
import { underShortPages } from '../../trial-parts.ts';

/** The operation that makes what a list shows. */
const makers: Readonly<Record<string, string>> = {
  'transactions.list': 'charges.create',
  'payouts.list': 'payouts.create',
  'customers.list': 'customers.create',
  'products.list': 'products.create',
  'invoices.list': 'invoices.create',
  'subscriptions.list': 'subscriptions.create',
  'payout_links.list': 'payout_links.create',
};
/** A limit that is below this asks for a few; without one, or with the largest, everything is meant. */
const largest = 100;

export const pageNotFollowed: Rule = {
  id: 'request/page-not-followed',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong:
    'A list says has_more, and nobody asks for the next page although there are objects on it that the application made.',
  why: 'A list has 10 objects unless more are asked for, and 100 at most: reconciliation, exports and searches silently leave out the others from the eleventh on.',
  mend: 'Ask again with starting_after, the id of the last object, until has_more is false.',
  says: 'Pages have a limit of 10 by default and 100 at most; continue until has_more is false (specification, "Conventions" 3).',
  trial: underShortPages,
  lint: (record) => {
    const lists = record.requests.filter(({ view }) => view.page?.has_more === true);
    if (lists.length === 0) {
      return inapplicable('No list was longer than one page', 'let the application list more than 10 objects');
    }
    const followed = new Set(
      record.requests
        .filter(({ view }) => view.method === 'GET' && view.path.includes('starting_after='))
        .map(({ path }) => path),
    );
    const left = lists.filter(({ path, query }) => !followed.has(path) && !query.has('starting_after'));
    const first = [...new Map(left.map((asked) => [asked.view.path, asked])).values()];
    if (first.length === 0) return pass;
    const missed = first.flatMap((asked) => {
      const made = madeBeyond(record, asked);
      return made.length === 0 ? [] : [findingOf(asked, made)];
    });
    if (missed.length > 0) return violation(missed);
    return incomplete(
      'A list has more pages than were read, which may be all that was wanted',
      'look at what it is read for; a limit says that only so many are wanted',
      first.map((asked) => findingOf(asked, [])),
    );
  },
};

/** What the application made itself and a list of everything does not show on its first page. */
function madeBeyond(record: RunRecord, list: Asked): Asked[] {
  const { query, operation } = list;
  const limit = Number(query.get('limit') ?? largest);
  const isFiltered = [...query.keys()].some((name) => name !== 'limit');
  const maker = makers[operation ?? ''];
  if (isFiltered || limit < largest || maker === undefined) return [];
  const shown = new Set(list.view.page?.ids);
  return record
    .of(maker)
    .filter(
      ({ object, isAccepted, received, view }) =>
        isAccepted &&
        view.mode === list.view.mode &&
        received < list.received &&
        typeof object?.id === 'string' &&
        !shown.has(object.id),
    );
}

const findingOf = (list: Asked, made: readonly Asked[]): Finding => ({
  message:
    made.length === 0
      ? `GET ${list.view.path} was answered has_more: true, and no next page was asked for.`
      : `GET ${list.view.path} was answered has_more: true, and no next page was asked for; ${made.length} that the application made are on later pages (${made[0]!.object?.id} is one).`,
  where: list.path,
  adversity: null,
  evidence: evidenceOf({ requests: [list] }),
});
