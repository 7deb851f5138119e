import type { PageState } from '../keyboard-focus.ts';
import { keyTable } from '../keys.ts';
import { Modal } from './modal.tsx';

/** Short labels for keys that have longer names in browsers. */
const signs: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  Escape: 'Esc',
};

/** The keys and their actions. */
export function Help({ look }: { readonly look: PageState }) {
  const close = (): void => {
    look.isHelpOpen = false;
  };
  return (
    <Modal title="Keys" close={close}>
      <h2>Keys</h2>
      <dl class="keys">
        {keyTable.map(({ keys, about }) => (
          <div key={about}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{signs[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <p class="form-end">
        <a href="/docs">The documents</a>
        <button type="button" class="button" autofocus onClick={close}>
          Close
        </button>
      </p>
    </Modal>
  );
}
