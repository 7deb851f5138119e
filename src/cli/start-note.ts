import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { RunningSandbox } from '../emulator/sandbox-options.ts';
import { hideSecrets } from '../payments/secrets/hide.ts';
import { endpointsIn } from '../sandbox/control/events/endpoint-views.ts';
import { configFile } from './options/settings.ts';
import { clean } from './output.ts';
import type { Session } from './session.ts';

/**
 * The note before a command runs: the configuration file that its emulator read, and where webhooks go. Null if there
 * is no such file and no endpoint.
 */
export function startNote({ named }: Pick<Session, 'named'>, { sandbox }: RunningSandbox): string | null {
  const endpoints = endpointsIn(sandbox, sandbox.defaultWorkspace).filter(({ enabled }) => enabled);
  const isConfigured = existsSync(configFile);
  if (!isConfigured && endpoints.length === 0) return null;
  const urls = endpoints.map(({ url, source }) => {
    const shown = clean(hideSecrets(url));
    return source === 'forward_to' ? `${shown} (${named('forwardTo')})` : shown;
  });
  const settings = isConfigured ? `settings from ${clean(resolve(configFile))}` : `no ${configFile}`;
  const webhooks = urls.length === 0 ? 'no webhook endpoint yet' : `webhooks go to ${urls.join(', ')}`;
  return `emulator: ${settings}; ${webhooks}.`;
}
