import { digitsOf, groupExpiry } from '../../shared/card.ts';

/** Replaces the text of an input and keeps the caret after the same digit. */
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

/** Hears what is typed, pasted or filled in; what an input method composes is heard when it is whole. */
export function onTyped(input: HTMLInputElement, hear: (event: Event) => void): void {
  input.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) hear(event);
  });
  input.addEventListener('compositionend', hear);
}

const isDeleting = (event: Event): boolean => event instanceof InputEvent && event.inputType.startsWith('delete');

const isCaretAtEnd = ({ selectionStart, value }: HTMLInputElement): boolean => selectionStart === value.length;

/** Whether a key was pressed at the end of a field. What is pasted or filled in takes the focus nowhere. */
export const isTypedAtEnd = (input: HTMLInputElement, event: Event): boolean =>
  event instanceof InputEvent && event.inputType === 'insertText' && isCaretAtEnd(input);

/**
 * Goes on to the next field. Whoever did not see that and presses Tab means the field in which they are by then: the key is
 * taken once, while nothing was typed there.
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
 * Writes an expiry date in groups while it is typed at its end. Whoever deletes, or writes before the end, is on the way to
 * another date: half a month is no month there, and the text stays as it is until the field is left.
 */
export function watchExpiry(input: HTMLInputElement): void {
  onTyped(input, (event) => {
    const isEdited = document.activeElement === input && !isCaretAtEnd(input);
    if (!isEdited && !isDeleting(event)) groupDate(input);
  });
  input.addEventListener('blur', () => groupDate(input));
}

const groupDate = (input: HTMLInputElement): void => rewrite(input, groupExpiry(input.value));
