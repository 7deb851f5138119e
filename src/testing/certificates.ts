import { NotRegular, readRegularFile } from '../core/system/regular-file.ts';
import { EmulatorError } from './errors.ts';

/**
 * The certificates in a file, or in the given text. @throws EmulatorError `wrong_option` if there are no certificates
 */
export function certificatesOf(given: string): string {
  const isPem = (text: string): boolean => text.includes('-----BEGIN CERTIFICATE-----');
  if (isPem(given)) return given;
  let text: string;
  try {
    text = readRegularFile(given).toString('utf8');
  } catch (error) {
    if (error instanceof NotRegular) throw new EmulatorError('wrong_option', `The certificate ${error.message}.`);
    throw new EmulatorError('wrong_option', `The certificate ${given} cannot be read: ${(error as Error).message}`);
  }
  if (isPem(text)) return text;
  throw new EmulatorError('wrong_option', `${given} holds no certificate in PEM (-----BEGIN CERTIFICATE-----).`);
}
