import { need } from './lib/dom.ts';

/** How long after an answer that the outcome is not known the page asks again by itself, in milliseconds. */
const askedAgainAfter = 4_000;

setTimeout(() => location.replace(need<HTMLAnchorElement>('#again').href), askedAgainAfter);
