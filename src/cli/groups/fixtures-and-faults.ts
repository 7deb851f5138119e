import { Argument, type Command, Option } from 'commander';
import { orOf } from '../../core/base/closest.ts';
import { deliveryFaultKinds, requestFaultKinds } from '../../core/kernel/faults/fault-kinds.ts';
import type { OutputOptions } from '../../core/system/output-file.ts';
import { outcomeKinds } from '../../payments/platform/outcome-kinds.ts';
import type { FaultOptions } from '../commands/faults.ts';
import type { KeysOptions } from '../commands/keys.ts';
import type { ChangeOptions, RuleOptions } from '../commands/outcomes.ts';
import type { DiffOptions } from '../commands/snapshot.ts';
import type { WorkspaceOptions } from '../commands/workspaces.ts';
import { choice, collect, force, group, handle, integer, runAction, share } from '../options/declare.ts';
import { environmentForms } from '../options/environment.ts';

/** Declares the commands that prepare a sandbox: states, workspaces, rules and faults, and checks of the set-up. */
export function addFixtureAndFaultCommands(program: Command): void {
  addStates(program);
  addKeysOutcomesAndFaults(program);
  addWorkspaces(program);
  addTokens(program);
  addHelpers(program);
}

/** Declares the commands for whole states: fixtures and snapshots. */
function addStates(program: Command): void {
  const loadFixtures = () => import('../commands/fixture.ts');
  const fixture = group(program, 'fixture', 'fixtures: what a sandbox begins with, as a file');
  const list = handle(async (session) => (await loadFixtures()).listFixtures(session));
  fixture.action(list);
  fixture.command('list').description('list the bundled fixtures').action(list);
  fixture
    .command('load')
    .description('replace the workspaces that a fixture names; others stay')
    .argument('<name-or-file>')
    .action(handle(async (session, [name]) => (await loadFixtures()).loadIntoEmulator(session, name!)));
  fixture
    .command('save')
    .description('write the workspace as a fixture; .yaml or .yml makes it YAML, else JSON')
    .argument('<file>')
    .option('--all', 'every workspace, not only this one')
    .option(...force)
    .action(
      handle<{ all?: boolean } & OutputOptions>(async (session, [file], options) =>
        (await loadFixtures()).saveFixture(session, file!, options),
      ),
    );
  fixture
    .command('check')
    .description('check a fixture file, or a bundled one by its name; needs no running emulator')
    .argument('<file>')
    .action(handle(async (session, [file]) => (await loadFixtures()).checkFile(session, file!)));

  const loadSnapshots = () => import('../commands/snapshot.ts');
  const snapshot = group(program, 'snapshot', 'states of the workspace to go back to');
  const listSnapshots = handle(async (session) => (await loadSnapshots()).listSnapshots(session));
  snapshot.action(listSnapshots);
  snapshot.command('list').description('list snapshots, newest first').action(listSnapshots);
  snapshot
    .command('save')
    .description('save the state under a name; one of that name is replaced')
    .argument('<name>')
    .action(handle(async (session, [name]) => (await loadSnapshots()).saveSnapshot(session, name!)));
  snapshot
    .command('restore')
    .description('restore data, clock, jobs, ids, keys, endpoints, rules and settings')
    .argument('<name>')
    .action(handle(async (session, [name]) => (await loadSnapshots()).restoreSnapshot(session, name!)));
  snapshot
    .command('diff')
    .description('compare a snapshot with now: how many objects of each kind differ, which, and their fields')
    .argument('<name>')
    .option('--kind <kind>', 'only this kind: transaction, job, workspace')
    .option('--limit <n>', 'objects of each kind that are listed (default 20)', integer(1, 100))
    .action(
      handle<DiffOptions>(async (session, [name], options) =>
        (await loadSnapshots()).diffSnapshot(session, name!, options),
      ),
    );
  snapshot
    .command('rename')
    .description('give a snapshot another name')
    .argument('<name>')
    .argument('<new-name>')
    .action(handle(async (session, [name, to]) => (await loadSnapshots()).renameSnapshot(session, name!, to!)));
  snapshot
    .command('delete')
    .description('delete a snapshot')
    .argument('<name>')
    .action(handle(async (session, [name]) => (await loadSnapshots()).deleteSnapshot(session, name!)));
}

function addKeysOutcomesAndFaults(program: Command): void {
  const keys = group(program, 'keys', 'keys and secrets of the workspace');
  const listKeys = handle<KeysOptions>(async (session, _, options) =>
    (await import('../commands/keys.ts')).keys(session, options),
  );
  keys
    .option('--env', "print the variables of an application's environment, for a .env file or a shell's eval")
    .option('--prefix <text>', 'the beginning of the names of these variables (default EMULATOR_)')
    .addOption(choice(new Option('--shell <shell>', 'the shell that sets these variables'), [...environmentForms]))
    .action(listKeys);
  keys.command('list').description('show them whole').action(listKeys);

  const loadOutcomes = () => import('../commands/outcomes.ts');
  const outcomes = group(program, 'outcomes', 'the answers of the simulated network, by amounts and cards');
  const listOutcomes = handle<{ codes?: boolean }>(async (session, _, options) =>
    (await loadOutcomes()).listOutcomes(session, options),
  );
  outcomes.option('--codes', 'list the codes that --code takes, by move and rail').action(listOutcomes);
  outcomes.command('list').description('list all outcomes').action(listOutcomes);
  const withRuleOptions = (command: Command): Command =>
    command
      .option('--on <operation>', 'charges.create, payouts.create; POST /charges means the same')
      .option('--rail <rail>', 'card, ach or rtp')
      .option('--amount <cents>', 'exactly this amount', integer(1))
      .option('--card <card>', 'last four digits or brand')
      .option('--customer <customer>', 'id or e-mail address')
      .option('--nth <number>', 'only the n-th time, or from one to another: 1-3')
      .option('--times <number>', 'how often it applies (default: until it is removed)', integer(1))
      .option('--code <code>', "category, network code or return code; see 'outcomes --codes'")
      .option('--after <duration>', 'how long after the settlement, or until an unknown outcome is known')
      .addOption(choice(new Option('--resolve <end>', 'how an unknown outcome ends'), ['approved', 'failed']))
      .option('--ms <duration>', 'how long the answer is held back (latency); a number is milliseconds')
      .option('--by <cents>', 'how much more is paid on a page (other_amount); -1: a cent less', integer(-1_000_000))
      .option('--currency <code>', 'in which currency it is paid (other_amount)');
  withRuleOptions(
    outcomes.command('add').description('add a rule of this workspace').argument('<kind>', orOf(outcomeKinds)),
  ).action(
    handle<RuleOptions>(async (session, [kind], options) => (await loadOutcomes()).addRule(session, kind!, options)),
  );
  withRuleOptions(
    outcomes
      .command('change')
      .description('change a rule of this workspace in place; options that are left out stay')
      .argument('<rule>')
      .option('--kind <kind>', orOf(outcomeKinds)),
  ).action(
    handle<ChangeOptions>(async (session, [id], options) => (await loadOutcomes()).changeRule(session, id!, options)),
  );
  outcomes
    .command('remove')
    .description('remove a rule of this workspace')
    .argument('<rule>')
    .action(handle(async (session, [id]) => (await loadOutcomes()).removeRule(session, id!)));

  const loadFaults = () => import('../commands/faults.ts');
  const faults = group(program, 'faults', 'injected faults of requests and deliveries');
  const listFaults = handle(async (session) => (await loadFaults()).listFaults(session));
  faults.action(listFaults);
  faults.command('list').description('list faults').action(listFaults);
  faults
    .command('add')
    .description('make something go wrong')
    .argument('<kind>', `${requestFaultKinds.join(', ')}; or, on a delivery, ${deliveryFaultKinds.join(', ')}`)
    .requiredOption('--on <operation>', 'charges.create (or "POST /charges"), or delivery')
    .option('--times <number>', 'how often (default: until it is removed)', integer(1))
    .option('--status <number>', 'the status to answer', integer(200, 599))
    .option('--body <text-or-file>', 'an answer of your own (status): JSON, text, or @file; @- reads stdin')
    .option('--ms <duration>', 'how long; a number is milliseconds')
    .option('--at-once', 'the copy of a duplicate does not wait for the first')
    .option('--settled', 'before_answer also settles the result')
    .option('--event <type>', 'only deliveries of events of this type')
    .option('--attempt <number>', 'only the attempt of a delivery that has this number', integer(1))
    .option('--endpoint <id-or-url>', 'only deliveries to this webhook endpoint')
    .option('--handling', 'only calls about the object of an event that is being delivered')
    .option('--skip <number>', 'let this many matching ones pass first', integer(0))
    .option('--every <number>', 'only the first of each <number> matching calls or deliveries', integer(1))
    .option('--probability <share>', 'only this share of them, drawn from the seed: 0.1', share)
    .option('--after <duration>', 'how long until an unknown outcome is known')
    .addOption(choice(new Option('--resolve <end>', 'how an unknown outcome ends'), ['approved', 'failed']))
    .action(
      handle<FaultOptions>(async (session, [kind], { body, ...options }) => {
        const answer = body === undefined ? {} : { body: (await import('../options/data.ts')).textOrFile(body) };
        return (await loadFaults()).addFault(session, kind!, { ...options, ...answer });
      }),
    );
  faults
    .command('remove')
    .description('remove a fault')
    .argument('[fault]')
    .option('--all', 'remove every fault of the workspace')
    .action(
      handle<{ all?: boolean }>(async (session, [id], { all }) => (await loadFaults()).removeFaults(session, id, all)),
    );
}

function addWorkspaces(program: Command): void {
  const loadWorkspaces = () => import('../commands/workspaces.ts');
  const workspaces = group(program, 'workspaces', 'isolated workspaces');
  const listWorkspaces = handle(async (session) => (await loadWorkspaces()).listWorkspaces(session));
  workspaces.action(listWorkspaces);
  workspaces.command('list').description('list workspaces').action(listWorkspaces);
  workspaces
    .command('show')
    .description('show a workspace and its settings')
    .argument('<workspace>')
    .action(handle(async (session, [id]) => (await loadWorkspaces()).showWorkspace(session, id!)));
  workspaces
    .command('add')
    .description('make a workspace with fresh keys')
    .option('--id <id>', 'its id (default: a fresh one)')
    .option('--fixture <name-or-file>', 'the fixture that it begins with')
    .option('-d, --data <setting>', 'a setting, as k=v (repeatable)', collect)
    .action(
      handle<WorkspaceOptions>(async (session, _, options) => (await loadWorkspaces()).addWorkspace(session, options)),
    );
  workspaces
    .command('update')
    .description('change settings of a workspace')
    .argument('<workspace>')
    .requiredOption('-d, --data <setting>', 'a setting, as k=v (repeatable)', collect)
    .action(
      handle<{ data: string[] }>(async (session, [id], { data }) =>
        (await loadWorkspaces()).updateWorkspace(session, id!, data),
      ),
    );
  workspaces
    .command('remove')
    .description('remove a workspace and everything in it')
    .argument('<workspace>')
    .action(handle(async (session, [id]) => (await loadWorkspaces()).removeWorkspace(session, id!)));
}

function addTokens(program: Command): void {
  const loadTokens = () => import('../commands/workspaces.ts');
  const tokens = group(program, 'tokens', 'control tokens that each open one workspace');
  const listTokens = handle(async (session) => (await loadTokens()).listTokens(session));
  tokens.action(listTokens);
  tokens.command('list').description('list the tokens of all workspaces').action(listTokens);
  tokens
    .command('add')
    .description('make a token for the workspace (--workspace), and print it once')
    .option('--name <name>', 'what it is for')
    .action(handle<{ name?: string }>(async (session, _, { name }) => (await loadTokens()).addToken(session, name)));
  tokens
    .command('remove')
    .description('remove a token')
    .argument('<token-id>')
    .action(handle(async (session, [id]) => (await loadTokens()).removeToken(session, id!)));
}

/** Declares the checks of the set-up, and completion. */
function addHelpers(program: Command): void {
  program
    .command('doctor')
    .description('check the set-up: Node, settings, data folder, port, secrets, webhook target and clock')
    .option('--repair', 'mend a damaged data folder; the damaged files are kept beside it')
    .option('--data-dir <folder>', 'the folder to look at (default .emulator)')
    .action(
      handle<{ repair?: boolean }>(async (session, _, options) =>
        (await import('../commands/doctor/doctor.ts')).doctor(session, options),
      ),
    );
  program
    .command('completion')
    .description('print a completion script; load it with: source <(npx payments-emulator completion bash)')
    .addArgument(choice(new Argument('<shell>', 'the shell'), ['bash', 'zsh', 'fish', 'powershell']))
    .action((shell: string, _options, command: Command) =>
      runAction(command, async (session) =>
        (await import('../completion/completion.ts')).printCompletion(session, program, shell),
      ),
    );
  program
    .command('__complete', { hidden: true })
    .argument('<kind>')
    .argument('[word]')
    .action(
      handle(async (session, [kind, word]) =>
        (await import('../completion/completion.ts')).nameLive(session, kind!, word ?? ''),
      ),
    );
}
