import { resolve } from 'node:path';
import { watchFile } from '../../fixtures/watch.ts';
import type { RunningSandbox } from '../../sandbox.ts';
import { configFile, readConfigFile, resolveSettings, startSettings, type Values } from '../settings.ts';

/** The settings that may change while the emulator runs. */
const live = ['forwardTo', 'settle', 'strict', 'noRateLimit'] as const;

/**
 * Follows edits of the configuration file: what may change while the emulator runs holds at once, of the rest it is
 * said that it holds from the next start on. A file that is wrong is refused, and everything stays.
 */
export async function watchConfig(
  running: RunningSandbox,
  { flags, before }: { flags: Values; before: object },
  warn: (message: string) => void,
): Promise<void> {
  const folder = process.cwd();
  let known = before as Values;
  await watchFile(resolve(folder, configFile), async () => {
    try {
      const values = resolveSettings(startSettings, flags, readConfigFile(folder));
      const changed = startSettings
        .map(({ key }) => key)
        .filter((key) => JSON.stringify(values[key]) !== JSON.stringify(known[key]));
      running.reconfigure({
        ...(changed.includes('forwardTo') ? { forwardTo: values.forwardTo as string | undefined } : {}),
        ...(changed.includes('settle') ? { settle: (values.settle ?? 'auto') as 'auto' | 'manual' } : {}),
        ...(changed.includes('strict') ? { strict: values.strict === true } : {}),
        ...(changed.includes('noRateLimit') ? { rateLimit: values.noRateLimit !== true } : {}),
      });
      known = values;
      const now = changed.filter((key) => live.some((each) => each === key));
      const later = changed.filter((key) => !now.includes(key));
      if (now.length > 0)
        warn(`${configFile} was changed: ${now.join(', ')} ${now.length === 1 ? 'holds' : 'hold'} now.`);
      if (later.length > 0) warn(`${configFile} was changed: ${later.join(', ')} from the next start on.`);
    } catch (error) {
      warn(`${configFile} was changed but not taken over. ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
