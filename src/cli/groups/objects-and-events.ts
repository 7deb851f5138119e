import { type Command, Option } from 'commander';
import { version } from '../../../package.json';
import type { OutputOptions } from '../../core/system/output-file.ts';
import type { EventsOptions, WaitOptions } from '../commands/events.ts';
import type { LedgerOptions } from '../commands/ledger.ts';
import type { ObjectsOptions } from '../commands/objects.ts';
import type { RequestsOptions } from '../commands/requests.ts';
import type { DeliveriesOptions, EndpointOptions, RotateOptions } from '../commands/webhooks.ts';
import { choice, force, group, handle, integer, paged } from '../options/declare.ts';
import type { PageOptions } from '../views.ts';

/** Declares the commands that show objects, events, requests, mail and webhooks. */
export function addObjectAndEventCommands(program: Command): void {
  const objects = group(program, 'objects', 'what the workspace holds: payments, customers and all other kinds');
  const listObjects = handle<ObjectsOptions>(async (session, [kind], options) =>
    (await import('../commands/objects.ts')).listObjects(session, kind, options),
  );
  objects.action(listObjects);
  paged(objects.command('list').description('list the objects of a kind, newest first; without one, the kinds'))
    .argument('[kind]')
    .option('--state <state>', 'only those in this state')
    .option('--search <words>', 'only those that hold each of these words')
    .action(listObjects);
  objects
    .command('show')
    .description('show an object: its legal moves, its history, its edits and its ledger entries')
    .argument('<id>')
    .action(handle(async (session, [id]) => (await import('../commands/objects.ts')).showObject(session, id!)));
  objects
    .command('set')
    .description('edit what is stored of an object: no move, and an event only with --emit')
    .argument('<id>')
    .argument('<fields...>', 'metadata.tier=gold phone=null')
    .option('--emit', 'send the event of an update')
    .action(
      handle<{ emit?: boolean }>(async (session, [id, ...fields], { emit }) =>
        (await import('../commands/objects.ts')).setFields(session, id!, fields.flat() as string[], emit),
      ),
    );

  const ledger = group(program, 'ledger', 'the ledger: which money moved between which accounts, and for what');
  const listLedger = handle<LedgerOptions>(async (session, _, options) =>
    (await import('../commands/ledger.ts')).listLedger(session, options),
  );
  ledger.action(listLedger);
  paged(ledger.command('list').description('list the entries of the latest movements; those of a movement sum to 0'))
    .option('--id <id>', 'only movements for this object')
    .action(listLedger);

  const loadEvents = () => import('../commands/events.ts');
  const events = group(program, 'events', 'the emitted events, their causes and their receivers');
  const list = handle<EventsOptions>(async (session, _, options) => (await loadEvents()).listEvents(session, options));
  events.action(list);
  paged(events.command('list').description('list events, newest first'))
    .option('--type <type>', 'only events of this type')
    .option('--id <id>', 'only events about this object')
    .action(list);
  events
    .command('show')
    .description('show an event, what caused it and each delivery attempt')
    .argument('<event>')
    .action(handle(async (session, [id]) => (await loadEvents()).showEvent(session, id!)));
  events
    .command('tail')
    .description('print events as they happen')
    .option('--type <type>', 'only events of this type')
    .action(
      handle<{ type?: string }>(async (session, _, options) => (await loadEvents()).tailEvents(session, options)),
    );
  events
    .command('resend')
    .description('send an event again')
    .argument('<event>')
    .option('--to <url>', 'to this address instead of the endpoints')
    .action(
      handle<{ to?: string }>(async (session, [id], { to }) => (await loadEvents()).resendEvent(session, id!, to)),
    );
  events
    .command('wait')
    .description('wait for an event; one that has already happened counts')
    .argument('<type>')
    .option('--id <id>', 'about this object')
    .option('--status <number>', 'and delivered with this status', integer(100, 599))
    .option('--after <event>', 'and emitted after this event')
    .option('--timeout <duration>', 'how long to wait (default 30s)')
    .action(
      handle<WaitOptions>(async (session, [type], options) =>
        (await loadEvents()).waitForEvent(session, type!, options),
      ),
    );

  const loadRequests = () => import('../commands/requests.ts');
  const requests = group(program, 'requests', 'the log of API requests');
  const listRequests = handle<RequestsOptions>(async (session, _, options) =>
    (await loadRequests()).listRequests(session, options),
  );
  requests.action(listRequests);
  paged(requests.command('list').description('list requests, newest first'))
    .option('--status <number>', 'only answers with this status', integer(100, 599))
    .option('--method <method>', 'only requests with this method')
    .action(listRequests);
  requests
    .command('show')
    .description('show a request and its answer')
    .argument('<request>')
    .action(handle(async (session, [id]) => (await loadRequests()).showRequest(session, id!)));
  requests
    .command('tail')
    .description('print requests as they come')
    .action(handle(async (session) => (await loadRequests()).tailRequests(session)));
  requests
    .command('replay')
    .description('send a request again')
    .argument('<request>')
    .action(handle(async (session, [id]) => (await loadRequests()).replayRequest(session, id!)));

  requests
    .command('export')
    .description('write the whole log as HAR, for browsers and other tools that read it')
    .argument('[file]', 'where to (default: stdout)')
    .option('--har', 'as HAR 1.2, which it always is')
    .option(...force)
    .action(
      handle<OutputOptions>(async (session, [file], options) =>
        (await loadRequests()).exportRequests(session, file, options, version),
      ),
    );

  program
    .command('mark')
    .description(
      'begin a section of the log, for example at the start of a test; without a text, list the latest marks',
    )
    .argument('[text]')
    .option('--failed', 'the section that ends went wrong')
    .action(
      handle<{ failed?: boolean }>(async (session, [text], options) =>
        (await import('../commands/mark.ts')).mark(session, text, options),
      ),
    );

  const loadMail = () => import('../commands/mail.ts');
  const mail = group(program, 'mail', 'the captured mailbox: all e-mails, and their recipients');
  const listMail = handle<PageOptions & { to?: string }>(async (session, _, options) =>
    (await loadMail()).listMail(session, options),
  );
  mail.action(listMail);
  paged(mail.command('list').description('list messages, newest first'))
    .option('--to <address>', 'only messages to this address')
    .action(listMail);
  mail
    .command('show')
    .description('show a message')
    .argument('<mail>')
    .option('--raw', 'as it was sent, with its headers and attachments')
    .action(
      handle<{ raw?: boolean }>(async (session, [id], { raw }) => (await loadMail()).showMail(session, id!, raw)),
    );
  mail
    .command('open')
    .description("write a message to a file and open it with the system's mail program")
    .argument('<mail>')
    .action(handle(async (session, [id]) => (await loadMail()).openMail(session, id!)));

  const loadWebhooks = () => import('../commands/webhooks.ts');
  const webhooks = group(program, 'webhooks', 'webhook endpoints and deliveries');
  const listEndpoints = handle(async (session) => (await loadWebhooks()).listEndpoints(session));
  webhooks.action(listEndpoints);
  webhooks.command('list').description('list endpoints and their health').action(listEndpoints);
  webhooks
    .command('add')
    .description('add an endpoint, or change the one at that address')
    .argument('<url>')
    .option('--secret <secret>', 'sign with this secret (default: a fresh one)')
    .option('--events <types>', 'only these event types, separated by commas (default: all)')
    .option('--again', 'add another one even if the address has one')
    .action(
      handle<EndpointOptions>(async (session, [url], options) =>
        (await loadWebhooks()).addEndpoint(session, url!, options),
      ),
    );
  webhooks
    .command('remove')
    .description('remove an endpoint')
    .argument('<endpoint>', 'its id or address')
    .action(handle(async (session, [id]) => (await loadWebhooks()).removeEndpoint(session, id!)));
  webhooks
    .command('rotate')
    .description('give an endpoint a new secret; for a while deliveries are also signed with the old one')
    .argument('<endpoint>', 'its id or address')
    .option('--secret <secret>', 'the new secret (default: a fresh one)')
    .option('--overlap <duration>', 'how long deliveries carry both signatures (default 24h)')
    .action(
      handle<RotateOptions>(async (session, [id], options) =>
        (await loadWebhooks()).rotateSecret(session, id!, options),
      ),
    );
  paged(webhooks.command('deliveries').description('list deliveries, newest first'))
    .option('--endpoint <id>', 'only to this endpoint')
    .option('--event <id>', 'only of this event')
    .addOption(choice(new Option('--status <status>', 'only in this state'), ['pending', 'delivered', 'failed']))
    .action(
      handle<DeliveriesOptions>(async (session, _, options) => (await loadWebhooks()).listDeliveries(session, options)),
    );
  webhooks
    .command('verify')
    .description('check the signature of a body read from stdin')
    .requiredOption('--signature <header>', 'the Service-Signature header')
    .requiredOption('--secret <secret>', "the endpoint's secret")
    .action(
      handle<{ signature: string; secret: string }>(async (session, _, { signature, secret }) =>
        (await loadWebhooks()).verifyBody(session, signature, secret),
      ),
    );
}
