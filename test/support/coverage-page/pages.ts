import { existsSync, readFileSync } from 'node:fs';
import { pageRoutes } from '../../../src/pages/routes.ts';
import { type Shown, specifiedCalls, specifiedPages, specifiedSdkCodes } from '../specified-pages.ts';
import { type Chapter, code, mark, type Row, routeOf } from './table.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Pages and the browser SDK: where each is, and the test that uses it in a browser. */
export function pagesChapter(): Chapter {
  const routes = pageRoutes.map(routeOf);
  const types = read('src/pages/sdk/types.ts');
  const codesOf = (type: string): string[] => {
    const [, union = ''] = new RegExp(`${type} =([^;]*);`).exec(types) ?? [];
    return [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name!);
  };
  const declared = codesOf('PaymentsErrorCode');
  const row = ([name, what, test]: Shown, isThere: boolean): Row => ({
    key: `pages ${name}`,
    cells: [/[(.]/.test(name) ? code(name) : name, code(what), code(test)],
    faults: [...(isThere ? [] : ['missing']), ...(existsSync(new URL(test, root)) ? [] : ['not tested'])],
  });
  return {
    title: 'Pages and browser SDK',
    about: 'What buyers and recipients see, and what a page calls. Each is used in a real browser by the test named.',
    tables: [
      {
        title: 'Pages',
        columns: ['Page', 'Route', 'Test'],
        rows: specifiedPages.map((shown) => row(shown, routes.includes(shown[1]))),
      },
      {
        title: 'Calls of the browser SDK',
        columns: ['Row', 'Member', 'Test'],
        rows: specifiedCalls.map((shown) => row(shown, new RegExp(`\\b${shown[1]}\\b`).test(types))),
      },
      {
        title: 'Error codes of the browser SDK',
        columns: ['Code', 'Declared'],
        rows: [
          ...[...new Set([...specifiedSdkCodes, ...declared])].map((name) => ({
            key: `SDK code ${name}`,
            cells: [code(name), declared.includes(name) ? 'yes' : 'no'],
            faults: declared.includes(name) === specifiedSdkCodes.includes(name) ? [] : ['differs'],
          })),
          ...codesOf('AssumedErrorCode').map((name) => ({
            key: `SDK code ${name}`,
            cells: [`${code(name)} ${mark}`, 'yes'],
            faults: [],
          })),
        ],
      },
    ],
  };
}
