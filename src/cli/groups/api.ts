import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { CallOptions } from '../commands/api.ts';
import { collect, handle } from '../options/declare.ts';

/** Declares the commands that call the API and describe it. */
export function addApiCommands(program: Command): void {
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
      handle<CallOptions>(async (session, [path], options) =>
        (await import('../commands/api.ts')).callApi(session, method, path!, options),
      ),
    );
  }
  program
    .command('openapi')
    .description('print the interface description of the merchant API')
    .option('--client', 'that of the public checkout client API instead')
    .action(
      handle<{ client?: boolean }>(async (session, _args, options) =>
        (await import('../commands/api.ts')).openapi(session, version, options),
      ),
    );
}
