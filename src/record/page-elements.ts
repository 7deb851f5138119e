/* The elements of a record's page that enclose the run and the viewer. */

/** The text at the start of the page. */
export const pageOpening = '<!doctype html>\n<!-- payments-emulator run record -->';

/** The text before the run. */
export const dataOpening = '<script id="run" type="application/gzip">';

/** The text before the viewer. */
export const viewerOpening = '<script id="viewer" type="application/gzip">';

/** The text at the end of the page. */
export const pageClosing = '</html>';

/** The text after the run, and after the viewer. */
export const dataClosing = '</script>';
