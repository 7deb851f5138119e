import { ClientError, ConnectionError } from '../client/node-client.ts';
import { CommandFailure, exitCodes } from './failure.ts';
import type { Session } from './session.ts';

/**
 * The error of a call, which also names the variable or the configuration key that led to it. A flag is not named,
 * because the user who typed it sees it.
 */
export function withSetting(error: unknown, { flags, named, out }: Session): unknown {
  if (error instanceof ConnectionError) {
    const source = flags.url === undefined ? ['url', 'port'].map(named).find(isUnseen) : undefined;
    if (source === undefined) return error;
    const message = error.message.replace(error.url, `${error.url} (${source})`);
    return new ConnectionError(error.url, message, error.isUntrusted);
  }
  const isOfWorkspace = error instanceof ClientError && error.status === 404 && error.body.param === 'workspace';
  const source = named('workspace');
  if (!isOfWorkspace || out.json || !isUnseen(source)) return error;
  return new CommandFailure(exitCodes.refused, `${source}: ${error.message}`);
}

const isUnseen = (source: string): boolean => !source.startsWith('--');
