import { about, OneOf, T, Text } from '../../core/kernel/declare/schema.ts';
import { clean, instant } from '../output.ts';
import { type Tool, ToolAnswer, tool } from './tool.ts';

const may = T.Optional;
const RecordFile = (otherwise: string) => about(Text(4096), `The record file; ${otherwise}`);

/** The tools for records. A record is a run in one file, and a failed job leaves a record. */
export const recordTools: readonly Tool[] = [
  tool(
    'open_record',
    'Opens a record, which is a run in one file. The reading tools then answer from the record, as the emulator did at the end of the run, and the other tools refuse.',
    { file: may(RecordFile('without a file, the tools use the emulator again.')) },
    async ({ out }, { file }, asked) => {
      if (file === undefined) {
        asked.close();
        out.print('The tools now use the emulator.');
        return;
      }
      const record = await asked.open(file);
      const { summaryOf, titleOf } = await import('../../record/summary.ts');
      out.print(`${file} is open: ${titleOf(summaryOf(record))}. The reading tools now answer from it.`);
    },
  ),
  tool(
    'record_summary',
    'Summarizes a record as text and as data: the command, the first failure, and the point just before it.',
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
    'Restores the emulator to a point in a record: data, clocks, jobs, faults, keys and requests. The current state is lost, and an open record is closed. The webhooks are switched off unless you keep them.',
    {
      file: may(RecordFile('default: the open record.')),
      at: may(
        about(
          Text(500),
          'start, the text of a mark (just before it), the id of a request, an event or a delivery (just after it), or an ISO 8601 time; default: the end.',
        ),
      ),
      webhooks: may(about(OneOf(['keep']), 'keep: send webhooks to the addresses of the run.')),
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
