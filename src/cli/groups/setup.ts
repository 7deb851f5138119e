import { Argument, type Command, Option } from 'commander';
import type { OutputOptions } from '../../core/system/output-file.ts';
import type { KeysOptions } from '../commands/keys.ts';
import type { ApiKeyOptions } from '../commands/operate/api-keys.ts';
import type { DiffOptions } from '../commands/snapshot.ts';
import type { WorkspaceChanges, WorkspaceOptions } from '../commands/workspaces.ts';
import { choice, collect, force, group, handle, integer, runAction } from '../options/declare.ts';
import { environmentForms } from '../options/environment.ts';

/** Declares the commands that prepare a sandbox: states, keys and workspaces, and checks of the setup. */
export function addSetupCommands(program: Command): void {
  addStates(program);
  addKeys(program);
  addWorkspaces(program);
  addTokens(program);
  addHelpers(program);
}

/** Declares the commands for complete states: fixtures and snapshots. */
function addStates(program: Command): void {
  addFixtures(program);
  addSnapshots(program);
}

function addFixtures(program: Command): void {
  const loadFixtures = () => import('../commands/fixture.ts');
  const fixture = group(program, 'fixture', 'Load, save and check fixtures');
  const list = handle(async (session) => (await loadFixtures()).listFixtures(session));
  fixture.action(list);
  fixture.command('list').description('List the bundled fixtures').action(list);
  fixture
    .command('load')
    .description('Load a fixture and replace only its workspaces')
    .argument('<name-or-file>')
    .action(handle(async (session, [name]) => (await loadFixtures()).loadIntoEmulator(session, name!)));
  fixture
    .command('save')
    .description('Save the workspace as a fixture, in YAML or JSON')
    .argument('<file>')
    .option('--all', 'Save all workspaces')
    .option(...force)
    .action(
      handle<{ all?: boolean } & OutputOptions>(async (session, [file], options) =>
        (await loadFixtures()).saveFixture(session, file!, options),
      ),
    );
  fixture
    .command('check')
    .description('Check a fixture without a running emulator')
    .argument('<file>')
    .action(handle(async (session, [file]) => (await loadFixtures()).checkFile(session, file!)));
}

function addSnapshots(program: Command): void {
  const loadSnapshots = () => import('../commands/snapshot.ts');
  const snapshot = group(program, 'snapshot', 'Save, compare and restore workspace states');
  const listSnapshots = handle(async (session) => (await loadSnapshots()).listSnapshots(session));
  snapshot.action(listSnapshots);
  snapshot.command('list').description('List snapshots, newest first').action(listSnapshots);
  snapshot
    .command('save')
    .description('Save a named snapshot, replacing any with the same name')
    .argument('<name>')
    .action(handle(async (session, [name]) => (await loadSnapshots()).saveSnapshot(session, name!)));
  snapshot
    .command('restore')
    .description('Restore data, clock, keys, endpoints and settings')
    .argument('<name>')
    .action(handle(async (session, [name]) => (await loadSnapshots()).restoreSnapshot(session, name!)));
  snapshot
    .command('diff')
    .description('Show what changed since a snapshot')
    .argument('<name>')
    .option('--kind <kind>', 'Show only this kind, such as transaction, job or workspace')
    .option('--limit <n>', 'List at most this many objects of each kind (default 20)', integer(1, 100))
    .action(
      handle<DiffOptions>(async (session, [name], options) =>
        (await loadSnapshots()).diffSnapshot(session, name!, options),
      ),
    );
  snapshot
    .command('rename')
    .description('Rename a snapshot')
    .argument('<name>')
    .argument('<new-name>')
    .action(handle(async (session, [name, to]) => (await loadSnapshots()).renameSnapshot(session, name!, to!)));
  snapshot
    .command('delete')
    .description('Delete a snapshot')
    .argument('<name>')
    .action(handle(async (session, [name]) => (await loadSnapshots()).deleteSnapshot(session, name!)));
}

function addKeys(program: Command): void {
  const keys = group(program, 'keys', 'Show the keys and secrets of the workspace');
  const listKeys = handle<KeysOptions>(async (session, _, options) =>
    (await import('../commands/keys.ts')).keys(session, options),
  );
  keys
    .option('--env', 'Print keys, secrets and addresses as environment variables')
    .option('--prefix <text>', 'Prefix for the variable names (default EMULATOR_)')
    .addOption(
      choice(new Option('--shell <shell>', 'Print commands that set the variables in this shell'), [
        ...environmentForms,
      ]),
    )
    .action(listKeys);
  keys.command('list').description('Show keys and secrets').action(listKeys);
  const loadApiKeys = () => import('../commands/operate/api-keys.ts');
  keys
    .command('uses')
    .description('List the API keys with their ids and last use')
    .action(handle(async (session) => (await loadApiKeys()).listApiKeys(session)));
  keys
    .command('add')
    .description('Add an API key for the workspace and mode')
    .option('--publishable', 'Add a publishable key instead of a secret key')
    .option('--scope <scope>', 'Limit the key to this scope (repeatable)', collect)
    .action(handle<ApiKeyOptions>(async (session, _, options) => (await loadApiKeys()).addApiKey(session, options)));
  keys
    .command('rotate')
    .description('Replace an API key; the old key works for a while')
    .argument('<key-id>')
    .option('--overlap <duration>', 'Keep the old key valid for this long (default 1d)')
    .action(
      handle<{ overlap?: string }>(async (session, [id], { overlap }) =>
        (await loadApiKeys()).rotateApiKey(session, id!, overlap),
      ),
    );
  keys
    .command('revoke')
    .description('Revoke an API key at once')
    .argument('<key-id>')
    .action(handle(async (session, [id]) => (await loadApiKeys()).revokeApiKey(session, id!)));
}

function addWorkspaces(program: Command): void {
  const loadWorkspaces = () => import('../commands/workspaces.ts');
  const workspaces = group(program, 'workspaces', 'Manage isolated workspaces');
  const listWorkspaces = handle(async (session) => (await loadWorkspaces()).listWorkspaces(session));
  workspaces.action(listWorkspaces);
  workspaces.command('list').description('List workspaces').action(listWorkspaces);
  workspaces
    .command('show')
    .description('Show a workspace and its settings')
    .argument('<workspace>')
    .action(handle(async (session, [id]) => (await loadWorkspaces()).showWorkspace(session, id!)));
  workspaces
    .command('add')
    .description('Add a workspace with new keys')
    .option('--id <id>', 'Use this id (default: generated)')
    .option('--name <name>', 'Name the workspace')
    .option('--fixture <name-or-file>', 'Load this fixture')
    .option('--expires-after <duration>', 'Remove it after this time without use, such as 7d, or never')
    .option('-d, --data <setting>', 'Setting to apply, as k=v (repeatable)', collect)
    .action(
      handle<WorkspaceOptions>(async (session, _, options) => (await loadWorkspaces()).addWorkspace(session, options)),
    );
  workspaces
    .command('update')
    .description('Change workspace settings')
    .argument('<workspace>')
    .option('--expires-after <duration>', 'Remove it after this time without use, such as 7d, or never')
    .option('-d, --data <setting>', 'Setting to apply, as k=v (repeatable)', collect)
    .action(
      handle<WorkspaceChanges>(async (session, [id], changes) =>
        (await loadWorkspaces()).updateWorkspace(session, id!, changes),
      ),
    );
  workspaces
    .command('remove')
    .description('Remove a workspace and all its data')
    .argument('<workspace>')
    .action(handle(async (session, [id]) => (await loadWorkspaces()).removeWorkspace(session, id!)));
}

function addTokens(program: Command): void {
  const loadTokens = () => import('../commands/workspaces.ts');
  const tokens = group(program, 'tokens', 'Manage access tokens, each for one workspace');
  const listTokens = handle(async (session) => (await loadTokens()).listTokens(session));
  tokens.action(listTokens);
  tokens.command('list').description('List the tokens for all workspaces').action(listTokens);
  tokens
    .command('add')
    .description('Add a token for the workspace and print it once')
    .option('--name <name>', 'Name the token')
    .action(handle<{ name?: string }>(async (session, _, { name }) => (await loadTokens()).addToken(session, name)));
  tokens
    .command('remove')
    .description('Remove a token')
    .argument('<token-id>')
    .action(handle(async (session, [id]) => (await loadTokens()).removeToken(session, id!)));
}

/** Declares the checks of the setup, and completion. */
function addHelpers(program: Command): void {
  program
    .command('doctor')
    .description('Check Node, settings, data folder, port and webhooks')
    .option('--repair', 'Repair a damaged data folder and keep the damaged files')
    .option('--data-dir <folder>', 'Check this data folder (default .emulator)')
    .action(
      handle<{ repair?: boolean }>(async (session, _, options) =>
        (await import('../commands/doctor/doctor.ts')).doctor(session, options),
      ),
    );
  program
    .command('completion')
    .description('Print a completion script for your shell')
    .addArgument(choice(new Argument('<shell>', 'Shell'), ['bash', 'zsh', 'fish', 'powershell']))
    .action(
      handle(async ({ out }, [shell]) => {
        const { completionScripts } = await import('../completion/scripts.ts');
        out.raw(completionScripts[shell as keyof typeof completionScripts]);
      }),
    );
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[], _options, command: Command) =>
      runAction(command, async (session) =>
        (await import('../completion/completion.ts')).printCompletions(session, program, words),
      ),
    );
}
