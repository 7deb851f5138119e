import { countries } from '../payments/platform/checks.ts';

const fallback = 'US';

/**
 * Guesses a buyer's country from the browser's preferred languages, such as `DE` for `de-DE` and for `de`.
 * @param acceptLanguage the header as sent
 * @returns ISO 3166-1 alpha-2
 */
export function countryOf(acceptLanguage: string | undefined): string {
  const first = acceptLanguage?.split(',')[0]?.split(';')[0]?.trim() ?? '';
  try {
    const { region } = new Intl.Locale(first).maximize();
    return region !== undefined && countries.has(region) ? region : fallback;
  } catch {
    return fallback;
  }
}
