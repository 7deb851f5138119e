import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Desk } from '../../model/desk.ts';
import type { Choice, Chooser } from '../../model/forms/chooser.ts';
import { CellText } from '../list/cell.tsx';
import { Modal } from './modal.tsx';

/** The maximum number of choices to draw; typing finds the others. */
const mostDrawn = 60;

/** A list that the user narrows by typing. */
export function ChooserDialog({ desk, chooser }: { readonly desk: Desk; readonly chooser: Chooser }) {
  const { title, placeholder, text, choices, at, refusal, isLooking } = chooser;
  const first = Math.max(0, Math.min(at - mostDrawn / 2, choices.length - mostDrawn));
  const drawn = choices.slice(first, first + mostDrawn);
  // A listbox option must not contain buttons, but a grid cell can.
  const isGrid = choices.some(({ sideActs = [] }) => sideActs.length > 0);
  const roles = isGrid ? ({ list: 'grid', choice: 'row' } as const) : ({ list: 'listbox', choice: 'option' } as const);
  const cell = isGrid ? 'gridcell' : undefined;
  const chosen = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => chosen.current?.scrollIntoView({ block: 'nearest' }), [at, text]);
  const close = (): void => {
    desk.closeDialog(chooser);
    desk.touched();
  };
  const choose = (choice: Choice): void => {
    desk.choose(chooser, choice);
    desk.touched();
  };
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
  return (
    <Modal title={title} close={close}>
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
          else if (event.key === 'Enter' && chooser.selected !== undefined) choose(chooser.selected);
          else return;
          event.preventDefault();
          desk.touched();
        }}
      />
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
        <div id="choices" class="choices" {...{ role: roles.list, 'aria-label': title }}>
          {drawn.map((choice, place) => {
            const index = first + place;
            return (
              <div
                key={`${choice.name} ${index}`}
                id={`choice-${index}`}
                ref={index === at ? chosen : null}
                {...{ role: roles.choice, 'aria-selected': index === at }}
                class={choice.destroys === true ? 'destroys' : undefined}
                onClick={() => choose(choice)}
              >
                {chooser.groupAt(index) !== '' && <span class="choice-group">{chooser.groupAt(index)}</span>}
                <span class="choice-name" role={cell}>
                  {choice.name}
                </span>
                <span class="choice-about" role={cell}>
                  <CellText cell={choice.about} />
                </span>
                {choice.sideActs !== undefined && choice.sideActs.length > 0 && (
                  <span class="choice-acts" role={cell}>
                    {choice.sideActs.map((side) => (
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
                )}
              </div>
            );
          })}
        </div>
      )}
    </Modal>
  );
}
