import { sdkName } from '../../shared/sdk-name.ts';

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * A UUID, version 4. Browsers provide `randomUUID` only in secure contexts, and plain HTTP on a custom host name is
 * not secure.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const language = (): string => navigator.language.slice(0, 35);

/** The browser data that an issuer needs (specification, "Client 3-D Secure"). */
export const browserInfo = () => ({
  java_enabled: false,
  javascript_enabled: true,
  color_depth: screen.colorDepth,
  screen_width: screen.width,
  screen_height: screen.height,
  tz_offset: new Date().getTimezoneOffset(),
  language: language(),
});

/** The language that the page's URL requests. Later messages to the buyer use this language too. */
const askedLanguage = (): string | null => new URLSearchParams(location.search).get('locale')?.slice(0, 35) || null;

/** The browser data that is sent to the service with a payment. */
export const clientMetadata = () => ({
  platform: 'web',
  sdk: sdkName,
  language: askedLanguage() ?? language(),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone.slice(0, 64),
  screenWidth: screen.width,
  screenHeight: screen.height,
});
