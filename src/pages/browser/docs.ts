/** Makes the emulator's docs easier to use. They are readable without scripts. */
import { dressCode } from './docs/code.ts';
import { watchSearch } from './docs/search.ts';
import { makeTabs } from './docs/tabs.ts';
import { offerCalls } from './docs/try-it.ts';

dressCode();
offerCalls();
makeTabs();
watchSearch();
