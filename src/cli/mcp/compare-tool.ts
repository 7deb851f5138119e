import { version } from '../../../package.json';
import { about, T, Text } from '../../core/kernel/declare/schema.ts';
import { type Tool, ToolAnswer, tool } from './tool.ts';

/** The tool that compares the emulator with the service. It uses a separate emulator. */
export const compareTool: Tool = tool(
  'compare_capture',
  'Compares a new emulator with a capture (HAR) of the real service. Reports the differences as text and as data.',
  {
    file: about(Text(4096), 'The capture file.'),
    fixture: T.Optional(about(Text(200), 'The bundled fixture that the workspace starts from.')),
  },
  async ({ out }, { file, fixture }, asked) => {
    const [{ readCapture }, { compareCalls }, { reportOf, terminalComparison }] = await Promise.all([
      import('../../emulator/fidelity/capture/read-capture.ts'),
      import('../../emulator/fidelity/compare/compare.ts'),
      import('../../emulator/fidelity/compare/report.ts'),
    ]);
    const capture = await readCapture(asked.allowed(file));
    const left = capture.left.map((each) => ({ ...each, capture: file }));
    const report = reportOf([file], await compareCalls(capture.calls, { version, fixture: bundled(fixture), left }));
    out.print(terminalComparison(report, (_style, text) => text));
    // An agent that needs the responses reads the capture itself.
    return new ToolAnswer({ ...report, findings: report.findings.map(({ answers: _answers, ...each }) => each) });
  },
);

/** An agent can name only a bundled fixture, never a file. */
const bundled = (name: string | undefined): string | undefined =>
  name !== undefined && /^[a-z][a-z0-9-]*$/.test(name) ? name : undefined;
