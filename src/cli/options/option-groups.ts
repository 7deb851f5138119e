import type { Command } from 'commander';
import { optionOf } from './declare.ts';
import type { Setting, startCommandOptions } from './settings.ts';

type StartOption = keyof typeof startCommandOptions;

/** The headings of the start options in a help text, each with its options, the most used ones first. */
export const optionGroups = {
  'Data:': ['fixture', 'dataDir', 'ephemeral', 'from', 'run', 'at', 'seed', 'watch', 'fsync', 'workspaceTtl'],
  'Clock:': ['clock', 'freeze', 'settle'],
  'Webhooks:': ['forwardTo', 'signatureTime', 'webhooks', 'webhookCa', 'webhookHost', 'allowRemoteWebhooks'],
  'API behavior:': ['strict', 'noRateLimit', 'profile', 'overSpecification', 'assumptions', 'comparison'],
  'Network and TLS:': [
    'port',
    'host',
    'publicUrl',
    'allowRemote',
    'allowedHost',
    'token',
    'stopTimeout',
    'tls',
    'tlsCert',
    'tlsKey',
  ],
  'Output:': ['noTui', 'logFormat', 'smtp', 'pdfFont'],
} as const satisfies Readonly<Record<string, readonly StartOption[]>>;

/** Adds start options to a command, each under its heading. */
export function addGroupedOptions(command: Command, settings: readonly Setting[]): void {
  for (const [heading, keys] of Object.entries<readonly string[]>(optionGroups)) {
    for (const key of keys) {
      const setting = settings.find((each) => each.key === key);
      if (setting !== undefined) command.addOption(optionOf(setting).helpGroup(heading));
    }
  }
}
