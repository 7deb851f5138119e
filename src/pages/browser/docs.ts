/** What makes the emulator's documents easier to use: every page of them can be read without. */
import { dressCode } from './docs/code.ts';
import { watchSearch } from './docs/search.ts';
import { makeTabs } from './docs/tabs.ts';

dressCode();
makeTabs();
watchSearch();
