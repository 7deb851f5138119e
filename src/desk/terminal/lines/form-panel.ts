import { bold, dim, type Line, type Span } from '../../model/cells.ts';
import { words } from '../../model/format.ts';
import type { Form } from '../../model/forms/form.ts';
import type { FormField } from '../../model/forms/form-fields.ts';
import { inputOf } from '../keys/text-inputs.ts';
import { wrap } from '../texts/wrapping.ts';
import { filled, fitLine, lineWidth, pad, titleRule, widthOf } from './cells.ts';

/** The maximum number of lines of a refusal to show. */
const mostRefusal = 2;

const aboutLines = ({ about }: Form, width: number): Line[] =>
  about.split('\n').flatMap((part) => wrap(part, width - 2).map((text): Line => fitLine([dim(` ${text}`)], width)));

/** The maximum number of suggestions to show. */
const mostSuggested = 4;

/** The number of rows that a form needs. */
export function formHeight(form: Form, width: number): number {
  // The title, the question and the last line. If any field has an explanation, one line is always reserved for
  // explanations, so that the form does not jump.
  const told = form.fields.some(({ spec }) => spec.about !== undefined) ? 1 : 0;
  const suggested = form.fields.some(({ isSuggested }) => isSuggested) ? mostSuggested : 0;
  const refused = form.refusal === null ? 0 : mostRefusal;
  return 3 + aboutLines(form, width).length + form.fields.length + suggested + told + refused;
}

/** The fields with their labels. Errors appear below their fields, and the selected field shows its explanation. */
export function formPanel(form: Form, width: number, height: number, takesEnter: boolean): Line[] {
  const { title, at, fields } = form;
  const about = fields.some(({ spec }) => spec.about !== undefined)
    ? [fitLine([dim(` ${fields[at]?.spec.about ?? ''}`)], width)]
    : [];
  const foot = [...about, fitLine(askLine(form, takesEnter), width)];
  const body = fieldLines(form, width);
  const question = aboutLines(form, width);
  const most = Math.max(1, height - 1 - foot.length - Math.min(body.length, 1));
  const head = [titleRule(title, width), ...(question.length <= most ? question : shortened(question, most))];
  // The selected field stays visible, together with its error.
  const room = Math.max(1, height - head.length - foot.length);
  const last = body.findLastIndex(({ field }) => field === at);
  const top = Math.max(0, Math.min(last + 1 - room, body.length - room));
  const shown = body.slice(top, top + room).map(({ line }) => line);
  return filled([...head, ...shown, ...foot], height);
}

/** The first lines of a text, and how many more there are. */
const shortened = (lines: readonly Line[], most: number): Line[] => [
  ...lines.slice(0, most - 1),
  [dim(` … ${lines.length - most + 1} more`)],
];

interface FieldLine {
  /** The index of the line's field; null if the line does not belong to a field. */
  readonly field: number | null;
  readonly line: Line;
}

function fieldLines({ fields, at, refusal, refusedAt }: Form, width: number): FieldLine[] {
  const widest = Math.max(0, ...fields.map(({ spec }) => widthOf(spec.name)));
  const why = (field: number | null): FieldLine[] =>
    refusal === null || field !== refusedAt
      ? []
      : wrap(refusal, width - 4)
          .slice(0, mostRefusal)
          .map((text) => ({ field, line: fitLine([{ text: ` ! ${text}`, tone: 'bad' }], width) }));
  const lines = fields.flatMap((field, index): FieldLine[] => {
    const isHere = index === at;
    const name = words(field.spec.name).padEnd(widest);
    const label: Span = { text: ` ${isHere ? '›' : ' '} ${name}  `, tone: isHere ? 'bold' : 'dim' };
    const typed = shownIn(field, Math.max(4, width - widest - 5), isHere);
    const suggested = isHere ? suggestedLines(field, width, widest + 5) : [];
    return [
      { field: index, line: fitLine([label, ...typed], width) },
      ...why(index),
      ...suggested.map((line) => ({ field: index, line })),
    ];
  });
  return [...lines, ...why(null)];
}

/** The text of a field. @param isHere whether the field is selected */
function shownIn(field: FormField, width: number, isHere: boolean): Span[] {
  const { text, choices, spec } = field;
  const hint = dim(text === '' ? spec.fallback : '');
  if (!isHere) return [{ text }, hint];
  if (choices === null) return [{ text: inputOf(field).shownIn(width) }, hint];
  return [dim('‹ '), text === '' ? dim(spec.fallback || 'any') : { text }, dim(' ›')];
}

/** The suggestions around the selected suggestion. @param indent the indentation of the suggestions */
function suggestedLines({ fits, taken }: FormField, width: number, indent: number): Line[] {
  const top = Math.max(0, Math.min((taken ?? 0) - 1, fits.length - mostSuggested));
  const shown = fits.slice(top, top + mostSuggested);
  const widest = Math.max(0, ...shown.map(({ value }) => widthOf(value)));
  const room = Math.min(widest, Math.max(8, width - indent - 2));
  return shown.map(({ value, about }, at): Line => {
    const isTaken = top + at === taken;
    const mark = isTaken ? '▌ ' : taken === null && at === 0 ? '→ ' : '  ';
    const name = pad(value, room);
    return fitLine([dim(' '.repeat(indent - 2) + mark), isTaken ? bold(name) : dim(name), dim(`  ${about}`)], width);
  });
}

function askLine({ isBusy, verb }: Form, takesEnter: boolean): Line {
  if (isBusy) return [{ text: ' …', tone: 'wait' }];
  const enter: Line = [bold(' Enter'), { text: ` ${verb}   ` }];
  return [...(takesEnter ? enter : [{ text: ' '.repeat(lineWidth(enter)) }]), bold('Esc'), { text: ' leave it' }];
}
