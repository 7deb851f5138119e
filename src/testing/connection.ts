import type { Client, Page } from '../client/node-client.ts';
import type { Mode } from '../core/kernel/workspace.ts';
import type { StreamMessage } from '../sandbox/control/wire.ts';

/**
 * The connection of all handles to a running emulator. The calls use HTTP, so that they get the same responses as
 * other clients.
 */
export interface Connection {
  readonly url: string;
  fetch(request: Request): Promise<Response>;
  clientOf(scope: { workspace?: string; mode?: Mode }): Client;
  /**
   * Reports the events and deliveries of a data set, and null after the last one. After the promise has resolved, no
   * message is missed. The returned function ends the reports.
   */
  onEvent(of: { workspace: string; mode: Mode }, hear: (message: StreamMessage | null) => void): Promise<() => void>;
  stop(): Promise<void>;
}

const longestPage = 100;

/** The matching items of a list, newest first: all items, or the first `most` items. */
export async function everyItem<Item extends { id: string }>(
  readPage: (query: { limit: number; starting_after?: string }) => Promise<Page<Item>>,
  most = Number.POSITIVE_INFINITY,
  fits: (item: Item) => boolean = () => true,
): Promise<Item[]> {
  const items: Item[] = [];
  let last: Item | undefined;
  while (items.length < most) {
    const limit = Math.min(longestPage, most - items.length);
    const page = await readPage({ limit, starting_after: last?.id });
    items.push(...page.data.filter(fits));
    last = page.data.at(-1);
    if (!page.has_more) break;
  }
  // A page of the ledger counts movements, each of which has several entries.
  return items.slice(0, most);
}
