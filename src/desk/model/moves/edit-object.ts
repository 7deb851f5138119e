import { jsonOrText } from '../../../core/base/json-values.ts';
import type { InputField, ObjectView } from '../../../sandbox/control/wire.ts';
import type { Desk } from '../desk.ts';
import { shortId } from '../format.ts';
import { FieldRefusal, type FieldSpec, type FormValues, typedValue } from '../forms/form-fields.ts';
import { openForm } from '../forms/open-form.ts';
import { refresh } from '../run-and-report.ts';
import { nounOf, subjectOf } from '../targets.ts';
import { nameOf, sayWithAnswers } from './object-moves.ts';
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
  const emit: FieldSpec = {
    name: `send ${update}`,
    type: 'yes_no',
    fallback: 'yes',
    about: 'a webhook about the edit',
  };
  const shownOf = (name: string): string => editable.find((each) => each.name === name)?.fallback ?? 'null';
  openForm(desk, {
    title: `edit ${nameOf(desk, object)}`,
    about: (values) => sentenceOf(editable, values),
    verb: 'edit',
    fields: [
      {
        name: 'field',
        fallback: '',
        suggestions: editable.map(({ name }) => ({ value: name, about: shownOf(name) })),
        about: 'a path, such as email or metadata.tier',
      },
      {
        name: 'value',
        fallback: '',
        about: 'the new value; null removes the value',
        follows: ({ field = '' }) => ({
          fallback: field === '' ? '' : shownOf(field),
          suggestions: optionsIn(editable, field).map((option) => ({ value: option, about: '' })),
        }),
      },
      ...(update === undefined ? [] : [emit]),
    ],
    submit: async ({ field = '', value = '', [emit.name]: sends }) => {
      if (field === '') throw new FieldRefusal('Enter the name of a field, such as metadata.tier.', 'field');
      if (value === '')
        throw new FieldRefusal(`Enter the new value of ${field}. It is now ${shownOf(field)}.`, 'value');
      const { edit } = await desk.session.client.call('objects.set', {
        id,
        set: { [field]: typedAs(editable, field, value) },
        emit: update !== undefined && sends !== 'no',
        by: desk.host.name,
      });
      refresh(desk);
      if (edit === null) return desk.say(`${shortId(id)} already has this value`, 'good');
      const said = `${shortId(id)}: ${field} was edited`;
      if (edit.event === null) desk.say(`${said} · ${unsentWords(desk, object, update)}`, 'good');
      else sayWithAnswers(desk, `${said} · ${update} ${shortId(edit.event)}`, [{ id: edit.event, type: update! }]);
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

/** Why no event reported an edit. */
const unsentWords = ({ session }: Desk, { object }: ObjectView, update: string | undefined): string =>
  update === undefined
    ? `no webhook: no event reports edits of a ${nounOf(session, object)}; use a move for one`
    : `no webhook; choose 'send ${update}' for one`;

/** The options of a field; empty if the field takes any text. */
function optionsIn(editable: readonly InputField[], field: string): readonly string[] {
  const known = editable.find(({ name }) => name === field);
  return known?.type === 'yes_no' ? ['true', 'false'] : (known?.choices ?? []);
}

/** The typed value, converted to the type of its field. A field that does not exist yet takes JSON or text. */
function typedAs(editable: readonly InputField[], field: string, text: string): unknown {
  if (text === 'null') return null;
  const known = editable.find(({ name }) => name === field);
  const isJson = known === undefined || ['amount', 'yes_no'].includes(known.type) || field.startsWith('metadata.');
  if (isJson) return jsonOrText(text);
  return typedValue({ ...known, fallback: '' }, text);
}
