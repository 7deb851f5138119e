import { need } from './lib/dom.ts';

/** How long after an unknown outcome the page asks again by itself, in milliseconds. */
const askedAgainAfter = 4_000;

setTimeout(() => location.replace(need<HTMLAnchorElement>('#again').href), askedAgainAfter);
