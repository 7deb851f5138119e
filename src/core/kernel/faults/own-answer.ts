import { isObject, jsonOrText } from '../../base/json-values.ts';
import { about, T } from '../declare/schema.ts';
import { invalidPart } from '../errors.ts';

/** The longest answer of a developer's own, in bytes. */
const longest = 64 * 1024;
/** The statuses of such an answer: a success would claim work that was not done. */
const statuses = { first: 400, last: 599 };

/** Accepts the body of an answer: JSON as such, or the text of one. */
export const OwnBody = () =>
  about(
    T.Unsafe<string | object>({ anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array' }] }),
    'an answer of your own: JSON, or a text',
  );

/**
 * The text of an answer of a developer's own.
 * @param status the HTTP status of the answer
 * @throws 400 `parameter_invalid` if the answer is too long, or its status is none of an error
 */
export function ownBodyText(given: string | object, status: number): string {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const size = Buffer.byteLength(text);
  if (size > longest) throw invalidPart('body', `body must be at most ${longest} bytes long, not ${size}.`);
  if (status < statuses.first || status > statuses.last) {
    throw invalidPart(
      'status',
      `With a body of your own, status is ${statuses.first} to ${statuses.last}, not ${status}: the call was not processed.`,
    );
  }
  return text;
}

/** The content type of an answer: JSON if the text is an object or a list of JSON. */
export function typeOfBody(text: string): string {
  const value = jsonOrText(text);
  return isObject(value) || Array.isArray(value) ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
}
