import { useInput, useStdout } from 'ink';
import { type ReactElement, useEffect, useLayoutEffect, useSyncExternalStore } from 'react';
import { type KeyName, keysOf } from './keys.ts';
import { screenLines } from './layout.ts';
import { Screen } from './screen.tsx';
import { asksForBackground, backgroundIn, backgroundQuestion, styled, themeFor } from './theme.ts';
import type { UiState } from './ui-state.ts';

interface AppProps {
  readonly ui: UiState;
  readonly color: boolean;
  /** What the terminal calls itself: `xterm-256color`. */
  readonly term: string;
}

/** The whole dashboard. */
export function App({ ui, color, term }: AppProps): ReactElement {
  const { session } = ui;
  const { stdout } = useStdout();
  useSyncExternalStore(session.subscribe, () => session.version);
  useInput((input, key) => {
    const background = backgroundIn(input);
    if (background === null) {
      pressAll(ui, keysOf(input, key));
    } else {
      ui.background = background;
      session.redraw('key');
    }
  });
  useEffect(() => {
    const resized = () => {
      ui.repaint();
      session.redraw('key');
    };
    stdout.on('resize', resized);
    return () => {
      stdout.off('resize', resized);
    };
  }, [ui, session, stdout]);
  useEffect(() => {
    // Asked once keys are listened to, so that the answer is not shown as if somebody had typed it.
    if (ui.background === null && asksForBackground({ color, term })) stdout.write(backgroundQuestion);
  }, [ui, color, term, stdout]);
  useLayoutEffect(() => ui.drawn());
  const { columns, rows } = stdout;
  const theme = themeFor({ color, background: ui.background, term });
  const lines = screenLines(ui, columns, rows).slice(0, rows);
  return <Screen key={ui.repaints} rows={lines.map((line) => styled(line, theme))} />;
}

/** More keys than this at once are no typing but a text that was pasted. */
const maxTypedAtOnce = 3;

/** A pasted text may fill a field; it is never taken for commands, and what it ends with confirms nothing. */
function pressAll(ui: UiState, keys: readonly KeyName[]): void {
  const isPasted = keys.length > maxTypedAtOnce && new Set(keys).size > 1;
  if (!isPasted) {
    for (const key of keys) ui.press(key);
  } else if (!ui.typeAhead.isHolding && (ui.dialog === null || ui.dialog.type === 'help')) {
    ui.say('Pasted text is not taken for keys.', 'wait');
    ui.session.redraw('key');
  } else {
    for (const key of keys) if (key !== 'enter' && key !== 'tab') ui.press(key);
  }
}
