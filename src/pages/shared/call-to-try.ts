/** A call that a reader can send from the page of its operation. A script creates its form. */
export interface CallToTry {
  readonly method: string;
  /** The path, starting at the origin, with `{id}` in place of parameters. */
  readonly path: string;
  readonly params: readonly CallField[];
  readonly query: readonly CallField[];
  /** The headers other than the credential; the reader can change them. */
  readonly headers: readonly CallField[];
  /** The body of the example, as indented JSON; null if the operation does not take a body. */
  readonly body: string | null;
  readonly credential: 'key' | 'appToken' | null;
}

/** A field of the form. */
interface CallField {
  readonly name: string;
  readonly value: string;
  readonly required: boolean;
}
