import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryView, EventView, HistoryRequest, ReportedLine, RunView } from '../../sandbox/control/wire.ts';
import { ObservedRun } from './observed-run.ts';

/**
 * The records of emulators that the command itself started, including emulators whose process was killed.
 * @param folder the folder that the command got in its environment
 */
export function reportedRecords(folder: string): ObservedRun[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  return names.sort().flatMap((name) => recordsIn(readFileSync(join(folder, name), 'utf8')));
}

/** A state of a workspace, read from its lines. A later line about the same object replaces an earlier one. */
class Told {
  readonly #begun: RunView;
  readonly #requests: Map<string, HistoryRequest>;
  readonly #events: Map<string, EventView>;
  readonly #deliveries: Map<string, DeliveryView>;
  #endpoints: RunView['endpoints'];
  #realNow: number;

  constructor(begun: RunView) {
    this.#begun = begun;
    this.#requests = byId(begun.requests);
    this.#events = byId(begun.events);
    this.#deliveries = byId(begun.deliveries);
    this.#endpoints = begun.endpoints;
    this.#realNow = begun.real_now;
  }

  add({ request, event, deliveries = [], endpoints, real_now }: ReportedLine): void {
    if (request !== undefined) this.#requests.set(request.id, request);
    if (event !== undefined) this.#events.set(event.id, event);
    for (const delivery of deliveries) this.#deliveries.set(delivery.id, delivery);
    this.#endpoints = endpoints ?? this.#endpoints;
    this.#realNow = real_now;
  }

  record(): ObservedRun {
    const requests = [...this.#requests.values()];
    const [now = this.#begun.now] = [requests.at(-1)?.at].filter((at) => at !== undefined && at > this.#begun.now);
    return new ObservedRun({
      ...this.#begun,
      now,
      real_now: this.#realNow,
      requests,
      events: [...this.#events.values()],
      deliveries: [...this.#deliveries.values()],
      endpoints: this.#endpoints,
    });
  }
}

const byId = <A extends { readonly id: string }>(all: readonly A[]): Map<string, A> =>
  new Map(all.map((each) => [each.id, each]));

function recordsIn(text: string): ObservedRun[] {
  const records: ObservedRun[] = [];
  const open = new Map<string, Told>();
  for (const line of text.split('\n')) {
    const told = parsed(line);
    if (told === null) continue;
    if (!isView(told)) open.get(told.workspace)?.add(told);
    else if (told.ended === null) open.set(told.workspace, new Told(told));
    else {
      open.delete(told.workspace);
      records.push(new ObservedRun(told));
    }
  }
  return [...records, ...[...open.values()].map((each) => each.record())];
}

const isView = (told: ReportedLine | RunView): told is RunView => 'url' in told;

/** A killed process may leave an incomplete last line. */
function parsed(line: string): ReportedLine | RunView | null {
  try {
    return line === '' ? null : (JSON.parse(line) as ReportedLine | RunView);
  } catch {
    return null;
  }
}
