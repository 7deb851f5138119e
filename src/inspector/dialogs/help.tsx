import { keyTable } from '../keys.ts';
import type { Look } from '../look.ts';
import { Modal } from './modal.tsx';

/** The keys, and what each does. */
export function Help({ look }: { readonly look: Look }) {
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
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href="/docs">The documents</a>
      </p>
      <button type="button" class="button" onClick={close}>
        Close
      </button>
    </Modal>
  );
}
