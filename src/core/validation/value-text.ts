import { maskSecrets } from '../kernel/credentials.ts';

/** How many characters of a text a message shows, and how many are searched for a secret that begins among them. */
const shown = 40;
const searched = 400;

/** A value as a message shows it: short, without credentials, and lists and objects by their type alone. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortText(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function shortText(text: string): string {
  const characters = [...maskSecrets(text.slice(0, searched))];
  return characters.length > shown ? `${characters.slice(0, shown).join('')}…` : characters.join('');
}
