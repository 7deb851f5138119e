import type { PanelState } from '../state.ts';
import { make } from './lib/dom.ts';
import { choosePanel } from './lib/sandbox.ts';
import { loadedPart, mailPart } from './panel/beside.ts';
import { type Act, eventsPart, nextPart } from './panel/came-of-it.ts';
import { Control, ControlError } from './panel/control.ts';
import { declinedPart } from './panel/declined.ts';
import { fillPart, type Tables } from './panel/fill.ts';
import { loadSubjects, type Subjects } from './panel/subjects.ts';
import { thisPagePart } from './panel/this-page.ts';
import type { KeysView, TriggerView } from './panel/wire.ts';

interface PanelOptions {
  readonly state: PanelState;
  /** The address of the panel's stylesheet. */
  readonly style: string;
  /** The button that opens the panel, and gets the focus when it closes. */
  readonly opener: HTMLElement;
}

export interface Panel {
  /** @param hasFocus whether the developer has just asked for the panel */
  show: (hasFocus: boolean) => void;
  close: () => void;
}

/** How long changes are collected before they are loaded together, in milliseconds. */
const gathering = 150;

/** What stays the same while the page is open. */
interface Fixed extends Tables {
  readonly keys: KeysView;
  readonly triggers: readonly TriggerView[];
}

/** The developer's panel, beside the page and isolated from its styles. It is not a dialog: the page stays usable. */
class SandboxPanel implements Panel {
  readonly #options: PanelOptions;
  readonly #control: Control;
  readonly #host = make('div', { id: 'sandboxPanel' });
  readonly #heading = make('h2', { tabindex: -1 }, ['Developer panel']);
  readonly #status = make('p', { class: 'status', role: 'status' });
  /** The parts by name, in order; each is drawn again only when its data changes. */
  readonly #parts: ReadonlyMap<string, HTMLElement>;
  readonly #drawn = new Map<string, string>();
  readonly #styled: Promise<unknown>;
  readonly #escape = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    const isSearched = target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
    if (event.key !== 'Escape' || event.defaultPrevented || isSearched) return;
    // In a field or a dialog of the page, the key has another meaning.
    const { activeElement } = document;
    if ([this.#host, this.#options.opener, document.body].some((each) => each === activeElement)) this.close();
  };
  /** Browsers allow few connections per host: a hidden page keeps none. */
  readonly #seen = (): void => {
    if (document.hidden) {
      this.#unfollow?.();
      this.#unfollow = null;
      return;
    }
    this.#unfollow ??= this.#control.follow(() => this.#refreshSoon());
    void this.#refresh();
  };
  #fixed: Fixed | null = null;
  #unfollow: (() => void) | null = null;
  #waiting: number | null = null;
  #isLoading = false;
  #isStale = false;

  constructor(options: PanelOptions) {
    this.#options = options;
    this.#control = new Control(options.state);
    const names = ['declined', 'fill', 'next', 'events', 'page', 'mail', 'loaded'];
    this.#parts = new Map(names.map((name) => [name, make('div', { 'data-part': name })]));
    const { state, style, opener } = options;
    const close = make('button', { type: 'button', class: 'close', 'aria-label': 'Close the panel' }, ['×']);
    close.addEventListener('click', () => this.close());
    const panel = make('aside', { 'aria-label': 'Developer panel', class: 'panel' }, [
      make('header', {}, [
        make('div', {}, [this.#heading, make('p', { class: 'soft' }, [`${state.page}, ${state.mode} mode`])]),
        close,
      ]),
      this.#status,
      ...this.#parts.values(),
      make('p', { class: 'note foot' }, [
        'Only here, on this machine. ',
        make('a', { href: '/docs/checkout', target: '_blank', rel: 'noopener' }, ['About the panel']),
      ]),
    ]);
    const root = this.#host.attachShadow({ mode: 'open' });
    root.append(panel);
    const sheet = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet];
    // Without its styles it would become part of the page's layout.
    this.#host.hidden = true;
    this.#styled = loadStyles(sheet, style);
    opener.setAttribute('aria-controls', this.#host.id);
  }

  show(hasFocus: boolean): void {
    const { opener } = this.#options;
    document.body.append(this.#host);
    document.documentElement.classList.add('with-panel');
    opener.setAttribute('aria-expanded', 'true');
    choosePanel('open');
    document.addEventListener('keydown', this.#escape);
    void this.#styled.then(() => {
      this.#host.hidden = false;
      if (hasFocus) this.#heading.focus({ preventScroll: true });
    });
    document.addEventListener('visibilitychange', this.#seen);
    this.#seen();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#seen);
    this.#unfollow?.();
    this.#unfollow = null;
    document.removeEventListener('keydown', this.#escape);
    this.#host.remove();
    document.documentElement.classList.remove('with-panel');
    this.#options.opener.setAttribute('aria-expanded', 'false');
    choosePanel(null);
    this.#options.opener.focus();
  }

  /** Shows the result of a button of the panel. */
  readonly #act: Act = (what, work) => {
    this.#tell(`${what}…`);
    void work().then(
      () => {
        this.#tell(`${what}: done.`);
        this.#refreshSoon();
      },
      (error: unknown) => this.#tell(error instanceof ControlError ? error.message : String(error), true),
    );
  };

  #tell(text: string, isFault = false): void {
    this.#status.textContent = text;
    this.#status.classList.toggle('tone-bad', isFault);
  }

  #refreshSoon(): void {
    if (this.#waiting !== null) return;
    this.#waiting = window.setTimeout(() => {
      this.#waiting = null;
      void this.#refresh();
    }, gathering);
  }

  /** One load at a time: changes in the meantime cause another one. */
  async #refresh(): Promise<void> {
    if (this.#isLoading) {
      this.#isStale = true;
      return;
    }
    this.#isLoading = true;
    try {
      this.#fixed ??= await this.#loadFixed();
      this.#draw(this.#fixed, await loadSubjects(this.#control, this.#options.state));
    } catch (error) {
      this.#tell(error instanceof ControlError ? error.message : String(error), true);
    } finally {
      this.#isLoading = false;
    }
    if (!this.#isStale) return;
    this.#isStale = false;
    this.#refreshSoon();
  }

  async #loadFixed(): Promise<Fixed> {
    const [keys, outcomes, triggers, settings] = await Promise.all([
      this.#control.keys(),
      this.#control.outcomes(),
      this.#control.triggers(),
      this.#control.settings(this.#options.state.workspace),
    ]);
    return { keys, outcomes, triggers, settings };
  }

  #draw(fixed: Fixed, subjects: Subjects): void {
    const { state } = this.#options;
    const { objects, refused, events, clock, address, mail, blocks, pixels } = subjects;
    const doing = { control: this.#control, act: this.#act, triggers: fixed.triggers };
    const expiry = `12 / ${String((Number(clock.now.slice(0, 4)) + 3) % 100).padStart(2, '0')}`;
    this.#drawPart('declined', [refused], () => refused && declinedPart(refused));
    this.#drawPart('next', [objects, clock.next, clock.now.slice(0, 16), clock.held], () => nextPart(subjects, doing));
    this.#drawPart('fill', [expiry], () => fillPart(state, fixed, expiry));
    this.#drawPart('events', [events], () => eventsPart(subjects, doing));
    this.#drawPart('page', [objects], () => thisPagePart(state, objects, fixed.keys));
    this.#drawPart('mail', [mail, address], () => mailPart(subjects, state));
    this.#drawPart('loaded', [pixels, blocks], () => loadedPart(subjects));
  }

  /** Draws a part again if its data has changed; keeps what is unfolded, and the focus. */
  #drawPart(name: string, madeOf: readonly unknown[], make: () => HTMLElement | null): void {
    const place = this.#parts.get(name);
    const text = JSON.stringify(madeOf);
    if (place === undefined || this.#drawn.get(name) === text) return;
    this.#drawn.set(name, text);
    const opened = [...place.querySelectorAll<HTMLDetailsElement>('details[open]')].map(({ dataset }) => dataset.fold);
    const focused = this.#host.shadowRoot?.activeElement;
    const key = focused instanceof HTMLElement && place.contains(focused) ? focused.dataset.key : undefined;
    const drawn = make();
    place.replaceChildren(...(drawn === null ? [] : [drawn]));
    for (const each of place.querySelectorAll('details')) each.open = opened.includes(each.dataset.fold);
    if (key === undefined) return;
    const again = place.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    (again ?? this.#heading).focus();
  }
}

/** If the stylesheet does not load, the panel stays unstyled. */
const loadStyles = async (sheet: CSSStyleSheet, address: string): Promise<void> => {
  const answer = await fetch(address, { credentials: 'omit' }).catch(() => null);
  if (answer?.ok === true) await sheet.replace(await answer.text());
};

export const openPanel = (options: PanelOptions): Panel => new SandboxPanel(options);
