import { didYouMean, orOf } from '../../../core/base/closest.ts';
import { type FilterFacts, longestFilter, statesOfTrouble } from '../../../core/base/filter-words.ts';
import { barOf, may, wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import { list } from '../../../core/kernel/declare/operation.ts';
import type { Registry } from '../../../core/kernel/declare/registry.ts';
import { T, Text } from '../../../core/kernel/declare/schema.ts';
import { edits } from '../../../core/kernel/edits.ts';
import { invalid } from '../../../core/kernel/errors.ts';
import { pageOf, usualLimit } from '../../../core/kernel/pagination.ts';
import type { DataSet } from '../../../core/kernel/state.ts';
import type { Stored } from '../../../core/store/collection.ts';
import { ledgerGroups } from '../../../payments/platform/ledger.ts';
import type { Profile } from '../../profile/profile.ts';
import type { RequestLog } from '../../requests/log.ts';
import { requestView } from '../log/request-views.ts';
import { sandboxOperation } from '../operation.ts';
import {
  KindView,
  lastPage,
  ObjectDetails,
  ObjectPage,
  type ObjectView,
  pageFields,
  type RequestView,
} from '../wire.ts';
import { editView } from './edit-views.ts';
import { pick, readFilter } from './filtered-page.ts';
import { cellOf, type Kind, kindsOf, objectNamed, whoOf } from './object-kinds.ts';
import { personsOf } from './persons.ts';
import { type Addend, sumsOf, withSums } from './sums.ts';

/** How many edits of an object are shown. The latest ones are shown. */
const mostEdits = 20;

export const objectOperations = [
  sandboxOperation('GET /kinds', {
    id: 'kinds.list',
    reach: 'workspace',
    summary: 'List the kinds of objects, as the dashboard shows them',
    answers: [200, list(KindView)],
    handle: ({ engine }) => ({ data: listedKinds(engine.registry), has_more: false }),
  }),
  sandboxOperation('GET /objects', {
    id: 'objects.list',
    reach: 'workspace',
    summary: 'List the objects of a kind in API format, newest first, with their legal moves',
    query: T.Object({
      /** The kind of the objects. Default: transactions. */
      kind: T.Optional(Text(50)),
      /** Only objects in this state. */
      state: T.Optional(Text(50)),
      /** Only objects that match every word of this filter, such as `ada state:pending amount:>50`. */
      search: T.Optional(Text(longestFilter)),
      ...withSums,
      ...lastPage,
      ...pageFields,
    }),
    answers: [200, ObjectPage],
    handle: async ({ engine, profile }, { query, workspace, mode, turns }) => {
      const kind = kindOf(engine.registry, query.kind ?? 'transaction');
      const set = engine.dataSet(workspace.id, mode);
      const all = set.of(kind.of);
      const { limit = usualLimit, starting_after, state, search = '', page } = query;
      if (state !== undefined) checkState(kind, state);
      const fits = search.trim() === '' ? null : readFilter(search, engine.clock(workspace).now());
      const view = (record: Stored): ObjectView | null => {
        const shown = withPerson(engine.registry, set, record, viewOf(kind, record));
        if (state !== undefined && shown.state !== state) return null;
        return fits === null || fits(filteredObject(engine.registry, set, shown)) ? shown : null;
      };
      const found = await pick(all, { limit, starting_after, page, turns }, view);
      const isWhole = fits === null && state === undefined;
      const addend = (each: Stored) => (isWhole || view(each) ? addendOf(set, kind, each) : null);
      return {
        objects: found.picked.map((each) => shownBy(profile, each)),
        next: found.next,
        ...(query.sums === true ? { sums: await sumsOf(all.newestInSteps(), addend, turns) } : {}),
      };
    },
  }),
  sandboxOperation('GET /objects/{id}', {
    id: 'objects.get',
    reach: 'workspace',
    summary: 'Read an object of any kind, with the moves that are legal now',
    answers: [200, ObjectDetails],
    handle: ({ engine, log, requests, profile }, { params, workspace, mode }) => {
      const set = engine.dataSet(workspace.id, mode);
      const object = objectNamed(engine.registry, set, params.id);
      const view = withPerson(engine.registry, set, object.record, viewOf(object.kind, object.record));
      const made_by = log.requestThatMade(workspace.id, view.id) ?? requestThatShows(requests, workspace.id, view);
      const leads_to = namedBy(engine.registry, set, view);
      const own = pageOf(set.of(edits), { limit: mostEdits }, { subject: [view.id] });
      const { decided_by = null } = object.record as Stored & { decided_by?: ObjectDetails['decided_by'] };
      return {
        ...shownBy(profile, view),
        decided_by,
        made_by,
        leads_to,
        edits: own.data.map(editView),
      };
    },
  }),
];

/**
 * What an object adds to the sums of its list: its amount, and the money that its movements brought or took. A kind
 * without states, such as a product, has prices, and a sum of prices says nothing.
 */
function addendOf(set: DataSet, { list, lifecycle }: Kind, record: Stored): Addend | null {
  if (lifecycle === null) return null;
  const { amount, currency } = record as Stored & { readonly amount?: unknown; readonly currency?: unknown };
  const own = list?.amount?.(record) ?? (typeof amount === 'number' ? amount : null);
  if (own === null || typeof currency !== 'string') return null;
  const movements = [...set.of(ledgerGroups).newestFirst({ subject: [record.id] })].flatMap((group) =>
    group.from === 'external' || group.to === 'external'
      ? [{ kind: group.kind, amount: group.to === 'external' ? -group.amount : group.amount }]
      : [],
  );
  const state: string = lifecycle.stateOf(record);
  const isApart = Object.values(lifecycle.moves).some(
    ({ role, to }) => to === state && (role === 'fail' || role === 'void'),
  );
  return { currency, amount: own, movements, apart: isApart ? state : null };
}

/** An object with its data in the form of the API. */
export const shownBy = (profile: Profile | null, view: ObjectView): ObjectView =>
  profile === null ? view : { ...view, data: profile.show(view.data) as ObjectView['data'] };

/** The view with the e-mail address of its person, if its list shows only an account or the id of the customer. */
function withPerson(registry: Registry, set: DataSet, record: Stored, view: ObjectView): ObjectView {
  const person = whoOf(registry, set, record);
  const { who, what, data } = view;
  if (person === null || who.text.includes('@')) return view;
  const rest = who.text.replace(String(data.customer_id), '').trim();
  const text = [rest === person ? '' : rest, what.text].filter((part) => part !== '').join('  ');
  return { ...view, who: { ...who, text: person }, what: { ...what, text } };
}

/** An object of any kind. @throws 404 `resource_missing` */
export function viewNamed(registry: Registry, set: DataSet, id: string): ObjectView {
  const { kind, record } = objectNamed(registry, set, id);
  return viewOf(kind, record);
}

/** The objects that the id fields of an object refer to. */
function namedBy(registry: Registry, set: DataSet, { id: own, data }: ObjectView): ObjectDetails['leads_to'] {
  return Object.entries(data).flatMap(([field, id]) => {
    if (!field.endsWith('_id') || typeof id !== 'string' || id === own) return [];
    const kind = kindsOf(registry).find(({ of }) => set.of(of).get(id) !== undefined);
    if (kind === undefined) return [];
    const { who, what } = viewOf(kind, set.of(kind.of).get(id)!);
    return [{ field, id, about: [who.text, what.text].filter((text) => text !== '').join('  ') }];
  });
}

/**
 * The request whose response first shows an object, at the time when the object was created. The causal log has no
 * changes of objects without states.
 */
function requestThatShows(
  requests: RequestLog,
  workspaceId: string,
  { id, data: { created_at } }: ObjectView,
): RequestView | null {
  const logged = requests.list(workspaceId).findLast(
    // The text of a response is written when it is read, so it is read last.
    (request) =>
      request.method !== 'GET' &&
      (typeof created_at !== 'string' || request.at === created_at) &&
      request.response?.includes(`"${id}"`) === true,
  );
  return logged === undefined ? null : requestView(logged);
}

/** The kinds that declare a list, in display order. */
function listedKinds(registry: Registry): KindView[] {
  const pages = registry.operationsOf('control').filter(({ pageOf }) => pageOf !== undefined);
  const listed = kindsOf(registry).flatMap(({ name, of, list: declared }) => {
    if (declared === null) return [];
    const { title, brief = title, noun = wordsOf(name), view = null, part = Number.MAX_SAFE_INTEGER } = declared;
    const page = pages.find(({ pageOf }) => pageOf === of.name);
    const opened = page === undefined ? null : { about: page.summary, path: page.path };
    return [{ part, kind: { name, noun, title, brief, collection: of.name, view, page: opened } }];
  });
  return listed.sort((a, b) => a.part - b.part).map(({ kind }) => kind);
}

/** @throws 400 with the existing kinds */
function kindOf(registry: Registry, name: string): Kind {
  const kinds = kindsOf(registry);
  const kind = kinds.find((each) => each.name === name);
  if (kind !== undefined) return kind;
  // Users and the dashboard call a transaction a payment.
  const titled = kinds.find(({ list }) => [name, `${name}s`].includes((list?.title ?? '').toLowerCase()));
  if (titled !== undefined) return titled;
  const names = kinds.map((each) => each.name);
  const titles = kinds.flatMap(({ list }) => (list === null ? [] : [list.title.toLowerCase()]));
  const hint = didYouMean(name, new Set([...names, ...titles]), 2);
  throw invalid('kind', `There is no object kind '${name}'. Use ${orOf(names)}.${hint}`);
}

/** @throws 400 with the states of the kind */
function checkState({ name, lifecycle }: Kind, state: string): void {
  if (lifecycle === null) throw invalid('state', `Objects of kind ${name} have no states.`);
  const { states } = lifecycle;
  if (states.includes(state)) return;
  throw invalid('state', `There is no state '${state}'. Use ${orOf(states)}.${didYouMean(state, states)}`);
}

function viewOf({ name, lifecycle, moves, view, list }: Kind, record: Stored): ObjectView {
  const data = view(record);
  const stateful = record as Stored & { readonly status: string };
  const state = lifecycle === null ? null : lifecycle.stateOf(stateful);
  const legal = lifecycle === null ? [] : moves.filter((move) => may(lifecycle, stateful, move));
  const barred =
    lifecycle === null
      ? []
      : moves.flatMap((move) => {
          const reason = barOf(lifecycle, stateful, move);
          return reason === null ? [] : [{ move: `${name}.${move}`, reason }];
        });
  const { amount } = data;
  return {
    id: record.id,
    object: name,
    state,
    moves: legal.map((move) => `${name}.${move}`),
    barred,
    amount: list?.amount?.(record) ?? (typeof amount === 'number' ? amount : null),
    who: cellOf(list?.who(record)),
    what: cellOf(list?.what(record)),
    data,
  };
}

/** The fields of an object that a filter can use. */
function filteredObject(registry: Registry, set: DataSet, view: ObjectView): FilterFacts {
  const { id, object, state, amount, who, what, data } = view;
  const { currency, created_at } = data;
  return {
    text: () => `${id} ${state ?? ''} ${who.text} ${what.text} ${textsIn(data)}`,
    state,
    type: object,
    cents: amount,
    currency: typeof currency === 'string' ? currency : null,
    customer: () => `${id} ${who.text} ${personsOf(registry, set, id)}`,
    at: typeof created_at === 'string' ? created_at : null,
    isProblem: (state !== null && statesOfTrouble.has(state)) || what.tone === 'bad' || who.tone === 'bad',
  };
}

/** The texts in a value, without field names. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join(' ') : '';
}
