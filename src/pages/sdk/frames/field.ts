/** The script of one secure field. It runs in the emulator's own origin: the page around it cannot look in. */
import { CardField } from '../card-field.ts';
import { cardFields } from '../card-fields.ts';

const parameters = new URLSearchParams(location.search);
const input = document.querySelector('input');
const field = cardFields.find((name) => name === parameters.get('field'));
if (input !== null && field !== undefined && window.parent !== window) {
  const place = { field, group: parameters.get('group') ?? '', origin: parameters.get('origin') ?? '' };
  new CardField(input, place).start();
}
