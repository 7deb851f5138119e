import { make } from '../browser/lib/dom.ts';
import { themeIn } from './palette.ts';
import type { Appearance, Theme } from './types.ts';

/** What a page declares as its color scheme at an element, by `color-scheme` or a `<meta>`: light where it declares none. */
export function declaredTheme(element: HTMLElement): Theme {
  const probe = make('span', { hidden: true });
  probe.style.setProperty('forced-color-adjust', 'none', 'important');
  // Colors that no page has as its own: a browser that does not know light-dark() leaves the inherited one.
  probe.style.setProperty('color', 'light-dark(rgb(1, 2, 3), rgb(3, 2, 1))', 'important');
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === 'rgb(3, 2, 1)' ? 'dark' : 'light';
}

/** The theme of a frame: what its appearance wants, else what the page around declares. */
export const themeOf = (appearance: Appearance | undefined, place: HTMLElement): Theme =>
  themeIn(appearance) ?? declaredTheme(place);

/**
 * Calls back whenever what a page declares may have changed: the system's scheme, or an attribute of its root.
 * @returns ends it
 */
export function watchTheme(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => {
    system.removeEventListener('change', changed);
    observer.disconnect();
  };
}
