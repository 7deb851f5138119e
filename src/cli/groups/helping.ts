import { Argument, type Command } from 'commander';
import { act, does } from '../declare.ts';

/** Declares the commands about the set-up itself: its checks, and completion. */
export function addHelping(program: Command): void {
  program
    .command('doctor')
    .description('check the set-up: Node, settings, data folder, port, webhook target, clock')
    .option('--repair', 'mend a damaged data folder; the damaged files are kept beside it')
    .option('--data-dir <folder>', 'the folder to look at (default .emulator)')
    .action(does(async (session, _, options) => (await import('../commands/doctor.ts')).doctor(session, options)));
  program
    .command('completion')
    .description('print a completion script; load it with: source <(emulator completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action((shell: string, _options, command: Command) =>
      act(command, async (session) =>
        (await import('../commands/completion.ts')).printCompletion(session, program, shell),
      ),
    );
  program
    .command('__complete', { hidden: true })
    .argument('<kind>')
    .argument('[word]')
    .action(
      does(async (session, [kind, word]) =>
        (await import('../commands/completion.ts')).nameLive(session, kind!, word ?? ''),
      ),
    );
}
