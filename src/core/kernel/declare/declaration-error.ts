/** Declarations that contradict each other. The message is for the author of a slice, and needs no stack trace. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
