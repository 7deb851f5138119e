import { TextField } from './text-field.ts';

/** A text of the desk that somebody writes. */
interface Written {
  readonly text: string;
  write(text: string): void;
}

const fields = new WeakMap<Written, TextField>();

/** The input of a text, with its caret: behind the text, where that was not written here. */
export function inputOf(written: Written): TextField {
  let field = fields.get(written);
  if (field === undefined) {
    field = new TextField();
    fields.set(written, field);
  }
  if (field.text !== written.text) field.set(written.text);
  return field;
}
