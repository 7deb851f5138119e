import type { Desk } from '../desk.ts';
import { refusedBy } from '../moves/outcomes.ts';
import { Form } from './form.ts';
import type { FieldSpec, FormValues } from './form-fields.ts';

/**
 * Opens a form that asks before an action. An error that `submit` throws appears under the field that the error names.
 * @returns the form, which is open now
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
