/* Which template a path that is called is one of: `/payouts/po_1` is of `/payouts/{id}`. */

/** The template among several that a path, or a method and a path, is of; `never` where it is of none. */
export type CalledTemplate<Path extends string, Templates extends string> = Path extends Templates
  ? Path
  : { [T in Templates]: Fits<Path, T> extends true ? T : never }[Templates];

/** Part by part, so that no id reaches beyond its place. */
type Fits<Path extends string, Template extends string> = Template extends `${infer Part}/${infer Rest}`
  ? Path extends `${infer Given}/${infer Further}`
    ? FitsPart<Given, Part> extends true
      ? Fits<Further, Rest>
      : false
    : false
  : Path extends `${string}/${string}`
    ? false
    : FitsPart<Path, Template>;

type FitsPart<Given extends string, Part extends string> = Part extends `{${string}}`
  ? Given extends ''
    ? false
    : true
  : Given extends Part
    ? true
    : false;
