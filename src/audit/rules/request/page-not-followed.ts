import { evidenceOf, idPattern, type ObservedRequest, type ObservedRun } from '../../observed/observed-run.ts';
import { isOfScenario } from '../../observed/scenario-requests.ts';
import { type Finding, inapplicable, incomplete, pass, type Rule, violation } from '../../rule.ts';
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
/** A lower limit may ask for a few objects only; no limit, or the largest, asks for all objects. */
const largest = 100;
/**
 * How many objects of a page must be acted on, and how soon, to show that the page was processed; the time in
 * milliseconds.
 */
const fewestActs = 2;
const soon = 60_000;

export const pageNotFollowed: Rule = {
  id: 'request/page-not-followed',
  level: 'warning',
  ways: ['lint', 'trial'],
  wrong: 'A list says has_more, but the application never asks for the next page, which has objects that it made.',
  why: 'A list has 10 objects unless more are asked for, and 100 at most: reconciliation, exports and searches silently leave out the others from the eleventh on.',
  mend: 'Ask again with starting_after, the id of the last object, until has_more is false.',
  says: 'Pages have a limit of 10 by default and 100 at most; continue until has_more is false (specification, "Conventions" 3).',
  trial: underShortPages,
  lint: (record) => {
    const lists = record.requests.filter((asked) => asked.view.page?.has_more === true && !isOfScenario(record, asked));
    if (lists.length === 0) {
      return inapplicable('No list was longer than one page', 'let the application list more than 10 objects');
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
    if (missed.length > 0) return violation(missed);
    // An application that follows the pages of a list in one place knows how to do so.
    const known = new Set(followers.map(({ path }) => path));
    const doubtful = first.filter(({ path }) => !known.has(path));
    if (doubtful.length === 0) return pass;
    return incomplete(
      'A list has more pages than were read, which may be all that was wanted',
      'look at what it is read for: a limit may say that only so many are wanted',
      doubtful.map((asked) => findingOf(asked, [])),
    );
  },
};

/** The query of a list without its page. */
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
  // An application that acts on each object of a page processes the list, and does not just show the latest objects.
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

/** The ids in writes soon after a list was answered. */
function actedOn(record: ObservedRun, list: ObservedRequest): ReadonlySet<string> {
  const writes = record.requests.filter(
    ({ view, received }) => view.method !== 'GET' && received >= list.answered && received <= list.answered + soon,
  );
  return new Set(writes.flatMap(({ view }) => `${view.path} ${view.body ?? ''}`.match(idPattern) ?? []));
}

const findingOf = (list: ObservedRequest, made: readonly ObservedRequest[]): Finding => ({
  message:
    made.length === 0
      ? `GET ${list.view.path} was answered has_more: true, and no next page was asked for.`
      : `GET ${list.view.path} was answered has_more: true, and no next page was asked for; ${made.length} that the application made are on later pages (${made[0]!.object?.id} is one).`,
  where: list.path,
  adversity: null,
  evidence: evidenceOf({ requests: [list] }),
});
