import { replaceCredentials } from '../kernel/credentials.ts';

/** What is in every installation, and lets nobody in who was not let in before. */
const isPublic = (credential: string): boolean => /_demo(?:_\w+)?$/.test(credential);

/** What stands in the place of a secret ends so. */
const hidden = /(?:^|_)hidden\d+$/;

/** Whether a secret that a record has is a name in the place of one. */
export const isHidden = (secret: string): boolean => hidden.test(secret);

/** The fields that hold secrets of any form: an endpoint's, a workspace's, an app's. */
const isSecret = (field: string): boolean => /(?:^|_)secret$/.test(field);

/**
 * Puts a name in the place of each key, token and signing secret, the same one for the same secret, so that what belongs
 * together still does. Those of the bundled fixtures, which everybody knows, stay.
 */
export class Disguise {
  readonly #names = new Map<string, string>();
  /** Secrets without a prefix by which they are known. */
  readonly #plain = new Set<string>();

  /** JSON of something, with its secrets replaced. */
  of(line: object): string {
    const text = JSON.stringify(line, (field, value) => {
      if (isSecret(field) && typeof value === 'string' && value !== '') this.#learn(value);
      return value;
    });
    const masked = replaceCredentials(text, (credential, prefix) => this.#nameOf(credential, prefix));
    return this.#plain.size === 0 ? masked : this.#withoutPlain(masked);
  }

  #learn(secret: string): void {
    if (replaceCredentials(secret, () => '') !== '' && !isHidden(secret)) this.#plain.add(secret);
  }

  #nameOf(secret: string, prefix = 'secret_'): string {
    if (isPublic(secret) || isHidden(secret)) return secret;
    const known = this.#names.get(secret);
    if (known !== undefined) return known;
    const name = `${prefix}hidden${this.#names.size + 1}`;
    this.#names.set(secret, name);
    return name;
  }

  #withoutPlain(text: string): string {
    let masked = text;
    for (const secret of this.#plain) {
      masked = masked.replaceAll(JSON.stringify(secret).slice(1, -1), this.#nameOf(secret));
    }
    return masked;
  }
}

/**
 * The text of a record with fresh secrets in the place of those that it hides: who goes on from there needs keys.
 * @param secretOf gives the text of a secret behind its prefix; the same number, the same secret
 */
export const withFreshSecrets = (text: string, secretOf: (number: number) => string): string =>
  text.replace(/(?<=[a-z_]_)hidden(\d+)(?!\w)/g, (_, number: string) => secretOf(Number(number)));
