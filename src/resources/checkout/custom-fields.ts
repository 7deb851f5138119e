import type { MetadataValues } from '../../engine/checks.ts';
import { invalid, missing } from '../../engine/errors.ts';
import type { CustomField } from '../payment-link/model.ts';

const longestText = 500;

/**
 * The answers to what a page asks beside the usual, by the ids of its fields; those left empty are left out.
 * @throws 400 for one that is required and missing, that does not fit its field, or that nobody asked for
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
  const refuse = (what: string) =>
    invalid(`customFieldValues.${id}`, `${label} (customFieldValues.${id}) must be ${what}.`);
  switch (type) {
    case 'text':
      if (typeof held !== 'string' || held.length > longestText)
        throw refuse(`a text of at most ${longestText} characters`);
      return held;
    case 'number': {
      const number = typeof held === 'string' && held.trim() !== '' ? Number(held) : held;
      if (typeof number !== 'number' || !Number.isFinite(number)) throw refuse('a number');
      return number;
    }
    case 'select':
      if (typeof held !== 'string' || options?.includes(held) !== true) throw refuse(`one of ${options?.join(', ')}`);
      return held;
    case 'checkbox':
      if (typeof held !== 'boolean') throw refuse('true or false');
      return held;
  }
}
