import { digitsOf, groupExpiry } from '../../shared/card.ts';

/** Replaces an input's text and keeps the caret after the same digit. */
export function rewrite(input: HTMLInputElement, text: string): void {
  const { value } = input;
  if (value === text) return;
  const selected = input.selectionStart ?? value.length;
  input.value = text;
  if (document.activeElement !== input) return;
  let caret = text.length;
  if (selected < value.length) {
    const before = digitsOf(value.slice(0, selected)).length;
    caret = 0;
    for (let digits = 0; caret < text.length && digits < before; caret++) if (/\d/.test(text[caret]!)) digits++;
  }
  input.setSelectionRange(caret, caret);
}

/** Listens to typed, pasted and autofilled text. Text from an input method is reported when its composition ends. */
export function onTyped(input: HTMLInputElement, hear: (event: Event) => void): void {
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) hear(event);
  });
  input.addEventListener('compositionend', hear);
}

const isDeleting = (event: Event): boolean => event instanceof InputEvent && event.inputType.startsWith('delete');

const isCaretAtEnd = ({ selectionStart, value }: HTMLInputElement): boolean => selectionStart === value.length;

/** Whether a character was typed at the end of a field. Pasted and autofilled text does not move the focus. */
export const isTypedAtEnd = (input: HTMLInputElement, event: Event): boolean =>
  event instanceof InputEvent && event.inputType === 'insertText' && isCaretAtEnd(input);

/**
 * Moves to the next field. A user who does not notice the move and presses Tab wants the field that now has the
 * focus, so one Tab is ignored if the field is empty.
 */
export function goOnTo(next: HTMLInputElement): void {
  next.focus();
  const heard = new AbortController();
  const { signal } = heard;
  next.addEventListener('blur', () => heard.abort(), { signal });
  next.addEventListener(
    'keydown',
    (event) => {
      heard.abort();
      if (event.key === 'Tab' && !event.shiftKey && next.value === '') event.preventDefault();
    },
    { signal },
  );
}

/**
 * Formats an expiry date while the user types at its end. After a deletion or an edit in the middle, the text stays
 * unchanged until the user leaves the field, because part of a month is not a month.
 */
export function watchExpiry(input: HTMLInputElement): void {
  onTyped(input, (event) => {
    const isEdited = document.activeElement === input && !isCaretAtEnd(input);
    if (!isEdited && !isDeleting(event)) groupDate(input);
  });
  input.addEventListener('blur', () => groupDate(input));
}

const groupDate = (input: HTMLInputElement): void => rewrite(input, groupExpiry(input.value));
