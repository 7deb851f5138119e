import type { SentTo } from '../../client/node-client.ts';
import { durationForms, parseDuration } from '../../core/base/duration.ts';
import type { EndpointRequest } from '../../payments/webhooks/endpoint-fields.ts';
import { CommandFailure, exitCodes, wrongUsage } from '../failure.ts';
import { instant } from '../output.ts';
import type { Session } from '../session.ts';
import { deliveryTable, healthCell, nextResults, type PageOptions, remarkOnPage } from '../views.ts';

export async function listEndpoints({ client, out }: Session): Promise<void> {
  const page = await client.call('webhook_endpoints.list', { limit: 100 });
  out.document(page, () =>
    out.table(
      ['id', 'url', 'events', 'health', 'last', 'failures', 'next attempt'],
      page.data.map(({ id, url, events, enabled, health }) => [
        id,
        url,
        events.join(','),
        healthCell({ enabled, health }),
        health.last_status ?? health.last_error,
        health.failures_in_a_row,
        instant(health.next_attempt_at),
      ]),
      "No endpoints; add one with 'npx payments-emulator webhooks add URL'.",
    ),
  );
}

/** @param fields the fields of `EndpointRequest`, besides its address and mode */
export async function addEndpoint(
  { client, out, mode }: Session,
  url: string,
  fields: Omit<EndpointRequest, 'url' | 'mode'>,
): Promise<void> {
  const endpoint = await client.call('webhook_endpoints.create', { url, mode, ...fields });
  if (endpoint.changed)
    out.note('The endpoint at this address already existed and was changed. To add another endpoint, use --again.');
  out.document(endpoint, () =>
    out.pairs([
      ['id', endpoint.id],
      ['url', endpoint.url],
      ['events', endpoint.events.join(', ')],
      ['secret', endpoint.secret],
    ]),
  );
}

export async function removeEndpoint({ client, out }: Session, named: string): Promise<void> {
  const removed = await client.call('webhook_endpoints.delete', { id: await endpointId(client, named) });
  out.document(removed, () => `Removed ${removed.id}.`);
}

export interface RotateOptions {
  secret?: string;
  overlap?: string;
}

export async function rotateSecret({ client, out }: Session, named: string, options: RotateOptions): Promise<void> {
  const { secret, overlap } = options;
  if (overlap !== undefined && parseDuration(overlap) === null) {
    throw wrongUsage(`--overlap '${overlap}' is not a valid duration; use one of these forms: ${durationForms}.`);
  }
  const endpoint = await client.call('webhook_endpoints.rotate', {
    id: await endpointId(client, named),
    secret,
    overlap,
  });
  out.document(endpoint, () =>
    out.pairs([
      ['id', endpoint.id],
      ['secret', endpoint.secret],
      ...(endpoint.former === null
        ? []
        : ([
            ['former secret', endpoint.former.secret],
            ['former secret valid until', instant(endpoint.former.until)],
          ] as const)),
    ]),
  );
}

/** The id of an endpoint, from its id or its address. */
async function endpointId(client: Session['client'], named: string): Promise<string> {
  const { data } = await client.call('webhook_endpoints.list', { limit: 100 });
  return data.find(({ url }) => url === named || url === `${named}/`)?.id ?? named;
}

export interface DeliveriesOptions extends PageOptions {
  endpoint?: string;
  event?: string;
  status?: string;
}

export async function listDeliveries({ client, out }: Session, options: DeliveriesOptions): Promise<void> {
  const { endpoint, event } = options;
  const status = options.status as SentTo<'deliveries.list'>['status'];
  const page = await nextResults(
    options,
    (query) => client.call('deliveries.list', { endpoint, event, status, ...query }),
    ({ data }) => data.length === 0,
  );
  const isFiltered = [endpoint, event, status].some((each) => each !== undefined);
  out.document(page, () =>
    deliveryTable(out, page.data, isFiltered ? 'No delivery matches these options.' : undefined),
  );
  remarkOnPage(out, page);
}

/** Checks the signature of the bytes on stdin, however old the signature is. */
export async function verifyBody({ out }: Session, header: string, secret: string): Promise<number> {
  const { verifySignature } = await import('../../payments/webhooks/signature.ts');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  const verdict = verifySignature({ header, body: Buffer.concat(chunks), secret });
  if (!verdict.valid && !out.json) throw new CommandFailure(exitCodes.refused, verdict.reason ?? 'Not valid.');
  out.document(verdict, () => 'The signature is valid.');
  return verdict.valid ? exitCodes.done : exitCodes.refused;
}
