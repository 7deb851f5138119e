import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { clean, instant } from '../output.ts';
import { type Tool, ToolAnswer, tool } from './tool.ts';

const may = T.Optional;
const RecordFile = (otherwise: string) => about(Text(4096), `The record file; ${otherwise}`);

/** The tools for records. A record is a run in one file, and a failed job leaves a record. */
export const recordTools: readonly Tool[] = [
  tool(
    'open_record',
    'Opens a record, which is one run saved in a file. Read-only tools then return the data that the emulator had at the end of the run, and tools that change data fail, except start_from.',
    { file: may(RecordFile('if omitted, the tools use the emulator again.')) },
    async ({ out }, { file }, asked) => {
      if (file === undefined) {
        asked.close();
        out.print('The tools now use the emulator.');
        return;
      }
      const record = await asked.open(file);
      const { summaryOf, titleOf } = await import('../../record/summary.ts');
      out.print(`${file} is open: ${titleOf(summaryOf(record))}. The read-only tools now use this record.`);
    },
  ),
  tool(
    'record_summary',
    'Summarizes a record as text and as data: the command, the first failure, and the point just before that failure.',
    { file: may(RecordFile('default: the open record.')) },
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
    'Restores the emulator to a point in a record, including data, clocks, jobs, faults, keys and requests. Discards the current state, closes an open record, and disables the webhook endpoints unless you pass webhooks: keep.',
    {
      file: may(RecordFile('default: the open record.')),
      at: may(
        about(
          Text(500),
          'The point to restore: start, the text of a mark (just before the mark), the id of a request, an event or a delivery (just after it), or an ISO 8601 time; default: the end.',
        ),
      ),
      webhooks: may(about(OneOf(['keep']), 'Use keep to send webhooks to the addresses in the record.')),
    },
    async ({ unscoped, out }, { file, at, webhooks }, asked) => {
      const named = asked.named(file);
      const { workspaces, switched_off } = await unscoped.startFrom(await asked.pageOf(named), at, webhooks);
      asked.close();
      const clocks = workspaces.map(({ id, clock }) => `${id}  ${instant(clock.now)}`);
      const { switchedOffWords } = await import('../../record/answers/unsent-reasons.ts');
      const off = switched_off.length === 0 ? [] : [switchedOffWords(switched_off, 'webhooks: keep')];
      out.print(
        [`The emulator was restored to ${at ?? 'the end'} of ${named}:`, ...clocks, ...off].map(clean).join('\n'),
      );
    },
    false,
  ),
];
