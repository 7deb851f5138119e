import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { resources } from '../src/payments/resources/registry.ts';
import { readSources, roomOf, type Source } from './support/sources.ts';

/** Who may know slices: they themselves, the pages that show them, and what the build makes of their declarations. */
const mayName = ({ path }: Source): boolean => ['payments/resources', 'pages', 'core/generated'].includes(roomOf(path));

const operations = resources.flatMap((slice) => slice.operations);
/** `charges.create`, `payment.completed`, `payout.return`, `charge.resolve`: operations, events, moves and jobs. */
const names = new Set([
  ...operations.map(({ id }) => id),
  ...resources.flatMap(({ events }) => events.map(({ type }) => type)),
  ...resources.flatMap(({ jobs }) => jobs.map(({ kind }) => kind)),
  ...resources.flatMap(({ lifecycle }) =>
    lifecycle === undefined ? [] : Object.keys(lifecycle.moves).map((move) => `${lifecycle.noun}.${move}`),
  ),
]);
const nouns = new Set([...names].map((name) => name.split('.')[0]!));
/** `/charges`, and `/checkout` of `/api/checkout/{slug}`. */
const paths = new Set(operations.map(({ path }) => /^(?:\/api)?(\/[^/]+)/.exec(path)![1]!));

/** Words of the language, which mean much else where they stand alone. */
const everyday = ['account', 'balance', 'block', 'ledger'];
/** `payout_link`, where a text is nothing else. What all payments share is not a slice's. */
const kinds = new Set(
  resources
    .filter(({ name }) => name !== 'platform')
    .flatMap(({ collections }) => collections.map(({ name }) => name))
    .filter((name) => !everyday.includes(name)),
);

/** What a text or a regular expression names of the slices. */
function namedIn(text: string, isPattern: boolean): string[] {
  const plain = text.replace(/\\([./])/g, '$1');
  const dotted = plain.match(/(?<![\w.-])[a-z_\d]+\.[a-z_]+(?![\w.-])/g) ?? [];
  const rooted = plain.match(/(?<![\w.}])\/[a-z-]+(?![\w-])/g) ?? [];
  // `/^(charges|payouts)\./`
  const begun = isPattern && text.includes('\\.') ? (text.match(/[a-z_]+/g) ?? []) : [];
  return [
    ...dotted.filter((name) => names.has(name)),
    ...rooted.filter((path) => paths.has(path)),
    ...begun.filter((word) => nouns.has(word)),
    ...(kinds.has(plain) ? [plain] : []),
  ];
}

/** What the strings, templates and regular expressions of a source name, each once. */
function namedBy({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const named = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node)) {
      for (const name of namedIn(node.text, ts.isRegularExpressionLiteral(node))) named.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...named];
}

const example = 'an example for whoever types it';
const judgement = 'what an audit judges and tries are certain calls and events, as the specification names them';
const situation =
  'what a capture tells of the service behind it stands in certain answers and events, as the specification names them';
/** Files that name slices all the same, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'cli/commands/audit/audit-receiver.ts': 'the event that a receiver is tried with where none is asked for',
  'cli/commands/faults.ts': example,
  'cli/groups/audit.ts': example,
  'cli/groups/api.ts': example,
  'cli/groups/trigger-and-clock.ts': example,
  'cli/groups/outcomes-and-faults.ts': example,
  'cli/mcp/tools.ts': example,
  'cli/options/examples.ts': example,
  'sandbox/control/assertions/assertions.ts': example,
  'sandbox/control/outcomes/faults.ts': example,
  'desk/model/sandbox/endpoints.ts': example,
  'sandbox/http/docs/mail-pages.ts': example,
  'sandbox/http/docs/start-page.ts': example,
  'desk/inspector/list/empty-list.tsx': example,
  'core/kernel/declare/operation-names.ts': example,
  'payments/platform/outcome-rules.ts': `${example}; \`customer\` is a condition of rules`,
  'sandbox/control/outcomes/rules.ts': `${example}; another amount is paid on a page alone, which checkout.pay is`,
  'sandbox/http/surfaces/authenticate.ts': 'says where a token is had',
  'sandbox/http/openapi/openapi.ts': 'says where a token is had',
  'sandbox/control/workspaces/tokens.ts': 'tokens of the control API have the path of the same word below it',
  'sandbox/control/objects/object-kinds.ts': 'whoever owns an object is a customer',
  'sandbox/control/objects/objects.ts': 'transactions are listed where no kind is asked for',
  'desk/model/details/object-details.ts': 'a customer has lists of its own below it',
  'desk/model/details/customer-details.ts': 'what moved for a customer is summed by the kinds of movements',
  'desk/model/forms/suggestions.ts': 'forms look for customers',
  'payments/secrets/named-values.ts': 'a form asks for a password once more, under the name of its confirmation',
  'payments/secrets/sensitive-names.ts': 'a form asks for a password once more, under the name of its confirmation',
  'core/kernel/declare/lifecycle.ts': 'the keys of moves, of which one is `dispute`',
  'payments/platform/outcome-kinds.ts': '`dispute` is a kind of outcome',
  'payments/simulation/built-in-rules.ts': '`dispute` is a kind of outcome',
  'audit/adversities/adversities.ts': judgement,
  'audit/observed/amounts.ts': judgement,
  'audit/adversities/fault-plans.ts': judgement,
  'audit/adversities/payments.ts': judgement,
  'audit/observed/making.ts': judgement,
  'audit/adversities/delivery-adversities.ts': judgement,
  'audit/adversities/later-adversities.ts': judgement,
  'audit/trial/pace.ts': 'the job that tells what became of a charge is run for a clock that stands still',
  'audit/observed/deliveries.ts': judgement,
  'audit/observed/open-pages.ts': judgement,
  'audit/observed/repeats.ts': judgement,
  'audit/trial/granted.ts': judgement,
  'audit/trial/refunds-booked.ts': judgement,
  'audit/trial/compare.ts': judgement,
  'emulator/fidelity/compare/compare.ts': situation,
  'emulator/fidelity/compare/differences/events.ts': situation,
  'emulator/fidelity/compare/differences/values.ts': 'words in which values are told apart',
  'emulator/fidelity/compare/replay.ts': situation,
  'emulator/fidelity/compare/situation.ts': situation,
  'emulator/fidelity/compare/situation/aliases.ts': situation,
  'emulator/fidelity/compare/situation/decisions.ts': situation,
  'emulator/fidelity/compare/situation/sendable.ts': situation,
  'desk/inspector/keys.ts': 'the keys of moves, of which one is `dispute`',
  'desk/model/rule-words.ts': 'what money in and money out are called in a rule',
  'sandbox/control/wire/comparison.ts': example,
  'sandbox/http/docs/search.ts': 'what people type for the objects of slices',
  'sandbox/http/openapi/familiar-routes.ts': 'what other payment APIs call the routes of slices',
};
const isRule = (path: string): boolean => path.startsWith('audit/rules/');

describe('what a slice is called', () => {
  const naming = readSources()
    .filter((source) => !mayName(source))
    .map((source) => ({ path: source.path, named: namedBy(source) }))
    .filter(({ named }) => named.length > 0);

  it('stands in no text or pattern outside its folder', () => {
    // A rule of the audit is about certain calls and events: each says so in its own file.
    const strays = naming.filter(({ path }) => !isRule(path) && !(path in exceptions));
    expect(strays.map(({ path, named }) => `${path}: ${named.join(', ')}`)).toEqual([]);
  });

  it('is excepted only where it stands', () => {
    expect(Object.keys(exceptions).filter((path) => !naming.some((each) => each.path === path))).toEqual([]);
  });

  it.each([
    ['a name', `const a = 'charges.create';`, ['charges.create']],
    ['a path in a template', 'const a = `/payouts/po_1`;', ['/payouts']],
    ['the beginning of names in a pattern', 'const a = /^(tokens|three_ds)\\./;', ['tokens', 'three_ds']],
    ['a name in a pattern', 'const a = /^payout\\.returned$/;', ['payout.returned', 'payout']],
    ['a kind of objects', `const a = ['payout_link'];`, ['payout_link']],
    ['nothing in a comment or an import', `// charges.create\nimport a from './payout.paid';`, []],
  ])('is found: %s', (_, text, named) => {
    expect(namedBy({ path: 'desk/any.ts', text, imports: [] })).toEqual(named);
  });
});
