import { TextField } from './text-field.ts';

/** A text of the desk that the user edits. */
interface Written {
  readonly text: string;
  write(text: string): void;
}

const fields = new WeakMap<Written, TextField>();

/** The input for a text. If other code has changed the text, the caret moves to the end of the text. */
export function inputOf(written: Written): TextField {
  let field = fields.get(written);
  if (field === undefined) {
    field = new TextField();
    fields.set(written, field);
  }
  if (field.text !== written.text) field.set(written.text);
  return field;
}
