import { randomBytes } from 'node:crypto';
import { isLoopbackHost, isLoopbackListener } from '../core/base/hosts.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { StartOption } from './start-options.ts';

type Reach = Pick<SandboxOptions, 'allowRemote' | 'host' | 'publicUrl' | 'allowedHosts'>;

/**
 * The option by which callers beyond this machine may reach the emulator: it listens for them, or answers to a name by
 * which a proxy passes their calls on. Its control API then requires a token. Null: only this machine reaches it.
 */
export function optionThatOpens({ allowRemote, host, publicUrl, allowedHosts = [] }: Reach): StartOption | null {
  if (allowRemote === true) return 'allowRemote';
  if (host !== undefined && !isLoopbackListener(host)) return 'host';
  if (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)) return 'publicUrl';
  return allowedHosts.every(isLoopbackHost) ? null : 'allowedHost';
}

/** The token of the whole emulator: the given one, or a generated one. Null: callers need no token. */
export const controlTokenOf = ({ token, ...reach }: Reach & Pick<SandboxOptions, 'token'>): string | null =>
  optionThatOpens(reach) === null ? null : (token ?? `emu_${randomBytes(16).toString('hex')}`);
