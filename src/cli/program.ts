import { Command, CommanderError, Option } from 'commander';
import { version } from '../../package.json';
import { closest } from '../engine/closest.ts';
import { act, collect, does, group, integer, optionOf, paged } from './declare.ts';
import { complain, exitCodes, report } from './failure.ts';
import { addHelping } from './helping.ts';
import { addKeeping } from './keeping.ts';
import { execSettings, globalSettings, startSettings } from './settings.ts';

/** Parses the command line and does what it says; the process ends with the exit status it leaves behind. */
export async function run(argv: readonly string[]): Promise<void> {
  const program = buildProgram();
  process.stdout.on('error', quietly);
  process.stderr.on('error', quietly);
  process.on('uncaughtException', (error) => process.exit(report(error, false)));
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = report(error, argv.includes('--json'));
    if (error instanceof CommanderError && process.exitCode !== exitCodes.done) complain(usageLine(program, error));
  }
}

/** A reader that has gone (`| head`) is no failure, nor is a terminal that was closed. */
function quietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
}

/** All commands with their arguments and options; what each does is loaded when it is called. */
export function buildProgram(): Command {
  const program = new Command('emulator')
    .description('A local sandbox of a whole payments platform.')
    .version(version, '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .configureOutput({ outputError: () => {} })
    .exitOverride()
    .showSuggestionAfterError();
  for (const setting of globalSettings) program.addOption(optionOf(setting));

  addRunning(program);
  addMoving(program);
  addLooking(program);
  addCalling(program);
  addSettingUp(program);
  return program;
}

function addRunning(program: Command): void {
  program.commandsGroup('Run:');
  const start = program
    .command('start')
    .description('start an emulator; on a terminal with its dashboard, else with its log');
  for (const setting of startSettings) start.addOption(optionOf(setting));
  start.action((_options, command: Command) =>
    act(command, async (session) => (await import('./commands/start.ts')).start(session, version), false),
  );
  const exec = program
    .command('exec')
    .description('run a command beside an emulator of its own, told to it by EMULATOR_URL and its kind')
    .usage('[options] -- <command> [arguments...]')
    .argument('<command...>', 'what to run; its exit status becomes that of exec')
    .option('--keep <file>', 'where the command fails, write state and log here: a fixture to start again from');
  for (const setting of execSettings) exec.addOption(optionOf(setting));
  exec.action((words: string[], options: { keep?: string }, command: Command) =>
    act(
      command,
      async (session) => (await import('./commands/exec.ts')).exec(session, words, options.keep, version),
      false,
    ),
  );
  program
    .command('dashboard')
    .description('open the dashboard of a running emulator')
    .action(does(async (session) => (await import('./commands/dashboard.ts')).dashboard(session)));
  program
    .command('status')
    .description('show the clock, the counts and the health of a running emulator')
    .action(does(async (session) => (await import('./commands/status.ts')).status(session)));
  program
    .command('stop')
    .description('stop a running emulator')
    .action(does(async (session) => (await import('./commands/stop.ts')).stop(session)));
  program
    .command('reset')
    .description("put the workspace back to its fixture; keys, endpoints and settings become the fixture's")
    .action(does(async (session) => (await import('./commands/reset.ts')).reset(session)));
}

function addMoving(program: Command): void {
  program.commandsGroup('Make things happen:');
  program
    .command('trigger')
    .description('bring about an event or a named transition, on a fresh object or on --id')
    .argument('[name]', 'payment.disputed, payout.returned, dispute.fight; see --list')
    .option('--list', 'list everything that can be triggered')
    .option('--id <id>', 'make exactly this move on this object')
    .option('--amount <cents>', 'amount of the fresh object or of the move, in cents', integer(1))
    .option('--code <code>', 'a return, decline or network code: R01, M013')
    .option('--kind <kind>', 'the kind of a dispute: chargeback, ach_return, alert_rdr')
    .option('--reason <text>', 'why')
    .option('--set <path=value>', 'override a field of the fresh object (repeatable)', collect)
    .option('--count <number>', 'how many times', integer(1))
    .option('--wait', 'wait until the events are delivered')
    .option('--timeout <duration>', 'how long to wait (default 30s)')
    .action(
      does(async (session, [name], options) =>
        (await import('./commands/trigger.ts')).trigger(session, name, options as never),
      ),
    );

  const clock = group(program, 'clock', 'show or move the emulated clock');
  const loadClock = () => import('./commands/clock.ts');
  const show = does(async (session) => (await loadClock()).showClock(session));
  clock.action(show);
  clock.command('show').description('show the clock and what it will do next').action(show);
  clock
    .command('next')
    .description('list what is due, and when')
    .action(does(async (session) => (await loadClock()).nextJobs(session)));
  clock
    .command('advance')
    .description('move the clock forward and do everything that comes due')
    .argument('[duration]', '90s, 3d, "2 weeks", P1M')
    .option('--to <goal>', "'next', the id of a job, or an ISO 8601 instant")
    .action(
      does(async (session, [duration], options) =>
        (await loadClock()).advance(session, duration, options.to as string | undefined),
      ),
    );
  clock
    .command('set')
    .description('move the clock forward to an instant')
    .argument('<instant>', 'ISO 8601: 2026-03-01T09:00:00Z')
    .action(does(async (session, [instant]) => (await loadClock()).setClock(session, instant!)));
  clock
    .command('freeze')
    .description('make the clock stand still')
    .action(does(async (session) => (await loadClock()).setMode(session, 'frozen')));
  clock
    .command('run')
    .description('let the clock run on')
    .action(does(async (session) => (await loadClock()).setMode(session, 'running')));

  program
    .command('settle')
    .description('run what is due or waits for a settlement, and wait for the deliveries')
    .action(does(async (session) => (await import('./commands/settle.ts')).settle(session)));
}

function addLooking(program: Command): void {
  program.commandsGroup('Look:');
  const loadEvents = () => import('./commands/events.ts');
  const events = group(program, 'events', 'events: what was emitted, why, and who received it');
  const list = does(async (session, _, options) => (await loadEvents()).listEvents(session, options));
  events.action(list);
  paged(events.command('list').description('list events, newest first'))
    .option('--type <type>', 'only events of this type')
    .option('--id <id>', 'only events about this object')
    .action(list);
  events
    .command('show')
    .description('show an event, what caused it and each delivery attempt')
    .argument('<event>')
    .action(does(async (session, [id]) => (await loadEvents()).showEvent(session, id!)));
  events
    .command('tail')
    .description('print events as they happen')
    .option('--type <type>', 'only events of this type')
    .action(does(async (session, _, options) => (await loadEvents()).tailEvents(session, options)));
  events
    .command('resend')
    .description('send an event again')
    .argument('<event>')
    .option('--to <url>', 'to this address instead of the endpoints')
    .action(
      does(async (session, [id], options) =>
        (await loadEvents()).resendEvent(session, id!, options.to as string | undefined),
      ),
    );
  events
    .command('wait')
    .description('wait for an event; one that has already happened counts')
    .argument('<type>')
    .option('--id <id>', 'about this object')
    .option('--status <number>', 'and delivered with this status', integer(100, 599))
    .option('--after <event>', 'and emitted after this event')
    .option('--timeout <duration>', 'how long to wait (default 30s)')
    .action(does(async (session, [type], options) => (await loadEvents()).waitForEvent(session, type!, options)));

  const loadRequests = () => import('./commands/requests.ts');
  const requests = group(program, 'requests', 'the log of API requests');
  const listRequests = does(async (session, _, options) => (await loadRequests()).listRequests(session, options));
  requests.action(listRequests);
  paged(requests.command('list').description('list requests, newest first'))
    .option('--status <number>', 'only answers with this status', integer(100, 599))
    .option('--method <method>', 'only requests with this method')
    .action(listRequests);
  requests
    .command('show')
    .description('show a request and its answer')
    .argument('<request>')
    .action(does(async (session, [id]) => (await loadRequests()).showRequest(session, id!)));
  requests
    .command('tail')
    .description('print requests as they come')
    .action(does(async (session) => (await loadRequests()).tailRequests(session)));
  requests
    .command('replay')
    .description('send a request again')
    .argument('<request>')
    .action(does(async (session, [id]) => (await loadRequests()).replayRequest(session, id!)));

  const loadMail = () => import('./commands/mail.ts');
  const mail = group(program, 'mail', 'the captured mailbox: what was e-mailed, and to whom');
  const listMail = does(async (session, _, options) => (await loadMail()).listMail(session, options));
  mail.action(listMail);
  paged(mail.command('list').description('list messages, newest first'))
    .option('--to <address>', 'only messages to this address')
    .action(listMail);
  mail
    .command('show')
    .description('show a message')
    .argument('<mail>')
    .option('--raw', 'as it was sent, with its headers and attachments')
    .action(does(async (session, [id], options) => (await loadMail()).showMail(session, id!, options)));
  mail
    .command('open')
    .description("write a message to a file and open it with the system's mail program")
    .argument('<mail>')
    .action(does(async (session, [id]) => (await loadMail()).openMail(session, id!)));

  const loadWebhooks = () => import('./commands/webhooks.ts');
  const webhooks = group(program, 'webhooks', 'webhook endpoints and deliveries');
  const listEndpoints = does(async (session) => (await loadWebhooks()).listEndpoints(session));
  webhooks.action(listEndpoints);
  webhooks.command('list').description('list endpoints and their health').action(listEndpoints);
  webhooks
    .command('add')
    .description('add an endpoint')
    .argument('<url>')
    .option('--secret <secret>', 'sign with this secret (default: a fresh one)')
    .option('--events <types>', 'only these event types, separated by commas (default: all)')
    .action(does(async (session, [url], options) => (await loadWebhooks()).addEndpoint(session, url!, options)));
  webhooks
    .command('remove')
    .description('remove an endpoint')
    .argument('<endpoint>', 'its id or address')
    .action(does(async (session, [id]) => (await loadWebhooks()).removeEndpoint(session, id!)));
  paged(webhooks.command('deliveries').description('list deliveries, newest first'))
    .option('--endpoint <id>', 'only to this endpoint')
    .option('--event <id>', 'only of this event')
    .addOption(new Option('--status <status>', 'only in this state').choices(['pending', 'delivered', 'failed']))
    .action(does(async (session, _, options) => (await loadWebhooks()).listDeliveries(session, options)));
  webhooks
    .command('verify')
    .description('check the signature of a body read from stdin')
    .requiredOption('--signature <header>', 'the Service-Signature header')
    .requiredOption('--secret <secret>', "the endpoint's secret")
    .action(
      does(async (session, _, options) =>
        (await loadWebhooks()).verifyBody(session, options.signature as string, options.secret as string),
      ),
    );
}

function addCalling(program: Command): void {
  program.commandsGroup('Call the API:');
  for (const method of ['get', 'post', 'patch', 'delete'] as const) {
    const command = program
      .command(method)
      .description(`send ${method.toUpperCase()} to the API with the workspace's secret key`)
      .argument('<path>', '/charges, transactions/txn_1, /customers?limit=5')
      .option('--key <key>', 'use this key');
    if (method !== 'get') {
      command.option(
        '-d, --data <field>',
        'k=v; numbers, true, false and null as such, a.b=v and a[b]=v nest, k="v" is text; @file is JSON, @- from stdin (repeatable)',
        collect,
      );
    }
    command.action(
      does(async (session, [path], options) =>
        (await import('./commands/api.ts')).callApi(session, method, path!, options as never),
      ),
    );
  }
  program
    .command('openapi')
    .description('print the interface description')
    .action(does(async (session) => (await import('./commands/openapi.ts')).openapi(session, version)));
}

function addSettingUp(program: Command): void {
  program.commandsGroup('Set up:');
  addKeeping(program);
  program
    .command('keys')
    .description('show the keys and secrets of the workspace')
    .action(does(async (session) => (await import('./commands/keys.ts')).keys(session)));

  const loadOutcomes = () => import('./commands/outcomes.ts');
  const outcomes = group(program, 'outcomes', 'what the simulated network says to which amounts and cards');
  const listOutcomes = does(async (session) => (await loadOutcomes()).listOutcomes(session));
  outcomes.action(listOutcomes);
  outcomes.command('list').description('list all outcomes').action(listOutcomes);
  outcomes
    .command('add')
    .description('add a rule of this workspace')
    .argument('<kind>', 'decline, fail, dispute, return, unavailable or latency')
    .option('--on <operation>', 'charges.create, payouts.create')
    .option('--rail <rail>', 'card, ach or rtp')
    .option('--amount <cents>', 'exactly this amount', integer(1))
    .option('--card <card>', 'last four digits or brand')
    .option('--customer <customer>', 'id or e-mail address')
    .option('--nth <number>', 'only the n-th time', integer(1))
    .option('--code <code>', 'category, network code or return code')
    .option('--after <duration>', 'how long after the settlement, or until an unknown outcome is known')
    .addOption(new Option('--resolve <end>', 'how an unknown outcome ends').choices(['approved', 'failed']))
    .option('--ms <milliseconds>', 'how long the answer is held back (latency)', integer(0))
    .action(does(async (session, [kind], options) => (await loadOutcomes()).addRule(session, kind!, options)));
  outcomes
    .command('remove')
    .description('remove a rule of this workspace')
    .argument('<rule>')
    .action(does(async (session, [id]) => (await loadOutcomes()).removeRule(session, id!)));

  const loadFaults = () => import('./commands/faults.ts');
  const faults = group(program, 'faults', 'faults that are to happen to requests and deliveries');
  const listFaults = does(async (session) => (await loadFaults()).listFaults(session));
  faults.action(listFaults);
  faults.command('list').description('list faults').action(listFaults);
  faults
    .command('add')
    .description('make something go wrong')
    .argument(
      '<kind>',
      'unavailable, latency, rate_limit, drop_connection, status; or, on a delivery, drop, duplicate, delay, reorder, bad_signature, old_timestamp',
    )
    .requiredOption('--on <operation>', '"POST /charges", or delivery')
    .option('--times <number>', 'how often (default: until it is removed)', integer(1))
    .option('--status <number>', 'the status to answer', integer(100, 599))
    .option('--ms <milliseconds>', 'how long', integer(0))
    .option('--after <duration>', 'how long until an unknown outcome is known')
    .addOption(new Option('--resolve <end>', 'how an unknown outcome ends').choices(['approved', 'failed']))
    .action(does(async (session, [kind], options) => (await loadFaults()).addFault(session, kind!, options)));
  faults
    .command('remove')
    .description('remove a fault')
    .argument('<fault>')
    .action(does(async (session, [id]) => (await loadFaults()).removeFault(session, id!)));

  const loadWorkspaces = () => import('./commands/workspaces.ts');
  const workspaces = group(program, 'workspaces', 'isolated workspaces');
  const listWorkspaces = does(async (session) => (await loadWorkspaces()).listWorkspaces(session));
  workspaces.action(listWorkspaces);
  workspaces.command('list').description('list workspaces').action(listWorkspaces);
  workspaces
    .command('show')
    .description('show a workspace and its settings')
    .argument('<workspace>')
    .action(does(async (session, [id]) => (await loadWorkspaces()).showWorkspace(session, id!)));
  workspaces
    .command('add')
    .description('make a workspace with fresh keys')
    .option('--id <id>', 'its id (default: a fresh one)')
    .option('--fixture <name-or-file>', 'what it holds')
    .option('-d, --data <setting>', 'a setting, as k=v (repeatable)', collect)
    .action(does(async (session, _, options) => (await loadWorkspaces()).addWorkspace(session, options as never)));
  workspaces
    .command('update')
    .description('change settings of a workspace')
    .argument('<workspace>')
    .requiredOption('-d, --data <setting>', 'a setting, as k=v (repeatable)', collect)
    .action(
      does(async (session, [id], options) =>
        (await loadWorkspaces()).updateWorkspace(session, id!, options.data as string[]),
      ),
    );
  workspaces
    .command('remove')
    .description('remove a workspace and all that it holds')
    .argument('<workspace>')
    .action(does(async (session, [id]) => (await loadWorkspaces()).removeWorkspace(session, id!)));

  addHelping(program);
}

/** commander's complaint in one line, with what to do about it. */
function usageLine(program: Command, error: CommanderError): string {
  if (error.code === 'commander.help') return "no command. See 'emulator --help'.";
  const excess = /too many arguments for '(\w+)'/.exec(error.message)?.[1];
  const owner = program.commands.find((command) => command.name() === excess);
  if (owner !== undefined && owner.commands.length > 0) {
    const typed = owner.args[0] ?? '';
    const [near] = closest(
      typed,
      owner.commands.map((command) => command.name()),
    );
    const hint = near === undefined ? `See 'emulator ${excess} --help'.` : `Did you mean '${near}'?`;
    return `unknown command '${excess} ${typed}'. ${hint}`;
  }
  const [what, suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion === undefined ? "See 'emulator --help'." : suggestion.replace(/^\(|\)$/g, '');
  return `${what!.replace(/\.$/, '')}. ${hint}`;
}
