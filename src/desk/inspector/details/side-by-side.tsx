import { useState } from 'preact/hooks';
import type { AnswerLine, BothAnswers } from '../../../sandbox/control/wire.ts';

/** The number of lines to show around a line that differs. */
const around = 4;

/** Two responses side by side. Lines that differ are marked, and lines far from them are folded. */
export function SideBySide({ answers }: { readonly answers: BothAnswers }) {
  const { of, lines } = answers;
  const [whole, showWhole] = useState<BothAnswers | null>(null);
  const near = lines.map((_, at) => lines.slice(Math.max(0, at - around), at + around + 1).some(isMarked));
  const isFolded = (at: number): boolean => whole !== answers && near.includes(true) && near[at] === false && at > 1;
  return (
    <table class="side-by-side">
      <caption>{of}</caption>
      <thead>
        <tr>
          <th scope="col">the service</th>
          <th scope="col">the emulator</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, at) => {
          if (!isFolded(at)) return <Line key={at} line={line} />;
          if (isFolded(at - 1)) return null;
          const end = lines.findIndex((_, later) => later > at && !isFolded(later));
          return (
            <tr key={at}>
              <td colSpan={2}>
                <button type="button" class="link" onClick={() => showWhole(answers)}>
                  … {(end === -1 ? lines.length : end) - at} more lines
                </button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const isMarked = ({ differs }: AnswerLine): boolean => differs;

const Line = ({ line: { depth, service, emulator, differs } }: { readonly line: AnswerLine }) => (
  <tr class={differs ? 'differs' : undefined}>
    {[service, emulator].map((text, side) => (
      <td key={side} style={{ '--depth': depth }}>
        {differs && text !== null ? <mark>{text}</mark> : text}
      </td>
    ))}
  </tr>
);
