import { type Command, Option } from 'commander';
import { collect, does, group, integer } from '../declare.ts';

/** Declares the commands about keys, outcomes, faults and workspaces. */
export function addSettingUp(program: Command): void {
  program
    .command('keys')
    .description('show the keys and secrets of the workspace')
    .action(does(async (session) => (await import('../commands/keys.ts')).keys(session)));

  const loadOutcomes = () => import('../commands/outcomes.ts');
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

  const loadFaults = () => import('../commands/faults.ts');
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

  const loadWorkspaces = () => import('../commands/workspaces.ts');
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
}
