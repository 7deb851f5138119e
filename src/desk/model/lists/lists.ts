import type { Client } from '../../../client/node-client.ts';
import type {
  ComparisonFinding,
  DeliveryView,
  EndpointView,
  FaultView,
  LedgerEntryView,
  MailView,
  ObjectView,
  RuleView,
  StreamMessage,
  SumsView,
  UpcomingJob,
} from '../../../sandbox/control/wire.ts';
import { Findings, type FindingsOptions } from './findings.ts';
import { type AnyList, type AskForPage, type FetchPage, PagedList, pageSize, pagesOf } from './paged-list.ts';
import { shortenTexts } from './shorten-text.ts';

/** Pages of the objects of a kind. */
export const objectPages =
  (client: () => Client, kind: string, limit = pageSize): FetchPage<ObjectView> =>
  async (after, search, page) => {
    const query = { limit, starting_after: after ?? undefined, search, page, sums: isSummed(after, limit) };
    const { objects, next, sums } = await client().call('objects.list', { kind, ...query });
    return { items: shortenTexts(objects), next, sums };
  };

/** Only the first page of a list has sums; the palette needs none. */
const isSummed = (after: string | null, limit = pageSize): true | undefined =>
  after === null && limit === pageSize ? true : undefined;

interface Searching {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly search: string;
  readonly page?: 'last' | undefined;
}

/** Pages of a list that the emulator can search. */
const searchedPages =
  <T>(
    ask: (query: Searching) => Promise<{ data: T[]; next: string | null; sums?: SumsView }>,
    limit = pageSize,
  ): FetchPage<T> =>
  async (after, search, page) => {
    const { data, next, sums } = await ask({ limit, starting_after: after ?? undefined, search, page });
    return { items: shortenTexts(data), next, sums };
  };

/** Pages of deliveries. */
export const deliveryPages = (client: () => Client, limit = pageSize): FetchPage<DeliveryView> =>
  searchedPages((query) => client().call('deliveries.list', query), limit);

/** Pages of scheduled jobs. */
export const jobPages = (client: () => Client, limit = pageSize): FetchPage<UpcomingJob> =>
  searchedPages((query) => client().call('jobs.list', query), limit);

/** A difference from a comparison with the service, identified by its position in the report. */
export type Difference = ComparisonFinding & { readonly id: string };

/** The lists of a data set. Each list loads as far as the user scrolls. */
export class Lists {
  readonly #client: () => Client;
  readonly #changed: () => void;
  readonly #objects = new Map<string, PagedList<ObjectView>>();
  readonly deliveries: PagedList<DeliveryView>;
  readonly jobs: PagedList<UpcomingJob>;
  readonly mail: PagedList<MailView>;
  readonly ledger: PagedList<LedgerEntryView>;
  readonly endpoints: PagedList<EndpointView>;
  readonly faults: PagedList<FaultView>;
  readonly rules: PagedList<RuleView>;
  readonly comparison: PagedList<Difference>;
  readonly findings: Findings;

  /** @param client returns the client of the shown data set */
  constructor(client: () => Client, changed: () => void, findings: FindingsOptions) {
    this.#client = client;
    this.#changed = changed;
    const list = <T extends { id: string }>(ask: AskForPage<T>) => new PagedList(pagesOf(ask), changed);
    this.deliveries = new PagedList(deliveryPages(client), changed);
    this.jobs = new PagedList(jobPages(client), changed, 'reordered');
    this.mail = new PagedList(
      searchedPages((query) => client().call('mail.list', query)),
      changed,
    );
    this.ledger = new PagedList(
      searchedPages((query) =>
        client().call('ledger.list', { ...query, sums: isSummed(query.starting_after ?? null) }),
      ),
      changed,
    );
    this.endpoints = list((paging) => client().call('webhook_endpoints.list', paging));
    this.faults = list((paging) => client().call('faults.list', paging));
    this.rules = list((paging) => client().call('rules.list', paging));
    this.comparison = new PagedList(async () => {
      const { findings: found } = await client().call('comparison');
      return { items: found.map((each, at) => ({ ...each, id: String(at + 1) })), next: null };
    }, changed);
    this.findings = new Findings(changed, findings);
  }

  /** The objects of a kind. */
  objectsOf(kind: string): PagedList<ObjectView> {
    let list = this.#objects.get(kind);
    if (list === undefined) {
      list = new PagedList(objectPages(this.#client, kind), this.#changed);
      this.#objects.set(kind, list);
    }
    return list;
  }

  /** The list of the objects of a kind; undefined if no view has shown it. */
  known(kind: string): PagedList<ObjectView> | undefined {
    return this.#objects.get(kind);
  }

  objects(): AnyList[] {
    return [...this.#objects.values()];
  }

  /**
   * All lists except the comparison and the findings. The comparison does not change. The findings decide when to
   * audit, because an audit costs more.
   */
  all(): AnyList[] {
    const { deliveries, jobs, mail, ledger, endpoints, faults, rules } = this;
    return [...this.objects(), deliveries, jobs, mail, ledger, endpoints, faults, rules];
  }

  /** Marks lists as stale, so that they load again when they are shown. */
  markStale(lists: readonly { isStale: boolean }[] = this.all()): void {
    for (const list of lists) list.isStale = true;
  }

  /** Updates the lists with a message of the stream, and marks the lists stale that the message cannot update. */
  hear(message: StreamMessage): void {
    // Any message can mean that a job was scheduled or has run.
    this.jobs.isStale = true;
    switch (message.type) {
      case 'change': {
        const { object, id, to } = message.data;
        const list = this.known(object);
        // The next poll loads the legal moves.
        list?.patch(id, (item) => (item.state === to ? item : { ...item, state: to, moves: [] }));
        this.markStale(list === undefined ? [this.ledger] : [this.ledger, list]);
        break;
      }
      case 'delivery':
        this.deliveries.patch(message.data.id, () => message.data);
        this.markStale([this.deliveries, this.endpoints]);
        break;
      case 'left_out':
        this.markStale();
        break;
      case 'request':
        // The stream has no messages about changes of objects without states.
        this.markStale([this.faults, this.rules, ...this.objects()]);
        break;
    }
  }

  clear(): void {
    for (const list of this.all()) list.clear();
    this.comparison.clear();
    this.findings.clear();
  }
}
