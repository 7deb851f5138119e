import { fieldsOf, textOf } from '../../shared/answer.ts';
import type { PanelState } from '../../state.ts';
import { make } from '../lib/dom.ts';
import { copied, facts, fold, note, part, wordsOf } from './parts.ts';
import type { KeysView, ObjectView } from './wire.ts';

/** The page's objects: their ids, and the call with which a merchant reads each. */
export function thisPagePart(state: PanelState, objects: readonly ObjectView[], keys: KeysView): HTMLElement {
  const shown = objects.filter(({ id }) => state.about.includes(id));
  const rows = new Map<string, string>();
  for (const { id, object } of shown) rows.set(id, wordsOf(object));
  for (const { data } of shown) {
    for (const [name, value] of Object.entries(fieldsOf(data))) {
      if (name.endsWith('_id') && typeof value === 'string' && /^[a-z]+_\w+$/.test(value) && !rows.has(value)) {
        rows.set(value, wordsOf(name.slice(0, -3)));
      }
    }
  }
  for (const { id, object } of objects) if (!rows.has(id)) rows.set(id, wordsOf(object));
  const calls = shown.map((object) => curlOf(object, keys, state)).filter((call) => call !== null);
  return part('This page', [
    facts([
      ['Page', state.page],
      ['Workspace', `${state.workspace}, ${state.mode} mode`],
      ...shown.slice(0, 1).map(({ state: its }) => ['Status', its === null ? null : wordsOf(its)] as const),
      ...[...rows].map(([id, name]) => [name, copied(`id-${id}`, id, name)] as const),
    ]),
    calls.length === 0
      ? null
      : fold(
          'curl',
          'As curl',
          calls.map((call, at) => curlBlock(call, at)),
        ),
    shown.length === 0 ? note('What this page is about is not there any more.') : null,
    ...shown.map(({ id, object, data }) =>
      fold(`json-${id}`, `The ${wordsOf(object)} as JSON`, [
        make('pre', { tabindex: 0, role: 'region', 'aria-label': `The ${wordsOf(object)} as JSON` }, [
          JSON.stringify(data, null, 2),
        ]),
      ]),
    ),
  ]);
}

function curlBlock(call: string, at: number): HTMLElement {
  return make('div', { class: 'curl' }, [copied(`curl-${at}`, call, 'the call')]);
}

/** A curl command that reads an object, with a key of the sandbox; it runs as it is. */
function curlOf({ id, object }: ObjectView, { api_base, keys }: KeysView, { mode }: PanelState): string | null {
  const key = textOf(keys.secret[mode]);
  return key === '' ? null : `curl -H 'Authorization: Bearer ${key}' ${api_base}/${object.replaceAll('_', '-')}s/${id}`;
}
