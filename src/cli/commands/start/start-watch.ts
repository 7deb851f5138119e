import { resolve } from 'node:path';
import { messageOf } from '../../../core/base/system-errors.ts';
import type { RunningSandbox } from '../../../emulator/sandbox-options.ts';
import { watchFile } from '../../../sandbox/fixtures/watch.ts';
import {
  configFile,
  type RawSettings,
  readConfigFile,
  resolveSettings,
  type StartValues,
  startCommandOptions,
} from '../../options/settings.ts';

const names = Object.keys(startCommandOptions) as (keyof StartValues)[];
/** The settings that can change while the emulator runs. */
const live = ['forwardTo', 'settle', 'strict', 'noRateLimit'] as const;

/**
 * Follows edits of the configuration file. Settings that can change at runtime take effect immediately. For other
 * settings, a message says that they take effect at the next start. An invalid file is refused and changes nothing.
 */
export async function watchConfig(
  running: RunningSandbox,
  { flags, before }: { flags: RawSettings; before: StartValues },
  warn: (message: string) => void,
): Promise<void> {
  const folder = process.cwd();
  let known = before;
  await watchFile(resolve(folder, configFile), async () => {
    try {
      const values = resolveSettings(startCommandOptions, flags, readConfigFile(folder));
      const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(known[name]));
      running.reconfigure({
        ...(changed.includes('forwardTo') ? { forwardTo: values.forwardTo } : {}),
        ...(changed.includes('settle') ? { settle: values.settle ?? 'auto' } : {}),
        ...(changed.includes('strict') ? { strict: values.strict === true } : {}),
        ...(changed.includes('noRateLimit') ? { rateLimit: values.noRateLimit !== true } : {}),
      });
      known = values;
      const now = changed.filter((name) => live.some((each) => each === name));
      const later = changed.filter((name) => !now.includes(name));
      if (now.length > 0)
        warn(`${configFile} was changed: ${now.join(', ')} ${now.length === 1 ? 'holds' : 'hold'} now.`);
      if (later.length > 0) warn(`${configFile} was changed; restart the emulator to apply ${later.join(', ')}.`);
    } catch (error) {
      warn(`${configFile} was changed, but the changes were not applied. ${messageOf(error)}`);
    }
  });
}
