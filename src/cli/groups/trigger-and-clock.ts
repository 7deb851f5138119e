import { type Command, Option } from 'commander';
import { optionNames, triggerOptions } from '../../core/kernel/declare/trigger-options.ts';
import type { TriggerOptions } from '../commands/trigger.ts';
import { collect, group, handle, integer } from '../options/declare.ts';

/** Declares the commands that make something happen: triggers, the clock, settlement. */
export function addTriggerAndClockCommands(program: Command): void {
  const triggering = program
    .command('trigger')
    .description('trigger an event or a named transition, on a new object or on --id')
    .argument('[name]', 'payment.disputed, payout.returned, dispute.fight; see --list')
    .option('--list', 'list everything that can be triggered')
    .option('--id <id>', 'make exactly this move on this object');
  for (const name of optionNames) {
    const { type, value, about } = triggerOptions[name];
    const option = new Option(`--${name} <${value}>`, about);
    triggering.addOption(type === 'amount' ? option.argParser(integer(1)) : option);
  }
  triggering
    .option('--set <path=value>', 'override a field of the fresh object (repeatable)', collect)
    .option('--count <number>', 'how many times', integer(1))
    .option('--wait', 'wait until the events are delivered')
    .option('--timeout <duration>', 'how long to wait (default 30s)')
    .action(
      handle<TriggerOptions>(async (session, [name], options) =>
        (await import('../commands/trigger.ts')).trigger(session, name, options),
      ),
    );

  const clock = group(program, 'clock', 'show or move the emulated clock');
  const loadClock = () => import('../commands/clock.ts');
  const show = handle(async (session) => (await loadClock()).showClock(session));
  clock.action(show);
  clock.command('show').description('show the clock and what it will do next').action(show);
  clock
    .command('next')
    .description('list the upcoming jobs and their times')
    .action(handle(async (session) => (await loadClock()).nextJobs(session)));
  clock
    .command('advance')
    .description('move the clock forward and run the jobs that come due')
    .argument('[duration]', '90s, 3d, "2 weeks", P1M')
    .option('--to <goal>', "'next', the id of a job, or an ISO 8601 instant")
    .action(
      handle<{ to?: string }>(async (session, [duration], { to }) =>
        (await loadClock()).advance(session, duration, to),
      ),
    );
  clock
    .command('set')
    .description('move the clock forward to an instant')
    .argument('<instant>', 'ISO 8601: 2026-03-01T09:00:00Z')
    .action(handle(async (session, [instant]) => (await loadClock()).setClock(session, instant!)));
  clock
    .command('freeze')
    .description('make the clock stand still')
    .action(handle(async (session) => (await loadClock()).setMode(session, 'frozen')));
  clock
    .command('run')
    .description('let the clock run on')
    .option(
      '--rate <number>',
      'how many of its seconds pass in a real one, up to 86400 (default 1)',
      integer(1, 86_400),
    )
    .action(
      handle<{ rate?: number }>(async (session, _, { rate }) => (await loadClock()).setMode(session, 'running', rate)),
    );

  program
    .command('settle')
    .description('run the jobs that are due or wait for a settlement, and wait for the deliveries')
    .action(handle(async (session) => (await loadClock()).settle(session)));
  program
    .command('idle')
    .description('wait until nothing is pending: no request, no due job, no webhook and no mail under way')
    .option('--within <duration>', 'how long to wait, up to 60s (default 5s)')
    .action(
      handle<{ within?: string }>(async (session, _, options) =>
        (await import('../commands/idle.ts')).waitUntilIdle(session, options),
      ),
    );
}
