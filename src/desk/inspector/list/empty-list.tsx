import { useEffect, useState } from 'preact/hooks';
import type { KeysView } from '../../../sandbox/control/wire.ts';
import { copyAndSay } from '../../model/details/copy-as.ts';
import { curl } from '../../model/details/shell.ts';
import { openTriggers } from '../../model/palette/palette.ts';
import type { EmptyState } from '../../model/views/empty-state.ts';
import { commands } from '../commands.ts';
import type { PageState } from '../keyboard-focus.ts';

/** The reason why a view has no rows, and the next step for the user. */
export function EmptyList({ look, instead }: { readonly look: PageState; readonly instead: EmptyState }) {
  const { desk } = look;
  const { view, session, position } = desk;
  const isLive = session.run === null && session.state === 'live';
  const isEmpty = isLive && !instead.isFailure && position.filter === '';
  return (
    <div class="instead">
      <p class={instead.isFailure ? 'tone-bad' : ''} role={instead.isFailure ? 'alert' : 'status'}>
        {instead.text}
      </p>
      {(position.filter !== '' || position.only !== null) && (
        <button
          type="button"
          class="button"
          onClick={() => {
            desk.showOnly(null);
            desk.filter('');
            look.focus('grid');
          }}
        >
          Clear filter
        </button>
      )}
      {isEmpty && view.isLog === true && <FirstSteps look={look} />}
      {isEmpty && view.kinds !== undefined && (
        <button type="button" class="button" onClick={() => openTriggers(desk, commands(look))}>
          Trigger …
        </button>
      )}
    </div>
  );
}

/** First steps for a user who has just started an emulator: its URL, a key, and a first call. */
function FirstSteps({ look: { desk } }: { readonly look: PageState }) {
  const { client, mode } = desk.session;
  const [known, setKnown] = useState<KeysView | null>(null);
  useEffect(() => {
    // If the keys cannot be loaded, only the sentence above is shown.
    client.call('keys.get').then(setKnown, () => setKnown(null));
  }, [client]);
  const key = known?.keys.secret[mode] ?? null;
  if (known === null || key === null) return null;
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json'];
  const command = curl('POST', `${known.api_base}/customers`, headers, '{"email":"ada@example.com"}');
  return (
    <>
      <dl class="fields">
        <div>
          <dt>Address</dt>
          <dd class="mono">{known.api_base}</dd>
        </div>
        <div>
          <dt>Key</dt>
          <dd class="mono">{key}</dd>
        </div>
        <div>
          <dt>First call</dt>
          <dd class="text">
            <pre>{command}</pre>
          </dd>
        </div>
      </dl>
      <p>
        <button type="button" class="button" onClick={() => void copyAndSay(desk, command, 'The command')}>
          Copy the command
        </button>{' '}
        <a href="/docs">Docs</a>
      </p>
    </>
  );
}
