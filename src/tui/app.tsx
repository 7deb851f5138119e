import { Box, Text, useInput } from 'ink';
import { type ReactElement, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Desk } from './desk.ts';
import { type KeyName, keysOf } from './keys.ts';
import { type Background, backgroundIn, type Looks, written } from './looks.ts';
import type { Surface } from './painter.ts';
import { sheetOf } from './sheet.ts';

interface AppProps {
  readonly desk: Desk;
  readonly surface: Surface;
  /** How things look on a background; null: it is not known. */
  readonly looksOn: (background: Background | null) => Looks;
  /** Called once keys are listened to, so that what the terminal answers is not shown as if it were typed. */
  readonly onListening?: () => void;
}

/** The whole dashboard. */
export function App({ desk, surface, looksOn, onListening }: AppProps): ReactElement {
  const [looks, setLooks] = useState(() => looksOn(null));
  useSyncExternalStore(desk.session.subscribe, () => desk.session.version);
  useInput((input, key) => {
    const background = backgroundIn(input);
    if (background === null) pressAll(desk, keysOf(input, key));
    else setLooks(looksOn(background));
  });
  useEffect(() => {
    const resized = () => desk.session.tell();
    surface.on('resize', resized);
    return () => {
      surface.off('resize', resized);
    };
  }, [desk, surface]);
  useEffect(() => onListening?.(), [onListening]);
  const lines = sheetOf(desk, surface.columns, surface.rows);
  return <Sheet rows={lines.map((line) => written(line, looks))} surface={surface} />;
}

/**
 * The rows of the screen. A surface that writes them itself gets them as they are: Ink would take every row apart into
 * its characters and put it together again, which on a large terminal takes longer than somebody waits for a key.
 */
function Sheet({ rows, surface }: { rows: readonly string[]; surface: Surface }): ReactElement | null {
  useLayoutEffect(() => surface.paint?.(rows));
  if (surface.paint !== undefined) return null;
  return (
    <Box flexDirection="column" width={surface.columns} height={surface.rows}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen has no other name than its place
        <Text key={at} wrap="truncate-end">
          {row === '' ? ' ' : row}
        </Text>
      ))}
    </Box>
  );
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
