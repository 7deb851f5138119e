import { type Command, Option } from 'commander';
import { optionNames, triggerOptions } from '../../core/kernel/declare/trigger-options.ts';
import type { TriggerOptions } from '../commands/trigger.ts';
import { collect, group, handle, integer } from '../options/declare.ts';

/** Declares the commands that cause events: triggers, the clock, settlement. */
export function addTriggerAndClockCommands(program: Command): void {
  addTriggers(program);
  addClock(program);
}

function addTriggers(program: Command): void {
  const triggering = program
    .command('trigger')
    .description('Trigger an event or a state change, on a new object or --id')
    .argument('[name]', 'Event or move, such as payment.disputed; see --list')
    .option('--list', 'List everything that you can trigger')
    .option('--id <id>', 'Act on this object instead of a new one');
  for (const name of optionNames) {
    const { type, value, about } = triggerOptions[name];
    const option = new Option(`--${name} <${value}>`, about);
    triggering.addOption(type === 'amount' ? option.argParser(integer(1)) : option);
  }
  triggering
    .option('--set <path=value>', 'Set a field of the new object (repeatable)', collect)
    .option('--count <number>', 'Repeat the trigger this many times', integer(1))
    .option('--wait', 'Wait until the events are delivered')
    .option('--timeout <duration>', 'Wait at most this long (default 30s)')
    .action(
      handle<TriggerOptions>(async (session, [name], options) =>
        (await import('../commands/trigger.ts')).trigger(session, name, options),
      ),
    );
}

function addClock(program: Command): void {
  const clock = group(program, 'clock', 'Show or move the emulated clock');
  const loadClock = () => import('../commands/clock.ts');
  const show = handle(async (session) => (await loadClock()).showClock(session));
  clock.action(show);
  clock.command('show').description('Show the clock and its next jobs').action(show);
  clock
    .command('next')
    .description('List upcoming jobs and their due times')
    .action(handle(async (session) => (await loadClock()).nextJobs(session)));
  clock
    .command('advance')
    .description('Move the clock forward and run the jobs that are due')
    .argument('[duration]', 'Duration, such as 90s, 3d, "2 weeks" or P1M')
    .option('--to <goal>', "Move to the next job ('next'), a job id or an ISO 8601 time")
    .action(
      handle<{ to?: string }>(async (session, [duration], { to }) =>
        (await loadClock()).advance(session, duration, to),
      ),
    );
  clock
    .command('set')
    .description('Move the clock forward to a specific time')
    .argument('<instant>', 'ISO 8601 time, such as 2026-03-01T09:00:00Z')
    .action(handle(async (session, [instant]) => (await loadClock()).setClock(session, instant!)));
  clock
    .command('freeze')
    .description('Freeze the clock')
    .action(handle(async (session) => (await loadClock()).setMode(session, 'frozen')));
  clock
    .command('run')
    .description('Let the clock run')
    .option('--rate <number>', 'Run at this multiple of real time, up to 86400 (default 1)', integer(1, 86_400))
    .action(
      handle<{ rate?: number }>(async (session, _, { rate }) => (await loadClock()).setMode(session, 'running', rate)),
    );

  program
    .command('settle')
    .description('Settle all payments and payouts, and wait for webhooks')
    .action(handle(async (session) => (await loadClock()).settle(session)));
  program
    .command('idle')
    .description('Wait until no requests, jobs, webhooks or emails are pending')
    .option('--within <duration>', 'Wait at most this long, up to 60s (default 5s)')
    .action(
      handle<{ within?: string }>(async (session, _, options) =>
        (await import('../commands/idle.ts')).waitUntilIdle(session, options),
      ),
    );
}
