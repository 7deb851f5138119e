import { getOrMake } from '../../core/base/maps.ts';
import { maskSecrets, replaceCredentials } from '../../core/kernel/credentials.ts';
import type { AnyCollectionDef } from '../../core/store/collection.ts';
import { spellingsOf } from '../../payments/secrets/encodings.ts';
import { isHiddenField, redactFound, secretsOfEnvironment, shortestValue } from '../../payments/secrets/hide.ts';
import { KnownValues } from '../../payments/secrets/known-values.ts';
import { Search } from '../../payments/secrets/search.ts';
import { redacted } from '../../payments/secrets/sensitive-names.ts';
import { unpackGzip } from '../../payments/secrets/unpack.ts';

/** Whether a credential is one of the bundled fixtures: every installation has it, so that it protects nothing. */
const isPublic = (credential: string): boolean => /_demo(?:_\w+)?$/.test(credential);

/** The end of a name that replaces a secret. */
const hidden = /(?:^|_)hidden\d+$/;

/** Whether a secret in a record is a name that replaces the real secret. */
export const isHidden = (secret: string): boolean => hidden.test(secret);

/** Whether a field contains a secret: an endpoint's, a workspace's, an app's. The secret may have any form. */
const isSecret = (field: string): boolean => /(?:^|_)secret$/.test(field);

/**
 * Replaces each key, token and signing secret by a name. A secret has the same name everywhere, so that references
 * still match. The credentials of the bundled fixtures, which everybody knows, stay.
 */
export class Disguise {
  readonly #names = new Map<string, string>();
  /** Secrets that their form does not show, or not completely, in each written form. */
  readonly #plain = new KnownValues();
  readonly #search = new Search({ replace: redactFound, known: (text) => this.#known(text), unpack: unpackGzip });
  readonly #holders = new Map<AnyCollectionDef, boolean>();

  constructor() {
    for (const secret of secretsOfEnvironment(process.env)) this.#learnSecret(secret);
  }

  /** Learns the secrets of a record, which are hidden from then on in every text. */
  learn(def: AnyCollectionDef, record: object): void {
    if (!getOrMake(this.#holders, def, () => holdsSecrets(def.model))) return;
    JSON.stringify(record, (field, value) => {
      if (isSecret(field) && typeof value === 'string') this.#learnSecret(value);
      return value;
    });
  }

  /**
   * The value of a field, or a placeholder if the field's name says that the value is a secret that its form does not
   * show.
   */
  field(name: string, value: unknown): unknown {
    return isHiddenField(name, typeof value === 'string' ? this.#known(value) : value) ? redacted : value;
  }

  /** A text whose secrets are replaced. */
  of(text: string): string {
    return this.#search.text(text);
  }

  /**
   * A text whose secrets are replaced by names: the learned secrets, and those in the form of the emulator's
   * credentials.
   */
  #known(text: string): string {
    return replaceCredentials(this.#plain.replaceIn(text), (credential, prefix) => this.#nameOf(credential, prefix));
  }

  #learnSecret(secret: string): void {
    if (replaceCredentials(secret, () => '') === '' || isHidden(secret)) return;
    // The log of requests shortens secrets that it knows by their form, and keeps the rest.
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
 * Replaces the hidden secrets in the text of a record by fresh secrets, because whoever resumes the record needs keys.
 * @param secretOf gives the part of a secret behind its prefix; the same number gives the same secret
 */
export const withFreshSecrets = (text: string, secretOf: (number: number) => string): string =>
  text.replace(/(?<=[a-z_]_)hidden(\d+)(?!\w)/g, (_, number: string) => secretOf(Number(number)));
