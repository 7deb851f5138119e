import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Desk } from '../../model/desk.ts';
import { capitalized, words } from '../../model/format.ts';
import type { Form } from '../../model/forms/form.ts';
import type { FormField } from '../../model/forms/form-fields.ts';
import { Modal } from './modal.tsx';

/** Asks for confirmation before an action, with fields for the action's options. */
export function FormDialog({ desk, form }: { readonly desk: Desk; readonly form: Form }) {
  const { title, about, verb, fields, refusal, refusedAt, isBusy } = form;
  const close = (): void => {
    desk.closeDialog(form);
    desk.touched();
  };
  return (
    <Modal title={title} close={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
          desk.touched();
        }}
      >
        <h2>{title}</h2>
        <p class="soft">{about}</p>
        {fields.map((field, at) => (
          <FormRow key={field.spec.name} desk={desk} form={form} field={field} at={at} />
        ))}
        {refusal !== null && refusedAt === null && (
          <p class="refusal" role="alert">
            {refusal}
          </p>
        )}
        <p class="form-end">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class="button is-main" disabled={isBusy}>
            {capitalized(verb)}
          </button>
        </p>
      </form>
    </Modal>
  );
}

interface RowOptions {
  readonly desk: Desk;
  readonly form: Form;
  readonly field: FormField;
  readonly at: number;
}

function FormRow({ desk, form, field, at }: RowOptions) {
  const { name, fallback, about } = field.spec;
  const isRefused = form.refusedAt === at;
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (isRefused) input.current?.focus();
  }, [isRefused, form.refusal]);
  const write = (text: string): void => {
    form.at = at;
    field.write(text);
    form.edited();
    desk.touched();
  };
  const shared = {
    ref: input,
    name,
    value: field.text,
    'aria-invalid': isRefused,
    'aria-describedby': isRefused ? `refusal-${at}` : about === undefined ? undefined : `about-${at}`,
    onFocus: () => {
      if (form.at === at) return;
      form.select(at);
      desk.touched();
    },
  };
  const list = `suggestions-${at}`;
  return (
    <label class="form-row">
      <span>{words(name)}</span>
      {field.choices === null ? (
        <input
          {...shared}
          type="text"
          placeholder={fallback}
          autocomplete="off"
          spellcheck={false}
          list={field.isSuggested ? list : undefined}
          onInput={({ currentTarget }) => write(currentTarget.value)}
        />
      ) : (
        <select {...shared} onChange={({ currentTarget }) => write(currentTarget.value)}>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === '' ? fallback || 'not said' : words(choice)}
            </option>
          ))}
        </select>
      )}
      {field.isSuggested && (
        <datalist id={list}>
          {field.fits.slice(0, 50).map(({ value, about: means }) => (
            <option key={value} value={value} label={means} />
          ))}
        </datalist>
      )}
      {isRefused ? (
        <small id={`refusal-${at}`} class="tone-bad" role="alert">
          {form.refusal}
        </small>
      ) : (
        about !== undefined && (
          <small id={`about-${at}`} class="soft">
            {about}
          </small>
        )
      )}
    </label>
  );
}
