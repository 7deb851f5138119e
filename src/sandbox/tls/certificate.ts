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
import { dateOf, toIso } from '../../core/base/instants.ts';
import { realNow } from '../../core/base/time.ts';

/** How long a generated certificate is valid, in days. Browsers reject more than 825. */
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
 * Generates a key and a self-signed certificate. Only this function loads the certificate library, which is large.
 * @param names the host names and addresses of the certificate
 */
export async function makeCertificate(names: readonly string[]): Promise<KeyAndCertificate> {
  const { subtle } = globalThis.crypto;
  const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  // The certificate is valid from one day earlier, because the clock of another machine or of a container may be slow.
  const begin = realNow() - day;
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=payments-emulator',
    notBefore: dateAt(begin),
    notAfter: dateAt(begin + days * day),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      // Clients that trust the certificate treat it as its own authority.
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
