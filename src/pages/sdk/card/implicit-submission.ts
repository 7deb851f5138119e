/** The inputs that keep a form without a submit button from being submitted, if it has two of them. */
const blocking: ReadonlySet<string> = new Set([
  'text',
  'search',
  'tel',
  'url',
  'email',
  'password',
  'date',
  'month',
  'week',
  'time',
  'datetime-local',
  'number',
]);

type Control = HTMLButtonElement | HTMLInputElement;

/** Does what Enter in a text input of the form does (HTML, "Implicit submission"). */
export function submitImplicitly(form: HTMLFormElement): void {
  const controls = controlsOf(form);
  const button = controls.find(isSubmitButton);
  // A disabled button ignores the click, so that the form is not submitted.
  if (button !== undefined) button.click();
  else if (controls.filter(({ localName, type }) => localName === 'input' && blocking.has(type)).length < 2)
    form.requestSubmit();
}

/** The buttons and inputs of a form in tree order, also those outside it that name it. `elements` has no image buttons. */
function controlsOf(form: HTMLFormElement): readonly Control[] {
  const root = form.getRootNode();
  const scope = root instanceof Document || root instanceof ShadowRoot ? root : form;
  return [...scope.querySelectorAll<Control>('button, input')].filter((control) => control.form === form);
}

const isSubmitButton = ({ type }: Control): boolean => type === 'submit' || type === 'image';
