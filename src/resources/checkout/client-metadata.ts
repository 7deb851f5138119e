import type { MetadataValues, NotedMetadata } from '../../engine/checks.ts';
import { isSdk } from '../../engine/client-operation.ts';

/** What an app is called whose platform is said in so many words. */
const systems = { ios: 'iOS', android: 'Android' } as const;
const platforms: readonly unknown[] = ['ios', 'android', 'web'];

/**
 * What a payment notes of the client that made it: what is well-formed of its `clientMetadata`, and the SDK by its header
 * where the body names none (specification, "`clientMetadata` sanitization"). What is malformed is dropped, never refused.
 */
export function notedClient(given: Readonly<Record<string, unknown>>, sdk: string | null): NotedMetadata {
  const text = (name: string, longest: number): string | undefined => {
    const held = given[name];
    return typeof held === 'string' && held !== '' && held.length <= longest ? held : undefined;
  };
  const platform = platforms.includes(given.platform) ? String(given.platform) : undefined;
  const client = withoutGaps({
    platform,
    sdk: typeof given.sdk === 'string' && isSdk(given.sdk) ? given.sdk : (sdk ?? undefined),
    appId: text('appId', 128),
    osVersion: text('osVersion', 32),
    deviceModel: text('deviceModel', 64),
  });
  const { screenWidth: width, screenHeight: height } = given;
  const app = platform === 'ios' || platform === 'android' ? systems[platform] : undefined;
  return {
    ...(Object.keys(client).length === 0 ? {} : { client }),
    ...withoutGaps({
      language: text('language', 35),
      timezoneClient: text('timezone', 64),
      deviceType: app === undefined ? undefined : 'mobile',
      os: app,
    }),
    ...(isSize(width) && isSize(height) ? { screen: { width, height } } : {}),
  };
}

const isSize = (held: unknown): held is number => typeof held === 'number' && Number.isFinite(held);

const withoutGaps = (fields: Record<string, string | undefined>): MetadataValues =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, held]) => (held === undefined ? [] : [[name, held]])));
