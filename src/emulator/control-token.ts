import { randomBytes } from 'node:crypto';
import { isLoopbackHost, isLoopbackListener } from '../core/base/hosts.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { StartOption } from './start-options.ts';

type Reach = Pick<SandboxOptions, 'allowRemote' | 'host' | 'publicUrl' | 'allowedHosts'>;

/**
 * Returns the option that makes the emulator reachable from other machines: the emulator listens for them, or accepts
 * a host name under which a proxy forwards requests. The control API then requires a token. Null if only this machine
 * can reach the emulator.
 */
export function optionThatOpens({ allowRemote, host, publicUrl, allowedHosts = [] }: Reach): StartOption | null {
  if (allowRemote === true) return 'allowRemote';
  if (host !== undefined && !isLoopbackListener(host)) return 'host';
  if (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)) return 'publicUrl';
  return allowedHosts.every(isLoopbackHost) ? null : 'allowedHost';
}

/** The token of the whole emulator: the configured one, or a generated one. Null if callers need no token. */
export const controlTokenOf = ({ token, ...reach }: Reach & Pick<SandboxOptions, 'token'>): string | null =>
  optionThatOpens(reach) === null ? null : (token ?? `emu_${randomBytes(16).toString('hex')}`);
