import { isSdk } from '../../../core/kernel/declare/operation.ts';
import { invalid, missing } from '../../../core/kernel/errors.ts';
import type { MetadataValues } from '../../platform/fields.ts';
import type { CustomField } from '../payment-link/model.ts';
import type { PageNotes } from '../transaction/page-payment.ts';

/** The operating system for each platform of an app. */
const systems = { ios: 'iOS', android: 'Android' } as const;
const platforms: readonly unknown[] = ['ios', 'android', 'web'];

/**
 * Returns metadata about the client of a payment: the valid parts of its `clientMetadata`, and the SDK from the
 * header if the body has none (specification, "`clientMetadata` sanitization"). Invalid parts are dropped and never
 * cause an error.
 */
export function notedClient(given: Readonly<Record<string, unknown>>, sdk: string | null): PageNotes {
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

const longestText = 500;

/**
 * Reads the answers to the additional questions of a page, keyed by field id, without empty answers.
 * @throws 400 if a required answer is missing, an answer does not fit its field, or no field has the id of an answer
 */
export function readAnswers(fields: readonly CustomField[], given: Readonly<Record<string, unknown>>): MetadataValues {
  const stray = Object.keys(given).find((id) => !fields.some((field) => field.id === id));
  if (stray !== undefined) throw invalid(`customFieldValues.${stray}`, `This checkout has no custom field '${stray}'.`);
  const answers = fields.flatMap((field) => {
    const held = Object.hasOwn(given, field.id) ? given[field.id] : null;
    const isEmpty = held === null || held === '' || (field.type === 'checkbox' && held === false);
    if (isEmpty && field.required) {
      throw missing(`customFieldValues.${field.id}`, `${field.label} (customFieldValues.${field.id}) is required.`);
    }
    return held === null || held === '' ? [] : [[field.id, readAnswer(field, held)]];
  });
  return Object.fromEntries(answers);
}

function readAnswer({ id, label, type, options }: CustomField, held: unknown): string | number | boolean {
  const refused = (what: string) =>
    invalid(`customFieldValues.${id}`, `${label} (customFieldValues.${id}) must be ${what}.`);
  switch (type) {
    case 'text':
      if (typeof held === 'string' && held.length <= longestText) return held;
      throw refused(`a string of at most ${longestText} characters`);
    case 'number': {
      const number = typeof held === 'string' && held.trim() !== '' ? Number(held) : held;
      if (typeof number === 'number' && Number.isFinite(number)) return number;
      throw refused('a number');
    }
    case 'select':
      if (typeof held === 'string' && options?.includes(held)) return held;
      throw refused(`one of ${options?.join(', ')}`);
    case 'checkbox':
      if (typeof held === 'boolean') return held;
      throw refused('true or false');
  }
}
