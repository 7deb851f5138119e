import { make } from '../lib/dom.ts';

type Child = Node | string | null | false;

const present = (children: readonly Child[]): (Node | string)[] =>
  children.filter((child): child is Node | string => child !== null && child !== false);

/** A part of the panel with a heading; left out if it is empty. */
export const part = (title: string, children: readonly Child[]): HTMLElement =>
  make('section', {}, [make('h3', {}, [title]), ...present(children)]);

export const note = (...children: readonly Child[]): HTMLElement => make('p', { class: 'note' }, present(children));

export const code = (text: string): HTMLElement => make('code', {}, [text]);

/** @param key identifies the button, so that it gets the focus back when its part is drawn again */
export function action(key: string, label: string, press: () => void, title?: string): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'action', 'data-key': key, title }, [label]);
  button.addEventListener('click', press);
  return button;
}

/** A row that does something when pressed, with its meaning and its value. */
export function choice(key: string, about: string, value: string, press: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'choice', 'data-key': key }, [
    make('span', {}, [about]),
    code(value),
  ]);
  button.addEventListener('click', press);
  return button;
}

/** A text with a button that copies it. */
export function copied(key: string, text: string, name: string): HTMLElement {
  const button = make('button', { type: 'button', class: 'copy', 'data-key': key, 'aria-label': `Copy ${name}` }, [
    'Copy',
  ]);
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text).then(
      () => {
        button.textContent = 'Copied';
      },
      () => {
        button.textContent = 'Select it';
        getSelection()?.selectAllChildren(shown);
      },
    );
  });
  const shown = code(text);
  return make('span', { class: 'copied' }, [shown, button]);
}

/** Names and values, in two columns. */
export const facts = (rows: readonly (readonly [name: string, value: Node | string | null])[]): HTMLElement =>
  make(
    'dl',
    {},
    rows.flatMap(([name, value]) =>
      value === null || value === '' ? [] : [make('dt', {}, [name]), make('dd', {}, [value])],
    ),
  );

/** A part that can be unfolded. */
export const fold = (key: string, title: string, children: readonly (Node | string)[]): HTMLDetailsElement =>
  make('details', { 'data-fold': key }, [make('summary', { 'data-key': key }, [title]), ...children]);

/** The words of a move: `transaction.refund_part` gives `Refund part`. */
export function moveLabel(move: string): string {
  const words = (move.split('.').at(-1) ?? move).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const wordsOf = (name: string): string => name.replaceAll('_', ' ');

/** The time of an instant, in ISO 8601 or emulated Unix seconds: `09:14:07`. */
export const timeOf = (at: string | number): string =>
  (typeof at === 'number' ? new Date(at * 1_000).toISOString() : at).slice(11, 19);

/** The date and time of an ISO 8601 instant: `2026-03-01 09:14`. */
export const instantOf = (at: string): string => at.slice(0, 16).replace('T', ' ');
