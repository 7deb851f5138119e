/** The page's data, as the server put it there. */
export function readState<T>(): T {
  const text = document.getElementById('state')?.textContent;
  if (text == null) throw new Error('The page came without its data.');
  return JSON.parse(text) as T;
}

/** An element that the page's markup has. */
export function need<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector);
  if (found === null) throw new Error(`The page lacks ${selector}.`);
  return found;
}

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** A new element; texts become text, never markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children);
  return element;
}
