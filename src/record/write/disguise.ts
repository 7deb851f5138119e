import { getOrMake } from '../../core/base/maps.ts';
import { maskSecrets, replaceCredentials } from '../../core/kernel/credentials.ts';
import type { AnyCollectionDef } from '../../core/store/collection.ts';
import { spellingsOf } from '../../payments/secrets/encodings.ts';
import { hideSecrets, isHiddenField, secretsOfEnvironment } from '../../payments/secrets/hide.ts';
import { redacted } from '../../payments/secrets/sensitive-names.ts';

/** What is in every installation, and lets nobody in who was not let in before. */
const isPublic = (credential: string): boolean => /_demo(?:_\w+)?$/.test(credential);

/** What stands in the place of a secret ends so. */
const hidden = /(?:^|_)hidden\d+$/;

/** Whether a secret that a record has is a name in the place of one. */
export const isHidden = (secret: string): boolean => hidden.test(secret);

/** Whether a field holds a secret of any form: an endpoint's, a workspace's, an app's. */
const isSecret = (field: string): boolean => /(?:^|_)secret$/.test(field);

/**
 * Puts a name in the place of each key, token and signing secret, the same one for the same secret, so that what belongs
 * together still does. Those of the bundled fixtures, which everybody knows, stay.
 */
export class Disguise {
  readonly #names = new Map<string, string>();
  /** Secrets that are not known by their form, or not whole, each by the ways in which a text may have it. */
  readonly #plain = new Map<string, string>();
  readonly #holders = new Map<AnyCollectionDef, boolean>();

  constructor() {
    for (const secret of secretsOfEnvironment(process.env)) this.#learnSecret(secret);
  }

  /** Takes note of the secrets of a record, which are hidden wherever they stand from then on. */
  learn(def: AnyCollectionDef, record: object): void {
    if (!getOrMake(this.#holders, def, () => holdsSecrets(def.model))) return;
    JSON.stringify(record, (field, value) => {
      if (isSecret(field) && typeof value === 'string') this.#learnSecret(value);
      return value;
    });
  }

  /** The value of a field, or a word for it where the name says that it is a secret which is not known by its form. */
  field(name: string, value: unknown): unknown {
    return isHiddenField(name, typeof value === 'string' ? this.#known(value) : value) ? redacted : value;
  }

  /** A text with its secrets replaced. */
  of(text: string): string {
    return hideSecrets(this.#known(text));
  }

  /** A text with the secrets replaced that this has taken note of, and those that have the form of the emulator's. */
  #known(text: string): string {
    let masked = text;
    for (const [written, secret] of this.#plain) masked = masked.replaceAll(written, this.#nameOf(secret));
    return replaceCredentials(masked, (credential, prefix) => this.#nameOf(credential, prefix));
  }

  #learnSecret(secret: string): void {
    if (replaceCredentials(secret, () => '') === '' || isHidden(secret)) return;
    // The log of requests shortens what has the form of a secret, and keeps the rest.
    for (const text of [secret, maskSecrets(secret)]) {
      for (const written of spellingsOf(text)) this.#plain.set(written, secret);
    }
  }

  #nameOf(secret: string, prefix = 'secret_'): string {
    if (isPublic(secret) || isHidden(secret)) return secret;
    const known = this.#names.get(secret);
    if (known !== undefined) return known;
    const name = `${prefix}hidden${this.#names.size + 1}`;
    this.#names.set(secret, name);
    return name;
  }
}

/** Whether a schema has a field for a secret, at any depth. */
const holdsSecrets = (model: object): boolean => {
  let holds = false;
  JSON.stringify(model, (field, value) => {
    holds ||= isSecret(field);
    return value;
  });
  return holds;
};

/**
 * The text of a record with fresh secrets in the place of those that it hides: who goes on from there needs keys.
 * @param secretOf gives the text of a secret behind its prefix; the same number, the same secret
 */
export const withFreshSecrets = (text: string, secretOf: (number: number) => string): string =>
  text.replace(/(?<=[a-z_]_)hidden(\d+)(?!\w)/g, (_, number: string) => secretOf(Number(number)));
