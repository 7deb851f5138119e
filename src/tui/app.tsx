import { useInput, useStdout } from 'ink';
import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import type { Desk } from './desk.ts';
import { type KeyName, keysOf } from './keys.ts';
import { backgroundIn, backgroundQuestion, isAskedFor, looksFor, written } from './looks.ts';
import { Screen } from './screen.tsx';
import { sheetOf } from './sheet.ts';

interface AppProps {
  readonly desk: Desk;
  readonly color: boolean;
  /** What the terminal calls itself: `xterm-256color`. */
  readonly term: string;
}

/** The whole dashboard. */
export function App({ desk, color, term }: AppProps): ReactElement {
  const { session } = desk;
  const { stdout } = useStdout();
  useSyncExternalStore(session.subscribe, () => session.version);
  useInput((input, key) => {
    const background = backgroundIn(input);
    if (background === null) {
      pressAll(desk, keysOf(input, key));
    } else {
      desk.background = background;
      session.tell();
    }
  });
  useEffect(() => {
    const resized = () => {
      desk.repaint();
      session.tell();
    };
    stdout.on('resize', resized);
    return () => {
      stdout.off('resize', resized);
    };
  }, [desk, session, stdout]);
  useEffect(() => {
    // Asked once keys are listened to, so that the answer is not shown as if somebody had typed it.
    if (desk.background === null && isAskedFor({ color, term })) stdout.write(backgroundQuestion);
  }, [desk, color, term, stdout]);
  const { columns, rows } = stdout;
  const looks = looksFor({ color, background: desk.background, term });
  const lines = sheetOf(desk, columns, rows).slice(0, rows);
  return <Screen key={desk.repaints} rows={lines.map((line) => written(line, looks))} />;
}

/** More keys than this at once are no typing but a text that was pasted. */
const mostTypedAtOnce = 3;

/** A pasted text may fill a field; it is never taken for commands, and what it ends with confirms nothing. */
function pressAll(desk: Desk, keys: readonly KeyName[]): void {
  const isPasted = keys.length > mostTypedAtOnce && new Set(keys).size > 1;
  if (!isPasted) {
    for (const key of keys) desk.pressed(key);
  } else if (!desk.keys.isHolding && (desk.dialog === null || desk.dialog.type === 'help')) {
    desk.say('Pasted text is not taken for keys.', 'wait');
    desk.session.tell();
  } else {
    for (const key of keys) if (key !== 'enter' && key !== 'tab') desk.pressed(key);
  }
}
