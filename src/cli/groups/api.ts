import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { CallOptions } from '../commands/api.ts';
import { collect, handle } from '../options/declare.ts';

/** Declares the commands that call the API and describe it. */
export function addApiCommands(program: Command): void {
  for (const method of ['get', 'post', 'patch', 'delete'] as const) {
    const command = program
      .command(method)
      .description(`Send a ${method.toUpperCase()} request to the API with the secret key`)
      .argument('<path>', 'Path, such as /charges or /customers?limit=5')
      .option('--key <key>', 'Use this key');
    if (method !== 'get') {
      command.option('-d, --data <field>', 'Body field: k=v, a.b=v or k="text"; or @file, @- (repeatable)', collect);
    }
    command.action(
      handle<CallOptions>(async (session, [path], options) =>
        (await import('../commands/api.ts')).callApi(session, method, path!, options),
      ),
    );
  }
  program
    .command('openapi')
    .description('Print the OpenAPI document for the merchant API')
    .option('--client', 'Print the document for the public client API instead')
    .action(
      handle<{ client?: boolean }>(async (session, _args, options) =>
        (await import('../commands/api.ts')).openapi(session, version, options),
      ),
    );
}
