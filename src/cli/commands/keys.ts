import { wrongUsage } from '../failure.ts';
import { type EnvironmentForm, environmentLines, variablesOf, withPrefix } from '../options/environment.ts';
import type { Session } from '../session.ts';
import { keyPairs } from './workspaces.ts';

export interface KeysOptions {
  readonly env?: boolean;
  readonly prefix?: string;
  readonly shell?: EnvironmentForm;
}

/**
 * Prints the keys of the workspace, or the variables that point an application at the emulator. `--prefix` changes
 * the names of the variables, for applications with their own settings. `--shell` prints commands for a shell.
 */
export async function keys(
  { client, out, mode, scope }: Session,
  { env = false, prefix, shell }: KeysOptions,
): Promise<void> {
  if (prefix !== undefined && !env) throw wrongUsage('--prefix applies to the variables that --env prints; add --env.');
  if (shell !== undefined && !env) throw wrongUsage('--shell applies to the variables that --env prints; add --env.');
  if (prefix !== undefined && !/^[A-Za-z_]\w*$/.test(prefix)) {
    throw wrongUsage(
      `--prefix must be a variable name prefix such as SHOP_, with letters, digits and underscores but no digit first; you passed ${prefix}.`,
    );
  }
  const answer = await client.call('keys.get');
  if (env) {
    const variables = withPrefix(prefix ?? 'EMULATOR_', variablesOf(client.url, answer, mode, scope.workspace));
    out.document(variables, () => environmentLines(variables, shell));
    return;
  }
  out.document(answer, () =>
    out.pairs([
      ['workspace', answer.id],
      ...keyPairs(answer.keys),
      ...answer.scoped.map(({ key, mode, scopes }) => [`scoped, ${mode}`, `${key} (${scopes.join(', ')})`] as const),
      ...answer.apps.map((app) => ['app', `${app.client_id} ${app.client_secret} (${app.name})`] as const),
      ['webhook secret', answer.webhook_secret],
      ['API', answer.api_base],
      ['client API', answer.client_base],
    ]),
  );
}
