import type { Desk } from '../../model/desk.ts';
import { undeliveredCount } from '../../model/header.ts';
import { resendFailed } from '../../model/palette/commands.ts';
import { placeOf } from '../../model/place.ts';
import { askToAdd } from '../../model/sandbox/endpoints.ts';
import { openFaults } from '../../model/sandbox/fault-forms.ts';
import { completionsOf } from '../../model/views/completions.ts';
import { endpoints } from '../../model/views/endpoints-view.ts';
import { faults } from '../../model/views/faults-view.ts';
import { webhooks } from '../../model/views/webhooks-view.ts';
import type { PageState } from '../keyboard-focus.ts';

/** The maximum number of completions to offer; typing finds the others. */
const mostCompletions = 10;

/** The form for adding a row, in views where the user can add rows. */
const adding: Readonly<Record<string, (desk: Desk) => void>> = {
  [faults.name]: openFaults,
  [endpoints.name]: askToAdd,
};

/** The filter, the number of rows, and a selector for the kind that the view shows. */
export function FilterBar({ look }: { readonly look: PageState }) {
  const { desk } = look;
  const { view, position, filterRefusal } = desk;
  const { kinds = [] } = view;
  const add = adding[view.name];
  const failed = undeliveredCount(desk.session);
  const { sums } = placeOf(desk);
  const word = position.filter.split(/\s+/).at(-1) ?? '';
  const before = position.filter.slice(0, position.filter.length - word.length);
  const completions = word === '' ? [] : completionsOf(desk, word).filter((each) => each !== word);
  return (
    <div class="filter-bar">
      {kinds.length > 1 && (
        <div class="kinds" role="tablist" aria-label={view.title}>
          {kinds.map((kind, at) => (
            <button
              key={kind.name}
              type="button"
              role="tab"
              aria-selected={at === position.part}
              tabIndex={at === position.part ? 0 : -1}
              onClick={() => {
                desk.goToPart(at - position.part);
                desk.touched();
              }}
            >
              {kind.title}
            </button>
          ))}
        </div>
      )}
      <div class="filter">
        <input
          data-place="filter"
          type="search"
          aria-label="Filter"
          placeholder="Filter: words, state:failed, amount:>50, since:-1h, !"
          spellcheck={false}
          autocomplete="off"
          value={position.filter}
          aria-invalid={filterRefusal !== null}
          onInput={({ currentTarget }) => {
            desk.filter(currentTarget.value);
            desk.touched();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            if (event.key === 'Escape') desk.filter('');
            event.preventDefault();
            look.focus('grid');
          }}
        />
        {view.name === webhooks.name && desk.session.run === null && failed > 0 && (
          <button type="button" class="button" onClick={() => resendFailed(desk)}>
            Resend {failed.toLocaleString('en-US')} failed …
          </button>
        )}
        {add !== undefined && desk.session.run === null && (
          <button type="button" class="button" onClick={() => add(desk)}>
            Add …
          </button>
        )}
        <Place look={look} />
      </div>
      {sums !== '' && <p class="sums">{sums}</p>}
      {completions.length > 0 && (
        <p class="completions">
          {completions.slice(0, mostCompletions).map((each) => (
            <button
              key={each}
              type="button"
              class="button"
              onClick={() => {
                desk.filter(before + each);
                look.focus('filter');
              }}
            >
              {each}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

function Place({ look: { desk } }: { readonly look: PageState }) {
  const { at, text, newer, isLooking, marked, section } = placeOf(desk);
  return (
    <p class="place" aria-live="polite">
      {marked > 0 && <span class="tone-bold">{marked.toLocaleString('en-US')} marked</span>}
      {section !== null && (
        <button type="button" class="link" title="Show all rows" onClick={() => desk.showOnly(null)}>
          Only {section} ✕
        </button>
      )}
      {newer > 0 && (
        <button
          type="button"
          class="link"
          onClick={() => {
            desk.select(desk.view.isLog === true ? desk.rows.length - 1 : 0);
            desk.touched();
          }}
        >
          {newer.toLocaleString('en-US')} newer
        </button>
      )}
      {isLooking ? 'looking …' : at === null ? '' : text}
    </p>
  );
}
