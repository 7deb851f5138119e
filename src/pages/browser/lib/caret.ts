import { digitsOf } from '../../shared/card.ts';

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
