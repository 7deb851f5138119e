import { useState } from 'preact/hooks';
import { copyWayBack, openCopies, placeOf } from '../../model/details/copy-as.ts';
import { followId } from '../../model/details/follow-links.ts';
import type { OpenDetails } from '../../model/details/open-details.ts';
import { openPage } from '../../model/details/pages.ts';
import type { Section } from '../../model/details/structure.ts';
import { capitalized, words } from '../../model/format.ts';
import { editObject } from '../../model/moves/edit-object.ts';
import { startMove } from '../../model/moves/object-moves.ts';
import { replay, resend } from '../../model/moves/resend-and-replay.ts';
import { chooseAction, showSection } from '../../model/moves/row-actions.ts';
import { endpointActs } from '../../model/sandbox/endpoints.ts';
import { hasFurtherActions, idOf, isResendable, legalMoves, objectOf } from '../../model/targets.ts';
import type { PageState } from '../keyboard-focus.ts';
import { BlockOf } from './blocks.tsx';

/** The details of the row, beside the list or, on narrow screens, over the list. */
export function DetailsPane({ look, details }: { readonly look: PageState; readonly details: OpenDetails | null }) {
  const { desk } = look;
  /** The headings that the user has unfolded, in the details of any row. */
  const [unfolded, unfold] = useState<ReadonlySet<string>>(new Set());
  const isOpen = details !== null && details === desk.details;
  const isOld = !isOpen && desk.preview.isOld;
  // An action in the details beside the list opens these details first.
  const open = (): OpenDetails | null => {
    if (details !== null && !isOpen && desk.selected !== null) desk.open(desk.selected.target);
    return desk.details;
  };
  const follow = (id: string): void => {
    const from = open();
    if (from !== null) followId(desk, from, id);
    desk.touched();
  };
  const content = details?.content ?? null;
  const fold = (heading: string, { open: isUnfolded }: HTMLDetailsElement): void => {
    if (isUnfolded === unfolded.has(heading)) return;
    unfold(new Set(isUnfolded ? [...unfolded, heading] : [...unfolded].filter((each) => each !== heading)));
  };
  return (
    <aside
      class="details"
      data-place="details"
      aria-label="Details"
      aria-busy={isOld}
      inert={isOld}
      tabIndex={-1}
      hidden={details === null}
    >
      {details !== null && (
        <>
          <div class="details-head">
            {isOpen && (
              <button
                type="button"
                class="link back"
                onClick={() => {
                  if (!desk.goBack()) desk.closeDetails();
                  look.focus('grid');
                }}
              >
                {desk.trail.length > 0 ? '← Back' : '✕ Close'}
              </button>
            )}
            <h2 dir="auto">{content?.title ?? (details.failure === null ? 'Loading …' : idOf(details.target))}</h2>
          </div>
          {details.failure !== null && (
            <p class="refusal" role="alert">
              {details.failure}
            </p>
          )}
          <Acts look={look} details={details} open={open} />
          {content?.sections.filter(isDrawn).map(({ heading, blocks, isFolded }, at) => {
            const drawn = blocks.map((block, place) => <BlockOf key={place} block={block} follow={follow} />);
            return (
              <section key={`${heading} ${at}`} class="details-section">
                {isFolded === true ? (
                  <details open={unfolded.has(heading)} onToggle={({ currentTarget }) => fold(heading, currentTarget)}>
                    <summary>
                      <h3>{heading}</h3>
                    </summary>
                    {drawn}
                  </details>
                ) : (
                  <>
                    <h3>{heading}</h3>
                    {drawn}
                  </>
                )}
              </section>
            );
          })}
        </>
      )}
    </aside>
  );
}

const isDrawn = ({ blocks }: Section): boolean => blocks.some(({ type }) => type !== 'moves');

interface ActsOptions {
  readonly look: PageState;
  readonly details: OpenDetails;
  /** Opens the details shown beside the list, so that the action applies to them. */
  readonly open: () => OpenDetails | null;
}

/** Buttons for the actions that are possible now. */
function Acts({ look: { desk }, details: { target, content }, open }: ActsOptions) {
  const { session } = desk;
  const moves = legalMoves(session, target);
  const object = content?.object ?? objectOf(session, target);
  const isAlive = session.run === null;
  const act = (work: () => void) => () => {
    open();
    work();
    desk.touched();
  };
  return (
    <div class="acts" role="toolbar" aria-label="Available actions">
      {object !== null &&
        moves.map((move) => (
          <button
            key={move.name}
            type="button"
            class="button"
            title={move.about}
            onClick={act(() => startMove(desk, object, move))}
          >
            {capitalized(words(move.verb))}
          </button>
        ))}
      {isAlive && object !== null && (
        <button type="button" class="button" onClick={act(() => editObject(desk))}>
          Edit … <kbd>u</kbd>
        </button>
      )}
      {isAlive && isResendable(target) && (
        <button type="button" class="button" onClick={act(() => void resend(desk))}>
          Resend <kbd>w</kbd>
        </button>
      )}
      {isAlive && target.type === 'delivery' && (
        <button type="button" class="button" onClick={act(() => void resend(desk, true))}>
          Resend to all
        </button>
      )}
      {isAlive && target.type === 'request' && (
        <button type="button" class="button" onClick={act(() => void replay(desk))}>
          Replay <kbd>R</kbd>
        </button>
      )}
      {isAlive &&
        target.type === 'endpoint' &&
        endpointActs(desk, target.endpoint).map(({ name, choose }) => (
          <button key={name} type="button" class="button" onClick={act(choose)}>
            {capitalized(name)}
          </button>
        ))}
      {isAlive && !['endpoint', 'note'].includes(target.type) && hasFurtherActions(session, target) && (
        <button type="button" class="button" onClick={act(() => chooseAction(desk))}>
          More … <kbd>a</kbd>
        </button>
      )}
      {target.type === 'note' && target.mark != null && (
        <button type="button" class="button" onClick={() => showSection(desk, target.mark!)}>
          Only this section
        </button>
      )}
      {placeOf(desk, target) !== null && (
        <button type="button" class="button" onClick={act(() => copyWayBack(desk))}>
          Start from here
        </button>
      )}
      <button type="button" class="button" onClick={act(() => openCopies(desk))}>
        Copy as … <kbd>C</kbd>
      </button>
      {isAlive && (target.type === 'mail' || object !== null) && (
        <button type="button" class="button" onClick={act(() => openPage(desk))}>
          Open page
        </button>
      )}
    </div>
  );
}
