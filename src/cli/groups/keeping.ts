import type { Command } from 'commander';
import { does, group } from '../declare.ts';

/** Declares the commands about whole states: fixtures and snapshots. */
export function addKeeping(program: Command): void {
  const loadFixtures = () => import('../commands/fixture.ts');
  const fixture = group(program, 'fixture', 'fixtures: what a sandbox begins with, as a file');
  const list = does(async (session) => (await loadFixtures()).listFixtures(session));
  fixture.action(list);
  fixture.command('list').description('list the bundled fixtures').action(list);
  fixture
    .command('load')
    .description('put the workspaces of a fixture in place, each whole; others stay')
    .argument('<name-or-file>')
    .action(does(async (session, [name]) => (await loadFixtures()).loadIntoEmulator(session, name!)));
  fixture
    .command('save')
    .description('write the workspace as a fixture; .yaml or .yml makes it YAML, else JSON')
    .argument('<file>')
    .option('--all', 'every workspace, not this one alone')
    .action(
      does(async (session, [file], options) =>
        (await loadFixtures()).saveFixture(session, file!, options.all === true),
      ),
    );
  fixture
    .command('check')
    .description('check a fixture file; needs no running emulator')
    .argument('<file>')
    .action(does(async (session, [file]) => (await loadFixtures()).checkFile(session, file!)));

  const loadSnapshots = () => import('../commands/snapshot.ts');
  const snapshot = group(program, 'snapshot', 'states of the workspace to go back to');
  const listSnapshots = does(async (session) => (await loadSnapshots()).listSnapshots(session));
  snapshot.action(listSnapshots);
  snapshot.command('list').description('list snapshots, newest first').action(listSnapshots);
  snapshot
    .command('save')
    .description('save the state under a name; one of that name is replaced')
    .argument('<name>')
    .action(does(async (session, [name]) => (await loadSnapshots()).saveSnapshot(session, name!)));
  snapshot
    .command('restore')
    .description('go back: data, clock, jobs, ids, keys, endpoints, rules and settings')
    .argument('<name>')
    .action(does(async (session, [name]) => (await loadSnapshots()).restoreSnapshot(session, name!)));
  snapshot
    .command('delete')
    .description('delete a snapshot')
    .argument('<name>')
    .action(does(async (session, [name]) => (await loadSnapshots()).deleteSnapshot(session, name!)));
}
