// Writes the type declarations of the programmatic API into one self-contained file. The answers' types come from
// schemas whose library the package does not depend on, so they are written out here.
import { join } from 'node:path';
import ts from 'typescript';

/** The files with public exports, in the order of the output. */
const publicFiles = [
  'src/client/error.ts',
  'src/core/generated/declared.ts',
  'src/client/paths.ts',
  'src/client/names.ts',
  'src/audit/matchers.ts',
  'src/testing/errors.ts',
  'src/testing/matchers.ts',
  'src/testing/merchant-api.ts',
  'src/testing/types.ts',
  'src/testing/emulators.ts',
];

/** Declarations of these files keep their own text; all other types are written out. */
const isPublic = (root, fileName) => publicFiles.some((file) => join(root, file) === fileName);

/**
 * The text of `index.d.cts`.
 * @param root the project's folder
 */
export function declarationsOf(root) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  );
  const program = ts.createProgram({
    rootNames: publicFiles.slice(0, -1).map((file) => join(root, file)),
    options: { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true },
  });
  const checker = program.getTypeChecker();
  const written = new Map();
  const own = publicFiles.slice(0, -1).map((file) => {
    const source = program.getSourceFile(join(root, file));
    for (const name of importedNames(source)) {
      const symbol = aliased(checker, name);
      const from = symbol.declarations[0].getSourceFile().fileName;
      if (symbol.flags & ts.SymbolFlags.Type && !isPublic(root, from))
        written.set(name.text, writeOut(checker, symbol, name));
    }
    return emitted(program, source);
  });
  const types = [...written].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `${header}${[...types, ...own, entry(root)].join('\n')}\n`;
}

const header = `/// <reference lib="es2022" />\n/// <reference lib="esnext.disposable" />\n\n`;

function importedNames(source) {
  return source.statements
    .filter(ts.isImportDeclaration)
    .flatMap(({ importClause }) => importClause?.namedBindings?.elements ?? [])
    .map(({ name }) => name);
}

const aliased = (checker, name) => checker.getAliasedSymbol(checker.getSymbolAtLocation(name));

/** The compiler's declarations of a file, without imports and re-exports. */
function emitted(program, source) {
  let text = '';
  program.emit(source, (_path, written) => (text = written), undefined, true);
  return withoutImports(text);
}

/** The functions of the entry, from a separate program whose bodies need not be checked. */
function entry(root) {
  const file = join(root, 'src/testing/emulators.ts');
  const { outputText } = ts.transpileDeclaration(ts.sys.readFile(file), {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  return withoutImports(outputText);
}

/**
 * The declarations of a further entry, which imports the rest from the first one.
 * @param name the name of the entry, as `vitest`
 */
export function furtherDeclarations(root, name) {
  const file = join(root, `src/testing/${name}.ts`);
  const { outputText } = ts.transpileDeclaration(ts.sys.readFile(file), {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  return outputText.replace(/^\/\/\/ .*\n/, '').replaceAll(/'\.\.?\/[\w/-]+\.ts'/g, "'./index.js'");
}

function withoutImports(text) {
  const source = ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.ES2023, true);
  return source.statements
    .filter((statement) => !ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement))
    .map((statement) => statement.getFullText().trim())
    .join('\n');
}

/** A type with everything that it consists of, as one declaration. */
function writeOut(checker, symbol, at) {
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return `${docOf(checker, symbol, '')}export type ${at.text} = ${textOf(checker, type, at, '')};`;
}

function textOf(checker, type, at, indent) {
  if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
  if (type.isUnion()) {
    const parts = type.types.map((each) => textOf(checker, each, at, indent));
    const merged = parts.includes('true') && parts.includes('false') ? withBoolean(parts) : parts;
    return merged.map((part) => (part.includes('=>') ? `(${part})` : part)).join(' | ');
  }
  if (checker.isArrayType(type)) {
    const inner = textOf(checker, checker.getTypeArguments(type)[0], at, indent);
    const list = /^[\w.]+$|^\{[\s\S]*\}$/.test(inner) ? `${inner}[]` : `(${inner})[]`;
    return type.symbol.name === 'ReadonlyArray' ? `readonly ${list}` : list;
  }
  if (type.isIntersection() || type.flags & ts.TypeFlags.Object) {
    if (checker.getSignaturesOfType(type, ts.SignatureKind.Call).length === 0)
      return objectOf(checker, type, at, indent);
  }
  return checker.typeToString(type, at, ts.TypeFormatFlags.NoTruncation);
}

const withBoolean = (parts) => [...parts.filter((part) => part !== 'true' && part !== 'false'), 'boolean'];

function objectOf(checker, type, at, indent) {
  const inner = `${indent}  `;
  const lines = checker.getIndexInfosOfType(type).map(({ keyType, type: value }) => {
    return `[key: ${checker.typeToString(keyType)}]: ${textOf(checker, value, at, inner)};`;
  });
  for (const property of checker.getPropertiesOfType(type)) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const value = checker.getTypeOfSymbolAtLocation(property, at);
    const shown = isOptional ? checker.getNonNullableType(value) : value;
    const kept = isOptional && hasNull(value) ? ' | null' : '';
    const text = textOf(checker, shown, at, inner) + kept;
    lines.push(`${docOf(checker, property, inner)}${property.name}${isOptional ? '?' : ''}: ${text};`);
  }
  if (lines.length === 0) return 'Record<string, unknown>';
  return `{\n${lines.map((line) => `${inner}${line}`).join('\n')}\n${indent}}`;
}

const hasNull = (type) => type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null);

function docOf(checker, symbol, indent) {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim() || aboutOf(symbol);
  return text === '' ? '' : `/** ${text.replaceAll('\n', ' ')} */\n${indent}`;
}

/** The description of a property that comes from a table of options. */
function aboutOf({ declarations: [{ initializer } = {}] = [] }) {
  if (initializer === undefined || !ts.isObjectLiteralExpression(initializer)) return '';
  return initializer.properties.find(({ name }) => name?.text === 'about')?.initializer.text ?? '';
}
