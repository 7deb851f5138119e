import { dim, type Line } from '../../model/cells.ts';
import type { Chooser } from '../../model/forms/chooser.ts';
import type { Area } from '../area.ts';
import { inputOf } from '../keys/text-inputs.ts';
import { wrap } from '../texts/wrapping.ts';
import { columnWidths, filled, fitLine, row, selectedLine, titleRule, widthOf } from './cells.ts';
import type { RoomyColumn } from './column-rooms.ts';

/** The choices that fit around the selected choice, and the number of lines above these choices. */
function shownChoices(chooser: Chooser, { width, height }: Area) {
  const { choices, at, refusal } = chooser;
  const why = refusal === null ? [] : wrap(refusal, width - 4);
  const head = 2 + why.length;
  const room = Math.max(1, height - head);
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), choices.length - room));
  return { choices: choices.slice(top, top + room), top, why };
}

/** The chooser: its title, the typed text, a refusal, and the choices around the selected choice. */
export function chooserPanel(chooser: Chooser, area: Area): Line[] {
  const { width, height } = area;
  const { text, at } = chooser;
  const { choices: shown, top, why } = shownChoices(chooser, area);
  const input: Line = [
    { text: ` › ${inputOf(chooser).shownIn(width - 4)}` },
    dim(text === '' ? chooser.placeholder : ''),
  ];
  const refusal = why.map((line): Line => [{ text: ` ! ${line}`, tone: 'bad' }]);
  const widest = Math.max(8, ...shown.map(({ name }) => widthOf(name)));
  const columns: RoomyColumn[] = [
    { name: '', width: Math.max(8, Math.min(widest, Math.floor(width * 0.55))), rank: 0 },
    { name: '', width: 6, grow: 1, rank: 1 },
    { name: '', width: Math.max(...shown.map(({ group = '' }) => group.length), 0), right: true, rank: 2 },
  ];
  const widths = columnWidths(columns, width - 4);
  const rows = shown.map(({ name, about }, index): Line => {
    const own = row([name, about, dim(chooser.groupAt(top + index))], columns, widths);
    if (top + index !== at) return fitLine([{ text: '   ' }, ...own], width);
    return selectedLine(fitLine([{ text: ' ▌ ' }, ...own], width));
  });
  if (chooser.isLooking) rows.push([dim('   looking further …')]);
  else if (shown.length === 0) {
    const none = text === '' ? 'None yet.' : chooser.nothingFits(text.trim());
    rows.push(...wrap(none, width - 4).map((line): Line => [dim(`   ${line}`)]));
  }
  return filled([titleRule(chooser.title, width), fitLine(input, width), ...refusal, ...rows], height);
}
