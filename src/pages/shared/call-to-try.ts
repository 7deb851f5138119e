/** A call that a reader can send from the page of its operation; a script makes the form of it. */
export interface CallToTry {
  readonly method: string;
  /** The path from the origin on, with `{id}` in the place of parameters. */
  readonly path: string;
  readonly params: readonly CallField[];
  readonly query: readonly CallField[];
  /** The headers beside the credential; the reader may change them. */
  readonly headers: readonly CallField[];
  /** The body of the example, as indented JSON; null: the operation takes no body. */
  readonly body: string | null;
  readonly credential: 'key' | 'appToken' | null;
}

/** A field of the form. */
interface CallField {
  readonly name: string;
  readonly value: string;
  readonly required: boolean;
}
