import { resources } from '../../../src/payments/resources/registry.ts';
import { specifiedFields, specifiedValues } from '../specification.ts';
import { type Chapter, code, codes, fieldsOf, mark, type Row, specifiedSlices } from './table.ts';

/** The fields and values of each resource, by who promises them. */
export function resourcesChapter(): Chapter {
  const rows = specifiedSlices.flatMap(({ models }) =>
    Object.entries(models).map(([name, model]): Row => {
      const { specified, assumed } = fieldsOf(model);
      const lacking = (specifiedFields[name] ?? []).filter((field) => !specified.includes(field));
      return {
        key: `model ${name}`,
        cells: [name, codes(specified), assumed.map((field) => `${code(field)}${mark}`).join(', ')],
        faults: lacking.map((field) => `lacks ${field}`),
      };
    }),
  );
  const missing = Object.keys(specifiedFields).filter((name) => !rows.some(({ key }) => key === `model ${name}`));
  return {
    title: 'Resources',
    about: 'The fields of each resource that the specification names, and those that only this emulator has.',
    tables: [
      {
        title: 'Fields',
        columns: ['Resource', 'Of the specification', 'Of this emulator'],
        rows: [
          ...rows,
          ...missing.map((name) => ({ key: `model ${name}`, cells: [name, '**missing**', ''], faults: ['missing'] })),
        ],
      },
      {
        title: 'Values',
        columns: ['Field', 'Of the specification', 'Of this emulator'],
        rows: Object.entries(specifiedValues).map(([field, wanted]) => valuesRow(field, wanted)),
      },
    ],
  };
}

type Enumerated = { enum?: readonly (string | null)[]; 'x-assumed'?: boolean; 'x-assumed-values'?: readonly string[] };

/** The values of an enumerated field: those of the specification must be there, and others be marked. */
function valuesRow(key: string, wanted: readonly string[]): Row {
  const [model = '', field = ''] = key.split('.');
  const models = Object.assign({}, ...resources.map((resource) => resource.models));
  const schema: Enumerated = models[model]?.properties?.[field] ?? {};
  const values = (schema.enum ?? []).filter((value) => value !== null);
  const assumed = schema['x-assumed'] === true ? values : (schema['x-assumed-values'] ?? []);
  const further = values.filter((value) => !wanted.includes(value));
  return {
    key,
    cells: [code(key), codes(wanted), further.map((value) => `${code(value)}${mark}`).join(', ')],
    faults: [
      ...wanted.filter((value) => !values.includes(value)).map((value) => `lacks ${value}`),
      ...further.filter((value) => !assumed.includes(value)).map((value) => `${value} is not marked as assumed`),
    ],
  };
}
