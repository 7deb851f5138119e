import type { Group } from '../../record/stories/facts.ts';

/* Markers divide the log into sections, one for each test. Each workspace has its own sections. */

/** The maximum number of causes in a section that is printed in full. */
const mostOfSection = 300;

export const isCause = ({ cause }: Group): boolean => cause !== null;

export const isMarker = ({ note }: Group): boolean => note?.kind === 'marker';

const isFailure = (group: Group): boolean => isMarker(group) && group.note!.tone === 'bad';

/**
 * The sections to read first, each from its marker on: in each workspace, the failed sections and the last section.
 * If tests have their own workspaces, most last sections belong to tests that passed. Then only the failed sections
 * are listed or, if none failed, the section that started last.
 */
export function sectionsToRead(groups: readonly Group[]): Group[] {
  const workspaces = [...new Set(groups.map(({ workspace }) => workspace))];
  const byWorkspace = workspaces.map((workspace) =>
    sectionsOf(groups.filter((group) => group.workspace === workspace)),
  );
  const sections = byWorkspace.flat();
  const failed = sections.filter((section) => section.some(isFailure));
  const marked = new Set(groups.filter(isMarker).map(({ workspace }) => workspace));
  const begun = groups.findLast((group) => isMarker(group) && !isFailure(group));
  const last =
    marked.size === 1
      ? byWorkspace.map((own) => own.at(-1))
      : sections.filter((section) => failed.length === 0 && section[0] === begun);
  return sections
    .filter((section) => failed.includes(section) || last.includes(section))
    .flatMap((section) => latest(section, mostOfSection));
}

/** The sections of a workspace, in order. The log before the first marker is also a section. */
function sectionsOf(groups: readonly Group[]): (readonly Group[])[] {
  const sections: Group[][] = [[]];
  for (const group of groups) {
    // The marker that reports a failure belongs to the failed section.
    if (isMarker(group) && !isFailure(group)) sections.push([]);
    sections.at(-1)!.push(group);
  }
  return sections;
}

/** The latest causes, with the marks between them. */
export function latest(groups: readonly Group[], most: number): Group[] {
  const causes = groups.filter(isCause);
  const first = causes.length <= most ? groups[0] : causes[causes.length - most];
  const from = groups.slice(first === undefined ? groups.length : groups.indexOf(first));
  const heading = groups[0];
  return heading !== undefined && heading !== first && isMarker(heading) ? [heading, ...from] : [...from];
}
