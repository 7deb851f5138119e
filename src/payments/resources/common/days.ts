import { parseIso } from '../../../core/base/instants.ts';

/** Formats an ISO 8601 date or date-time as a day, such as `March 1, 2026`. */
export const dayOf = (iso: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(parseIso(iso) ?? 0);
