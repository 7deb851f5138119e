/** The button that prints a page. */
import { need } from './lib/dom.ts';

const button = need<HTMLButtonElement>('#print');
button.hidden = false;
button.addEventListener('click', () => window.print());
