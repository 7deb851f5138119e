import { instant } from '../../../core/base/terminal-text.ts';
import { headerOf, retryWords } from '../../model/header.ts';
import { showProblemsOf } from '../../model/palette/commands.ts';
import { openPalette, openTriggers } from '../../model/palette/palette.ts';
import { openClock } from '../../model/sandbox/clock-palette.ts';
import { openFaults } from '../../model/sandbox/fault-forms.ts';
import { openWorkspaces } from '../../model/sandbox/workspaces.ts';
import { commands } from '../commands.ts';
import type { PageState } from '../keyboard-focus.ts';

/** The bar at the top: the data set, the clock, injected faults, and the state of the connection. */
export function Banner({ look }: { readonly look: PageState }) {
  const { desk } = look;
  const { run } = desk.session;
  const { workspace, mode, profile, clock, injected, trouble, waiting, hooks, next } = headerOf(desk.session);
  const isLive = waiting === null && trouble === null;
  return (
    <header class="banner">
      <h1 class="name">payments-emulator</h1>
      {run === null && (
        <a class="docs" href="/docs">
          Docs
        </a>
      )}
      <button
        type="button"
        class="quiet"
        onClick={() => openWorkspaces(desk)}
        aria-label={`Workspace ${workspace}, ${mode} mode`}
      >
        {workspace} <span class={mode === 'live' ? 'tone-wait' : 'tone-dim'}>{mode}</span>
      </button>
      {profile !== null && <span class="tone-dim">as {profile}</span>}
      {clock !== null && (
        <button
          type="button"
          class="quiet clock"
          onClick={() => openClock(desk)}
          disabled={run !== null}
          title="The emulated clock"
        >
          <time dateTime={clock.now}>{instant(clock.now).slice(0, -1)}</time> UTC
          {clock.mode === 'frozen' ? ' frozen' : clock.rate === 1 ? '' : ` ×${clock.rate}`}
          {clock.offset !== null && <span class="offset tone-wait"> {clock.offset}</span>}
        </button>
      )}
      <span class="next tone-dim" title={next ?? undefined}>
        {next !== null && <span>next: {next}</span>}
      </span>
      {injected.length > 0 && (
        <button type="button" class="quiet injected tone-wait" disabled={run !== null} onClick={() => openFaults(desk)}>
          {injected.length === 1 ? injected[0] : `${injected.length} faults and rules`}
        </button>
      )}
      {hooks?.worst != null && hooks.worst.tone !== 'good' && (
        <button
          type="button"
          class={`quiet hooks tone-${hooks.worst.tone}`}
          title={retryWords(hooks)}
          onClick={() => showProblemsOf(desk, 'webhooks')}
        >
          {retryWords(hooks)}
        </button>
      )}
      {run?.beside !== undefined && (
        <a class="button" href={run.beside}>
          Side by side
        </a>
      )}
      {run === null ? (
        <span class={`live ${isLive ? 'tone-good' : 'tone-bad'}`} role="status">
          {isLive ? '● connected' : `○ disconnected: ${trouble ?? waiting?.text}`}
        </span>
      ) : (
        <button
          type="button"
          class="quiet run"
          title={run.title}
          onClick={() => desk.open({ type: 'run', text: run.title })}
        >
          record: {run.title}
        </button>
      )}
      {run === null && (
        <button
          type="button"
          class="button trigger"
          onClick={() => openTriggers(desk, commands(look))}
          aria-keyshortcuts="t"
        >
          Trigger
        </button>
      )}
      <button
        type="button"
        class="button"
        onClick={() => openPalette(desk, commands(look))}
        aria-keyshortcuts="Control+K"
      >
        Find <kbd>Ctrl-K</kbd>
      </button>
    </header>
  );
}
