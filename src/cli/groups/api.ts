import type { Command } from 'commander';
import { version } from '../../../package.json';
import type { CallOptions } from '../commands/api.ts';
import { collect, handle } from '../options/declare.ts';

/** Declares the commands that call the API and describe it. */
export function addApiCommands(program: Command): void {
  for (const method of ['get', 'post', 'patch', 'delete'] as const) {
    const command = program
      .command(method)
      .description(`Send ${method.toUpperCase()} to the API with the secret key`)
      .argument('<path>', 'Path, such as /charges or /customers?limit=5')
      .option('--key <key>', 'Use this key');
    if (method !== 'get') {
      command.option('-d, --data <field>', 'Field of the body: k=v, a.b=v, k="text", @file, @- (repeatable)', collect);
    }
    command.action(
      handle<CallOptions>(async (session, [path], options) =>
        (await import('../commands/api.ts')).callApi(session, method, path!, options),
      ),
    );
  }
  program
    .command('openapi')
    .description('Print the OpenAPI document of the merchant API')
    .option('--client', 'Print the OpenAPI document of the public client API')
    .action(
      handle<{ client?: boolean }>(async (session, _args, options) =>
        (await import('../commands/api.ts')).openapi(session, version, options),
      ),
    );
}
