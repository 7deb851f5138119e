import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Desk } from '../../model/desk.ts';
import type { Choice, Chooser } from '../../model/forms/chooser.ts';
import { CellText } from '../list/cell.tsx';
import { Modal } from './modal.tsx';

/** The maximum number of choices to draw; typing finds the others. */
const mostDrawn = 60;

/** The roles of the list and its parts. An option of a listbox must not contain buttons, but a cell of a grid can. */
interface Roles {
  readonly list: 'grid' | 'listbox';
  readonly choice: 'row' | 'option';
  readonly cell: 'gridcell' | undefined;
}
const gridRoles: Roles = { list: 'grid', choice: 'row', cell: 'gridcell' };
const listRoles: Roles = { list: 'listbox', choice: 'option', cell: undefined };

interface ChooserProps {
  readonly desk: Desk;
  readonly chooser: Chooser;
  readonly roles: Roles;
}

/** A list that the user narrows by typing. */
export function ChooserDialog({ desk, chooser }: { readonly desk: Desk; readonly chooser: Chooser }) {
  const { title, text, choices, refusal, isLooking } = chooser;
  const roles = choices.some(({ sideActs = [] }) => sideActs.length > 0) ? gridRoles : listRoles;
  const close = (): void => {
    desk.closeDialog(chooser);
    desk.touched();
  };
  return (
    <Modal title={title} close={close}>
      <ChooserInput desk={desk} chooser={chooser} roles={roles} />
      {refusal !== null && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
      {choices.length === 0 ? (
        <p class="nothing" role="status">
          {isLooking ? 'Looking …' : chooser.nothingFits(text)}
        </p>
      ) : (
        <Choices desk={desk} chooser={chooser} roles={roles} />
      )}
    </Modal>
  );
}

function choose(desk: Desk, chooser: Chooser, choice: Choice): void {
  desk.choose(chooser, choice);
  desk.touched();
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

function ChooserInput({ desk, chooser, roles }: ChooserProps) {
  const { title, placeholder, text, choices, at } = chooser;
  return (
    <input
      class="chooser-text"
      role="combobox"
      aria-label={title}
      aria-expanded="true"
      aria-haspopup={roles.list}
      aria-controls="choices"
      aria-activedescendant={choices.length === 0 ? undefined : `choice-${at}`}
      placeholder={placeholder}
      spellcheck={false}
      autocomplete="off"
      value={text}
      autofocus
      onInput={({ currentTarget }) => {
        chooser.write(currentTarget.value);
        desk.touched();
      }}
      onKeyDown={(event) => {
        const step = steps[event.key];
        if (step !== undefined) chooser.select(at + step);
        else if (event.key === 'Enter') desk.confirm(chooser);
        else return;
        event.preventDefault();
        desk.touched();
      }}
    />
  );
}

function Choices({ desk, chooser, roles }: ChooserProps) {
  const { title, text, choices, at } = chooser;
  const first = Math.max(0, Math.min(at - mostDrawn / 2, choices.length - mostDrawn));
  const chosen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => chosen.current?.scrollIntoView({ block: 'nearest' }), [at, text]);
  return (
    <div id="choices" class="choices" {...{ role: roles.list, 'aria-label': title }}>
      {choices.slice(first, first + mostDrawn).map((choice, place) => {
        const index = first + place;
        return (
          <div
            key={`${choice.name} ${index}`}
            id={`choice-${index}`}
            ref={index === at ? chosen : null}
            {...{ role: roles.choice, 'aria-selected': index === at }}
            class={choice.destroys === true ? 'destroys' : undefined}
            onClick={() => choose(desk, chooser, choice)}
          >
            {chooser.groupAt(index) !== '' && <span class="choice-group">{chooser.groupAt(index)}</span>}
            <span class="choice-name" role={roles.cell}>
              {choice.name}
            </span>
            <span class="choice-about" role={roles.cell}>
              <CellText cell={choice.about} />
            </span>
            <SideActs desk={desk} chooser={chooser} roles={roles} acts={choice.sideActs ?? []} />
          </div>
        );
      })}
    </div>
  );
}

/** The buttons beside a choice, such as the one that deletes it. */
function SideActs({ desk, chooser, roles, acts }: ChooserProps & { readonly acts: NonNullable<Choice['sideActs']> }) {
  if (acts.length === 0) return null;
  return (
    <span class="choice-acts" role={roles.cell}>
      {acts.map((side) => (
        <button
          key={side.act}
          type="button"
          class={`link${side.act === 'delete' ? ' tone-bad' : ''}`}
          title={side.about}
          onClick={(event) => {
            event.stopPropagation();
            desk.doBeside(chooser, side);
            desk.touched();
          }}
        >
          {side.act}
        </button>
      ))}
    </span>
  );
}
