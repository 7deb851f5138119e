import { make } from '../browser/lib/dom.ts';
import { themeIn } from './palette.ts';
import type { Appearance, Theme } from './types.ts';

/**
 * The color scheme that a page declares for an element, with `color-scheme` or a `<meta>` element; light if the page
 * does not declare a scheme.
 */
export function declaredTheme(element: HTMLElement): Theme {
  const probe = make('span', { hidden: true });
  probe.style.setProperty('forced-color-adjust', 'none', 'important');
  // Colors that no page uses. A browser that does not support light-dark() keeps the inherited color.
  probe.style.setProperty('color', 'light-dark(rgb(1, 2, 3), rgb(3, 2, 1))', 'important');
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === 'rgb(3, 2, 1)' ? 'dark' : 'light';
}

/** The theme of a frame: the theme of its appearance, or else the theme that the surrounding page declares. */
export const themeOf = (appearance: Appearance | undefined, place: HTMLElement): Theme =>
  themeIn(appearance) ?? declaredTheme(place);

/**
 * Calls a function whenever the page's color scheme can have changed, because of the system or an attribute of the
 * root element.
 * @returns a function that ends the watch
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
