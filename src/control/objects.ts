import type { AnyCollectionDef, Stored } from '../engine/collection.ts';
import { invalid, notFound } from '../engine/errors.ts';
import type { Lifecycle, StatefulRecord } from '../engine/lifecycle.ts';
import { sourcesOf } from '../engine/lifecycle.ts';
import type { Registry } from '../engine/registry.ts';
import { publicView, T, Text } from '../engine/schema.ts';
import { defineControl } from './operation.ts';
import { orOf } from './trigger-catalogue.ts';
import { ObjectPage, ObjectView, pageFields } from './wire.ts';

/** A kind of object that the service keeps. */
interface Kind {
  readonly name: string;
  readonly of: AnyCollectionDef;
  readonly lifecycle: Lifecycle | null;
  /** What can be triggered of it. */
  readonly verbs: readonly string[];
  readonly view: (record: Stored) => Record<string, unknown>;
}

/** How many objects one call looks at for a text: a page of a search may hold fewer than asked for. */
const mostLookedAt = 1_000;

export const objectOperations = [
  defineControl({
    id: 'objects.list',
    method: 'GET',
    path: '/objects',
    summary: 'List the objects of a kind as the API shows them, newest first, with the moves that are legal for each',
    query: T.Object({
      /** Absent: transactions. */
      kind: T.Optional(Text(50)),
      /** Only those in this state. */
      state: T.Optional(Text(50)),
      /** Only those that hold each of these words. */
      search: T.Optional(Text(200)),
      ...pageFields,
    }),
    success: 200,
    envelope: 'data',
    answer: ObjectPage,
    handle: ({ engine }, { query, workspace, mode }) => {
      const kind = kindOf(engine.registry, query.kind ?? 'transaction');
      const all = engine.dataSet(workspace.id, mode).of(kind.of);
      const { limit = 10, starting_after, state, search = '' } = query;
      const after = starting_after === undefined ? undefined : all.entry(starting_after);
      if (starting_after !== undefined && after === undefined) {
        throw invalid('starting_after', `starting_after '${starting_after}' is not in this list.`);
      }
      const words = search
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
      const objects: ObjectView[] = [];
      let looked = 0;
      let last: string | null = null;
      for (const record of all.newestFirst({}, after)) {
        if (objects.length === limit || looked === mostLookedAt) return { objects, next: last };
        looked++;
        last = record.id;
        const view = viewOf(kind, record);
        if (state !== undefined && view.state !== state) continue;
        if (words.length > 0 && !holdsAll(view, words)) continue;
        objects.push(view);
      }
      return { objects, next: null };
    },
  }),
  defineControl({
    id: 'objects.get',
    method: 'GET',
    path: '/objects/{id}',
    summary: 'Read an object of any kind, with the moves that are legal for it now',
    success: 200,
    envelope: 'data',
    answer: ObjectView,
    handle: ({ engine }, { params, workspace, mode }) => {
      const id = params.id ?? '';
      const set = engine.dataSet(workspace.id, mode);
      for (const kind of kindsOf(engine.registry)) {
        const record = set.of(kind.of).get(id);
        if (record !== undefined) return viewOf(kind, record);
      }
      throw notFound('object', id);
    },
  }),
];

/** @throws 400 with the kinds that there are */
function kindOf(registry: Registry, name: string): Kind {
  const kinds = kindsOf(registry);
  const kind = kinds.find((each) => each.name === name);
  if (kind !== undefined) return kind;
  throw invalid('kind', `There is no kind '${name}'; it is ${orOf(kinds.map((each) => each.name))}.`);
}

const kept = new WeakMap<Registry, Kind[]>();

function kindsOf(registry: Registry): readonly Kind[] {
  let kinds = kept.get(registry);
  if (kinds === undefined) {
    kinds = registry.resources.flatMap(({ collections, lifecycle, models, trigger }) =>
      collections.flatMap((of) => {
        const own = lifecycle !== undefined && lifecycle.of.name === of.name ? lifecycle : null;
        const model = Object.values(models).find((each) => objectName(each) === of.name);
        if (own === null && model === undefined) return [];
        const view = model === undefined ? outline : publicView<Stored>(model as T.TObject);
        const verbs =
          own === null || trigger === undefined
            ? []
            : Object.entries(own.verbs).flatMap(([verb, { by }]) => (by === 'reaction' ? [] : [verb]));
        return [{ name: own?.noun ?? of.name, of, lifecycle: own, verbs, view }];
      }),
    );
    kept.set(registry, kinds);
  }
  return kinds;
}

/** What `object` says in an object of a model. */
function objectName(model: T.TSchema): unknown {
  const { properties } = model as { properties?: { object?: { const?: unknown } } };
  return properties?.object?.const;
}

/** What is shown of a record that the API itself never shows as it is. */
function outline(record: Stored): Record<string, unknown> {
  const { id, object, status, created_at, updated_at } = record as Stored & Record<string, unknown>;
  return { id, object, status, created_at, updated_at };
}

function viewOf({ name, lifecycle, verbs, view }: Kind, record: Stored): ObjectView {
  const state = lifecycle === null ? null : lifecycle.stateOf(record as StatefulRecord);
  const moves =
    lifecycle === null || state === null
      ? []
      : verbs.filter((verb) => sourcesOf(lifecycle.verbs[verb]!).includes(state)).map((verb) => `${name}.${verb}`);
  return { id: record.id, object: name, state, moves, data: view(record) };
}

function holdsAll(view: ObjectView, words: readonly string[]): boolean {
  const text = JSON.stringify([view.state, view.data]).toLowerCase();
  return words.every((word) => text.includes(word));
}
