import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Desk } from '../../model/desk.ts';
import { openSnapshots } from '../../model/sandbox/snapshots.ts';
import { openWorkspaces } from '../../model/sandbox/workspaces.ts';

/** The views, each with its count. On narrow screens they form a strip that keeps the current view visible. */
export function Views({ desk }: { readonly desk: Desk }) {
  const current = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [desk.view]);
  return (
    <nav class="views" aria-label="Views">
      {desk.views.map((view) => {
        const badge = view.badge?.(desk.session) ?? null;
        return (
          <button
            key={view.name}
            ref={view === desk.view ? current : null}
            type="button"
            aria-current={view === desk.view ? 'page' : undefined}
            data-view={view.name}
            onClick={() => {
              desk.notices.message = null;
              desk.go(view);
              desk.touched();
            }}
          >
            <span>{view.title}</span>
            {badge !== null && <span class={`badge tone-${badge.tone ?? 'plain'}`}>{badge.text}</span>}
          </button>
        );
      })}
      {desk.session.run === null && (
        <>
          <button type="button" onClick={() => openSnapshots(desk)}>
            <span>Snapshots …</span>
          </button>
          <button type="button" onClick={() => openWorkspaces(desk)}>
            <span>Workspaces …</span>
          </button>
        </>
      )}
    </nav>
  );
}
