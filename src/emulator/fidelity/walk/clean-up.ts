import { isObject, jsonOrText } from '../../../core/base/json-values.ts';
import { type AnyLifecycle, leavesFrom, wordsOf } from '../../../core/kernel/declare/lifecycle.ts';
import type { AnyOperation } from '../../../core/kernel/declare/operation.ts';
import { type Fields, pathOf } from '../../../core/kernel/declare/request-path.ts';
import type { Slice } from '../../../core/kernel/declare/slice.ts';
import { type Sending, sendPatiently, type WalkAnswer } from './send.ts';

/** The name of the metadata that marks what a walk creates. */
export const markName = 'emulator_compare';
/** How the mark of a walk begins: `emulator-compare-m1x`. E-mail addresses have it, too: `ada+emulator-compare-m1x@…`. */
export const markPrefix = 'emulator-compare-';

const isMarked = (object: Fields): boolean =>
  (isObject(object.metadata) && markName in object.metadata) || JSON.stringify(object).includes(`+${markPrefix}`);

/** How one kind of object is taken back. */
interface Removal {
  readonly list: AnyOperation;
  readonly by: AnyOperation;
  readonly body?: Fields;
  /** What happens to the object: `cancelled`. */
  readonly done: string;
  /** Whether the object can no longer be, or need not be, taken back. */
  readonly isOver: (object: Fields) => boolean;
}

/** What a clean-up did with one kind of object. */
export interface CleanedUp {
  /** The kind: `payout link`. */
  readonly kind: string;
  /** What happened to the objects: `cancelled`. */
  readonly done: string;
  readonly count: number;
  /** How many the service refused to take back, and its last status. */
  readonly refused: number;
  readonly status: number;
}

/** The verbs that take an object back without a new movement of money. */
const verbs = { void: 'voided', cancel: 'cancelled', reject: 'rejected' } as const;

/** How a slice's objects are taken back: voided, cancelled, rejected, or else made inactive; null if they stay. */
function removalOf({ operations, collections, lifecycle }: Slice): Removal | null {
  const path = `/${collections[0]?.name.replaceAll('_', '-')}s`;
  const at = (method: string, own: string) =>
    operations.find((each) => each.surface === 'merchant' && each.method === method && each.path === own);
  const list = at('GET', path);
  if (list === undefined) return null;
  for (const [verb, done] of Object.entries(verbs)) {
    const by = at('POST', `${path}/{id}/${verb}`);
    if (by === undefined) continue;
    const body = by.body?.properties.immediate === undefined ? {} : { body: { immediate: true } };
    return { list, by, done, ...body, isOver: ({ status }) => isOver(lifecycle!, verb, String(status)) };
  }
  const by = at('PATCH', `${path}/{id}`);
  if (by?.body?.properties.active === undefined) return null;
  return { list, by, done: 'made inactive', body: { active: false }, isOver: ({ active }) => active === false };
}

/** Whether a known status rules out a move. The service can have other statuses. */
function isOver(lifecycle: AnyLifecycle, move: string, status: string): boolean {
  // Services spell `cancelled` in two ways.
  if (new RegExp(`^${move}(l?ed)?$`).test(status)) return true;
  const isKnown = Object.values(lifecycle.moves).some(({ to }) => to === status);
  return isKnown && !leavesFrom(lifecycle.moves[move]!, status);
}

/** The kinds of objects that a clean-up takes back: `payout link`. */
export const removableKinds = (slices: readonly Slice[]): string[] =>
  slices.flatMap((slice) => (removalOf(slice) === null ? [] : [wordsOf(slice.collections[0]!.name)]));

export interface CleanUpOptions extends Sending {
  /** The address of the merchant API. */
  readonly base: string;
  readonly key: string;
}

/**
 * Takes back what walks created, as far as the service allows it: it searches the newest objects of each kind for the
 * mark of a walk.
 */
export async function cleanUp(slices: readonly Slice[], { base, key, ...sending }: CleanUpOptions) {
  const call = (operation: AnyOperation, params: Readonly<Record<string, string>>, query: Fields, body?: Fields) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const url = base.replace(/\/$/, '') + pathOf(operation, { params, query });
    return sendPatiently({ method: operation.method, url, headers, body: body && JSON.stringify(body) }, sending);
  };
  const cleaned: CleanedUp[] = [];
  for (const slice of slices) {
    const removal = removalOf(slice);
    if (removal === null) continue;
    const { list, by, body, done } = removal;
    let [count, refused, status] = [0, 0, 0];
    for await (const object of markedIn((query) => call(list, {}, query))) {
      if (removal.isOver(object)) continue;
      const answer = await call(by, { id: String(object.id) }, {}, body);
      if (answer.status < 300) count++;
      else [refused, status] = [refused + 1, answer.status];
    }
    cleaned.push({ kind: wordsOf(slice.collections[0]!.name), done, count, refused, status });
  }
  return cleaned;
}

/** The largest page of a list. */
const pageSize = 100;

/** The marked objects in a list, up to the first page without any. Lists start with the newest object. */
async function* markedIn(page: (query: Fields) => Promise<WalkAnswer>): AsyncGenerator<Fields> {
  for (let query: Fields = { limit: pageSize }; ; ) {
    const { status, text } = await page(query);
    const body = jsonOrText(text);
    const items = status < 300 && isObject(body) && Array.isArray(body.data) ? body.data.filter(isObject) : [];
    const marked = items.filter(isMarked);
    yield* marked;
    const last = items.at(-1)?.id;
    const next = { limit: pageSize, starting_after: last };
    if (marked.length === 0 || !isObject(body) || body.has_more !== true || last === query.starting_after) return;
    query = next;
  }
}
