import { withoutBrackets } from '../core/base/hosts.ts';
import { isThisMachine, type TargetPolicy } from '../payments/webhooks/receiver-address.ts';
import type { SandboxOptions } from './sandbox-options.ts';

type TargetOptions = Pick<SandboxOptions, 'allowRemote' | 'allowRemoteWebhooks' | 'webhookHosts' | 'forwardTo'>;

/**
 * The hosts that webhooks may reach. Holders of a token could read the answers of services on the emulator's machine,
 * so an emulator for other machines calls its own machine only where its operator names an address.
 */
export function webhookTargetsOf(given: TargetOptions): TargetPolicy {
  const { allowRemote, allowRemoteWebhooks, webhookHosts = [], forwardTo } = given;
  const hosts = webhookHosts.map((host) => withoutBrackets(host.toLowerCase()));
  const isForwarded = forwardTo !== undefined && URL.canParse(forwardTo) && isLocal(forwardTo);
  return {
    loopback: allowRemote !== true || hosts.some(isThisMachine),
    hosts: allowRemoteWebhooks === true ? 'all' : hosts,
    origins: isForwarded ? [new URL(forwardTo).origin] : [],
  };
}

const isLocal = (url: string): boolean => isThisMachine(withoutBrackets(new URL(url).hostname));
