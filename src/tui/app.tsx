import { Box, useInput } from 'ink';
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import type { Desk } from './desk.ts';
import { headerLines, headingLine, hintLine, layoutOf, messageLine, rule, tabsLine } from './frame.ts';
import { type KeyName, keysOf } from './keys.ts';
import type { TerminalSize } from './painter.ts';
import { detailsPanel, dialogHeight, dialogPanel, listPanel } from './panels.ts';
import { Rows } from './rows.tsx';

/** The whole dashboard: the lines around, the list, what is open beside or over it. */
export function App({ desk, terminal }: { desk: Desk; terminal: TerminalSize }): ReactElement {
  useSyncExternalStore(desk.session.subscribe, () => desk.session.version);
  useInput((input, key) => {
    pressAll(desk, keysOf(input, key));
  });
  const { columns, rows } = useSize(terminal);
  const layout = layoutOf(columns, rows);
  const { width } = layout;
  return (
    <Box flexDirection="column" width={width} height={layout.height}>
      <Rows lines={headerLines(desk.session, layout)} />
      {layout.rules && <Rows lines={[rule(width)]} />}
      <Rows lines={[tabsLine(desk, width)]} />
      <Rows lines={[rule(width)]} />
      <Body desk={desk} width={width} height={layout.body} isWide={layout.isWide} />
      {layout.rules && <Rows lines={[rule(width)]} />}
      {(layout.footer === 2 || desk.message !== null || desk.dialog?.type === 'line') && (
        <Rows lines={[messageLine(desk, width)]} />
      )}
      {(layout.footer === 2 || (desk.message === null && desk.dialog?.type !== 'line')) && (
        <Rows lines={[hintLine(desk, width)]} />
      )}
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
  } else if (!desk.isHolding && (desk.dialog === null || desk.dialog.type === 'help')) {
    desk.say('Pasted text is not taken for keys.', 'wait');
    desk.session.tell();
  } else {
    for (const key of keys) if (key !== 'enter' && key !== 'tab') desk.pressed(key);
  }
}

function Body(props: { desk: Desk; width: number; height: number; isWide: boolean }): ReactElement {
  const { desk, width, height, isWide } = props;
  const { dialog, details } = desk;
  if (dialog !== null && dialog.type !== 'line') {
    const taken = dialogHeight(dialog, height);
    const panel = dialogPanel(dialog, width, taken);
    return (
      <>
        {height > taken && <Main desk={desk} width={width} height={height - taken} isWide={isWide} />}
        <Rows lines={panel.lines} strong={panel.strong} />
      </>
    );
  }
  if (details !== null && !isWide) return <Rows {...detailsPanel(desk, width, height)} />;
  return <Main desk={desk} width={width} height={height} isWide={isWide} />;
}

/** The list, with the details beside it where there is room. */
function Main(props: { desk: Desk; width: number; height: number; isWide: boolean }): ReactElement {
  const { desk, width, height, isWide } = props;
  const hasHeading = height > 6 && desk.view.isLog !== true;
  const left = desk.details !== null && isWide ? Math.floor(width * 0.46) : width;
  const heading = hasHeading ? [headingLine(desk, desk.view.columns, left)] : [];
  const list = listPanel(desk, left, height - heading.length);
  const panel = (
    <Rows lines={[...heading, ...list.lines]} strong={list.strong < 0 ? -1 : list.strong + heading.length} />
  );
  if (desk.details === null || !isWide) return panel;
  const right = width - left - 1;
  return (
    <Box height={height}>
      <Box width={left}>{panel}</Box>
      <Rows lines={Array.from({ length: height }, () => [{ text: '│', tone: 'dim' as const }])} />
      <Box width={right}>
        <Rows {...detailsPanel(desk, right, height)} />
      </Box>
    </Box>
  );
}

function useSize(terminal: TerminalSize): { columns: number; rows: number } {
  const [size, setSize] = useState({ columns: terminal.columns, rows: terminal.rows });
  useEffect(() => {
    const resized = () => setSize({ columns: terminal.columns, rows: terminal.rows });
    terminal.on('resize', resized);
    return () => {
      terminal.off('resize', resized);
    };
  }, [terminal]);
  return size;
}
