import type { ObjectView } from '../../control/wire.ts';
import { amount } from '../../text.ts';
import { type Cell, dim, type Line } from '../cells.ts';
import type { Section } from '../details/structure.ts';
import { idCell, stateSpan, whenCell } from '../format.ts';
import type { Session } from '../session.ts';
import { objectPages } from './lists.ts';
import { PagedList } from './paged-list.ts';

/** The kinds that belong to a customer, and how many of the latest of each are shown. */
const theirKinds = ['transaction', 'subscription', 'payout', 'dispute'];
const theirsShown = 5;

interface OfKind {
  readonly title: string;
  readonly list: PagedList<ObjectView>;
}

/** The objects of the customer whose details are shown. They are searched further only while they are on the screen. */
export class CustomerLists {
  readonly #session: Session;
  readonly #changed: () => void;
  #search = '';
  #kinds: readonly OfKind[] = [];

  constructor(session: Session, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
  }

  /** Loads the latest objects of each kind. */
  async load(customer: string): Promise<void> {
    const { kinds, client } = this.#session;
    if (this.#kinds.length === 0) {
      this.#search = `customer:${customer}`;
      this.#kinds = kinds
        .filter(({ name }) => theirKinds.includes(name))
        .map(({ name, title }) => ({
          title,
          list: new PagedList(
            objectPages(() => client, name, theirsShown),
            this.#changed,
          ),
        }));
      await Promise.all(this.#kinds.map(({ list }) => list.search(this.#search)));
    } else {
      await Promise.all(this.#kinds.map(({ list }) => (list.isLoading ? null : list.refresh())));
    }
    const failure = this.#kinds.map(({ list }) => list.failure).find((each) => each !== null);
    if (failure !== undefined) throw new Error(failure);
  }

  /** Searches further for kinds of which too few were found. */
  lookFurther(): void {
    for (const { list } of this.#kinds) if (isUnfinished(list)) void list.loadMore();
  }

  /** One section for each kind of which objects were found so far. */
  get sections(): Section[] {
    return this.#kinds.flatMap(({ title, list }): Section[] => {
      const rows = list.items
        .slice(0, theirsShown)
        .map((object): Cell[] => [
          whenOf(object, this.#session),
          idCell(object.id),
          amount(object.amount, object.data.currency),
          stateSpan(object.state),
          dim(object.what.text),
        ]);
      const further = isUnfinished(list)
        ? 'looking further …'
        : list.hasMore
          ? `and more: / ${this.#search} in ${title}`
          : null;
      if (rows.length === 0 && further === null) return [];
      const note: Line[] = further === null ? [] : [[dim(further)]];
      return [
        {
          heading: title,
          blocks: [
            { type: 'table', rows },
            { type: 'lines', lines: note },
          ],
        },
      ];
    });
  }
}

const whenOf = ({ data: { created_at: at } }: ObjectView, { now }: Session): Cell =>
  typeof at === 'string' ? whenCell(at, now) : '';

const isUnfinished = ({ items, hasMore, failure }: PagedList<ObjectView>): boolean =>
  hasMore && failure === null && items.length < theirsShown;
