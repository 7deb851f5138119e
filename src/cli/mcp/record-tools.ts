import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { clean, instant } from '../output.ts';
import { type Tool, ToolAnswer, tool } from './tool.ts';

const may = T.Optional;
const RecordFile = (otherwise: string) => about(Text(4096), `The file of the record; ${otherwise}`);

/** The tools for records, which are runs in one file: a failed job leaves a record. */
export const recordTools: readonly Tool[] = [
  tool(
    'open_record',
    'Opens a record, which is a run in one file: the tools that read then answer from it, as the emulator did at the end of the run, and the others refuse.',
    { file: may(RecordFile('without one, the tools ask the emulator again.')) },
    async ({ out }, { file }, asked) => {
      if (file === undefined) {
        asked.close();
        out.print('The tools ask the emulator.');
        return;
      }
      const record = await asked.open(file);
      const { summaryOf, titleOf } = await import('../../record/summary.ts');
      out.print(`${file} is open: ${titleOf(summaryOf(record))}. The tools that read answer from it.`);
    },
  ),
  tool(
    'record_summary',
    'Summarizes a record in words and as data: the command, the first failure, and the place just before it.',
    { file: may(RecordFile('default: the open one.')) },
    async ({ out }, { file }, asked) => {
      const named = asked.named(file);
      const record = await asked.read(named);
      const [{ summaryOf }, { summaryLines }] = await Promise.all([
        import('../../record/summary.ts'),
        import('../commands/record.ts'),
      ]);
      const summary = summaryOf(record);
      out.print(summaryLines(out, named, summary, record.end.run?.output).join('\n'));
      return new ToolAnswer(summary);
    },
  ),
  tool(
    'start_from',
    'Puts the emulator back to a place of a record: data, clocks, jobs, faults, keys and requests. What it holds now is gone, and an open record is closed. Its webhooks are switched off unless they are kept.',
    {
      file: may(RecordFile('default: the open one.')),
      at: may(
        about(
          Text(500),
          'start, the text of a mark (just before it), the id of a request, an event or a delivery (just after it), or an ISO 8601 instant; default: the end.',
        ),
      ),
      webhooks: may(about(OneOf(['keep']), 'keep: webhooks go to where the run sent them.')),
    },
    async ({ unscoped, out }, { file, at, webhooks }, asked) => {
      const named = asked.named(file);
      const { workspaces, switched_off } = await unscoped.startFrom(await asked.pageOf(named), at, webhooks);
      asked.close();
      const clocks = workspaces.map(({ id, clock }) => `${id}  ${instant(clock.now)}`);
      const { switchedOffWords } = await import('../../record/answers/unsent-reasons.ts');
      const off = switched_off.length === 0 ? [] : [switchedOffWords(switched_off, 'webhooks: keep')];
      out.print([`The emulator is at ${at ?? 'the end'} of ${named}:`, ...clocks, ...off].map(clean).join('\n'));
    },
    false,
  ),
];
