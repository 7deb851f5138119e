// Bugs to plant into the applications, each in one or a few lines as people write them: what to search for, and what to put in
// its place. Each names the rule of the audit that must find it; no other rule may be violated. `npm run audit:corpus` tries them.
import { ofClub } from './club/mutations.js';
import { ofCourier } from './courier/mutations.js';
import { ofPython } from './python/mutations.js';
import { ofTheShop } from './shop/mutations.js';
import { ofTickets } from './tickets/mutations.js';

const of = (application, main, planted) => planted.map((each) => ({ application, file: main, ...each }));

/** All of them, those of the first shop first. */
export const mutations = [
  ...of('shop', 'shop.js', ofTheShop),
  ...of('python', 'shop.py', ofPython),
  ...of('tickets', 'office.js', ofTickets),
  ...of('courier', 'worker.js', ofCourier),
  ...of('club', 'club.js', ofClub),
];

/** The text of a file with a bug in it. `change` says what to search for, which must be there once. */
export function plant(text, { search, replace }) {
  if (text.split(search).length !== 2) throw new Error(`Not there once: ${search}`);
  return text.replace(search, () => replace);
}
