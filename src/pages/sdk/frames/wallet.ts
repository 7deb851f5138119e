/** The script of an emulated wallet sheet: the buyer chooses a card and whether to pay. */
import { startSheet } from '../sheet-form.ts';

const form = document.querySelector('form');
if (form !== null && window.parent !== window) {
  startSheet(form, new URLSearchParams(location.search).get('origin') ?? '');
}
