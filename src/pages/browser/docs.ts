/** Makes the emulator's docs easier to use. They are readable without scripts. */
import { dressCode } from './docs/code.ts';
import { watchSearch } from './docs/search.ts';
import { makeTabs } from './docs/tabs.ts';
import { offerCalls } from './docs/try-it.ts';

dressCode();
offerCalls();
makeTabs();
watchSearch();
keepOperation();

/** The URL names the operation that the user opened last. */
function keepOperation(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details[id]')) {
    details.addEventListener('toggle', () => {
      const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (details.open && !details.contains(named)) history.replaceState(null, '', `#${details.id}`);
    });
  }
}
