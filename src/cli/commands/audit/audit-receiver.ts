import { probeReceiver, probeReport } from '../../../audit/receiver/probe.ts';
import type { Rule } from '../../../audit/rule.ts';
import type { Client } from '../../../client/node-client.ts';
import { quoted } from '../../../core/base/terminal-text.ts';
import type { EndpointView, EventView } from '../../../sandbox/control/wire.ts';
import {
  checkedAcceptances,
  checkReportPaths,
  type ReportOptions,
  tellReport,
  writeReport,
} from '../../audit-report.ts';
import { CommandFailure, exitCodes, wrongUsage } from '../../failure.ts';
import type { Session } from '../../session.ts';

export interface ReceiverOptions extends ReportOptions {
  readonly endpoint?: string;
  readonly event?: string;
}

const usualType = 'payment.completed';

/** Sends receivers deliveries that they must accept or reject, and judges the responses. @returns the exit status */
export async function auditReceiver({ client, out, file }: Session, options: ReceiverOptions): Promise<number> {
  const event = options.event === undefined ? '' : ` --event ${quoted(options.event)}`;
  const judging = {
    selection: options,
    accept: checkedAcceptances(file, options),
    repeat: ({ id }: Rule, where: string) =>
      `npx payments-emulator audit receiver --endpoint ${quoted(where)}${event} --only ${id}`,
  };
  checkReportPaths(options);
  const endpoints = await endpointsOf(client, options.endpoint);
  const runs = [];
  for (const endpoint of endpoints) {
    const run = await probeReceiver(client, endpoint, await eventFor(client, endpoint, options.event));
    runs.push(run);
    const { status, error } = run.answers.of('valid');
    if (status === null) {
      const silent = `No response from ${endpoint.url}: ${error}`;
      await writeReport(probeReport(runs, { ...judging, silent }), options);
      throw new CommandFailure(exitCodes.refused, `${silent}. Start the receiver first.`);
    }
  }
  const report = probeReport(runs, judging);
  return tellReport(report, out, options, (document, human) => out.document(document, human));
}

/** @throws CommandFailure if the endpoint does not exist, or if the workspace has no endpoint */
async function endpointsOf(client: Client, named: string | undefined): Promise<EndpointView[]> {
  const { data } = await client.call('webhook_endpoints.list', { limit: 100 });
  const add = 'Add your application: npx payments-emulator webhooks add URL';
  if (named === undefined) {
    const enabled = data.filter((endpoint) => endpoint.enabled);
    if (enabled.length === 0)
      throw new CommandFailure(exitCodes.refused, `The workspace has no enabled webhook endpoint. ${add}`);
    return enabled.reverse();
  }
  const isNamed = ({ id, url }: EndpointView) => id === named || url === named || url === `${named}/`;
  const found = data.find(isNamed);
  if (found === undefined) throw wrongUsage(`No webhook endpoint has the id or address ${named}. ${add}`);
  return [found];
}

/** The latest event of a type that the endpoint subscribes to. If the workspace has no such event, triggers one. */
async function eventFor(client: Client, { events, url }: EndpointView, wanted: string | undefined): Promise<EventView> {
  const isAll = events[0] === '*';
  const type = wanted ?? (isAll || events.includes(usualType) ? usualType : events[0]!);
  const [known] = (await client.call('events.list', { type, limit: 1 })).data;
  if (known !== undefined) return known;
  await client.call('triggers.run', { name: type });
  const [made] = (await client.call('events.list', { type, limit: 1 })).data;
  if (made === undefined)
    throw new CommandFailure(exitCodes.refused, `The workspace has no ${type} event to send to ${url}.`);
  return made;
}
