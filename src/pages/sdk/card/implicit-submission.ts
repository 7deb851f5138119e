/** The inputs that prevent a form without a submit button from being submitted, if the form has two of them. */
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

/** Performs the action of Enter in a text input of the form (HTML, "Implicit submission"). */
export function submitImplicitly(form: HTMLFormElement): void {
  const controls = controlsOf(form);
  const button = controls.find(isSubmitButton);
  // A disabled button ignores the click, so the form is not submitted.
  if (button !== undefined) button.click();
  else if (controls.filter(({ localName, type }) => localName === 'input' && blocking.has(type)).length < 2)
    form.requestSubmit();
}

/**
 * The buttons and inputs of a form in tree order, including those outside the form that refer to it. `elements` has
 * no image buttons.
 */
function controlsOf(form: HTMLFormElement): readonly Control[] {
  const root = form.getRootNode();
  const scope = root instanceof Document || root instanceof ShadowRoot ? root : form;
  return [...scope.querySelectorAll<Control>('button, input')].filter((control) => control.form === form);
}

const isSubmitButton = ({ type }: Control): boolean => type === 'submit' || type === 'image';
