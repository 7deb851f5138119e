import { getOrMake } from '../../core/base/maps.ts';
import { maskSecrets, replaceCredentials } from '../../core/kernel/credentials.ts';
import type { AnyCollectionDef } from '../../core/store/collection.ts';
import { spellingsOf } from '../../payments/secrets/encodings.ts';
import { isHiddenField, redactFound, secretsOfEnvironment, shortestValue } from '../../payments/secrets/hide.ts';
import { KnownValues } from '../../payments/secrets/known-values.ts';
import { Search } from '../../payments/secrets/search.ts';
import { redacted } from '../../payments/secrets/sensitive-names.ts';
import { unpackGzip } from '../../payments/secrets/unpack.ts';

/**
 * Whether a credential belongs to the bundled fixtures. Every installation has it, so it does not protect anything.
 */
const isPublic = (credential: string): boolean => /_demo(?:_\w+)?$/.test(credential);

/** The end of a name that replaces a secret. */
const hidden = /(?:^|_)hidden\d+$/;

/** Whether a secret in a record is only a name that replaces the real secret. */
export const isHidden = (secret: string): boolean => hidden.test(secret);

/** Whether a field contains the secret of an endpoint, a workspace or an app. The secret can have any form. */
const isSecret = (field: string): boolean => /(?:^|_)secret$/.test(field);

/**
 * Replaces each key, token and signing secret with a name. A secret always has the same name, so that references
 * still match. The credentials of the bundled fixtures are public and not replaced.
 */
export class Disguise {
  readonly #names = new Map<string, string>();
  /** Secrets that cannot be recognized, or not completely, by their form, in all their spellings. */
  readonly #plain = new KnownValues();
  readonly #search = new Search({ replace: redactFound, known: (text) => this.#known(text), unpack: unpackGzip });
  readonly #holders = new Map<AnyCollectionDef, boolean>();

  constructor() {
    for (const secret of secretsOfEnvironment(process.env)) this.#learnSecret(secret);
  }

  /** Learns the secrets of a record. From then on, they are hidden in every text. */
  learn(def: AnyCollectionDef, record: object): void {
    if (!getOrMake(this.#holders, def, () => holdsSecrets(def.model))) return;
    JSON.stringify(record, (field, value) => {
      if (isSecret(field) && typeof value === 'string') this.#learnSecret(value);
      return value;
    });
  }

  /** Returns the value of a field, or a placeholder if only the name of the field shows that the value is a secret. */
  field(name: string, value: unknown): unknown {
    return isHiddenField(name, typeof value === 'string' ? this.#known(value) : value) ? redacted : value;
  }

  /** Replaces the secrets in a text. */
  of(text: string): string {
    return this.#search.text(text);
  }

  /**
   * Replaces secrets in a text with names: the learned secrets, and those with the form of the emulator's credentials.
   */
  #known(text: string): string {
    return replaceCredentials(this.#plain.replaceIn(text), (credential, prefix) => this.#nameOf(credential, prefix));
  }

  #learnSecret(secret: string): void {
    if (replaceCredentials(secret, () => '') === '' || isHidden(secret)) return;
    // The request log shortens secrets that it recognizes by their form, and keeps all others.
    for (const text of [secret, maskSecrets(secret)]) {
      for (const written of spellingsOf(text))
        if (written.length >= shortestValue) this.#plain.add(written, this.#nameOf(secret));
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

/** Whether a schema contains a field for a secret, at any depth. */
const holdsSecrets = (model: object): boolean => {
  let holds = false;
  JSON.stringify(model, (field, value) => {
    holds ||= isSecret(field);
    return value;
  });
  return holds;
};

/**
 * Replaces the hidden secrets in a record's text with new secrets, because the person who resumes the record needs
 * keys.
 * @param secretOf returns the part of a secret after its prefix; the same number gives the same secret
 */
export const withFreshSecrets = (text: string, secretOf: (number: number) => string): string =>
  text.replace(/(?<=[a-z_]_)hidden(\d+)(?!\w)/g, (_, number: string) => secretOf(Number(number)));
