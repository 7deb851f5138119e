import type { Desk } from '../desk.ts';
import { refusedBy } from '../moves/outcomes.ts';
import { Form } from './form.ts';
import type { FieldSpec, Values } from './form-fields.ts';

/**
 * Asks before something is done. What `submit` throws is shown as the refusal, under the field that it is about.
 * @returns the question that is open now
 */
export function openForm(
  desk: Desk,
  question: {
    title: string;
    about: string;
    verb: string;
    fields?: readonly FieldSpec[];
    submit: (values: Values) => Promise<void> | void;
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
