/* Where the run stands in the page of a record. */

/** How the page begins. */
export const pageOpening = '<!doctype html>\n<!-- payments-emulator run record -->';

/** What stands before the run. */
export const dataOpening = '<script id="run" type="application/gzip">';

/** What stands before the viewer. */
export const viewerOpening = '<script id="viewer" type="application/gzip">';

/** How the page ends. */
export const pageClosing = '</html>';

/** What stands behind the run, and behind the viewer. */
export const dataClosing = '</script>';
