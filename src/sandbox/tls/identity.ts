import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { dateOf } from '../../core/base/instants.ts';
import { codeOf, reasonOf } from '../../core/base/system-errors.ts';
import { realNow } from '../../core/base/time.ts';
import { invalidPart, type ServiceError } from '../../core/kernel/errors.ts';
import { readNamedText, readTextFile } from '../../core/system/regular-file.ts';
import { replaceFile } from '../files/atomic-files.ts';
import type { KeyAndCertificate } from './certificate.ts';

/** The certificate and key of the emulator for https clients. */
export interface Identity extends KeyAndCertificate {
  /**
   * Saves a generated certificate. Called after the last step that can fail.
   * @throws the system error
   */
  keep(): Promise<void>;
}

const alreadyKept = async (): Promise<void> => {};

/** A file, and how messages name its option. */
interface NamedFile {
  readonly option: string;
  readonly file: string;
}

/**
 * Reads a key and a certificate from two files.
 * @throws ServiceError with a message of one line if a file is missing, is not PEM, or does not match the other file
 */
export async function readIdentity(certificateFile: NamedFile, keyFile: NamedFile): Promise<Identity> {
  const cert = readNamed('tls_cert', certificateFile);
  const key = readNamed('tls_key', keyFile);
  const certificate = certificateIn(cert);
  if (certificate === null) throw noCertificate('tls_cert', certificateFile);
  const [ofCertificate, ofKey] = [certificateFile, keyFile].map(({ option, file }) => `${option} ${file}`);
  const privateKey = keyIn(key);
  if (privateKey === null) {
    throw invalidPart('tls_key', `${ofKey} must contain a PEM private key without a passphrase.`);
  }
  if (!certificate.checkPrivateKey(privateKey)) {
    throw invalidPart('tls_key', `${ofKey} does not match the certificate in ${ofCertificate}.`);
  }
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    // A key can be too short, and another certificate in the file can be damaged.
    const { reason = reasonOf(error) } = error as { reason?: string };
    throw invalidPart('tls_cert', `${ofCertificate} and its key cannot be used for HTTPS: ${reason}.`);
  }
  return { cert, key, keep: alreadyKept };
}

/**
 * The certificate of the data folder, or a new certificate if the folder has none, or if its certificate has expired
 * or does not cover a name.
 * @param folder the data folder, which stores the certificate in `tls`; null if the certificate is only for this run
 * @param names the host names and addresses that the certificate must cover
 * @param warn called when a stored certificate is replaced
 */
export async function ownIdentity(
  folder: string | null,
  names: readonly string[],
  warn: (message: string) => void,
): Promise<Identity> {
  const kept = folder === null ? null : await readPair(keptIn(folder).certFile, keptIn(folder).keyFile);
  const fault = kept === null ? null : faultOf(kept, names);
  if (kept !== null && fault === null) return { ...kept, keep: alreadyKept };
  if (fault !== null)
    warn(`The certificate in ${join(folder!, 'tls')} ${fault}, so a new one was created. Trust the new certificate.`);
  const { makeCertificate } = await import('./certificate.ts');
  const made = await makeCertificate(names);
  return { ...made, keep: () => (folder === null ? alreadyKept() : keepIn(folder, made)) };
}

/**
 * The certificates that verify webhook receivers, in addition to the authorities of Node.
 * @throws ServiceError with a message of one line if the file is missing or not PEM
 */
export async function readAuthority(file: string, option: string): Promise<string> {
  const text = readNamed('webhook_ca', { option, file });
  if (certificateIn(text) === null) throw noCertificate('webhook_ca', { option, file });
  return text;
}

const readNamed = (param: string, { option, file }: NamedFile): string =>
  readNamedText(option, file, (sentence) => invalidPart(param, sentence));

const noCertificate = (param: string, { option, file }: NamedFile): ServiceError =>
  invalidPart(param, `${option} ${file} contains no PEM certificate (-----BEGIN CERTIFICATE-----).`);

function certificateIn(text: string): X509Certificate | null {
  try {
    return text.includes('-----BEGIN CERTIFICATE-----') ? new X509Certificate(text) : null;
  } catch {
    return null;
  }
}

function keyIn(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}

/** The files of the certificate and its key in a data folder. */
export const keptIn = (folder: string): { certFile: string; keyFile: string } => ({
  certFile: join(folder, 'tls', 'cert.pem'),
  keyFile: join(folder, 'tls', 'key.pem'),
});

/**
 * Why the certificate in two files cannot be used, as a predicate; null if it can be used; undefined if the files do
 * not exist.
 * @throws the system error for a file that cannot be read
 */
export async function faultInFiles(certFile: string, keyFile: string): Promise<string | null | undefined> {
  const read = await readPair(certFile, keyFile);
  return read === null ? undefined : faultOf(read, []);
}

async function readPair(certFile: string, keyFile: string): Promise<KeyAndCertificate | null> {
  try {
    return { key: readTextFile(keyFile), cert: readTextFile(certFile) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Why a stored certificate can no longer be used; null if it can be used. */
function faultOf({ key, cert }: KeyAndCertificate, names: readonly string[]): string | null {
  const certificate = certificateIn(cert);
  const privateKey = keyIn(key);
  if (certificate === null || privateKey === null || !certificate.checkPrivateKey(privateKey)) return 'is damaged';
  if (dateOf(certificate.validTo).getTime() <= realNow()) return `ended ${certificate.validTo}`;
  const lacking = names.find((name) => {
    const found = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
    return found === undefined;
  });
  return lacking === undefined ? null : `does not cover ${lacking}`;
}

async function keepIn(folder: string, { key, cert }: KeyAndCertificate): Promise<void> {
  const { certFile, keyFile } = keptIn(folder);
  await mkdir(dirname(certFile), { recursive: true, mode: 0o700 });
  for (const [path, text] of [
    [keyFile, key],
    [certFile, cert],
  ] as const) {
    await replaceFile(path, async (file) => void (await file.writeFile(text)));
  }
}
