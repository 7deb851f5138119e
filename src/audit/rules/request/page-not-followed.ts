import { findingOfRequests } from '../../findings.ts';
import { idPattern, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { isOfScenario } from '../../observed/scenario-requests.ts';
import { type Finding, inapplicable, incomplete, type Rule, verdictOf } from '../../rule.ts';
import { underShortPages } from '../../trial/trial-parts.ts';

/** The operation that creates the objects of a list. */
const makers: Readonly<Record<string, string>> = {
  'transactions.list': 'charges.create',
  'payouts.list': 'payouts.create',
  'customers.list': 'customers.create',
  'products.list': 'products.create',
  'invoices.list': 'invoices.create',
  'subscriptions.list': 'subscriptions.create',
  'payout_links.list': 'payout_links.create',
};
/** A lower limit may request only a few objects. No limit, or the largest limit, requests all objects. */
const largest = 100;
/** How many objects a page has without a limit. */
const usual = 10;
/**
 * How many objects of a page the application must act on, and how soon, to show that it processed the page; the time
 * is in milliseconds.
 */
const fewestActs = 2;
const soon = 60_000;

export const pageNotFollowed: Rule = {
  id: 'request/page-not-followed',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong:
    'A list has more pages (has_more), but the application never requests the next page, which contains objects that it created.',
  why: 'A list has 10 objects by default and at most 100. Reconciliation, exports and searches silently miss all further objects.',
  fix: ({ call }) => `Repeat ${call} with starting_after set to the id of the last object, until has_more is false.`,
  source:
    'Pages have 10 objects by default and at most 100; continue until has_more is false (specification, "Conventions" 3).',
  trial: underShortPages,
  lint: (record) => {
    const lists = record.requests.filter((asked) => asked.view.page?.has_more === true && !isOfScenario(record, asked));
    if (lists.length === 0) {
      return inapplicable(
        'No list had more than one page',
        `have the application list more than ${shortestPage(record)} objects`,
      );
    }
    const followers = record.requests.filter(
      ({ view }) => view.method === 'GET' && view.path.includes('starting_after='),
    );
    const followed = new Set(followers.map(questionOf));
    const left = lists.filter((asked) => !followed.has(questionOf(asked)) && !asked.query.has('starting_after'));
    const first = [...new Map(left.map((asked) => [asked.view.path, asked])).values()];
    const missed = first.flatMap((asked) => {
      const made = madeBeyond(record, asked);
      return made.length === 0 ? [] : [findingOf(asked, made)];
    });
    // An application that follows the pages of a list in one place is able to do so.
    const known = new Set(followers.map(({ path }) => path));
    const doubtful = first.filter(({ path }) => !known.has(path));
    const doubt = incomplete(
      'The application did not read all pages of a list, which may be intended',
      'check what the list is used for: a limit may mean that the application needs only so many objects',
      doubtful.map((asked) => findingOf(asked, [])),
    );
    return verdictOf(missed, doubt);
  },
};

/** The smallest page that the application asked for, in objects. */
function shortestPage({ requests }: ObservedRun): number {
  const limits = requests
    .filter(({ answer, view }) => view.method === 'GET' && Array.isArray(answer?.data))
    .map(({ query }) => Number(query.get('limit') ?? usual));
  return limits.length === 0 ? usual : Math.min(...limits);
}

/** The query of a list without its page parameter. */
function questionOf({ path, query }: ObservedRequest): string {
  query.delete('starting_after');
  query.sort();
  return `${path}?${query}`;
}

/** The application's own objects that are beyond the first page of a complete list. */
function madeBeyond(record: ObservedRun, list: ObservedRequest): ObservedRequest[] {
  const { query, operation } = list;
  const limit = Number(query.get('limit') ?? largest);
  const isFiltered = [...query.keys()].some((name) => name !== 'limit');
  const maker = makers[operation ?? ''];
  if (isFiltered || maker === undefined) return [];
  const shown = new Set(list.view.page?.ids);
  const acted = limit < largest ? actedOn(record, list) : null;
  // An application that acts on each object of a page processes the list; it does not just show the latest objects.
  if (acted !== null && (shown.size < fewestActs || [...shown].some((id) => !acted.has(id)))) return [];
  return record
    .of(maker)
    .filter(
      ({ object, isAccepted, received, view }) =>
        isAccepted &&
        view.mode === list.view.mode &&
        received < list.received &&
        typeof object?.id === 'string' &&
        !shown.has(object.id) &&
        acted?.has(object.id) !== true,
    );
}

/** The ids in writes soon after the response to a list request. */
function actedOn(record: ObservedRun, list: ObservedRequest): ReadonlySet<string> {
  const writes = record.requests.filter(
    ({ view, received }) => view.method !== 'GET' && received >= list.answered && received <= list.answered + soon,
  );
  return new Set(writes.flatMap(({ view }) => `${view.path} ${view.body ?? ''}`.match(idPattern) ?? []));
}

/** @param made the application's own objects that only later pages have */
function findingOf(list: ObservedRequest, made: readonly ObservedRequest[]): Finding {
  const missed = `The response to GET ${list.view.path} had has_more: true, but the application did not request the next page.`;
  const own = ` Later pages contain ${made.length} of its own objects, such as ${made[0]?.object?.id}.`;
  return findingOfRequests([list], made.length === 0 ? missed : missed + own, list.path);
}
