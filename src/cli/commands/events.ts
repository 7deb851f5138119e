import { missingEventSentences, mostNamed } from '../../client/node-client.ts';
import { fieldText } from '../../core/base/terminal-text.ts';
import type { FieldChange } from '../../sandbox/control/wire.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { causalTree } from '../log/causal-tree.ts';
import { type Output, safeJson } from '../output.ts';
import { followed, type Session } from '../session.ts';
import {
  deliveryTable,
  eventTable,
  eventTime,
  type PageOptions,
  pageQuery,
  remarkOnPage,
  tablePart,
} from '../views.ts';
import { millisecondsOf } from '../wait.ts';

export interface EventsOptions extends PageOptions {
  type?: string;
  id?: string;
}

export async function listEvents({ client, out }: Session, options: EventsOptions): Promise<void> {
  const { type, id } = options;
  const page = await client.call('events.list', { type, id, ...pageQuery(options) });
  out.document(page, () => eventTable(out, page.data));
  remarkOnPage(out, page);
}

export async function showEvent({ client, out }: Session, id: string): Promise<void> {
  const event = await client.call('events.get', { id });
  out.document(event, () =>
    [causalTree(out, event), ...changedTable(out, event.changed), safeJson(event.data, 2)].join('\n\n'),
  );
}

const changedTable = (out: Output, changed: readonly FieldChange[]): string[] =>
  tablePart(
    out,
    ['changed', 'from', 'to'],
    changed.map(({ field, from, to }) => [field, fieldText(from), fieldText(to)]),
  );

export async function tailEvents(session: Session, { type }: { type?: string }): Promise<void> {
  const { client, out } = session;
  // For a type that does not exist, this command would never print anything. The list refuses such a type.
  if (type !== undefined) await client.call('events.list', { type, limit: 1 });
  for await (const message of followed(session)) {
    if (message.type !== 'event' || (type !== undefined && message.data.type !== type)) continue;
    const event = message.data;
    out.item(
      event,
      () => `${out.paint('dim', eventTime(event.created))}  ${event.type}  ${event.id}  ${event.subject}`,
    );
  }
}

export async function resendEvent({ client, out }: Session, id: string, to?: string): Promise<void> {
  const made = await client.call('events.resend', { id, to });
  out.document(made, () => deliveryTable(out, made));
}

export interface WaitOptions {
  id?: string;
  status?: number;
  after?: string;
  timeout?: string;
}

/** How long one call waits. A longer wait uses several calls, so that no connection stays silent for too long. */
const oneCall = 60_000;

/** Waits for an event of a type: about an object, after another event, or answered with a status. */
export async function waitForEvent({ client, out }: Session, type: string, options: WaitOptions): Promise<void> {
  const { id, status, after, timeout = '30s' } = options;
  const deadline = performance.now() + millisecondsOf(timeout, '--timeout');
  for (;;) {
    const left = Math.max(0, Math.round(deadline - performance.now()));
    const { data: found } = await client.call('events.wait', {
      type,
      id,
      status,
      after,
      timeout: Math.min(left, oneCall),
    });
    if (found !== null) {
      out.document(found, () => eventTable(out, [found]));
      return;
    }
    if (left <= oneCall) break;
  }
  const about = id === undefined ? '' : ` about ${id}`;
  const answered = status === undefined ? '' : ` answered with ${status}`;
  const [{ data: latest }, clock] = await Promise.all([
    client.call('events.list', { id, after, limit: mostNamed }),
    client.call('clock.get'),
  ]);
  const instead = missingEventSentences({
    came: latest.reverse(),
    clock,
    id,
    calls: { advance: "'npx payments-emulator clock advance'", settle: "'npx payments-emulator settle'" },
  });
  throw new CommandFailure(exitCodes.waitEnded, `No ${type} event${about}${answered} within ${timeout}. ${instead}`);
}
