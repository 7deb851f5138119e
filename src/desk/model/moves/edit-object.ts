import { jsonOrText } from '../../../core/base/json-values.ts';
import type { InputField, ObjectView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { FieldRefusal, type FieldSpec, type FormValues, typedValue } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import { refresh } from '../run-and-report.ts';
import { subjectOf } from '../targets.ts';
import { nameOf } from './object-moves.ts';
import { reasonOf } from './outcomes.ts';

/** Asks for a field of the selected row's object and its new value. */
export function editObject(desk: Desk): void {
  const { target } = desk;
  const id = target === null ? null : subjectOf(target);
  if (id === null) {
    desk.say('Select an object first to edit its stored fields.', 'wait');
    return;
  }
  void desk.during(shortId(id), async (signal) => {
    try {
      const { client } = desk.session;
      const [object, { data: editable }] = await Promise.all([
        client.call('objects.get', { id }),
        client.call('objects.editable', { id }),
      ]);
      if (!signal.aborted) askToEdit(desk, object, editable);
    } catch (error) {
      desk.say(reasonOf(error), 'bad');
    }
  });
}

function askToEdit(desk: Desk, object: ObjectView, editable: readonly InputField[]): void {
  const { id } = object;
  const update = desk.session.triggers.find(
    ({ kind, name, resource }) => kind === 'event' && resource === object.object && name.endsWith('.updated'),
  )?.name;
  const emit: FieldSpec = { name: `send ${update}`, type: 'yes_no', fallback: 'no', about: 'a webhook about the edit' };
  openForm(desk, {
    title: `edit ${nameOf(desk, object)}`,
    about: (values) => sentenceOf(editable, values),
    verb: 'edit',
    fields: [
      {
        name: 'field',
        fallback: '',
        suggestions: editable.map(({ name, fallback }) => ({ value: name, about: fallback ?? 'null' })),
        about: 'a path, such as email or metadata.tier',
      },
      { name: 'value', fallback: 'null', about: 'the new value' },
      ...(update === undefined ? [] : [emit]),
    ],
    submit: async ({ field = '', value = '', [emit.name]: sends }) => {
      if (field === '') throw new FieldRefusal('Enter the name of a field, such as metadata.tier.', 'field');
      const set = { [field]: typedAs(editable, field, value) };
      const { edit } = await desk.session.client.call('objects.set', {
        id,
        set,
        emit: sends === 'yes',
        by: desk.host.name,
      });
      const sent = edit?.event ?? (update === undefined ? '' : 'no event was sent');
      desk.say(
        edit === null
          ? `${shortId(id)} already has this value`
          : [`${shortId(id)}: ${field} was edited`, sent].filter(Boolean).join(' · '),
        'good',
      );
      refresh(desk);
    },
  });
}

/** The current value of the named field, and its description. */
function sentenceOf(editable: readonly InputField[], { field }: FormValues): string {
  const known = editable.find(({ name }) => name === field);
  if (known === undefined) return 'Sets the stored value without a move. The history records the edit.';
  const { fallback, about, choices } = known;
  const words = choices.length === 0 ? about : `${about} One of ${choices.join(', ')}.`;
  return `Now ${fallback ?? 'null'}. ${words}`;
}

/** The typed value, converted to the type of its field. A field that does not exist yet takes JSON or text. */
function typedAs(editable: readonly InputField[], field: string, text: string): unknown {
  const known = editable.find(({ name }) => name === field);
  if (known === undefined || known.type === 'amount' || field.startsWith('metadata.')) {
    return text === '' ? null : jsonOrText(text);
  }
  return typedValue({ ...known, fallback: '' }, text);
}
