// Writes `src/core/generated/`: types of everything that the declarations name, and the routes of the control API for its
// client. `npm ci` and each build write them; after a change of a declaration `npm run types` does.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import { options, requireInModule } from './program-build.js';
import { codesIn, literal, members, typeOf, unionOf } from './schema-types.js';

/** The files, and their writers. */
const files = {
  // Events and payloads, triggers and their options, operations with bodies and answers, states, settings, rules and
  // faults: the types of the programmatic API.
  'declared.ts': textOf,
  // The names of all fields in requests: a refusal must name one of them to compile.
  'field-names.ts': fieldNamesOf,
  // The routes of the control API by the ids of its operations, and what the operations of resources take and answer.
  'control-routes.ts': controlOf,
  // A merchant's and a page's client, made by a public generator from the interface descriptions. Tests are written
  // against them, so a description that contradicts a test does not compile.
  'merchant-api.ts': (parts) => clientOf(parts, 'merchant'),
  'client-api.ts': (parts) => clientOf(parts, 'client'),
};
/** Their paths, below the project's folder. */
export const generatedFiles = Object.keys(files).map((file) => `src/core/generated/${file}`);

/** The program that reads the declarations. */
const reader = `
export { declarations } from './src/sandbox/declarations.ts';
export { workspaceSettings } from './src/payments/resources/registry.ts';
export { controlOperations } from './src/sandbox/control/registry.ts';
export { buildOpenApi } from './src/sandbox/http/openapi/openapi.ts';
export { clean } from './src/sandbox/http/openapi/openapi-parts.ts';
export { listForms } from './src/sandbox/control/triggers/trigger-catalogue.ts';
export { furtherOperations, lengthFields } from './src/sandbox/control/outcomes/rules.ts';
export { sourcesOf } from './src/core/kernel/declare/lifecycle.ts';
export { wordOfEvent } from './src/core/kernel/events.ts';
export { FaultInput, takesField } from './src/core/kernel/faults/fault-fields.ts';
export { deliveryFaultKinds, faultsInWords, requestFaultKinds } from './src/core/kernel/faults/fault-kinds.ts';
export { EffectModel, effects } from './src/payments/platform/outcome-rules.ts';
export { LengthOfTime } from './src/core/kernel/declare/length-of-time.ts';
export { tablesOfRules } from './src/payments/simulation/codes.ts';
`;

/**
 * Writes each file whose text has changed. A mistake in the declarations ends the process with its message: the stack
 * trace would lead into a bundle.
 * @param root the project's folder
 */
export async function writeGenerated(root) {
  try {
    await writeFiles(root);
  } catch (error) {
    if (error.name !== 'DeclarationError') throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

async function writeFiles(root) {
  const parts = await readParts(root);
  await mkdir(join(root, 'src/core/generated'), { recursive: true });
  for (const [at, textOf] of Object.values(files).entries()) {
    const file = join(root, generatedFiles[at]);
    const text = `// Made of the declarations by scripts/generated.js.\n\n${await textOf(parts)}`;
    if (text !== (await readFile(file, 'utf8').catch(() => ''))) await writeFile(file, text);
  }
}

async function readParts(root) {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'declarations-'));
  try {
    const bundle = join(folder, 'reader.mjs');
    await build({
      ...options,
      format: 'esm',
      sourcemap: false,
      stdin: { contents: reader, resolveDir: root, loader: 'ts' },
      banner: requireInModule,
      outfile: bundle,
    });
    return await import(pathToFileURL(bundle).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const descriptionOf = ({ declarations, buildOpenApi }, api) => buildOpenApi(declarations(), '', '', api);

const clientOf = async (parts, api) => astToString(await openapiTS(JSON.stringify(descriptionOf(parts, api))));

function textOf(parts) {
  const registry = parts.declarations();
  const [merchant, client] = ['merchant', 'client'].map((api) => descriptionOf(parts, api));
  return [
    interfaceOf(
      'Models',
      'What the API shows, by the names of the interface description.',
      merchant.components.schemas,
      typeOf,
    ),
    interfaceOf('EventPayloads', 'The `data` of each event type.', merchant.webhooks, ({ post }) =>
      typeOf(post.requestBody.content['application/json'].schema.properties.data),
    ),
    interfaceOf('EventChanges', 'The changes of state that each event type tells of.', changesOf(parts, registry)),
    interfaceOf('ObjectStates', 'What states and moves objects have, by their type.', statesOf(parts, registry)),
    interfaceOf('TriggerRequests', 'What each trigger takes.', triggersOf(parts, registry)),
    interfaceOf(
      'Overrides',
      'What `set` can override, by the operation that makes the object.',
      overridesOf(parts, registry),
    ),
    interfaceOf(
      'MerchantOperations',
      'The merchant API: what each operation takes and answers.',
      operationsOf(merchant),
    ),
    interfaceOf(
      'ClientOperations',
      'The client API: what each operation takes.',
      operationsOf(client, { answers: false }),
    ),
    `/** What a rule may name beside the operations of both APIs. */\nexport type FurtherOperation = ${unionOf(parts.furtherOperations)};`,
    `/** The statuses of refusals. */\nexport type RefusalStatus = ${unionOf(statusesOf(registry))};`,
    interfaceOf('RuleEffects', 'What a rule of each kind may say.', effectsOf(parts)),
    interfaceOf('RequestFaults', 'What a fault of each kind takes, on calls.', faultsOf(parts, 'request')),
    interfaceOf('DeliveryFaults', 'What a fault of each kind takes, on deliveries.', faultsOf(parts, 'delivery')),
    `/** What can be configured of a workspace; every part may be left out. */\nexport type WorkspaceSettings = ${typeOf(parts.clean(parts.workspaceSettings.patch))};`,
  ].join('\n\n');
}

function fieldNamesOf({ declarations, controlOperations }) {
  const operations = [...declarations().slices.flatMap((slice) => slice.operations), ...controlOperations];
  const names = operations.flatMap(({ body, query, path }) => [
    ...namesIn(body ?? {}),
    ...namesIn(query ?? {}),
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
  ]);
  return `/** The name of a field that a request of any operation has. */\nexport type FieldName = ${unionOf(names.sort())};\n`;
}

function controlOf({ declarations, controlOperations, clean }) {
  const ofResources = declarations()
    .slices.flatMap((slice) => slice.operations)
    .filter(({ surface }) => surface === 'control');
  const routes = [...controlOperations, ...ofResources].map(
    ({ id, method, path, envelope }) => `  '${id}': { method: '${method}', path: '${path}', envelope: '${envelope}' },`,
  );
  const declared = ofResources.map(({ id, path, body, answer }) => {
    const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, type: 'string' }));
    const sent = [
      ...(params.length === 0 ? [] : [members(params)]),
      ...(body === undefined ? [] : [typeOf(clean(body))]),
    ];
    return `  '${id}': { sent: ${sent.join(' & ') || 'Record<never, never>'}; answer: ${typeOf(clean(answer))} };`;
  });
  return [
    `/** The operations of the control API by their ids. */\nexport const controlRoutes = {\n${routes.join('\n')}\n} as const;`,
    `/** What the operations on one resource take and answer. */\nexport interface ResourceOperations {\n${declared.join('\n')}\n}\n`,
  ].join('\n\n');
}

/** The names of a schema's fields, at any depth. */
function namesIn({ properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] }) {
  const further = [items, additionalProperties].filter((schema) => typeof schema === 'object');
  const below = [...Object.values(properties), ...further, ...anyOf, ...oneOf, ...allOf];
  return [...Object.keys(properties), ...below.flatMap(namesIn)];
}

/** An interface with a member for each entry; `write` gives the type of an entry that is not a text. */
function interfaceOf(name, about, entries, write = (text) => text) {
  const lines = Object.entries(entries).map(([key, entry]) => {
    const [text, said] = Array.isArray(entry) ? entry : [write(entry), entry.description ?? entry.post?.summary];
    return { name: key, type: text, about: said };
  });
  return `/** ${about} */\nexport interface ${name} ${members(lines)}`;
}

function changesOf({ sourcesOf, wordOfEvent }, registry) {
  const changes = {};
  const add = (type, fields) => {
    const change = members(Object.entries(fields).map(([name, type]) => ({ name, type })));
    changes[type] = changes[type] === undefined ? change : `${changes[type]} | ${change}`;
  };
  for (const { lifecycle, operations } of registry.slices) {
    for (const [verb, move] of Object.entries(lifecycle?.moves ?? {})) {
      const from = move.from === null ? 'null' : unionOf(sourcesOf(move));
      const fields = { object: literal(lifecycle.noun), verb: literal(verb), from, to: literal(move.to) };
      for (const type of move.emits ?? []) add(type, fields);
    }
    for (const { id, emits = [] } of operations) {
      for (const { type, of } of emits) {
        const state = unionOf(of.lifecycle?.states ?? [wordOfEvent(type)]);
        add(type, { object: literal(of.name), verb: literal(id.split('.').at(-1)), from: state, to: state });
      }
    }
  }
  return changes;
}

function statesOf(_parts, registry) {
  const states = {};
  for (const { name, model, lifecycle } of registry.collections.values()) {
    const object = model?.properties.object?.const;
    if (object === undefined) continue;
    const status = model.properties.status?.enum ?? [];
    const moves = Object.keys(lifecycle?.moves ?? {});
    states[object] = members([
      { name: 'status', type: status.length === 0 ? 'null' : unionOf(status) },
      { name: 'state', type: unionOf(lifecycle?.states ?? []) },
      { name: 'move', type: unionOf(moves) },
    ]);
    if (name !== object) throw new Error(`The objects of ${name} are called ${object}.`);
  }
  return states;
}

/**
 * The ways in which each trigger can be called. Each excludes the options of the others, so that they cannot be mixed.
 */
function triggersOf({ clean, listForms }, registry) {
  const optional = (name, type, about) => ({ name, type, about, isOptional: true });
  const taken = (takes) => Object.entries(takes).map(([name, schema]) => optional(name, typeOf(clean(schema))));
  const forms = [...listForms(registry)].map(([name, { about, onObject, onFresh }]) => {
    const ways = [
      ...onObject.map((takes) => [
        { name: 'id', type: 'string', about: 'Make exactly this move on this object.' },
        ...taken(takes),
      ]),
      ...onFresh.map(({ takes, operation }) => [
        optional('count', 'number', 'How many fresh objects; default 1.'),
        optional(
          'set',
          `Overrides[${literal(operation.id)}]`,
          'Paths of the request that makes the fresh object, and their values.',
        ),
        ...taken(takes),
      ]),
    ];
    const names = new Set(ways.flatMap((fields) => fields.map((field) => field.name)));
    const texts = ways.map((fields) => {
      const untaken = [...names].filter((each) => !fields.some((field) => field.name === each));
      return members([...fields, ...untaken.map((each) => optional(each, 'undefined'))]);
    });
    return [name, [[...new Set(texts)].join(' | '), about]];
  });
  return Object.fromEntries(forms);
}

/**
 * Every path in the body of an operation that creates objects for triggers; below a field that accepts anything, any
 * path.
 */
function overridesOf({ clean, listForms }, registry) {
  const operations = [...listForms(registry).values()].flatMap(({ onFresh }) =>
    onFresh.map(({ operation }) => operation),
  );
  const entries = [...new Set(operations)].map(({ id, body }) => {
    const paths = pathsIn(clean(body ?? {}), '');
    return [id, members(paths)];
  });
  return Object.fromEntries(entries);
}

function pathsIn({ properties = {} }, above) {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const own = { name: path, isOptional: true, type: typeOf(schema), about: schema.description };
    if (schema.properties !== undefined) return [own, ...pathsIn(schema, path)];
    const isOpen = [schema.type].flat().includes('object');
    return isOpen ? [own, { name: `[path: \`${path}.\${string}\`]`, type: 'unknown' }] : [own];
  });
}

/** The operations of an interface description by method and path. */
function operationsOf({ paths, components }, { answers = true } = {}) {
  const operations = {};
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, described] of Object.entries(methods)) {
      const answered = answers ? answersOf(described, components.responses) : [];
      operations[`${method.toUpperCase()} ${path}`] = [
        members([{ name: 'id', type: literal(described.operationId) }, ...sentWith(described), ...answered]),
        described.summary,
      ];
    }
  }
  return operations;
}

function sentWith({ parameters, requestBody }) {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema, description }) => ({
      name,
      isOptional: !required,
      type: typeOf(schema),
      about: description,
    }));
  return [
    ...(requestBody === undefined
      ? []
      : [{ name: 'body', type: typeOf(schemaOf(requestBody)), isOptional: !requestBody.required }]),
    ...(query.length === 0 ? [] : [{ name: 'query', type: members(query) }]),
  ];
}

/** The successful answer with its status, and the refusals that have more fields than others. */
function answersOf({ responses }, known) {
  const answers = Object.entries(responses).map(([status, { $ref, ...own }]) => ({
    name: status,
    type: typeOf(schemaOf($ref === undefined ? own : known[$ref.split('/').at(-1)])),
  }));
  const success = answers.find(({ name }) => name.startsWith('2'));
  const refusals = answers.filter((each) => each !== success && each.type !== "Models['Error']");
  return [
    { name: 'status', type: success.name },
    { name: 'answer', type: success.type },
    { name: 'refusals', type: members(refusals) },
  ];
}

const schemaOf = ({ content }) => content['application/json'].schema;

const statusesOf = ({ refusals }) => refusals.map(({ status }) => status).sort((a, b) => a - b);

function effectsOf({ effects, lengthFields, EffectModel, LengthOfTime, tablesOfRules, clean }) {
  const kinds = Object.entries(effects).map(([kind, { takes, about }]) => {
    const codes = Object.values(tablesOfRules[kind]).flatMap(codesIn);
    const fields = takes.map((name) => {
      const schema = clean(lengthFields.includes(name) ? LengthOfTime() : EffectModel.properties[name]);
      const said = EffectModel.properties[name].description;
      return { name, isOptional: true, type: name === 'code' ? unionOf(codes) : typeOf(schema), about: said };
    });
    return [kind, [members(fields), about]];
  });
  return Object.fromEntries(kinds);
}

function faultsOf({ requestFaultKinds, deliveryFaultKinds, faultsInWords, FaultInput, takesField, clean }, target) {
  const kinds = (target === 'request' ? requestFaultKinds : deliveryFaultKinds).map((kind) => {
    const taken = Object.entries(FaultInput.properties).filter(
      ([name]) => !['kind', 'on', 'operation'].includes(name) && takesField(kind, target, name),
    );
    const fields = taken.map(([name, schema]) => ({
      name,
      isOptional: true,
      type: name === 'event' ? 'keyof EventPayloads' : typeOf(clean(schema)),
      about: schema.description,
    }));
    return [kind, [members(fields), faultsInWords[target][kind]]];
  });
  return Object.fromEntries(kinds);
}

if (process.argv[1] === import.meta.filename) await writeGenerated(process.cwd());
