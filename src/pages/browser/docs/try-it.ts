import { inspectorAddress } from '../../../core/base/inspector-address.ts';
import type { CallToTry } from '../../shared/call-to-try.ts';
import { make } from '../lib/dom.ts';
import { coloredJson } from './code.ts';

/** The maximum number of lines of a body field before the field scrolls. */
const mostLines = 16;

/** Creates the form of each operation when the user opens its part of the page. */
export function offerCalls(): void {
  for (const place of document.querySelectorAll<HTMLElement>('.try')) {
    const details = place.closest('details');
    const open = (): void => {
      if (details?.open !== true || place.childElementCount > 0) return;
      new CallForm(place, details.id, JSON.parse(place.dataset.call ?? '') as CallToTry);
    };
    details?.addEventListener('toggle', open);
    open();
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The form that sends a call, and shows its response. */
class CallForm {
  readonly #call: CallToTry;
  readonly #fields = new Map<string, Field>();
  readonly #button = make('button', { class: 'try-send', type: 'submit' }, ['Send']);
  readonly #status = make('p', { class: 'try-status', role: 'status' });
  readonly #answer = make('div', { class: 'try-answer' });
  /** The id of the form's place in the page, which is a prefix of the ids of its fields. */
  readonly #id: string;

  constructor(place: HTMLElement, id: string, call: CallToTry) {
    this.#call = call;
    this.#id = id;
    const form = make('form', { class: 'try-form', 'aria-label': `Try ${id}`, autocomplete: 'off' });
    const { key = '', appToken = '' } = document.querySelector<HTMLElement>('main')?.dataset ?? {};
    if (call.credential === 'key') form.append(this.#field('key', 'Key', key, true));
    if (call.credential === 'appToken') form.append(this.#field('key', 'App token', appToken, true));
    for (const part of ['params', 'query', 'headers'] as const) {
      for (const { name, value, required } of call[part])
        form.append(this.#field(`${part}.${name}`, name, value, required));
    }
    if (call.body !== null) form.append(this.#bodyField(call.body));
    form.append(make('div', { class: 'try-actions' }, [this.#button, this.#status]));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send();
    });
    place.append(make('p', { class: 'tab-title' }, ['Try it']), form, this.#answer);
  }

  #field(key: string, label: string, value: string, required: boolean): HTMLElement {
    const id = `${this.#id}-${key}`;
    const input = make('input', { id, type: 'text', value, required, spellcheck: 'false' });
    this.#fields.set(key, input);
    return make('p', { class: 'try-field' }, [make('label', { for: id }, [label]), input]);
  }

  #bodyField(body: string): HTMLElement {
    const id = `${this.#id}-body`;
    const rows = Math.min(body.split('\n').length, mostLines);
    const area = make('textarea', { id, rows, spellcheck: 'false' });
    area.value = body;
    area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) area.form?.requestSubmit();
    });
    this.#fields.set('body', area);
    return make('p', { class: 'try-field' }, [make('label', { for: id }, ['Body']), area]);
  }

  #valueOf(key: string): string {
    return this.#fields.get(key)?.value ?? '';
  }

  /** The URL with the values of the fields; empty query fields are omitted. */
  #address(): string {
    const { path, query } = this.#call;
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(this.#valueOf(`params.${name}`)));
    const asked = query.map(({ name }) => [name, this.#valueOf(`query.${name}`)]).filter(([, value]) => value !== '');
    return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
  }

  async #send(): Promise<void> {
    const { method, credential, headers, body } = this.#call;
    this.#button.disabled = true;
    this.#status.textContent = 'Sending …';
    const begun = performance.now();
    try {
      const sent = new Headers(headers.map(({ name }) => [name, this.#valueOf(`headers.${name}`)]));
      if (body !== null) sent.set('Content-Type', 'application/json');
      if (credential !== null) sent.set('Authorization', `Bearer ${this.#valueOf('key')}`);
      const answer = await fetch(this.#address(), {
        method,
        headers: sent,
        credentials: 'omit',
        ...(body === null ? {} : { body: this.#valueOf('body') }),
      });
      const text = await answer.text();
      this.#show(answer, text, Math.round(performance.now() - begun));
    } catch {
      this.#status.textContent =
        'The emulator is not responding, or a value contains characters that are not allowed in a header.';
      this.#answer.replaceChildren();
    } finally {
      this.#button.disabled = false;
      this.#button.focus();
    }
  }

  #show({ status, ok, headers }: Response, text: string, ms: number): void {
    this.#status.replaceChildren(
      make('strong', { class: ok ? 'is-good' : 'is-bad' }, [String(status)]),
      ` after ${ms} ms`,
      ...this.#inspectorLink(headers.get('Request-Id')),
    );
    this.#answer.replaceChildren(make('pre', { tabindex: '0', 'aria-label': 'Answer' }, [coloredJson(text)]));
  }

  #inspectorLink(id: string | null): (Node | string)[] {
    if (id === null) return [];
    const { workspace } = document.querySelector<HTMLElement>('main')?.dataset ?? {};
    const mode = /^.._live_/.test(this.#valueOf('key')) ? 'live' : 'test';
    return ['; ', make('a', { href: inspectorAddress('', { id, workspace, mode }) }, ['view in the inspector'])];
  }
}
