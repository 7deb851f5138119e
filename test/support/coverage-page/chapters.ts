import type { Observation } from '../observation.ts';
import { specifiedRoutes, specifiedSections } from '../specification.ts';
import { specifiedEvents } from '../specified-behaviour.ts';
import { clientChapter, clientStrays } from './client.ts';
import { errorsChapter } from './errors.ts';
import { eventsChapter } from './events.ts';
import { resourcesChapter } from './fields.ts';
import { authenticationChapter, limitsChapter } from './measured.ts';
import { movesChapter } from './moves.ts';
import { operationsChapter } from './operations.ts';
import { pagesChapter } from './pages.ts';
import { type Chapter, operations, registry, routeOf } from './table.ts';

/** What the page shows, chapter by chapter. */
export const chaptersOf = (observation: Observation): readonly Chapter[] => [
  operationsChapter(observation),
  clientChapter(observation.client),
  pagesChapter(),
  movesChapter(observation),
  eventsChapter(observation),
  errorsChapter(),
  limitsChapter(observation),
  authenticationChapter(observation),
  resourcesChapter(),
];

/** Everything that a row lacks: `POST /charges: does not send payment.completed`. */
export const gapsIn = (chapters: readonly Chapter[]): string[] =>
  chapters.flatMap(({ tables }) =>
    tables.flatMap(({ rows }) => rows.flatMap(({ key, faults }) => faults.map((fault) => `${key}: ${fault}`))),
  );

/** What the emulator has, stands in no row, and is not marked as assumed. */
export function strays(): string[] {
  const routes = specifiedRoutes.map((line) => line.split(' ').slice(0, 2).join(' '));
  const unlisted = operations
    .filter((operation) => !routes.includes(routeOf(operation)) && operation.assumed !== true)
    .map(({ id }) => `operation ${id}`);
  const unknown = [...registry.events.values()]
    .filter(({ type, assumed }) => !(type in specifiedEvents) && assumed !== true)
    .map(({ type }) => `event ${type}`);
  return [...unlisted, ...clientStrays(), ...unknown];
}

/** Routes of the specification that stand in no section, or in several. */
export const unsectioned = (): string[] =>
  specifiedRoutes.filter(
    (line) => Object.values(specifiedSections).filter((heads) => heads.includes(line.split(/[ /]/)[2]!)).length !== 1,
  );
