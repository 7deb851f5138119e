import { make } from '../browser/lib/dom.ts';
import { themeIn } from './palette.ts';
import type { Appearance, Theme } from './types.ts';

/**
 * The color scheme that a page declares for an element, by `color-scheme` or a `<meta>`; light if the page declares no
 * scheme.
 */
export function declaredTheme(element: HTMLElement): Theme {
  const probe = make('span', { hidden: true });
  probe.style.setProperty('forced-color-adjust', 'none', 'important');
  // Colors that no page uses: a browser that does not support light-dark() keeps the inherited one.
  probe.style.setProperty('color', 'light-dark(rgb(1, 2, 3), rgb(3, 2, 1))', 'important');
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color === 'rgb(3, 2, 1)' ? 'dark' : 'light';
}

/** The theme of a frame: the theme of its appearance, otherwise the theme that the page around declares. */
export const themeOf = (appearance: Appearance | undefined, place: HTMLElement): Theme =>
  themeIn(appearance) ?? declaredTheme(place);

/**
 * Calls back whenever the page's color scheme may have changed: by the system, or by an attribute of its root.
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
