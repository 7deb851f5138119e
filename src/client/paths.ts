/* Finds the template of a path as a type: `/payouts/po_1` matches `/payouts/{id}`. */

/** The path template that matches a path, or a method and a path; `never` if no template matches. */
export type CalledTemplate<Path extends string, Templates extends string> = Path extends Templates
  ? Path
  : { [T in Templates]: Fits<Path, T> extends true ? T : never }[Templates];

/** Compares segment by segment, so that an id cannot match several segments. */
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
