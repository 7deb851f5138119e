import { dim, type Line } from '../../model/cells.ts';
import type { Desk } from '../../model/desk.ts';
import { shortId } from '../../model/format.ts';
import type { Area } from '../area.ts';
import type { DetailsPane } from '../details-pane.ts';
import { wrap } from '../texts/wrapping.ts';
import type { UiState } from '../ui-state.ts';
import { filled, fitLine, truncate, widthOf } from './cells.ts';

/** Whether the trail of previous details is shown above the details. */
export const hasTrail = ({ desk }: UiState, { details }: DetailsPane): boolean =>
  details === desk.details && desk.trail.length > 0;

/** The open details, or the details beside the list, which receive no keys and have a dimmer heading. */
export function detailsPanel(ui: UiState, pane: DetailsPane, { width, height }: Area): Line[] {
  const { matches, percent, details } = pane;
  const { content, failure } = details;
  const isOpen = details === ui.desk.details;
  const isOld = !isOpen && ui.desk.preview.isOld;
  const trail = hasTrail(ui, pane) ? [trailLine(ui.desk, width - 2)] : [];
  const head: Line = [
    { text: content?.title ?? (failure === null ? 'Loading …' : 'Not there'), tone: isOpen ? 'bold' : 'dim' },
    dim(`${matches === '' ? '' : `  ${matches}`}${percent === null ? '' : `  shown to ${percent}%`}`),
  ];
  const body =
    content === null
      ? wrap(failure ?? '', width - 2).map((text): Line => [{ text: ` ${text}`, tone: 'bad' }])
      : pane.shown.map(({ line, hasLink, isFound }): Line => {
          if (isOpen && hasLink) return [{ text: '▌', isSelected: true }, ...line];
          return [{ text: isFound ? '›' : ' ', tone: 'wait' }, ...line];
        });
  const indented = [[{ text: isOpen ? '▌' : ' ' }, ...head], ...trail, ...body];
  return filled(
    indented.map((line) => fitLine(isOld ? line.map(({ text }) => dim(text)) : line, width)),
    height,
  );
}

/** The trail of previous details, such as `‹ payment txn_8sQ…  ‹ customer cus_Zp…`. */
function trailLine({ trail }: Desk, width: number): Line {
  const steps = trail.map(({ content }) => {
    const title = truncate(content?.title ?? '', width);
    return `‹ ${title.replace(idsAtEnd, (id) => shortId(id))}`;
  });
  while (steps.length > 1 && widthOf(steps.join('  ')) > width) steps.shift();
  return [{ text: ' ' }, dim(steps.join('  '))];
}

const idsAtEnd = /\b[a-z]{2,6}_[A-Za-z0-9]{8,}$/;
