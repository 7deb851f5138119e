import type { Desk } from '../desk.ts';
import { refusedBy } from '../moves/outcomes.ts';
import { Form } from './form.ts';
import type { FieldSpec, FormValues } from './form-fields.ts';

/**
 * Opens a form that asks for confirmation before an action. If `submit` throws an error, the message appears under
 * the field that the error names.
 * @returns the open form
 */
export function openForm(
  desk: Desk,
  question: {
    title: string;
    about: string | ((values: FormValues) => string);
    verb: string;
    fields?: readonly FieldSpec[];
    submit: (values: FormValues) => Promise<void> | void;
  },
): Form {
  const form = new Form({
    ...question,
    submit: async (values) => {
      try {
        await question.submit(values);
        return null;
      } catch (error) {
        return refusedBy(error);
      }
    },
    close: () => {
      if (desk.dialog === form) desk.dialog = null;
    },
    changed: () => desk.session.redraw('key'),
  });
  desk.dialog = form;
  desk.session.redraw('key');
  return form;
}
