import { useInput, useStdout } from 'ink';
import { type ReactElement, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { pasteText } from './keys/controller.ts';
import { keysOf } from './keys/keys.ts';
import { screenLines } from './screen-lines.ts';
import { Screen } from './terminal/screen.tsx';
import { asksForBackground, backgroundIn, backgroundQuestion, styled, themeFor } from './terminal/theme.ts';
import type { UiState } from './ui-state.ts';

interface AppProps {
  readonly ui: UiState;
  readonly color: boolean;
  /** The terminal's name for itself, such as `xterm-256color`. */
  readonly term: string;
  /** Whether the terminal can only show ASCII. */
  readonly inAscii: boolean;
}

/** The whole dashboard. */
export function App({ ui, color, term, inAscii }: AppProps): ReactElement {
  const { session } = ui.desk;
  const { stdout } = useStdout();
  useSyncExternalStore(session.subscribe, () => session.version);
  const pasted = useRef<string | null>(null);
  useInput((input, key) => {
    const background = backgroundIn(input);
    if (input === pasteBegins) {
      pasted.current = '';
    } else if (input === pasteEnds) {
      pasteText(ui, pasted.current ?? '');
      pasted.current = null;
    } else if (pasted.current !== null) {
      pasted.current += key.return ? '\n' : input;
    } else if (background === null) {
      for (const each of keysOf(input, key)) ui.press(each);
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
    // The query is sent only after Ink has started to listen to keys. Otherwise, the terminal would echo the response
    // like typed text.
    if (ui.background === null && asksForBackground({ color, term })) stdout.write(backgroundQuestion);
  }, [ui, color, term, stdout]);
  useLayoutEffect(() => ui.drawn());
  const { columns, rows } = stdout;
  const theme = themeFor({ color, background: ui.background, term });
  const lines = screenLines(ui, columns, rows).slice(0, rows);
  return <Screen key={ui.repaints} rows={lines.map((line) => styled(line, theme, inAscii))} />;
}

/** The sequences around pasted text, without the Esc that Ink removes. */
const [pasteBegins, pasteEnds] = ['[200~', '[201~'];
