import { readNamedText } from '../core/system/regular-file.ts';
import { EmulatorError } from './errors.ts';

/**
 * The certificates in a file, or in the given text itself.
 * @throws EmulatorError `wrong_option` if there are no certificates
 */
export function certificatesOf(given: string): string {
  const isPem = (text: string): boolean => text.includes('-----BEGIN CERTIFICATE-----');
  if (isPem(given)) return given;
  const refuse = (sentence: string) => new EmulatorError('wrong_option', sentence);
  const text = readNamedText('The certificate', given, refuse);
  if (isPem(text)) return text;
  throw refuse(`${given} does not contain a PEM certificate (-----BEGIN CERTIFICATE-----).`);
}
