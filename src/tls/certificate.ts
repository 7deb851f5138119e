import { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { dateOf, toIso } from '../base/instants.ts';
import { realNow } from '../base/time.ts';

/** How long a certificate that is made here holds, in days: browsers take none that holds longer than 825. */
const days = 800;
const day = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const dateAt = (ms: number) => dateOf(toIso(ms));

/** A private key and its certificate, each as PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/**
 * Makes a key, and a certificate that it signs itself. This file is loaded for that alone: what writes certificates is
 * large.
 * @param names host names and addresses that the certificate is good for
 */
export async function makeCertificate(names: readonly string[]): Promise<KeyAndCertificate> {
  const { subtle } = globalThis.crypto;
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  // The clock of another machine, or of a container, may be behind.
  const begin = realNow() - day;
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=payments-emulator',
    notBefore: dateAt(begin),
    notAfter: dateAt(begin + days * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      // What trusts it takes it for the authority that signed it.
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { key, cert: `${made.toString('pem')}\n` };
}
