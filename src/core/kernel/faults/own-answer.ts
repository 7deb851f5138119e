import { isObject, jsonOrText } from '../../base/json-values.ts';
import { T } from '../declare/schema.ts';
import { invalidPart } from '../errors.ts';

/** The maximum size of a custom response, in bytes. */
const longest = 64 * 1024;
/** The statuses that a custom response can have. A success status would suggest that the call was processed. */
const statuses = { first: 400, last: 599 };

/** Accepts the body of a response: JSON, or its text. */
export const OwnBody = () =>
  T.Unsafe<string | object>({ anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'array' }] });

/**
 * Returns the text of a custom response.
 * @param status the HTTP status of the response
 * @throws 400 `parameter_invalid` if the response is too long, or if its status is not an error status
 */
export function ownBodyText(given: string | object, status: number): string {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const size = Buffer.byteLength(text);
  if (size > longest) throw invalidPart('body', `body must be at most ${longest} bytes long; you sent ${size} bytes.`);
  if (status < statuses.first || status > statuses.last) {
    throw invalidPart(
      'status',
      `With a custom body, status must be from ${statuses.first} to ${statuses.last}, because the call is not processed. You sent ${status}.`,
    );
  }
  return text;
}

/** Returns the content type of a response: JSON if the text is a JSON object or array. */
export function typeOfBody(text: string): string {
  const value = jsonOrText(text);
  return isObject(value) || Array.isArray(value) ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
}
