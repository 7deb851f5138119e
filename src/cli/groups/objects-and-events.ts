import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { OutputOptions } from '../../core/system/output-file.ts';
import { EndpointRequest } from '../../payments/webhooks/endpoint-fields.ts';
import type { EventsOptions, WaitOptions } from '../commands/events.ts';
import type { LedgerOptions } from '../commands/ledger.ts';
import type { ObjectsOptions } from '../commands/objects.ts';
import type { RequestsOptions } from '../commands/requests.ts';
import type { DeliveriesOptions, RotateOptions } from '../commands/webhooks.ts';
import { choice, force, group, handle, integer, paged } from '../options/declare.ts';
import { fieldOptions } from '../options/field-options.ts';
import type { PageOptions } from '../views.ts';

/** Declares the commands that show objects, events, requests, mail and webhooks. */
export function addObjectAndEventCommands(program: Command): void {
  addObjects(program);
  addLedger(program);
  addEvents(program);
  addRequests(program);
  addMail(program);
  addWebhooks(program);
}

function addObjects(program: Command): void {
  const objects = group(program, 'objects', 'List, show and edit payments, customers and other objects');
  const listObjects = handle<ObjectsOptions>(async (session, [kind], options) =>
    (await import('../commands/objects.ts')).listObjects(session, kind, options),
  );
  objects.action(listObjects);
  paged(objects.command('list').description('List object kinds, or the objects of one kind'))
    .argument('[kind]', 'Kind of object, such as customers')
    .option('--state <state>', 'Show only objects in this state')
    .option('--search <words>', 'Show only objects that contain all of these words')
    .action(listObjects);
  objects
    .command('show')
    .description('Show an object with its moves, history and ledger entries')
    .argument('<id>')
    .action(handle(async (session, [id]) => (await import('../commands/objects.ts')).showObject(session, id!)));
  objects
    .command('set')
    .description('Edit the stored fields of an object')
    .argument('<id>')
    .argument('<fields...>', 'Fields to set, such as metadata.tier=gold phone=null')
    .option('--emit', 'Send the update event for the object')
    .action(
      handle<{ emit?: boolean }>(async (session, [id, ...fields], { emit }) =>
        (await import('../commands/objects.ts')).setFields(session, id!, fields.flat() as string[], emit),
      ),
    );
}

function addLedger(program: Command): void {
  const ledger = group(program, 'ledger', 'List money movements between accounts');
  const listLedger = handle<LedgerOptions>(async (session, _, options) =>
    (await import('../commands/ledger.ts')).listLedger(session, options),
  );
  ledger.action(listLedger);
  paged(ledger.command('list').description('List the ledger entries of the latest money movements'))
    .option('--id <id>', 'Show only money movements of this object')
    .action(listLedger);
}

function addEvents(program: Command): void {
  const loadEvents = () => import('../commands/events.ts');
  const events = group(program, 'events', 'List, wait for and resend events');
  const list = handle<EventsOptions>(async (session, _, options) => (await loadEvents()).listEvents(session, options));
  events.action(list);
  paged(events.command('list').description('List events, newest first'))
    .option('--type <type>', 'Show only events of this type')
    .option('--id <id>', 'Show only events about this object')
    .action(list);
  events
    .command('show')
    .description('Show an event, its cause and its delivery attempts')
    .argument('<event>')
    .action(handle(async (session, [id]) => (await loadEvents()).showEvent(session, id!)));
  events
    .command('tail')
    .description('Print events as they happen')
    .option('--type <type>', 'Show only events of this type')
    .action(
      handle<{ type?: string }>(async (session, _, options) => (await loadEvents()).tailEvents(session, options)),
    );
  events
    .command('resend')
    .description('Resend an event')
    .argument('<event>')
    .option('--to <url>', 'Send the event to this address instead of the endpoints')
    .action(
      handle<{ to?: string }>(async (session, [id], { to }) => (await loadEvents()).resendEvent(session, id!, to)),
    );
  events
    .command('wait')
    .description('Wait for an event, including one that already occurred')
    .argument('<type>')
    .option('--id <id>', 'Match only events about this object')
    .option('--status <number>', 'Match only events with this response status from an endpoint', integer(100, 599))
    .option('--after <event>', 'Match only events after this event')
    .option('--timeout <duration>', 'Wait at most this long (default 30s)')
    .action(
      handle<WaitOptions>(async (session, [type], options) =>
        (await loadEvents()).waitForEvent(session, type!, options),
      ),
    );
}

function addRequests(program: Command): void {
  const loadRequests = () => import('../commands/requests.ts');
  const requests = group(program, 'requests', 'List, show and replay API requests');
  const listRequests = handle<RequestsOptions>(async (session, _, options) =>
    (await loadRequests()).listRequests(session, options),
  );
  requests.action(listRequests);
  paged(requests.command('list').description('List requests, newest first'))
    .option('--status <number>', 'Show only requests with this response status', integer(100, 599))
    .option('--method <method>', 'Show only requests with this HTTP method')
    .action(listRequests);
  requests
    .command('show')
    .description('Show a request and its response')
    .argument('<request>')
    .action(handle(async (session, [id]) => (await loadRequests()).showRequest(session, id!)));
  requests
    .command('tail')
    .description('Print requests as they arrive')
    .action(handle(async (session) => (await loadRequests()).tailRequests(session)));
  requests
    .command('replay')
    .description('Send a request again')
    .argument('<request>')
    .action(handle(async (session, [id]) => (await loadRequests()).replayRequest(session, id!)));

  requests
    .command('export')
    .description('Export the complete log as a HAR file')
    .argument('[file]', 'Output file (default: stdout)')
    .option('--har', 'Write HAR 1.2 (the only supported format)')
    .option(...force)
    .action(
      handle<OutputOptions>(async (session, [file], options) =>
        (await loadRequests()).exportRequests(session, file, options, version),
      ),
    );

  program
    .command('mark')
    .description('Mark a place in the log, such as the start of a test')
    .argument('[text]', 'Section name; if omitted, lists the latest marks')
    .option('--failed', 'Mark the previous section as failed')
    .action(
      handle<{ failed?: boolean }>(async (session, [text], options) =>
        (await import('../commands/mark.ts')).mark(session, text, options),
      ),
    );
}

function addMail(program: Command): void {
  const loadMail = () => import('../commands/mail.ts');
  const mail = group(program, 'mail', 'List, show and open captured emails');
  const listMail = handle<PageOptions & { to?: string }>(async (session, _, options) =>
    (await loadMail()).listMail(session, options),
  );
  mail.action(listMail);
  paged(mail.command('list').description('List emails, newest first'))
    .option('--to <address>', 'Show only emails to this address')
    .action(listMail);
  mail
    .command('show')
    .description('Show an e-mail')
    .argument('<mail>')
    .option('--raw', 'Show the message source with headers and attachments')
    .action(
      handle<{ raw?: boolean }>(async (session, [id], { raw }) => (await loadMail()).showMail(session, id!, raw)),
    );
  mail
    .command('open')
    .description("Open an email in the system's mail program")
    .argument('<mail>')
    .action(handle(async (session, [id]) => (await loadMail()).openMail(session, id!)));
}

function addWebhooks(program: Command): void {
  const loadWebhooks = () => import('../commands/webhooks.ts');
  const webhooks = group(program, 'webhooks', 'Manage webhook endpoints and deliveries');
  const listEndpoints = handle(async (session) => (await loadWebhooks()).listEndpoints(session));
  webhooks.action(listEndpoints);
  webhooks.command('list').description('List endpoints and their health').action(listEndpoints);
  // An endpoint is enabled when it is added, and the mode is an option of all commands.
  const { url: _url, mode: _mode, enabled: _enabled, ...fields } = EndpointRequest.properties;
  const endpoint = fieldOptions(EndpointRequest, Object.keys(fields), {
    secret: { value: 'secret' },
    events: { value: 'types', about: 'only these comma-separated event types (default: all)' },
  });
  endpoint
    .addTo(
      webhooks
        .command('add')
        .description('Add an endpoint, or change the existing one at this address')
        .argument('<url>'),
    )
    .action(
      handle(async (session, [url], options) =>
        (await loadWebhooks()).addEndpoint(session, url!, endpoint.fieldsFrom(options)),
      ),
    );
  webhooks
    .command('remove')
    .description('Remove an endpoint')
    .argument('<endpoint>', 'Endpoint id or address')
    .action(handle(async (session, [id]) => (await loadWebhooks()).removeEndpoint(session, id!)));
  webhooks
    .command('rotate')
    .description('Rotate the signing secret of an endpoint')
    .argument('<endpoint>', 'Endpoint id or address')
    .option('--secret <secret>', 'Use this secret (default: generated)')
    .option('--overlap <duration>', 'Sign with both secrets for this long (default 24h)')
    .action(
      handle<RotateOptions>(async (session, [id], options) =>
        (await loadWebhooks()).rotateSecret(session, id!, options),
      ),
    );
  paged(webhooks.command('deliveries').description('List deliveries, newest first'))
    .option('--endpoint <id>', 'Show only deliveries to this endpoint')
    .option('--event <id>', 'Show only deliveries of this event')
    .addOption(
      choice(new Option('--status <status>', 'Show only deliveries with this status'), [
        'pending',
        'delivered',
        'failed',
      ]),
    )
    .action(
      handle<DeliveriesOptions>(async (session, _, options) => (await loadWebhooks()).listDeliveries(session, options)),
    );
  webhooks
    .command('verify')
    .description('Verify the signature of a webhook body from stdin')
    .requiredOption('--signature <header>', 'Value of the Service-Signature header')
    .requiredOption('--secret <secret>', 'Signing secret of the endpoint')
    .action(
      handle<{ signature: string; secret: string }>(async (session, _, { signature, secret }) =>
        (await loadWebhooks()).verifyBody(session, signature, secret),
      ),
    );
}
